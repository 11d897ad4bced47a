import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Path lengths", .ownThread)
struct PathLengthRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("path length: counts intermediates below, self-issued ones not (RFC 5280 §4.2.1.9)")
    func pathLength() throws {
        let second = try test.intermediate.intermediate(name: "Second", at: TestChain.moment)
        #expect(try test.errors(second.issue(TestChain.server()).chain) == [.pathLength])
        let rollover = try test.intermediate.intermediate(name: "Test Intermediate", at: TestChain.moment)
        #expect(try test.errors(rollover.issue(TestChain.server()).chain) == [])
        // A CA certificate in the place of the leaf is not an intermediate.
        var policy = try test.policy()
        policy.purpose = .basicX509
        #expect(try test.errors(second.identity.chain, policy: policy) == [])
    }
}
