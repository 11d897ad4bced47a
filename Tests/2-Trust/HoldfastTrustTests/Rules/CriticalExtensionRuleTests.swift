import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Critical extensions", .ownThread)
struct CriticalExtensionRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("an unknown critical extension refuses, an unknown other one does not (RFC 5280 §4.2)")
    func criticalExtension() throws {
        let oid = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 1)
        func chain(isCritical: Bool) throws -> [[UInt8]] {
            try test.chain { $0.additionalExtensions = [Extension(oid, isCritical: isCritical, value: [5, 0])] }
        }
        #expect(try test.errors(chain(isCritical: true)) == [.unknownCriticalExtension])
        #expect(try test.errors(chain(isCritical: false)) == [])
    }

    @Test("policy constraints are processed, whatever they ask for (RFC 5280 §4.2.1.11)")
    func policyConstraints() throws {
        let constraints = PolicyConstraints(requireExplicitPolicy: 0, inhibitPolicyMapping: 0)
        let chain = try test.belowIntermediate { $0.add(.policyConstraints, constraints, isCritical: true) }
        #expect(try test.errors(chain) == [.certificatePolicy])
    }

    @Test("key identifiers are processed: a critical one is not unknown (RFC 5280 §4.2.1.1)")
    func keyIdentifiers() throws {
        let chain = try test.chain {
            $0.criticality[.authorityKeyIdentifier] = true
            $0.criticality[.subjectKeyIdentifier] = true
        }
        #expect(try test.refusals(chain) == [.extensionCriticality])
    }

    /// "If this extension is critical, the path validation software MUST be able to interpret this extension (including
    /// the optional qualifier), or MUST reject the certificate" (RFC 5280 §4.2.1.4).
    @Test("an unknown qualifier of critical certificate policies")
    func policyQualifier() throws {
        func chain(_ qualifier: ObjectIdentifier, isCritical: Bool) throws -> [[UInt8]] {
            let policy = PolicyInformation(
                .domainValidated, policyQualifiers: [PolicyQualifier(qualifier, qualifier: [0x16, 1, 0x78])])
            return try test.chain {
                $0.add(.certificatePolicies, CertificatePolicies([policy]), isCritical: isCritical)
            }
        }
        let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 2)
        #expect(try test.unmet(chain(unknown, isCritical: true)) == ["criticalExtension.policyQualifier"])
        #expect(try test.errors(chain(unknown, isCritical: true)) == [.unknownCriticalExtension])
        #expect(try test.unmet(chain(unknown, isCritical: false)) == [])
        #expect(try test.unmet(chain(.certificationPracticeStatement, isCritical: true)) == [])
        #expect(try test.unmet(chain(.userNotice, isCritical: true)) == [])
    }

    @Test("an unknown critical extension of the anchor: rfc5280 refuses, default has a word about it")
    func anchor() throws {
        let oid = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 1)
        let (chain, anchors) = try test.belowRoot {
            $0.additionalExtensions = [Extension(oid, isCritical: true, value: [5, 0])]
        }
        #expect(try test.unmet(chain, anchors: anchors) == ["criticalExtension.anchor"])
        #expect(try test.refusals(chain, anchors: anchors) == [.unknownCriticalExtension])
        #expect(try test.errors(chain, policy: test.policy(anchors: anchors)) == [])
    }

    private func finding(_ oid: ObjectIdentifier) throws -> Finding {
        let place = [0x86, 0x0F] + Array("http://a.test/c".utf8)
        // What is read has to have its form (RFC 5280 §4.2.1.13, §4.2.2.1); NULL will do for all others.
        let value: [UInt8] =
            switch oid {
            case .cRLDistributionPoints: [0x30, 0x17, 0x30, 0x15, 0xA0, 0x13, 0xA0, 0x11] + place
            case .authorityInformationAccess:
                [0x30, 0x1D, 0x30, 0x1B, 6, 8, 0x2B, 6, 1, 5, 5, 7, 0x30, 2] + place
            default: [5, 0]
            }
        let chain = try test.chain { $0.additionalExtensions = [Extension(oid, isCritical: true, value: value)] }
        let failure = try #require(try test.judge(chain).failure)
        return try #require(failure.findings.first { $0.requirement == "criticalExtension.known" })
    }

    /// "a Precertificate is … a special critical poison extension … to ensure that the Precertificate cannot be
    /// validated by a standard X.509v3 client" (RFC 6962 §3.1).
    @Test("the poison of a precertificate says that it is one, and what to install instead")
    func precertificate() throws {
        let finding = try finding(.precertificatePoison)
        #expect(finding.message.contains("precertificate") && finding.message.contains("1.3.6.1.4.1.11129.2.4.3"))
        #expect(finding.advice.contains("RFC 6962 §3.1") && !finding.advice.contains("not critical"))
        #expect(finding.statements.message.text(in: .chinese).contains("预证书"))
    }

    @Test(
        "known extensions by their names, with what to do at the authority",
        arguments: [
            // Microsoft, [MS-WCCE] §2.2.2.7.7.3 and the certificate templates' Extensions tab.
            ("1.3.6.1.4.1.311.21.10", "application policies", "DisableExtensionList +1.3.6.1.4.1.311.21.10"),
            ("1.3.6.1.4.1.311.25.2", "security identifier", "DisableExtensionList +1.3.6.1.4.1.311.25.2"),
            ("1.3.6.1.4.1.311.21.7", "certificate template", "DisableExtensionList +1.3.6.1.4.1.311.21.7"),
            // RFC 3739 §3.2.6: "This extension MAY be critical or non-critical."
            ("1.3.6.1.5.5.7.1.3", "qcStatements", "RFC 3739 §3.2.6"),
            // RFC 8737 §3: the challenge's certificate has "a critical acmeIdentifier extension".
            ("1.3.6.1.5.5.7.1.31", "acmeIdentifier", "tls-alpn-01"),
            // RFC 3820 §3.8: "This extension MUST be critical."
            ("1.3.6.1.5.5.7.1.14", "proxyCertInfo", "certificate of its own"),
            // RFC 3779 §2.2.1: resource certificates.
            ("1.3.6.1.5.5.7.1.7", "ipAddrBlocks", "certificate of its own"),
            // RFC 5280 §4.2.1.13: "The extension SHOULD be non-critical."
            ("2.5.29.31", "cRLDistributionPoints", "RFC 5280 §4.2.1.13"),
            // RFC 5280 §4.2.2.1: "Conforming CAs MUST mark this extension as non-critical."
            ("1.3.6.1.5.5.7.1.1", "authorityInfoAccess", "RFC 5280 §4.2.2.1"),
            ("2.16.840.1.113730.1.1", "netscapeCertType", "extKeyUsage"),
            ("1.2.840.113635.100.6.1.2", "Apple", "certificate of its own"),
        ])
    func known(_ row: (oid: String, name: String, advice: String)) throws {
        let finding = try finding(#require(ObjectIdentifier(row.oid)))
        #expect(finding.message.contains(row.name) && finding.message.contains(row.oid), "\(finding.message)")
        #expect(!finding.message.contains("not known here"), "\(finding.message)")
        #expect(finding.advice.contains(row.advice), "\(finding.advice)")
        #expect(finding.statements.message.text(in: .chinese) != finding.message)
        #expect(finding.statements.advice.text(in: .chinese) != finding.advice)
    }

    @Test("what nobody knows is said to be not known")
    func unknown() throws {
        let finding = try finding(ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 1))
        #expect(
            finding.message == "the certificate has the critical extension 1.3.6.1.4.1.55555.1, which is not known here"
        )
        #expect(finding.statements.message.identifier == "extension.unknownCritical")
    }
}
