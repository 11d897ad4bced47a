/// The values of the extensions of a revocation list that are known here.
struct DecodedListExtensions: ExtensionDecoder {
    var authorityKeyIdentifier: AuthorityKeyIdentifier?
    var issuerAlternativeName: GeneralNames?
    var cRLNumber: CRLNumber?
    var deltaCRLIndicator: CRLNumber?
    var issuingDistributionPoint: IssuingDistributionPoint?
    var freshestCRL: CRLDistributionPoints?
    var authorityInformationAccess: InformationAccess?

    /// The extensions of a list that are processed here (RFC 5280 §5.2).
    static let known: Set<ObjectIdentifier> = [
        .authorityKeyIdentifier, .issuerAlternativeName, .cRLNumber, .deltaCRLIndicator,
        .issuingDistributionPoint,
        .freshestCRL, .authorityInformationAccess,
    ]

    mutating func decode(_ next: Extension, _ reader: inout DERReader) throws(DERError) {
        let range = next.value.startIndex..<next.value.endIndex
        switch next.oid {
        case .authorityKeyIdentifier:
            try Self.keep(&authorityKeyIdentifier, "authorityKeyIdentifier", range, &reader)
        case .issuerAlternativeName:
            try Self.keep(&issuerAlternativeName, "issuerAltName", range, &reader)
        case .cRLNumber: try Self.keep(&cRLNumber, "cRLNumber", range, &reader)
        case .deltaCRLIndicator:
            try Self.keep(&deltaCRLIndicator, "deltaCRLIndicator", range, &reader)
        case .issuingDistributionPoint:
            try Self.keep(
                &issuingDistributionPoint, "issuingDistributionPoint", range, &reader)
        case .freshestCRL: try Self.keep(&freshestCRL, "freshestCRL", range, &reader)
        case .authorityInformationAccess:
            try Self.keep(&authorityInformationAccess, "authorityInfoAccess", range, &reader)
        default: return
        }
    }
}

// The values of the extensions known here, from the first occurrence of each; `nil` where there is none.
extension CertificateList {
    /// The key that signed the list.
    public var authorityKeyIdentifier: AuthorityKeyIdentifier? { tbs.decoded.authorityKeyIdentifier }
    /// More names of the list's issuer.
    public var issuerAlternativeName: [GeneralName]? { tbs.decoded.issuerAlternativeName?.names }
    /// The list's place in its issuer's sequence.
    public var cRLNumber: CRLNumber? { tbs.decoded.cRLNumber }
    /// The number of the list that this one brings changes to; `nil` where the list is a complete one.
    public var deltaCRLIndicator: CRLNumber? { tbs.decoded.deltaCRLIndicator }
    /// The certificates that the list speaks of; `nil` for all that its issuer issued.
    public var issuingDistributionPoint: IssuingDistributionPoint? {
        tbs.decoded.issuingDistributionPoint
    }
    /// The places of changes to this list.
    public var freshestCRL: [DistributionPoint]? { tbs.decoded.freshestCRL?.points }
    /// The places of the certificate of the list's signer.
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
