import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Weak signatures")
struct WeakSignatureRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("signatures: SHA-1 is refused")
    func weakSignature() throws {
        #expect(try test.errors(test.chain { $0.signatureAlgorithm = .ecdsa(.sha1) }) == [.weakSignature])
    }
}
