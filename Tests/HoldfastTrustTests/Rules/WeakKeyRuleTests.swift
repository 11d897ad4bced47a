import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Weak keys")
struct WeakKeyRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("keys: RSA below 2048 bits is a warning under one's own anchor, below 1024 an error")
    func weakKey() throws {
        let medium = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 1024)))
        let judged = try test.judge(medium.chain)
        #expect(judged.codes(.error) == [])
        #expect(judged.codes(.warning) == [.weakKey])
        // Without an anchor the strict reading holds.
        let unanchored = try test.errors(medium.chain, policy: test.policy(anchors: []))
        #expect(unanchored == [.weakKey, .issuerNotFound])
        let small = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 512)))
        #expect(try test.errors(small.chain) == [.weakKey])
    }
}
