import HoldfastAuthority
import HoldfastStatements
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// A set that stands on another one answers as one set of all.
@Suite("Anchors on top of others")
struct AnchorSetTests {
    private func anchor(_ name: String, source: String? = nil) throws -> TrustAnchor {
        let root = try CertificateAuthority.root(name: name, at: TestChain.moment)
        return TrustAnchor(certificate: try Certificate(der: root.certificate), source: source)
    }

    private static func problem(_ path: String) -> AnchorProblem {
        AnchorProblem(AnchorError(path: path, reason: .malformed(Statement(verbatim: "nonsense"))))
    }

    @Test("one's own first, the others behind, each once")
    func layers() throws {
        let (one, other, sameName) = (try anchor("One"), try anchor("Other", source: "file"), try anchor("One"))
        let base = AnchorSet([other, sameName], generation: 7, problems: [Self.problem("unreadable")])
        let own = TrustAnchor(certificate: other.certificate, source: nil)
        let set = AnchorSet([one, own], above: base, generation: 1, problems: [Self.problem("mine")])
        #expect(set.anchors == [one, own, sameName])
        #expect(set.generation == 1)
        #expect(set.problems.map(\.path) == ["mine", "unreadable"])
        #expect(set.anchors(named: one.certificate.subject.comparisonForm) == [one, sameName])
        #expect(set.anchors(named: other.certificate.subject.comparisonForm) == [own])
        #expect(set.anchor(equalTo: other.certificate)?.source == nil)
        #expect(set.anchor(equalTo: sameName.certificate) == sameName)
        let stranger = try anchor("Stranger")
        #expect(set.anchor(equalTo: stranger.certificate) == nil)
        #expect(set.anchors(named: stranger.certificate.subject.comparisonForm).isEmpty)
    }

    @Test("anchors beside the system's leave the system's as they are")
    func system() throws {
        let one = try anchor("One")
        let both = TrustAnchors.system(adding: [one.certificate]).current()
        #expect(both.anchors.first == one)
        #expect(Array(both.anchors.dropFirst()) == TrustAnchors.system.current().anchors)
    }
}
