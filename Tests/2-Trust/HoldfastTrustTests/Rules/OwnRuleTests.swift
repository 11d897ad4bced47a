import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("A good chain, and rules of one's own", .ownThread)
struct OwnRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("a rule of one's own is applied, and changes the policy's digest")
    func ownRule() throws {
        struct NoWildcards: TrustRule {
            static let none = Requirement(
                "noWildcards.none", FindingCode(custom: "wildcard"), source: "house rules", advice: "name the host")
            var cacheKey: [UInt8]?
            func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
                guard (path.leaf.subjectAlternativeName ?? []).contains(where: { "\($0)".contains("*") }) else {
                    return
                }
                judgement.report(
                    Self.none, at: .certificate(depth: 0), seen: "a wildcard", expected: "none",
                    message: "the certificate holds a wildcard")
            }
        }
        var policy = try test.policy()
        policy.rules = [NoWildcards(cacheKey: [1])]
        #expect(try test.errors(test.chain(), policy: policy) == [])
        #expect(
            try test.errors(test.chain { $0.names = ["*.holdfast.test"] }, policy: policy)
                == [FindingCode(custom: "wildcard")])
        var other = policy
        other.rules = [NoWildcards(cacheKey: [2])]
        #expect(policy.digest == policy.digest)
        #expect(policy.digest != other.digest)
        policy.rules = [NoWildcards(cacheKey: nil)]
        #expect(policy.digest != policy.digest)
    }

    @Test("a good chain is trusted without a word, and the proof says how")
    func good() throws {
        let proof = try #require(try test.judge(try test.chain()).success)
        #expect(proof.result == .unspecified)
        #expect(proof.findings.isEmpty, "\(proof.findings)")
        #expect(proof.chain.map(\.subject.commonName) == [TestChain.host, "Test Intermediate", "Test Root"])
        #expect(proof.anchor?.kind == .own)
        #expect(proof.work.signatureChecks == 2)
    }
}
