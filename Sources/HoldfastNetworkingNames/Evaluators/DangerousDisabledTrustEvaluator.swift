public import Foundation
public import HoldfastSecurityNames

/// For tests: accepts whatever a server presents, until an end (Alamofire 5, `DisabledTrustEvaluator`).
///
/// The session says each host aloud on `DangerLog`, and bounds each acceptance to a minute; pins of the session's own
/// policy refuse all the same. Anybody can pass for a server that is accepted so.
public final class DangerousDisabledTrustEvaluator: ServerTrustEvaluating {
    private let end: Date

    /// - Parameter end: from when on everything is refused; 30 days from now at most, a later one counts as that.
    public init(until end: Date) { self.end = min(end, Date().addingTimeInterval(30 * 86_400)) }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard Date() < end else { throw ServerTrustFailureReason.dangerousAcceptanceEnded(host: host) }
    }
}
