import HoldfastX509

/// A list or an answer of a responder that counts, signed by who may.
enum RevocationWord: Hashable, Sendable {
    case list(CertificateList)
    case response(BasicOCSPResponse, SingleResponse)
}

/// A revocation, stated by an authorised CRL or OCSP signer.
struct Revocation: Hashable, Sendable {
    let date: Instant
    /// Without one that is given, `unspecified` (RFC 5280 §6.3.3(i)(2)).
    let reason: RevocationReason
    /// The instant since which the key may have been somebody else's.
    let invalidityDate: Instant?
    /// The list or the response that states it.
    let source: RevocationDocument

    init(entry: RevokedCertificate, source: RevocationDocument) {
        date = entry.revocationDate.instant
        reason = entry.reasonCode ?? .unspecified
        invalidityDate = entry.invalidityDate?.instant
        self.source = source
    }

    init(_ info: SingleResponse.RevokedInfo, source: RevocationDocument) {
        date = info.revocationTime
        reason = info.revocationReason ?? .unspecified
        invalidityDate = nil
        self.source = source
    }
}
