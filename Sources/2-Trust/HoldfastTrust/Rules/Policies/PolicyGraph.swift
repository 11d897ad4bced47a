import HoldfastX509

/// The valid_policy_graph of RFC 9618 §5: which policies hold so far, and which of the certificate above each stands
/// on.
///
/// RFC 5280's tree says the same and doubles with every level where certificates map two policies to two others
/// (CVE-2023-0464). Here a policy has one node a level, so that a level has no more nodes and edges than the
/// certificate above names policies and mappings. Qualifiers are left out, as RFC 9618 recommends.
struct PolicyGraph {
    /// One policy at one depth.
    private struct Node {
        /// The policies of the nodes one level above that it stands on.
        var parents: [ObjectIdentifier]
        /// The expected_policy_set: what the next certificate may state to go on with this policy.
        var expected: Set<ObjectIdentifier>
    }

    private typealias Level = [ObjectIdentifier: Node]

    /// Depth 0 is the anchor: anyPolicy, expecting anyPolicy.
    private var levels: [Level] = [[.anyPolicy: Node(parents: [], expected: [.anyPolicy])]]

    private var last: Level { levels[levels.count - 1] }

    /// Whether no policy is valid any more; RFC 5280 says NULL.
    var isNull: Bool { last.isEmpty }

    /// Nodes and edges that the next level can come to have for as many policies; what it costs to make it.
    func cost(ofPolicies count: Int) -> Int { last.values.reduce(count) { $0 + $1.expected.count } }

    /// RFC 5280 §6.1.3(d) as RFC 9618 §5.4 has it: the level of one more certificate.
    ///
    /// - Parameters:
    ///   - policies: the policies of its certificatePolicies extension.
    ///   - takesAnyPolicy: whether anyPolicy among them counts.
    mutating func addLevel(stating policies: Set<ObjectIdentifier>, takesAnyPolicy: Bool) {
        let above = last
        var expecting: [ObjectIdentifier: [ObjectIdentifier]] = [:]
        for (policy, node) in above {
            for expected in node.expected { expecting[expected, default: []].append(policy) }
        }
        var level: Level = [:]
        for policy in policies where policy != .anyPolicy {
            if let parents = expecting[policy] {
                level[policy] = Node(parents: parents, expected: [policy])
            } else if above[.anyPolicy] != nil {
                level[policy] = Node(parents: [.anyPolicy], expected: [policy])
            }
        }
        if takesAnyPolicy, policies.contains(.anyPolicy) {
            for (policy, parents) in expecting where level[policy] == nil {
                level[policy] = Node(parents: parents, expected: [policy])
            }
        }
        levels.append(level)
    }

    /// §6.1.3(e): a certificate without the extension.
    mutating func addEmptyLevel() { levels.append([:]) }

    /// §6.1.4(b)(1): the next certificate goes on with this policy by stating one of the others.
    mutating func map(_ policy: ObjectIdentifier, to subjectPolicies: Set<ObjectIdentifier>) {
        let depth = levels.count - 1
        if levels[depth][policy] != nil {
            levels[depth][policy]?.expected = subjectPolicies
        } else if levels[depth][.anyPolicy] != nil {
            levels[depth][policy] = Node(parents: [.anyPolicy], expected: subjectPolicies)
        }
    }

    /// §6.1.4(b)(2): a policy that is mapped where mapping is inhibited ends here.
    mutating func remove(_ policy: ObjectIdentifier) { levels[levels.count - 1][policy] = nil }

    /// Nodes and edges there are: what ``authorityConstrainedPolicies()`` costs.
    var size: Int {
        levels.reduce(0) { sum, level in sum + level.values.reduce(level.count) { $0 + $1.parents.count } }
    }

    /// The authority_constrained_policy_set of RFC 9618 §5.6, step (g)(2) to (4), in terms of the anchor's domain.
    ///
    /// Nodes without children are left out here and not when they lose their last one: the result is the same.
    func authorityConstrainedPolicies() -> Set<ObjectIdentifier> {
        guard !isNull else { return [] }
        var result: Set<ObjectIdentifier> = last[.anyPolicy] == nil ? [] : [.anyPolicy]
        var alive = Set(last.keys)
        for level in levels.dropFirst().reversed() {
            var above: Set<ObjectIdentifier> = []
            for policy in alive {
                guard let node = level[policy] else { continue }
                if policy != .anyPolicy, node.parents == [.anyPolicy] { result.insert(policy) }
                above.formUnion(node.parents)
            }
            alive = above
        }
        return result
    }
}
