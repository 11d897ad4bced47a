public import HoldfastX509

/// One certificate that ends a path, and where it came from.
public struct TrustAnchor: Hashable, Sendable {
    /// The certificate; its name and key are what is trusted (RFC 5280 §6.1.1(d)).
    public let certificate: Certificate
    /// The file it was read from, or nil for one given in memory.
    public let source: String?
    /// Whether it is judged as one of the public web although it is not in the shipped list.
    var countsAsPublic = false
    /// Whether it belongs to the public web or to the user.
    public var kind: AnchorKind {
        countsAsPublic || PublicAnchors.contains(certificate) ? .publicWeb : .own
    }
}

/// An immutable collection of anchors, indexed by subject and by exact bytes.
public final class AnchorSet: Sendable {
    /// The anchors in the order they were given, each once.
    public let anchors: [TrustAnchor]
    /// Grows with every reload of the handle that made this set; part of every policy digest.
    public let generation: UInt64
    /// What could not be used, one line each: a system's bundle may hold a certificate that we cannot read.
    public let problems: [String]
    private let bySubject: [NormalizedName: [Int]]
    private let byCertificate: [Certificate: Int]

    init(_ candidates: [TrustAnchor], generation: UInt64, problems: [String] = []) {
        var anchors: [TrustAnchor] = []
        var bySubject: [NormalizedName: [Int]] = [:]
        var byCertificate: [Certificate: Int] = [:]
        for anchor in candidates where byCertificate[anchor.certificate] == nil {
            byCertificate[anchor.certificate] = anchors.count
            bySubject[anchor.certificate.subject.comparisonForm, default: []].append(anchors.count)
            anchors.append(anchor)
        }
        self.anchors = anchors
        self.generation = generation
        self.problems = problems
        self.bySubject = bySubject
        self.byCertificate = byCertificate
    }

    /// The anchor with exactly these bytes, or nil. Any certificate can be an anchor, self-signed or not.
    func anchor(equalTo certificate: Certificate) -> TrustAnchor? {
        byCertificate[certificate].map { anchors[$0] }
    }

    /// The anchors whose subject matches a name (RFC 5280 §7.1).
    func anchors(named subject: NormalizedName) -> [TrustAnchor] {
        bySubject[subject]?.map { anchors[$0] } ?? []
    }
}
