import HoldfastX509

/// Tells whether a rule refuses what begins like a path, whatever stands above it: then nothing is built above it.
///
/// It is for the search alone. A path that it lets pass is judged as a whole by every rule, and one that it leaves out
/// is judged all the same where nothing better is found, to say why it is refused.
struct PrefixRules {
    /// An authority, and a certificate below it.
    private struct Pair: Hashable {
        let authority: Int
        let below: Int
    }

    private let policy: TrustPolicy
    private let at: Instant
    private let memory: SignatureMemory
    /// A meter of the search alone: it takes nothing from what is judged.
    private var meter: WorkMeter
    /// Whether anything was refused.
    private(set) var hasRefused = false
    /// Kinds of the anchors at hand.
    private var kinds: Set<AnchorKind>?
    private var byItself: [Int: Bool] = [:]
    private var constrained: [Pair: Bool] = [:]

    init(_ policy: TrustPolicy, at: Instant, memory: SignatureMemory) {
        (self.policy, self.at, self.memory) = (policy, at, memory)
        meter = WorkMeter(policy.limits)
    }

    /// Whether some rule refuses every path that begins like this one, leaf first, by whichever of the anchors at hand
    /// it ends; all but the last certificate passed before.
    mutating func refuses(_ path: [Int], in pool: CandidatePool) -> Bool {
        let isRefused = look(at: path, in: pool)
        hasRefused = hasRefused || isRefused
        return isRefused
    }

    /// Whether some rule refuses this path or what it begins like.
    mutating func refusesSome(of path: [Int], in pool: CandidatePool) -> Bool {
        path.indices.contains { refuses(Array(path[...$0]), in: pool) }
    }

    private mutating func look(at path: [Int], in pool: CandidatePool) -> Bool {
        guard let top = path.last else { return false }
        if let known = byItself[top] {
            if known { return true }
        } else {
            let nodes = path.count == 1 ? [top] : [path[0], top]
            let refused = isRefused(nodes, at: nodes.count - 1, StandardRules.ofCertificates, pool)
            byItself[top] = refused
            if refused { return true }
        }
        if path.count > 2, isRefused(path, at: path.count - 1, [PathLengthRule()], pool) { return true }
        guard pool.nodes[top].certificate.nameConstraints != nil else { return false }
        for below in path.dropLast() where constrains(top, below, leaf: path[0], pool) { return true }
        return false
    }

    /// Whether an authority's constraints, and those of what is below it, refuse a name below.
    private mutating func constrains(_ authority: Int, _ below: Int, leaf: Int, _ pool: CandidatePool) -> Bool {
        let pair = Pair(authority: authority, below: below)
        if let known = constrained[pair] { return known }
        let nodes = below == leaf ? [leaf, authority] : [leaf, below, authority]
        let refused = isRefused(nodes, at: nil, [NameConstraintsRule()], pool)
        constrained[pair] = refused
        return refused
    }

    /// Whether these rules refuse a path, under every kind of anchor that is at hand, for the certificate at a depth.
    private mutating func isRefused(
        _ nodes: [Int], at depth: Int?, _ rules: [any TrustRule], _ pool: CandidatePool
    ) -> Bool {
        // What comes above is not looked at.
        let path = CertificationPath(
            certificates: nodes.map { pool.nodes[$0].certificate },
            signatures: nodes.dropFirst().map { _ in .unchecked }, end: .workLimit)
        let kinds = kinds ?? Set(pool.nodes.compactMap(\.anchor?.kind))
        self.kinds = kinds
        for kind in kinds {
            let overruns = meter.overruns
            var judgement = Judgement(
                path, policy: policy, at: at, meter: meter, memory: memory, under: kind)
            for rule in rules { rule.judge(path, &judgement) }
            meter = judgement.meter
            // What was not judged to its end is judged as part of a path.
            guard meter.overruns == overruns else { return false }
            let isAnError = judgement.findings.contains { finding in
                guard finding.severity == .error else { return false }
                guard let depth, case .certificate(let place) = finding.position else { return true }
                return place == depth
            }
            if !isAnError { return false }
        }
        return true
    }
}
