import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("The end of the path", .ownThread)
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

    /// RFC 5280 §6.1.1(d): an anchor is a name and a key. What the programmes ask of certificates that authorities
    /// issue they cannot ask of it, and a verdict of theirs that says nothing else would be taken for more than it is.
    @Test("a leaf that is itself the anchor: the programmes' profiles say that none of their rules was applied")
    func leafIsAnchor() throws {
        let alone = try Identity.selfSigned(TestChain.server())
        for profile in Profile.all {
            for chain in [alone.chain, alone.chain + [test.root.certificate]] {
                var policy = try test.policy(anchors: [alone.certificate])
                policy.profile = profile
                let result = try test.judge(chain, policy: policy)
                let all = result.success?.findings ?? result.failure?.findings ?? []
                let notes = all.filter { $0.requirement == "anchor.leafIsAnchor" }
                let isRootProgram = [Profile.webpki, .apple].contains(profile)
                #expect(notes.map(\.severity) == (isRootProgram ? [.note] : []), "\(profile.name)")
                #expect(
                    notes.allSatisfy { $0.code.rawValue == "leafIsAnchor" && $0.position == .certificate(depth: 0) })
            }
            // Nothing of the kind where somebody issued it.
            var policy = try test.policy()
            policy.profile = profile
            let issued = try test.judge(test.chain(), policy: policy)
            let all = issued.success?.findings ?? issued.failure?.findings ?? []
            #expect(!all.contains { $0.requirement == "anchor.leafIsAnchor" })
        }
    }
}
