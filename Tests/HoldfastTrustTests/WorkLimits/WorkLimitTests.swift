import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What happens where a limit is passed: a finding, and never a shorter answer.
@Suite("Work is bounded", .ownThread)
struct WorkLimitTests {
    let test: TestChain

    init() throws { test = try TestChain() }

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
}
