import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("The end of the path")
struct AnchorRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("the five causes of failure are told apart")
    func causes() throws {
        let leaf = try test.intermediate.issue(TestChain.server())
        #expect(try test.errors([leaf.certificate]) == [.issuerNotFound])
        let nobody = try test.policy(anchors: [])
        #expect(try test.errors(leaf.chain, policy: nobody) == [.issuerNotFound])
        #expect(try test.errors(leaf.chain + [test.root.certificate], policy: nobody) == [.noAnchor])
        let alone = try Identity.selfSigned(TestChain.server())
        #expect(try test.errors(alone.chain) == [.selfSignedNotAnchor])
        // Two authorities that sign each other: the path only loops.
        let key = try PrivateKey.generate(.p256)
        let other = try PrivateKey.generate(.p256)
        let a = CertificateAuthority(
            try Identity.selfSigned(.root(name: "A", at: TestChain.moment), key: key))
        let b = CertificateAuthority(
            try Identity.selfSigned(.root(name: "B", at: TestChain.moment), key: other))
        let aByB = try b.issue(.intermediate(name: "A", at: TestChain.moment, pathLength: nil), key: key)
        let bByA = try a.issue(.intermediate(name: "B", at: TestChain.moment, pathLength: nil), key: other)
        let below = try a.issue(TestChain.server())
        #expect(
            try test.errors([below.certificate, aByB.certificate, bByA.certificate], policy: nobody) == [.noAnchor])
    }
}
