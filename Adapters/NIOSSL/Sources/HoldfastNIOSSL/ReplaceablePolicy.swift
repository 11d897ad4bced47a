public import HoldfastTrust
import Synchronization

/// A policy that is replaced while a program runs: each handshake that begins afterwards is judged by the new one.
///
/// Anchors from files, pins (``TrustPins``) and exceptions (``TrustExceptions``) are handles that change by themselves;
/// this is for the rest. Connections that are open stay open.
public final class ReplaceablePolicy: Sendable {
    private let policy: Mutex<TrustPolicy>

    /// A handle with its first policy.
    public init(_ policy: TrustPolicy) { self.policy = Mutex(policy) }

    /// The policy as it is now.
    public var current: TrustPolicy { policy.withLock { $0 } }

    /// Puts another policy in the place of this one.
    public func replace(with policy: TrustPolicy) { self.policy.withLock { $0 = policy } }

    /// The policy as it is now, for a server of this name.
    ///
    /// - Parameter name: the name that is to be proven; it takes the place of the purpose that the policy has.
    public func current(for name: ServerName) -> TrustPolicy {
        var policy = current
        policy.purpose = .ssl(name)
        return policy
    }
}
