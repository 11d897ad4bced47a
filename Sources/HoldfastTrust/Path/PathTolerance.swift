/// What a path may have against it while it is looked for: those without a flaw are built first, whatever their length.
///
/// So no number of expired certificates or of strangers of the same name stands before a path that holds.
enum PathTolerance: Int, CaseIterable, Comparable {
    /// Every authority is valid and one, and no key identifier points to another key.
    case none
    /// Authorities that have expired, or are none.
    case flaws
    /// Key identifiers that contradict each other, too.
    case contradictions

    static func < (left: PathTolerance, right: PathTolerance) -> Bool { left.rawValue < right.rawValue }
}

extension CandidatePool {
    /// What a path of these nodes, leaf first, has against it.
    func tolerance(of path: [Int]) -> PathTolerance {
        if zip(path, path.dropFirst()).contains(where: { identifiersContradict(child: $0, issuer: $1) }) {
            return .contradictions
        }
        return path.dropFirst().contains { nodes[$0].anchor == nil && nodes[$0].isFlawed } ? .flaws : .none
    }
}
