import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// RFC 5280's tree of policies doubles with each level of such mappings (CVE-2023-0464); RFC 9618's graph does not.
@Suite("Policies cost what certificates state", .ownThread)
struct PolicyLoadTests {
    private static let both: Set<ObjectIdentifier> = [.gold, .silver]

    @Test("policies that are mapped to each other over thirty levels")
    func graph() {
        var graph = PolicyGraph()
        var cost = 0
        for _ in 0..<30 {
            cost += graph.cost(ofPolicies: 2)
            graph.addLevel(stating: Self.both, takesAnyPolicy: false)
            graph.map(.gold, to: Self.both)
            graph.map(.silver, to: Self.both)
        }
        // Two nodes a level and two edges to each, where a tree has 2^30 leaves.
        #expect(graph.size == 1 + 30 * 2 + 2 + 29 * 4)
        #expect(cost < 200)
        #expect(graph.authorityConstrainedPolicies() == Self.both)
    }

    /// RFC 5280 §6.1.3(d)(1), the text's own example: of Gold and White expected, and Gold and Silver stated, Gold goes
    /// on.
    @Test("an exact match (RFC 5280, figure 4)")
    func exactMatch() {
        var graph = PolicyGraph()
        let red = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 7, 9)
        graph.addLevel(stating: [red], takesAnyPolicy: false)
        graph.map(red, to: [.gold, .white])
        graph.addLevel(stating: [.gold, .silver], takesAnyPolicy: false)
        #expect(graph.authorityConstrainedPolicies() == [red])
        graph.addLevel(stating: [.silver], takesAnyPolicy: true)
        #expect(graph.isNull)
    }

    /// RFC 9618 §5.4: "If there is a node in the valid_policy_graph of depth i-1 or less without any child nodes,
    /// delete that node."
    @Test("a policy whose branch ends is none of the result")
    func pruning() {
        var graph = PolicyGraph()
        graph.addLevel(stating: [.gold, .silver], takesAnyPolicy: false)
        graph.addLevel(stating: [.silver], takesAnyPolicy: false)
        #expect(graph.authorityConstrainedPolicies() == [.silver])
    }

    @Test("a certificate with more policies than anybody states is a refusal")
    func policiesOfCertificate() throws {
        let test = try TestChain()
        func policies(_ count: Int) -> PolicyLevel {
            var level = PolicyLevel()
            level.policies = (0..<UInt64(count)).map { ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 8, $0) }
            return level
        }
        let limit = Limits().policiesPerCertificate
        #expect(try test.judge([.init(.anyPolicy), policies(limit)]).codes(.error) == [])
        #expect(try test.judge([.init(.anyPolicy), policies(limit + 1)]).codes(.error) == [.workLimit])
        #expect(try test.judge([policies(limit + 1), .silent]).codes(.error) == [.workLimit])
    }

    @Test("the budget of policy steps is a finding, not a shorter answer")
    func budget() throws {
        let test = try TestChain()
        var policy = try test.policy()
        policy.limits.policySteps = 3
        let chain = try test.chain([.init(.gold, .silver), .init(.gold, .silver)])
        #expect(try test.errors(chain, policy: policy) == [.workLimit])
        policy.limits.policySteps = 30
        #expect(try test.errors(chain, policy: policy) == [])
    }
}
