import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Mismatched algorithms")
struct AlgorithmMismatchRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("two algorithms in one certificate (RFC 5280 §4.1.1.2)")
    func algorithmMismatch() throws {
        #expect(try test.errors(test.chain { $0.innerAlgorithm = .ecdsa(.sha384) }) == [.algorithmMismatch])
    }
}
