import HoldfastX509

/// Builds paths from the leaf to anchors, one after the other, the most promising first; it judges nothing.
///
/// Depth first over ``CandidatePool``, each step bounded by the ``WorkMeter``. A signature is checked when a path first
/// crosses it, so that a path which is handed out holds, and branches without an anchor cost nothing.
struct PathBuilder {
    private struct Frame {
        let node: Int
        let issuers: [Int]
        var next = 0
    }

    private struct Edge: Hashable {
        let child: Int
        let issuer: Int
    }

    private var pool: CandidatePool
    private var checker: SignatureChecker
    private var signatures: [Edge: CertificationPath.Signature] = [:]
    private var frames: [Frame] = []
    private var hasStarted = false

    init(pool: CandidatePool, checker: SignatureChecker) {
        self.pool = pool
        self.checker = checker
    }

    /// The next path that ends at an anchor with every signature verified; nil when there is none or work ran out.
    mutating func next(_ meter: inout WorkMeter) -> CertificationPath? {
        if !hasStarted {
            hasStarted = true
            if let anchor = pool.nodes[0].anchor {
                return CertificationPath(
                    certificates: [pool.nodes[0].certificate], signatures: [], end: .anchor(anchor))
            }
            guard pool.canReachAnchor(0) else { return nil }
            frames = [Frame(node: 0, issuers: pool.issuers(of: 0))]
        }
        while let frame = frames.last {
            guard frame.next < frame.issuers.count else {
                frames.removeLast()
                continue
            }
            frames[frames.count - 1].next += 1
            let issuer = frame.issuers[frame.next]
            guard meter.spendPathStep() else { break }
            guard pool.canReachAnchor(issuer), !isInPath(issuer, frames.map(\.node)) else { continue }
            guard let signature = signature(child: frame.node, issuer: issuer, &meter) else { break }
            guard signature == .verified else { continue }
            guard meter.reached(pathCertificates: frames.count + 1) else { continue }
            if let anchor = pool.nodes[issuer].anchor {
                return path(frames.map(\.node) + [issuer], end: .anchor(anchor))
            }
            frames.append(Frame(node: issuer, issuers: pool.issuers(of: issuer)))
        }
        frames = []
        return nil
    }

    /// The path to explain where none holds: up from the leaf by the likeliest issuers to where it ends.
    mutating func bestDeadEnd(_ meter: inout WorkMeter) -> CertificationPath {
        var nodes = [0]
        while true {
            let top = nodes[nodes.count - 1]
            if let anchor = pool.nodes[top].anchor { return path(nodes, end: .anchor(anchor)) }
            let named = pool.issuers(of: top)
            let candidates = named.filter { !isInPath($0, nodes) }
            guard let issuer = likeliestIssuer(of: top, among: candidates, &meter) else {
                // Names that lead only back into the path are a loop; none at all, or only others of that name, are
                // an issuer that is not here.
                let isLoop = candidates.isEmpty && !named.isEmpty
                return path(nodes, end: isLoop || isSelfSigned(top, &meter) ? .notAnchored : .issuerNotFound)
            }
            guard meter.reached(pathCertificates: nodes.count + 1) else { return path(nodes, end: .workLimit) }
            nodes.append(issuer)
        }
    }

    private mutating func likeliestIssuer(of child: Int, among candidates: [Int], _ meter: inout WorkMeter) -> Int? {
        let towardsAnchor = candidates.filter(pool.canReachAnchor)
        let ordered = towardsAnchor + candidates.filter { !pool.canReachAnchor($0) }
        var plausible: Int?
        for candidate in ordered {
            switch signature(child: child, issuer: candidate, &meter) {
            case .verified: return candidate
            case .failed where pool.identifiersContradict(child: child, issuer: candidate): continue
            case nil where plausible != nil: return plausible
            default: plausible = plausible ?? candidate
            }
        }
        // A self-signed certificate has its issuer: itself. Another of the same name whose key does not fit is none.
        if let plausible, isSelfSigned(child, &meter), signatures[Edge(child: child, issuer: plausible)] == .failed {
            return nil
        }
        return plausible
    }

    private mutating func isSelfSigned(_ node: Int, _ meter: inout WorkMeter) -> Bool {
        guard pool.nodes[node].certificate.isSelfIssued else { return false }
        switch signature(child: node, issuer: node, &meter) {
        case .verified, .unsupported, nil: return true
        case .failed, .unchecked: return false
        }
    }

    /// Nil when the budget does not allow the check.
    private mutating func signature(
        child: Int, issuer: Int, _ meter: inout WorkMeter
    ) -> CertificationPath.Signature? {
        let edge = Edge(child: child, issuer: issuer)
        if let known = signatures[edge] { return known }
        switch checker.check(
            child: pool.nodes[child].certificate, issuer: pool.nodes[issuer].certificate, meter: &meter)
        {
        case .overBudget: return nil
        case .answered(let signature):
            signatures[edge] = signature
            return signature
        }
    }

    /// RFC 4158 §2.4.2: a path does not visit the same name and key twice.
    ///
    /// An anchor ends the path, so it makes no loop: below it may stand another certificate of its name and key, as a
    /// root that was signed anew.
    private func isInPath(_ node: Int, _ path: [Int]) -> Bool {
        if pool.nodes[node].anchor != nil { return path.contains(node) }
        let certificate = pool.nodes[node].certificate
        return path.contains { other in
            other == node
                || (pool.nodes[other].certificate.subjectPublicKeyInfo == certificate.subjectPublicKeyInfo
                    && pool.nodes[other].certificate.subject.matches(certificate.subject))
        }
    }

    private func path(_ nodes: [Int], end: CertificationPath.End) -> CertificationPath {
        CertificationPath(
            certificates: nodes.map { pool.nodes[$0].certificate },
            signatures: zip(nodes, nodes.dropFirst()).map { signatures[Edge(child: $0, issuer: $1)] ?? .unchecked },
            end: end)
    }
}
