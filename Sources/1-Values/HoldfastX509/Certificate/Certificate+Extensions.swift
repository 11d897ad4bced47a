// The values of the extensions known here, from the first occurrence of each; `nil` where there is none.
extension Certificate {
    /// Whether the subject is a CA, and how many CAs may follow.
    public var basicConstraints: BasicConstraints? { tbs.decoded.basicConstraints }
    /// The operations that the key may be used for.
    public var keyUsage: KeyUsage? { tbs.decoded.keyUsage }
    /// The purposes that the key may be used for.
    public var extendedKeyUsage: [ObjectIdentifier]? { tbs.decoded.extendedKeyUsage?.purposes }
    /// The names of the subject; for servers the only ones that count (RFC 9525 §6.1).
    public var subjectAlternativeName: [GeneralName]? { tbs.decoded.subjectAlternativeName?.names }
    /// More names of the issuer.
    public var issuerAlternativeName: [GeneralName]? { tbs.decoded.issuerAlternativeName?.names }
    /// The names that certificates below this one may have.
    public var nameConstraints: NameConstraints? { tbs.decoded.nameConstraints }
    /// The policies that the certificate was issued under.
    public var certificatePolicies: [PolicyInformation]? { tbs.decoded.certificatePolicies?.policies }
    /// The policies of the subject's domain that stand for policies of the issuer's.
    public var policyMappings: [PolicyMappings.Mapping]? { tbs.decoded.policyMappings?.mappings }
    /// The place in the path from which on policies are required, or mappings forbidden.
    public var policyConstraints: PolicyConstraints? { tbs.decoded.policyConstraints }
    /// The number of certificates that may follow before anyPolicy no longer counts (RFC 5280 §4.2.1.14).
    public var inhibitAnyPolicy: Int? { tbs.decoded.inhibitAnyPolicy?.skipCertificates }
    /// The key that signed the certificate.
    public var authorityKeyIdentifier: AuthorityKeyIdentifier? { tbs.decoded.authorityKeyIdentifier }
    /// A name for the certificate's own key.
    public var subjectKeyIdentifier: ArraySlice<UInt8>? { tbs.decoded.subjectKeyIdentifier?.keyIdentifier }
    /// The places of the issuer's certificate and of its OCSP responder.
    public var authorityInformationAccess: [AccessDescription]? {
        tbs.decoded.authorityInformationAccess?.descriptions
    }
    /// The places where the subject offers more.
    public var subjectInformationAccess: [AccessDescription]? { tbs.decoded.subjectInformationAccess?.descriptions }
    /// The places of revocation lists.
    public var cRLDistributionPoints: [DistributionPoint]? { tbs.decoded.cRLDistributionPoints?.points }
    /// The places of delta revocation lists.
    public var freshestCRL: [DistributionPoint]? { tbs.decoded.freshestCRL?.points }
    /// Numbers of TLS extensions that the server promises to answer.
    public var tlsFeature: [Int]? { tbs.decoded.tlsFeature?.features }
    /// The SignedCertificateTimestampList that the issuer put in, as bytes.
    public var embeddedSCTList: ArraySlice<UInt8>? { tbs.decoded.embeddedSCTList?.bytes }
}

// Where ASN.1 asks for SIZE (1..MAX), an empty list is read all the same, so that it can be named.
extension Certificate {
    /// Whether some kind of extension occurs more than once (RFC 5280 §4.2: at most one instance of each).
    package var repeatsExtensions: Bool {
        let list = extensions
        // Of as few as certificates have, comparing each with each costs less than a table.
        guard list.count <= 16 else { return Set(list.lazy.map(\.oid)).count < list.count }
        return list.indices.contains { index in list[..<index].contains { $0.oid == list[index].oid } }
    }

    /// Whether there is a list of extensions with none in it (RFC 5280 §4.1.2.9: "one or more").
    public var hasEmptyExtensionList: Bool { tbs.extensions?.isEmpty == true }

    /// The names of extensions, as RFC 5280 writes them, that are or hold an empty list where one element is the least;
    /// in the order of the RFC. Name constraints are not among them: what they mean is for the one who applies them.
    public var emptyLists: [String] {
        var names: [String] = []
        func check(_ name: String, _ isEmpty: Bool?) { if isEmpty == true { names.append(name) } }
        check("authorityKeyIdentifier", authorityKeyIdentifier?.authorityCertIssuer?.isEmpty)
        check("certificatePolicies", certificatePolicies?.isEmpty)
        check("policyQualifiers", certificatePolicies?.contains { $0.policyQualifiers?.isEmpty == true })
        check("policyMappings", policyMappings?.isEmpty)
        check("subjectAltName", subjectAlternativeName?.isEmpty)
        check("issuerAltName", issuerAlternativeName?.isEmpty)
        check("policyConstraints", policyConstraints.map { $0 == PolicyConstraints() })
        check("extKeyUsage", extendedKeyUsage?.isEmpty)
        check("cRLDistributionPoints", cRLDistributionPoints.map(Self.holdsEmptyList))
        check("freshestCRL", freshestCRL.map(Self.holdsEmptyList))
        check("authorityInfoAccess", authorityInformationAccess?.isEmpty)
        check("subjectInfoAccess", subjectInformationAccess?.isEmpty)
        return names
    }

    private static func holdsEmptyList(_ points: [DistributionPoint]) -> Bool {
        points.isEmpty
            || points.contains { point in
                if point.cRLIssuer?.isEmpty == true { return true }
                if case .fullName(let names) = point.distributionPoint { return names.isEmpty }
                return false
            }
    }
}
