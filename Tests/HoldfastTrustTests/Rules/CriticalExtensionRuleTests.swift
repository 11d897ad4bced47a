import HoldfastAuthority
import HoldfastCrypto
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
}
