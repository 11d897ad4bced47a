public import HoldfastX509

/// What the evaluator asks for when what was presented does not suffice; fetching it is somebody else's work.
///
/// None is requested yet: issuers, OCSP responses and CRLs are asked for when there is a driver that fetches them.
public enum EvidenceRequest: Hashable, Sendable {
    /// The certificate that issued this one, from the places that it names.
    case issuer(of: Certificate)
    /// The status of this certificate, signed by its issuer or a delegate (RFC 6960).
    case ocspResponse(certificate: Certificate, issuer: Certificate)
    /// The revocation list that covers this certificate (RFC 5280 §6.3).
    case revocationList(certificate: Certificate)
}

/// An answer to an ``EvidenceRequest``; believed no more than what was presented.
public enum Evidence: Sendable {
    /// DER certificates that may be the issuer.
    case certificates([[UInt8]])
    /// Revocation lists that may cover a certificate of the path.
    case revocationLists([SuppliedRevocationList])
    /// OCSP responses that may speak of a certificate of the path; one that a server stapled is in
    /// ``ServerTrust/stapledOCSP``.
    case ocspResponses([SuppliedOCSPResponse])
    /// Nothing could be had; why.
    case unavailable(EvidenceRequest, reason: String)
}
