import HoldfastX509

/// What is known of the revocation of one certificate.
enum RevocationStatus: Hashable, Sendable {
    /// Nobody asked.
    case notChecked
    /// Lists that cover every reason do not have it, or an OCSP response says so; what lists lack that were believed, and
    /// that the profile does without.
    case good(despite: [ListProblem])
    /// A list or an OCSP response says so.
    case revoked(Revocation)
    /// Not all reasons are covered, and no OCSP response counts; why, for people, the weightiest first.
    case undetermined([RevocationProblem])
}

/// That a certificate was taken back, as somebody says who may.
struct Revocation: Hashable, Sendable {
    let date: Instant
    /// Without one that is given, `unspecified` (RFC 5280 §6.3.3(i)(2)).
    let reason: RevocationReason
    /// Since when its key may have been somebody else's.
    let invalidityDate: Instant?
    /// Who says so, in words: a list or a response.
    let source: String

    init(entry: RevokedCertificate, source: String) {
        date = entry.revocationDate.instant
        reason = entry.reasonCode ?? .unspecified
        invalidityDate = entry.invalidityDate?.instant
        self.source = source
    }

    init(_ info: SingleResponse.RevokedInfo, source: String) {
        date = info.revocationTime
        reason = info.revocationReason ?? .unspecified
        invalidityDate = nil
        self.source = source
    }
}
