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

    /// Tells the meter that a path is looked at now: what the checks weigh by which its links are known to hold is no
    /// search.
    ///
    /// The path of somebody who signed a list takes the place of none: its checks have an allowance of their own.
    func rest(on path: [Int], in pool: CandidatePool, _ meter: inout WorkMeter) {
        guard !checker.isAboutRevocation else { return }
        let held = links(of: path, in: pool).filter { known[$0] == .verified }
        meter.rests(onWeight: held.reduce(0) { $0 + (weights[$1] ?? 0) })
    }

    /// The state of a path's signatures as far as it is known; none is checked.
    func signatures(of path: [Int], in pool: CandidatePool) -> [CertificationPath.Signature] {
        links(of: path, in: pool).map { known[$0] ?? .unchecked }
    }

    private func links(of path: [Int], in pool: CandidatePool) -> [AnchorDistances.Link] {
        zip(path, path.dropFirst()).map { AnchorDistances.Link(child: $0, entity: pool.nodes[$1].entity) }
    }
}
