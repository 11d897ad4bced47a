import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Key usage")
struct KeyUsageRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("key usage: keyCertSign above, something for TLS below")
    func keyUsage() throws {
        var template = CertificateTemplate.intermediate(name: "No signing", at: TestChain.moment)
        template.keyUsage = [.cRLSign]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.keyUsage])
        #expect(try test.errors(test.chain { $0.keyUsage = [.dataEncipherment] }) == [.keyUsage])
        #expect(try test.errors(test.chain { $0.keyUsage = [.keyEncipherment] }) == [])
        // RFC 5280 §4.2.1.3 restricts only where the extension is there.
        #expect(try test.errors(test.chain { $0.keyUsage = nil }) == [])
    }
}
