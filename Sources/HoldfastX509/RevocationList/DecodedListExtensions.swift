/// The values of the extensions of a revocation list that are known here, each from its first occurrence.
///
/// Further occurrences are read too, since malformed content is an error wherever it stands, and then dropped.
struct DecodedListExtensions: Sendable {
    var authorityKeyIdentifier: AuthorityKeyIdentifier?
    var issuerAlternativeName: GeneralNames?
    var cRLNumber: CRLNumber?
    var deltaCRLIndicator: CRLNumber?
    var issuingDistributionPoint: IssuingDistributionPoint?
    var freshestCRL: CRLDistributionPoints?
    var authorityInformationAccess: InformationAccess?

    /// Which extensions of a list are processed here (RFC 5280 §5.2).
    static let known: Set<ObjectIdentifier> = [
        .authorityKeyIdentifier, .issuerAlternativeName, .cRLNumber, .deltaCRLIndicator,
        .issuingDistributionPoint,
        .freshestCRL, .authorityInformationAccess,
    ]

    /// Reads the value of an extension that stands in the reader's input; unknown ones are left alone.
    mutating func decode(_ next: Extension, _ reader: inout DERReader) throws(DERError) {
        let range = next.value.startIndex..<next.value.endIndex
        switch next.oid {
        case .authorityKeyIdentifier:
            try DecodedExtensions.keep(&authorityKeyIdentifier, "authorityKeyIdentifier", range, &reader)
        case .issuerAlternativeName:
            try DecodedExtensions.keep(&issuerAlternativeName, "issuerAltName", range, &reader)
        case .cRLNumber: try DecodedExtensions.keep(&cRLNumber, "cRLNumber", range, &reader)
        case .deltaCRLIndicator:
            try DecodedExtensions.keep(&deltaCRLIndicator, "deltaCRLIndicator", range, &reader)
        case .issuingDistributionPoint:
            try DecodedExtensions.keep(
                &issuingDistributionPoint, "issuingDistributionPoint", range, &reader)
        case .freshestCRL: try DecodedExtensions.keep(&freshestCRL, "freshestCRL", range, &reader)
        case .authorityInformationAccess:
            try DecodedExtensions.keep(&authorityInformationAccess, "authorityInfoAccess", range, &reader)
        default: return
        }
    }
}

// The values of the extensions known here, from the first occurrence of each; `nil` where there is none.
extension CertificateList {
    /// Which key signed the list.
    public var authorityKeyIdentifier: AuthorityKeyIdentifier? { tbs.decoded.authorityKeyIdentifier }
    /// More names of the list's issuer.
    public var issuerAlternativeName: [GeneralName]? { tbs.decoded.issuerAlternativeName?.names }
    /// The list's place in its issuer's sequence.
    public var cRLNumber: CRLNumber? { tbs.decoded.cRLNumber }
    /// The number of the list that this one brings changes to; `nil` where the list is a complete one.
    public var deltaCRLIndicator: CRLNumber? { tbs.decoded.deltaCRLIndicator }
    /// Which certificates the list speaks of; `nil` for all that its issuer issued.
    public var issuingDistributionPoint: IssuingDistributionPoint? {
        tbs.decoded.issuingDistributionPoint
    }
    /// Where the changes to this list are.
    public var freshestCRL: [DistributionPoint]? { tbs.decoded.freshestCRL?.points }
    /// Where the certificate of the list's signer is.
    public var authorityInformationAccess: [AccessDescription]? {
        tbs.decoded.authorityInformationAccess?.descriptions
    }

    /// The first critical extension of the list, or else of an entry, that is not known here.
    ///
    /// RFC 5280 §5.2 and §5.3: such a list must not be used to determine the status of any certificate.
    public var unknownCriticalExtension: ObjectIdentifier? {
        extensions.first { $0.isCritical && !DecodedListExtensions.known.contains($0.oid) }?.oid
            ?? revokedCertificates.unknownCriticalExtension
    }

    /// The first extension of the list, or else of an entry, that stands there twice.
    public var repeatedExtension: ObjectIdentifier? {
        var seen: Set<ObjectIdentifier> = []
        return extensions.first { !seen.insert($0.oid).inserted }?.oid
            ?? revokedCertificates.repeatedExtension
    }
}
