import HoldfastX509

/// Checks the signatures between the certificates of a pool: of each certificate by each key at most once.
struct LinkChecker {
    private var checker: SignatureChecker
    private var known: [AnchorDistances.Link: CertificationPath.Signature] = [:]
    private var weights: [AnchorDistances.Link: Int] = [:]
    /// The links that are known not to hold, or not to be checkable.
    private(set) var broken: Set<AnchorDistances.Link> = []
    /// The name and key that is known to have signed a certificate; that others have is next to impossible.
    private(set) var signers: [Int: Int] = [:]

    init(_ checker: SignatureChecker) { self.checker = checker }

    /// Whether the issuer's key made the signature on the child; nil when the budget does not allow the check.
    mutating func signature(
        child: Int, issuer: Int, in pool: CandidatePool, _ meter: inout WorkMeter
    ) -> CertificationPath.Signature? {
        let link = AnchorDistances.Link(child: child, entity: pool.nodes[issuer].entity)
        if let answer = known[link] { return answer }
        let before = meter.done.signatureWeight
        switch checker.check(
            child: pool.nodes[child].certificate, issuer: pool.nodes[issuer].certificate, meter: &meter)
        {
        case .overBudget: return nil
        case .answered(let answer):
            known[link] = answer
            weights[link] = meter.done.signatureWeight - before
            if answer == .verified {
                signers[child] = link.entity
            } else {
                broken.insert(link)
                if meter.done.signatureWeight > before { meter.countFailedCheck() }
            }
            return answer
        }
    }

    /// Whether a link of a path is known not to hold.
    func isBroken(_ path: [Int], in pool: CandidatePool) -> Bool {
        !broken.isEmpty && links(of: path, in: pool).contains(where: broken.contains)
    }

    /// The weight of the checks by which links of a path are known to hold.
    func weight(of path: [Int], in pool: CandidatePool) -> Int {
        links(of: path, in: pool).reduce(0) { $0 + (known[$1] == .verified ? weights[$1] ?? 0 : 0) }
    }

    /// The state of a path's signatures as far as it is known; none is checked.
    func signatures(of path: [Int], in pool: CandidatePool) -> [CertificationPath.Signature] {
        links(of: path, in: pool).map { known[$0] ?? .unchecked }
    }

    private func links(of path: [Int], in pool: CandidatePool) -> [AnchorDistances.Link] {
        zip(path, path.dropFirst()).map { AnchorDistances.Link(child: $0, entity: pool.nodes[$1].entity) }
    }
}
