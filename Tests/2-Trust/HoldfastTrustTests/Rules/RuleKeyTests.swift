import TestSupport
import Testing

@testable import HoldfastTrust

/// A rule's key stands for it in the digest of a policy, under which verdicts are remembered.
@Suite("Keys of rules", .ownThread)
struct RuleKeyTests {
    @Test("each standard rule has one, and no two the same")
    func standard() {
        let keys = StandardRules.all.map(\.cacheKey)
        #expect(!keys.contains(nil))
        #expect(Set(keys).count == StandardRules.all.count)
    }

    @Test("a policy with one more of them is another policy")
    func digest() {
        var digests: Set<[UInt8]> = []
        for rule in StandardRules.all {
            var policy = TrustPolicy.basicX509
            policy.rules = [rule]
            digests.insert(policy.digest)
        }
        digests.insert(TrustPolicy.basicX509.digest)
        #expect(digests.count == StandardRules.all.count + 1)
    }
}
