import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Which extensions are critical", .ownThread)
struct ExtensionCriticalityRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether RFC 5280 says MUST.
        let isError: Bool
        let unmet: Set<String>
        let change: @Sendable (inout CertificateTemplate) -> Void

        init(
            _ testDescription: String, must isError: Bool, _ unmet: Set<String>,
            _ change: @escaping @Sendable (inout CertificateTemplate) -> Void
        ) {
            self.testDescription = testDescription
            self.isError = isError
            self.unmet = Set(unmet.map { $0.contains(".") ? $0 : "extensionCriticality.\($0)" })
            self.change = change
        }
    }

    private static let place = AccessDescription(
        .ocspAccess, .uniformResourceIdentifier(IA5String("http://ocsp.test") ?? .empty))

    let test: TestChain

    init() throws { test = try TestChain() }

    @Test(
        "of an authority",
        arguments: [
            // "MUST mark the extension as critical in such certificates" (§4.2.1.9); §6.1 does not look.
            Row("basicConstraints", must: false, ["basicConstraints"]) { $0.criticality[.basicConstraints] = false },
            // "Conforming CAs MUST mark this extension as critical" (§4.2.1.10, §4.2.1.11, §4.2.1.14)
            Row("nameConstraints", must: true, ["nameConstraints"]) {
                $0.nameConstraints = .init(permittedSubtrees: [.init(.dnsName(IA5String("test") ?? .empty))])
                $0.criticality[.nameConstraints] = false
            },
            Row("policyConstraints", must: true, ["policyConstraints"]) {
                $0.add(.policyConstraints, PolicyConstraints(inhibitPolicyMapping: 0))
            },
            Row("inhibitAnyPolicy", must: true, ["inhibitAnyPolicy"]) {
                $0.add(.inhibitAnyPolicy, InhibitAnyPolicy(skipCertificates: 0))
            },
            // "Conforming CAs MUST mark this extension as non-critical" (§4.2.1.1, §4.2.1.2)
            Row("authorityKeyIdentifier", must: true, ["keyIdentifiers"]) {
                $0.criticality[.authorityKeyIdentifier] = true
            },
            Row("subjectKeyIdentifier", must: true, ["keyIdentifiers"]) {
                $0.criticality[.subjectKeyIdentifier] = true
            },
            // "Conforming CAs SHOULD mark this extension as critical" (§4.2.1.3, §4.2.1.5)
            Row("keyUsage", must: false, ["keyUsage"]) { $0.criticality[.keyUsage] = false },
            Row("policyMappings", must: false, ["policyMappings"]) {
                let policy = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 7)
                $0.add(.certificatePolicies, CertificatePolicies([PolicyInformation(policy)]))
                $0.add(
                    .policyMappings,
                    PolicyMappings([.init(issuerDomainPolicy: policy, subjectDomainPolicy: policy)]))
            },
        ])
    func authority(row: Row) throws {
        let chain = try test.belowIntermediate(row.change)
        #expect(try test.unmet(chain) == row.unmet)
        #expect(try test.refusals(chain) == (row.isError ? [.extensionCriticality] : []))
        // Neither Apple nor Chrome refuses any of these.
        #expect(try test.errors(chain) == [])
    }

    @Test(
        "of a server's certificate",
        arguments: [
            // "Conforming CAs MUST mark this extension as non-critical" (§4.2.2.1, §4.2.1.15, §4.2.1.8); what it says
            // is not processed, so that it refuses as an unknown critical extension too.
            Row("authorityInfoAccess", must: true, ["informationAccess", "criticalExtension.known"]) {
                $0.add(.authorityInformationAccess, InformationAccess([Self.place]), isCritical: true)
            },
            Row("subjectInfoAccess", must: true, ["informationAccess", "criticalExtension.known"]) {
                $0.add(.subjectInformationAccess, InformationAccess([Self.place]), isCritical: true)
            },
            Row("freshestCRL", must: true, ["freshestCRL", "criticalExtension.known"]) {
                let point = DistributionPoint(distributionPoint: .fullName([Self.place.accessLocation]))
                $0.add(.freshestCRL, CRLDistributionPoints([point]), isCritical: true)
            },
            Row("subjectDirectoryAttributes", must: true, ["subjectDirectoryAttributes", "criticalExtension.known"]) {
                $0.additionalExtensions.append(
                    Extension(.subjectDirectoryAttributes, isCritical: true, value: [0x30, 0]))
            },
            // "SHOULD mark … as non-critical" (§4.2.1.6 beside a subject, §4.2.1.12 with anyExtendedKeyUsage)
            Row("subjectAltName", must: false, ["subjectAltName"]) { $0.criticality[.subjectAlternativeName] = true },
            Row("extKeyUsage with any", must: false, ["anyExtendedKeyUsage"]) {
                $0.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage]
                $0.criticality[.extendedKeyUsage] = true
            },
            Row("extKeyUsage", must: false, []) { $0.criticality[.extendedKeyUsage] = true },
            Row("basicConstraints of no authority", must: false, []) { $0.criticality[.basicConstraints] = false },
        ])
    func leaf(row: Row) throws {
        let chain = try test.chain(row.change)
        // For other purposes than a TLS server's: what RFC 5280 asks for and nothing besides.
        #expect(try test.unmet(chain) { $0.purpose = .basicX509 } == row.unmet)
        var policy = try test.policy()
        (policy.profile, policy.purpose) = (.rfc5280, .basicX509)
        #expect(
            try test.errors(chain, policy: policy)
                == (row.isError ? [.extensionCriticality, .unknownCriticalExtension] : []))
    }

    @Test("of a TLS server's certificate: a SHOULD, or a MAY, of RFC 5280 that CA/B BR 7.1.2.7 made a MUST NOT")
    func server() throws {
        for oid in [ObjectIdentifier.subjectAlternativeName, .extendedKeyUsage] {
            let chain = try test.chain { $0.criticality[oid] = true }
            #expect(try test.refusals(chain) == [.extensionCriticality])
            #expect(try test.errors(chain) == [])
        }
    }

    @Test("not critical by RFC 5280's SHOULD: issuerAltName (§4.2.1.7), cRLDistributionPoints (§4.2.1.13)")
    func unprocessed() throws {
        let alternative = try test.chain {
            $0.add(.issuerAlternativeName, GeneralNames([Self.place.accessLocation]), isCritical: true)
        }
        #expect(try test.unmet(alternative).contains("extensionCriticality.issuerAltName"))
        let point = DistributionPoint(distributionPoint: .fullName([Self.place.accessLocation]))
        let list = try test.chain {
            $0.add(.cRLDistributionPoints, CRLDistributionPoints([point]), isCritical: true)
        }
        #expect(try test.unmet(list).contains("extensionCriticality.cRLDistributionPoints"))
    }

    @Test("an anchor: looked at by rfc5280, a name and a key to default (RFC 5280 §6.1.1(d))")
    func anchor() throws {
        let rows: [(unmet: String, change: (inout CertificateTemplate) -> Void)] = [
            ("anchorBasicConstraints", { $0.criticality[.basicConstraints] = false }),
            (
                "anchorNameConstraints",
                {
                    $0.nameConstraints = .init(permittedSubtrees: [.init(.dnsName(IA5String("test") ?? .empty))])
                    $0.criticality[.nameConstraints] = false
                }
            ),
            ("anchor", { $0.criticality[.subjectKeyIdentifier] = true }),
            ("anchor", { $0.criticality[.authorityKeyIdentifier] = true }),
        ]
        for row in rows {
            let (chain, anchors) = try test.belowRoot(row.change)
            #expect(try test.unmet(chain, anchors: anchors) == ["extensionCriticality.\(row.unmet)"])
            #expect(try test.refusals(chain, anchors: anchors) == [.extensionCriticality])
            #expect(try test.unmet(chain, anchors: anchors) { $0.profile = .default } == [])
        }
    }

    @Test("extKeyUsage and certificatePolicies, critical: the web's own rules (CA/B BR 7.1.2.7.6)")
    func web() throws {
        let chain = try test.chain {
            $0.criticality[.extendedKeyUsage] = true
            $0.add(.certificatePolicies, CertificatePolicies([PolicyInformation(.domainValidated)]), isCritical: true)
        }
        #expect(try test.unmet(chain) { $0.purpose = .basicX509 } == [])
        #expect(try test.unmet(chain) == ["extensionCriticality.extendedKeyUsage"])
        let unmet = try test.unmet(chain) { $0.profile = .webpki }
        #expect(unmet.contains("extensionCriticality.extendedKeyUsage"))
        #expect(unmet.contains("extensionCriticality.certificatePolicies"))
    }

    @Test("the same extension a thousand times is one finding")
    func repeated() throws {
        let chain = try test.chain { template in
            for _ in 0..<1_000 {
                template.add(.authorityInformationAccess, InformationAccess([Self.place]), isCritical: true)
            }
        }
        let findings = try #require(try test.judge(chain).failure?.findings)
        #expect(findings.count { $0.code == .extensionCriticality } == 1)
        #expect(findings.count { $0.code == .unknownCriticalExtension } == 1)
    }
}
