/// Checks the signatures between the certificates of a pool: of each certificate by each key at most once.
struct LinkChecker {
    private var checker: SignatureChecker
    private var known: [AnchorDistances.Link: CertificationPath.Signature] = [:]
    /// The links that are known not to hold, or not to be checkable.
    private(set) var broken: Set<AnchorDistances.Link> = []

    init(_ checker: SignatureChecker) { self.checker = checker }

    /// Whether the issuer's key made the signature on the child; nil when the budget does not allow the check.
    mutating func signature(
        child: Int, issuer: Int, in pool: CandidatePool, _ meter: inout WorkMeter
    ) -> CertificationPath.Signature? {
        let link = AnchorDistances.Link(child: child, entity: pool.nodes[issuer].entity)
        if let answer = known[link] { return answer }
        switch checker.check(
            child: pool.nodes[child].certificate, issuer: pool.nodes[issuer].certificate, meter: &meter)
        {
        case .overBudget: return nil
        case .answered(let answer):
            known[link] = answer
            if answer != .verified { broken.insert(link) }
            return answer
        }
    }

    /// What is known of a path's signatures without checking any.
    func signatures(of path: [Int], in pool: CandidatePool) -> [CertificationPath.Signature] {
        zip(path, path.dropFirst()).map { child, issuer in
            known[AnchorDistances.Link(child: child, entity: pool.nodes[issuer].entity)] ?? .unchecked
        }
    }
}
