import HoldfastX509

/// The certificates that a path can be built from, linked by name.
///
/// Node 0 is the leaf. Anchors join as nodes when a name first leads to them, so that a system's store costs nothing
/// until it is asked.
struct CandidatePool {
    struct Node {
        let certificate: Certificate
        let anchor: TrustAnchor?
    }

    private(set) var nodes: [Node] = []
    private let anchors: AnchorSet
    private let at: Instant
    private var bySubject: [NormalizedName: [Int]] = [:]
    private var anchorNodes: [NormalizedName: [Int]] = [:]
    private var ranked: [Int: [Int]] = [:]
    /// Whether names lead from a presented node to an anchor: what can't is not worth a signature check.
    private var reachesAnchor: [Bool] = []

    init(leaf: Certificate, intermediates: [Certificate], anchors: AnchorSet, at: Instant) {
        self.anchors = anchors
        self.at = at
        var seen: Set<Certificate> = []
        for certificate in [leaf] + intermediates where seen.insert(certificate).inserted {
            bySubject[certificate.subject.comparisonForm, default: []].append(nodes.count)
            nodes.append(Node(certificate: certificate, anchor: anchors.anchor(equalTo: certificate)))
        }
        findReachable()
    }

    /// Whether a path of matching names leads from this node to an anchor.
    func canReachAnchor(_ node: Int) -> Bool { node >= reachesAnchor.count || reachesAnchor[node] }

    /// The nodes whose subject is the issuer of a node, the most likely first.
    ///
    /// Order only decides what is tried first, never what is accepted: anchors, then what the key identifiers point
    /// to, then certificates that are valid now, then the order in which they were presented (RFC 4158 §3.2).
    mutating func issuers(of node: Int) -> [Int] {
        if let known = ranked[node] { return known }
        let child = nodes[node].certificate
        let name = child.issuer.comparisonForm
        let found = anchorsNamed(name) + (bySubject[name] ?? []).filter { nodes[$0].anchor == nil }
        let order = found.enumerated()
            .map { (rank: rank(of: nodes[$0.element], for: child), position: $0.offset, node: $0.element) }
            .sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }
            .map(\.node)
        ranked[node] = order
        return order
    }

    /// Whether the key identifiers of both certificates are there and differ: the name fits, the key does not.
    func identifiersContradict(child: Int, issuer: Int) -> Bool {
        keyMatch(nodes[child].certificate, nodes[issuer].certificate) == .contradicts
    }

    private mutating func anchorsNamed(_ name: NormalizedName) -> [Int] {
        if let known = anchorNodes[name] { return known }
        let found = anchors.anchors(named: name).map { anchor in
            // A presented certificate that is an anchor is that anchor, not a second node.
            if let index = nodes.firstIndex(where: { $0.anchor == anchor }) { return index }
            nodes.append(Node(certificate: anchor.certificate, anchor: anchor))
            return nodes.count - 1
        }
        anchorNodes[name] = found
        return found
    }

    private mutating func findReachable() {
        reachesAnchor = nodes.map { node in
            node.anchor != nil || !anchors.anchors(named: node.certificate.issuer.comparisonForm).isEmpty
        }
        var children: [NormalizedName: [Int]] = [:]
        for (index, node) in nodes.enumerated() {
            children[node.certificate.issuer.comparisonForm, default: []].append(index)
        }
        var queue = nodes.indices.filter { reachesAnchor[$0] }
        while let issuer = queue.popLast() {
            for child in children[nodes[issuer].certificate.subject.comparisonForm] ?? []
            where !reachesAnchor[child] {
                reachesAnchor[child] = true
                queue.append(child)
            }
        }
    }

    private enum KeyMatch: Int {
        case matches, unstated, contradicts
    }

    private func keyMatch(_ child: Certificate, _ issuer: Certificate) -> KeyMatch {
        guard let authority = child.authorityKeyIdentifier?.keyIdentifier, let subject = issuer.subjectKeyIdentifier
        else { return .unstated }
        return authority == subject ? .matches : .contradicts
    }

    private func rank(of node: Node, for child: Certificate) -> Int {
        let key = keyMatch(child, node.certificate).rawValue
        let isAnchor = node.anchor == nil ? 1 : 0
        let isValid = node.certificate.validity.contains(at) ? 0 : 1
        let isAuthority = node.certificate.basicConstraints?.isCA == true ? 0 : 1
        return key << 3 | isAnchor << 2 | isValid << 1 | isAuthority
    }
}
