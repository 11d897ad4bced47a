import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Extended key usage")
struct ExtendedKeyUsageRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("extended key usage: of the leaf, of the authority, absent, any")
    func extendedKeyUsage() throws {
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.clientAuth] }) == [.extendedKeyUsage])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.anyExtendedKeyUsage] }) == [])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [] }) == [.extendedKeyUsage])
        let absent = try test.judge(test.chain { $0.extendedKeyUsage = nil })
        #expect(absent.codes(.error) == [])
        #expect(absent.codes(.warning) == [.extendedKeyUsage])
        var template = CertificateTemplate.intermediate(name: "Mail only", at: TestChain.moment)
        template.extendedKeyUsage = [.emailProtection]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.extendedKeyUsage])
        var client = try test.policy()
        client.purpose = .sslClient
        #expect(try test.errors(test.chain(), policy: client) == [.extendedKeyUsage])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.clientAuth] }, policy: client) == [])
    }
}
