import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("The policy's own bound on intermediates", .ownThread)
struct MaximumPathRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("the policy's own bound on intermediates")
    func maximumIntermediates() throws {
        var policy = try test.policy()
        policy.maximumIntermediates = 0
        #expect(try test.errors(test.chain(), policy: policy) == [.pathLength])
        policy.maximumIntermediates = 1
        #expect(try test.errors(test.chain(), policy: policy) == [])
    }
}
