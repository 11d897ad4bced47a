import HoldfastX509

extension PathBuilder {
    /// The path to explain where none holds: up from the leaf by the likeliest issuers to where it ends.
    ///
    /// That none holds is known by then, or a limit that was passed is told: what is checked here changes nothing.
    mutating func bestDeadEnd(_ meter: inout WorkMeter) -> CertificationPath {
        meter.isExplaining = true
        defer { meter.isExplaining = false }
        let anchors = pool.nodes.indices.filter { pool.nodes[$0].anchor != nil }
        let tops = pool.nodes.indices.filter { pool.nodes[$0].subject == pool.nodes[$0].issuer }
        let ends = (
            anchors: AnchorDistances(to: anchors, in: pool, leaving: .init()),
            tops: AnchorDistances(to: tops, in: pool, leaving: .init())
        )
        var nodes = [0]
        while true {
            let top = nodes[nodes.count - 1]
            if let anchor = pool.nodes[top].anchor { return path(nodes, end: .anchor(anchor)) }
            let named = pool.named[pool.nodes[top].issuer]
            let candidates = named.filter { !isInPath($0, nodes) }
            guard let issuer = likeliestIssuer(of: top, among: order(candidates, top, ends), &meter) else {
                // Names that lead only back into the path are a loop; none at all, or only others of that name, are
                // an issuer that is not here.
                let isLoop = candidates.isEmpty && !named.isEmpty
                if isLoop { return path(nodes, end: .notAnchored) }
                switch isSelfSigned(top, &meter) {
                case true?: return path(nodes, end: .notAnchored)
                case false?: return path(nodes, end: .issuerNotFound)
                // Which of the two was not found out.
                case nil: return path(nodes, end: .workLimit)
                }
            }
            meter.isExplaining = false
            guard meter.reached(pathCertificates: nodes.count + 1) else { return path(nodes, end: .workLimit) }
            meter.isExplaining = true
            nodes.append(issuer)
        }
    }

    /// Puts the candidates first from which names lead to an anchor, then orders by their key identifiers, then by the
    /// shortest way to a certificate that names itself.
    private func order(
        _ candidates: [Int], _ child: Int, _ ends: (anchors: AnchorDistances, tops: AnchorDistances)
    ) -> [Int] {
        let ranked = candidates.enumerated().map { position, node in
            (
                node: node, end: (ends.anchors[node] == nil ? 1 : 0, pool.rank(child, node)),
                top: (ends.tops[node] ?? .max, position)
            )
        }
        return
            ranked.sorted { left, right in
                if left.end.0 != right.end.0 { return left.end.0 < right.end.0 }
                return left.end.1 != right.end.1 ? left.end.1 < right.end.1 : left.top < right.top
            }
            .map(\.node)
    }

    private mutating func likeliestIssuer(of child: Int, among candidates: [Int], _ meter: inout WorkMeter) -> Int? {
        var plausible: Int?
        var signatureOfPlausible: CertificationPath.Signature?
        for candidate in candidates {
            let signature = signature(child, candidate, &meter)
            switch signature {
            case .verified: return candidate
            case .failed where pool.identifiersContradict(child: child, issuer: candidate): continue
            // One that was not looked at is likelier than one that did not sign.
            case nil where signatureOfPlausible == .failed: return candidate
            case nil where plausible != nil: return plausible
            default:
                if plausible == nil { (plausible, signatureOfPlausible) = (candidate, signature) }
            }
        }
        // A self-signed certificate has its issuer: itself. Another of the same name whose key does not fit is none.
        if signatureOfPlausible == .failed, isSelfSigned(child, &meter) == true { return nil }
        return plausible
    }

    /// Nil where the budget does not allow to look.
    private mutating func isSelfSigned(_ node: Int, _ meter: inout WorkMeter) -> Bool? {
        guard pool.nodes[node].subject == pool.nodes[node].issuer else { return false }
        switch signature(node, node, &meter) {
        case .verified, .unsupported: return true
        case .failed, .unchecked: return false
        case nil: return nil
        }
    }

    /// RFC 4158 §2.4.2: a path does not visit the same name and key twice.
    ///
    /// An anchor ends the path, so it makes no loop: below it may stand another certificate of its name and key, as a
    /// root that was signed anew.
    private func isInPath(_ node: Int, _ path: [Int]) -> Bool {
        if pool.nodes[node].anchor != nil { return path.contains(node) }
        return path.contains { pool.nodes[$0].entity == pool.nodes[node].entity }
    }
}
