import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Critical extensions")
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

    @Test("policy constraints that ask for an explicit policy are not passed over")
    func policyConstraints() throws {
        var template = CertificateTemplate.intermediate(name: "Policies", at: TestChain.moment)
        template.add(.policyConstraints, PolicyConstraints(requireExplicitPolicy: 0), isCritical: true)
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.unknownCriticalExtension])
    }
}
