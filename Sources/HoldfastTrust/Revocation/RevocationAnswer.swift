public import HoldfastX509

/// What an evaluation found out about the revocation of one certificate.
public enum RevocationAnswer: Hashable, Sendable {
    /// Nobody asked: the policy does not, or the certificate is the anchor.
    case notChecked
    /// Lists that cover every reason do not have it, or an OCSP response says so.
    case good
    /// A list or an OCSP response says so: since when, and for which reason.
    case revoked(since: Instant, reason: RevocationReason)
    /// It is not known; why, for people, the weightiest first.
    case unknown([String])

    init(_ status: RevocationStatus) {
        switch status {
        case .notChecked: self = .notChecked
        case .good: self = .good
        case .revoked(let revocation):
            self = .revoked(since: revocation.date, reason: revocation.reason)
        case .undetermined(let problems): self = .unknown(problems.prefix(Self.shown).map(\.description))
        }
    }

    /// Reasons for not knowing that are told.
    private static let shown = 3
}
