import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Basic constraints")
struct BasicConstraintsRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("basic constraints: a server's certificate signs no other (RFC 5280 §6.1.4(k))")
    func leafAsAuthority() throws {
        let server = try test.intermediate.issue(TestChain.server())
        let forged = try CertificateAuthority(server).issue(TestChain.server())
        #expect(
            try test.errors([forged.certificate] + server.chain) == [.basicConstraints, .keyUsage, .pathLength])
    }

    @Test("basic constraints: absent is not an authority")
    func constraintsAbsent() throws {
        var template = CertificateTemplate.intermediate(name: "No constraints", at: TestChain.moment)
        template.basicConstraints = nil
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.basicConstraints])
    }
}
