import HoldfastTransport
import HoldfastTrust

/// The policy that a server or a proxy is judged by in one exchange, with what keeps its connections apart from others.
final class ExchangePolicy: Sendable {
    let policy: TrustPolicy
    let digests: ConnectionDigests
    /// Whether the pins are still those of ``digests``; nil for ones that cannot be replaced.
    let isCurrent: (@Sendable () -> Bool)?

    /// - Throws: ``TransportError`` where the session's policy would prove something else.
    init(for name: ServerName, in session: HTTPSSession) throws(TransportError) {
        policy = session.configuration.trust.policy(name)
        guard policy.purpose == .ssl(name) else { throw .policyForAnotherServer(than: name) }
        let now = session.configuration.clock()
        policy.pins.observe(now)
        digests = session.digests.digests(of: policy, at: now)
        isCurrent = policy.pins.isCurrent(digests.pins)
    }
}

extension TransportError {
    fileprivate static func policyForAnotherServer(than name: ServerName) -> TransportError {
        TransportError(
            .internal, .policyForAnotherServer,
            "the session's policy is for another purpose or name than the server \(name)",
            hint: "let Configuration.policy return TrustPolicy.ssl(name) for the name that it is given")
    }
}
