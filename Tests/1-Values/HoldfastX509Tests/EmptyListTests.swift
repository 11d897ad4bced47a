import HoldfastX509
import Testing

/// Lists of which ASN.1 says SIZE (1..MAX) (RFC 5280 §4.2) are read without an element too, and named.
@Suite("Empty lists")
struct EmptyListTests {
    private func certificate(_ extensions: [Extension]?) throws -> Certificate {
        var sample = SampleCertificate()
        sample.extensions = extensions?.map { Array($0.bytes) }
        return try Certificate(der: sample.der)
    }

    private func emptyLists(_ extensions: [Extension]) throws -> [String] { try certificate(extensions).emptyLists }

    @Test("each extension that is or holds an empty list, by the RFC's name")
    func names() throws {
        let rows: [(ObjectIdentifier, [UInt8], String)] = [
            (.authorityKeyIdentifier, AuthorityKeyIdentifier(authorityCertIssuer: []).der, "authorityKeyIdentifier"),
            (.certificatePolicies, CertificatePolicies([]).der, "certificatePolicies"),
            (
                .certificatePolicies,
                CertificatePolicies([PolicyInformation(.anyPolicy, policyQualifiers: [])]).der, "policyQualifiers"
            ),
            (.policyMappings, PolicyMappings([]).der, "policyMappings"),
            (.subjectAlternativeName, GeneralNames([]).der, "subjectAltName"),
            (.issuerAlternativeName, GeneralNames([]).der, "issuerAltName"),
            (.policyConstraints, PolicyConstraints().der, "policyConstraints"),
            (.extendedKeyUsage, ExtendedKeyUsage([]).der, "extKeyUsage"),
            (.cRLDistributionPoints, CRLDistributionPoints([]).der, "cRLDistributionPoints"),
            (
                .cRLDistributionPoints, CRLDistributionPoints([DistributionPoint(cRLIssuer: [])]).der,
                "cRLDistributionPoints"
            ),
            (
                .freshestCRL,
                CRLDistributionPoints([DistributionPoint(distributionPoint: .fullName([]))]).der, "freshestCRL"
            ),
            (.authorityInformationAccess, InformationAccess([]).der, "authorityInfoAccess"),
            (.subjectInformationAccess, InformationAccess([]).der, "subjectInfoAccess"),
        ]
        for (oid, value, name) in rows {
            #expect(try emptyLists([Extension(oid, value: value)]) == [name])
        }
    }

    @Test("none where each has an element, or is not there")
    func full() throws {
        #expect(try emptyLists([]) == [])
        let policies = CertificatePolicies([PolicyInformation(.anyPolicy)])
        #expect(
            try emptyLists([
                Extension(.certificatePolicies, value: policies.der),
                Extension(.policyConstraints, value: PolicyConstraints(requireExplicitPolicy: 0).der),
                Extension(.authorityKeyIdentifier, value: AuthorityKeyIdentifier().der),
            ]) == [])
    }

    @Test("a list of extensions without one")
    func extensions() throws {
        #expect(try certificate([]).hasEmptyExtensionList)
        #expect(try !certificate(nil).hasEmptyExtensionList)
    }
}
