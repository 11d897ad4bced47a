// Where ASN.1 asks for SIZE (1..MAX), an empty list is read all the same, so that it can be named.
extension Certificate {
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
