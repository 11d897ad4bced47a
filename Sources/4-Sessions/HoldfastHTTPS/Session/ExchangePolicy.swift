import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// The policy that a server or a proxy is judged by in one exchange, with what keeps its connections apart from others.
final class ExchangePolicy: Sendable {
    let policy: TrustPolicy
    let digests: ConnectionDigests
    /// Whether the pins are still those of ``digests``; nil for ones that cannot be replaced.
    let isCurrent: (@Sendable () -> Bool)?

    /// Whether a handler may accept a server that the policy refuses.
    let letsHandlersAccept: Bool
    /// The pattern of its pins that the server misses by little, where none is for it; nil once it was told.
    let nearPins: NearHostPattern?

    init(
        _ policy: TrustPolicy, _ digests: ConnectionDigests, isCurrent: (@Sendable () -> Bool)?,
        letsHandlersAccept: Bool, nearPins: NearHostPattern?
    ) {
        (self.policy, self.digests, self.isCurrent) = (policy, digests, isCurrent)
        (self.letsHandlersAccept, self.nearPins) = (letsHandlersAccept, nearPins)
    }
}

extension ExchangePolicy {
    /// Whether the handshake has to ask for what vouches for the certificate beside it: what was not asked for does not
    /// come.
    var asksForEvidence: Bool { digests.looksAtTimestamps || policy.revocation != .off }
}

/// A rule that refuses nothing: by it a policy's digest tells that nobody could let in what it refuses, so that no
/// connection that somebody did let in serves a host which wants nothing but TLS.
struct KnownHostMark: TrustRule {
    var cacheKey: [UInt8]? { Array("knownHost".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {}
}
