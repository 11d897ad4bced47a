import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A chain is trusted exactly where some path of good certificates leads from the anchor to it, whatever else was
/// presented: the graphs of RFC 4158 §2.3 and §2.4, with certificates broken one way or another, as the BetterTLS suite
/// has them.
@Suite("Graphs of authorities that certify each other", .ownThread)
struct CertificationGraphTests {
    typealias Edge = CertificationGraph.Edge
    typealias Deviation = CertificationGraph.Deviation

    private static let profiles: [Profile] = [.default, .rfc5280]

    private func check(
        _ graph: CertificationGraph, anchor: String, broken: Set<Edge>, by deviation: Deviation,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let test = try TestChain()
        let presented = graph.presented(broken: broken, by: deviation)
        let expected = graph.isReachable(from: anchor, broken: broken)
        for profile in Self.profiles {
            var policy = try test.policy(anchors: [graph.anchor(anchor)])
            policy.profile = profile
            for chain in [presented, [presented[0]] + presented.dropFirst().reversed()] {
                let accepted = try test.judge(chain, policy: policy).success != nil
                #expect(
                    accepted == expected,
                    """
                    \(profile.name), from \(anchor), \(deviation): \
                    \(broken.map { "\($0.issuer)>\($0.subject)" }.sorted())
                    """,
                    sourceLocation: sourceLocation)
            }
        }
    }

    @Test("one authority below each of two roots")
    func twoRoots() throws {
        let graph = try CertificationGraph("One>CA Two>CA CA>EE", at: TestChain.moment)
        for deviation in Deviation.allCases {
            for broken in [[], [graph.edges[0]], [graph.edges[1]], Array(graph.edges[..<2])] {
                for anchor in ["One", "Two", "CA"] {
                    try check(graph, anchor: anchor, broken: Set(broken), by: deviation)
                }
            }
        }
    }

    /// RFC 4158 §2.3, figure 7: "a cross-certified mesh".
    @Test("a mesh: every one and two of its certificates broken, in six ways", arguments: Deviation.allCases)
    func mesh(deviation: Deviation) throws {
        let graph = try CertificationGraph(
            "B>EE Anchor>A Anchor>C A>C C>A A>B C>B", at: TestChain.moment)
        let authorities = graph.edges.filter { $0.subject != CertificationGraph.target }
        for (index, first) in authorities.enumerated() {
            try check(graph, anchor: "Anchor", broken: [first], by: deviation)
            for second in authorities[(index + 1)...] {
                try check(graph, anchor: "Anchor", broken: [first, second], by: deviation)
            }
        }
    }

    /// RFC 4158 §2.4: hierarchies and a mesh around a bridge; the way is Z, bridge, X, L, N.
    @Test("a bridge: each certificate on the way broken, and some beside it")
    func bridge() throws {
        let graph = try CertificationGraph(
            """
            F>H F>G G>F H>I I>H G>I W>F W>G J>K N>EE L>N L>M X>J X>L B>E B>D A>B C>B A>C C>A Y>A Y>C R>S O>R O>Q P>S \
            Z>O \
            Z>P W>Bridge Bridge>W X>Bridge Bridge>X Y>Bridge Bridge>Y Z>Bridge Bridge>Z
            """, at: TestChain.moment)
        let ends = ["Z>Bridge", "Bridge>X", "X>L", "L>N", "X>Bridge", "Bridge>Z", "Bridge>W"]
        for edge in graph.edges where ends.contains("\(edge.issuer)>\(edge.subject)") {
            for deviation in Deviation.allCases {
                try check(graph, anchor: "Z", broken: [edge], by: deviation)
            }
        }
        try check(graph, anchor: "Y", broken: [], by: .expired)
        // From here no certificate leads out.
        try check(graph, anchor: "K", broken: [], by: .expired)
    }
}
