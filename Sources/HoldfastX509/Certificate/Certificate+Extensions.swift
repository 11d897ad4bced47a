// The values of the extensions known here, from the first occurrence of each; `nil` where there is none.
extension Certificate {
    /// Whether the subject is a CA, and how many CAs may follow.
    public var basicConstraints: BasicConstraints? { tbs.decoded.basicConstraints }
    /// What the key may be used for.
    public var keyUsage: KeyUsage? { tbs.decoded.keyUsage }
    /// For which purposes the key may be used.
    public var extendedKeyUsage: [ObjectIdentifier]? { tbs.decoded.extendedKeyUsage?.purposes }
    /// The names of the subject; for servers the only ones that count (RFC 9525 §6.1).
    public var subjectAlternativeName: [GeneralName]? { tbs.decoded.subjectAlternativeName?.names }
    /// More names of the issuer.
    public var issuerAlternativeName: [GeneralName]? { tbs.decoded.issuerAlternativeName?.names }
    /// Which names certificates below this one may have.
    public var nameConstraints: NameConstraints? { tbs.decoded.nameConstraints }
    /// Under which policies the certificate was issued.
    public var certificatePolicies: [PolicyInformation]? { tbs.decoded.certificatePolicies?.policies }
    /// Which policies of the subject's domain stand for which of the issuer's.
    public var policyMappings: [PolicyMappings.Mapping]? { tbs.decoded.policyMappings?.mappings }
    /// From which certificate on policies are required, or mappings forbidden.
    public var policyConstraints: PolicyConstraints? { tbs.decoded.policyConstraints }
    /// How many certificates may follow before anyPolicy no longer counts.
    public var inhibitAnyPolicy: Int? { tbs.decoded.inhibitAnyPolicy?.skipCertificates }
    /// Which key signed the certificate.
    public var authorityKeyIdentifier: AuthorityKeyIdentifier? { tbs.decoded.authorityKeyIdentifier }
    /// A name for the certificate's own key.
    public var subjectKeyIdentifier: ArraySlice<UInt8>? { tbs.decoded.subjectKeyIdentifier?.keyIdentifier }
    /// Where the issuer's certificate and its OCSP responder are.
    public var authorityInformationAccess: [AccessDescription]? {
        tbs.decoded.authorityInformationAccess?.descriptions
    }
    /// Where the subject offers more.
    public var subjectInformationAccess: [AccessDescription]? { tbs.decoded.subjectInformationAccess?.descriptions }
    /// Where revocation lists are.
    public var cRLDistributionPoints: [DistributionPoint]? { tbs.decoded.cRLDistributionPoints?.points }
    /// Where delta revocation lists are.
    public var freshestCRL: [DistributionPoint]? { tbs.decoded.freshestCRL?.points }
    /// Numbers of TLS extensions that the server promises to answer.
    public var tlsFeature: [Int]? { tbs.decoded.tlsFeature?.features }
    /// The SignedCertificateTimestampList that the issuer put in, as bytes.
    public var embeddedSCTList: ArraySlice<UInt8>? { tbs.decoded.embeddedSCTList?.bytes }
}
