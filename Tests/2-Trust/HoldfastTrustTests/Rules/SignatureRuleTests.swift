import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Signatures", .ownThread)
struct SignatureRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("signature: one bit of it, or of what is signed (RFC 5280 §6.1.3(a)(1))")
    func signature() throws {
        #expect(try test.errors(test.chain { $0.signatureEdit = .flippingBit(at: -1) }) == [.badSignature])
        var chain = try test.chain()
        // The last byte of the intermediate's validity is its "Z"; its serial number is early in the TBSCertificate.
        chain[1][20] ^= 1
        #expect(try test.errors(chain) == [.badSignature])
    }

    @Test("a signature by another key of the issuer's name does not count")
    func sameNameOtherKey() throws {
        let impostor = try test.root.intermediate(name: "Test Intermediate", at: TestChain.moment)
        let leaf = try impostor.issue(TestChain.server { $0.authorityKeyIdentifier = .omitted })
        let real = test.intermediate.certificate
        #expect(try test.errors([leaf.certificate, real]) == [.badSignature])
        // The right one beside it is found, in whatever order.
        #expect(try test.errors([leaf.certificate, real, impostor.certificate]) == [])
    }
}
