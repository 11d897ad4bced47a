import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// Hostile pools: what a server may send to keep a verifier busy.
@Suite("Work is bounded")
struct WorkLimitTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// `count` keys which all sign each other.
    private func clique(_ count: Int) throws -> (authorities: [CertificateAuthority], certificates: [[UInt8]]) {
        let keys = try (0..<count).map { _ in try PrivateKey.generate(.p256) }
        let authorities = try keys.enumerated().map { index, key in
            CertificateAuthority(
                try Identity.selfSigned(.root(name: "Clique \(index)", at: TestChain.moment), key: key))
        }
        var certificates: [[UInt8]] = []
        for issuer in authorities {
            for (index, key) in keys.enumerated() {
                certificates.append(
                    try issuer.issue(
                        .intermediate(name: "Clique \(index)", at: TestChain.moment, pathLength: nil), key: key
                    )
                    .certificate)
            }
        }
        return (authorities, certificates)
    }

    @Test("a clique without an anchor costs no search")
    func unanchoredClique() throws {
        let (authorities, certificates) = try clique(8)
        let leaf = try authorities[0].issue(TestChain.server())
        let failure = try #require(try test.judge([leaf.certificate] + certificates).failure)
        #expect(failure.cause.code == .noAnchor)
        #expect(failure.work.signatureChecks <= 100, "\(failure.work)")
        #expect(failure.work.pathSteps == 0, "\(failure.work)")
    }

    @Test("a clique below an anchor whose every path is refused ends at the limit, as a finding")
    func anchoredClique() throws {
        let (authorities, certificates) = try clique(8)
        let crossed = try test.root.issue(
            .intermediate(name: "Clique 7", at: TestChain.moment, pathLength: nil), key: authorities[7].identity.key)
        let leaf = try authorities[0].issue(TestChain.server { $0.names = ["other.test"] })
        let failure = try #require(
            try test.judge([leaf.certificate] + certificates + [crossed.certificate]).failure)
        #expect(failure.cause.code == .workLimit, "\(failure)")
        #expect(failure.errors.contains { $0.code == .hostMismatch })
        #expect(failure.work.judgedPaths <= Limits().judgedPaths)
    }

    @Test("a path longer than the limit: that the rest was not looked at says nothing about what is there")
    func longPath() throws {
        var authority = test.root
        for index in 0..<Limits().pathCertificates {
            authority = CertificateAuthority(
                try authority.issue(
                    .intermediate(name: "Level \(index)", at: TestChain.moment, pathLength: nil)))
        }
        let chain = try authority.issue(TestChain.server()).chain
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.errors.map(\.code) == [.workLimit])
        #expect(failure.chain.count == Limits().pathCertificates)
        #expect(try test.errors(chain, policy: test.policy(anchors: [])) == [.workLimit])
    }

    @Test("the budget of signature checks is a finding, not a shorter answer")
    func signatureBudget() throws {
        var policy = try test.policy()
        policy.limits.signatureWeight = 1
        let failure = try #require(try test.judge(test.chain(), policy: policy).failure)
        #expect(failure.errors.map(\.code).contains(.workLimit), "\(failure.errors)")
    }

    @Test("too many names to compare is a refusal")
    func nameBudget() throws {
        var policy = try test.policy()
        policy.limits.nameComparisons = 3
        let chain = try test.chain { $0.names = [TestChain.host, "b.test", "c.test", "d.test"] }
        #expect(try test.errors(chain, policy: policy) == [.workLimit])
    }

    @Test("too many certificates are not even taken")
    func presented() throws {
        let chain = try test.chain()
        let many = Array(repeating: chain[0], count: Limits().presentedCertificates + 1)
        #expect(throws: ServerTrustError.self) { try ServerTrust(derChain: many) }
        #expect(throws: ServerTrustError.empty) { try ServerTrust(derChain: []) }
    }

    @Test("no one-byte change of a chain turns into trust unless the bytes mean the same, and none crashes")
    func mutations() throws {
        let chain = try test.chain()
        for index in chain[0].indices {
            var mutated = chain
            mutated[0][index] ^= 0x41
            let errors = try test.errors(mutated)
            #expect(!errors.isEmpty, "byte \(index)")
        }
    }
}
