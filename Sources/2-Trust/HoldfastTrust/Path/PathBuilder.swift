import HoldfastX509

/// Builds paths from the leaf to anchors, one after the other, the most promising first; it judges no whole path.
///
/// First come the paths that have nothing against them (``PathTolerance``), of these the shortest. A part of a path
/// goes on only where names lead from it to an anchor around what it has already, and where no rule refuses it by
/// itself (``PrefixRules``). So each step either comes closer to a path or finds a signature that does not hold: what
/// it takes to the next path grows with the pool, not with the number of ways through it.
///
/// Names lead to an anchor before a signature above the leaf's is checked, and then they are checked from the anchor
/// down: a stranger's own chain costs one check. Every path that is handed out holds.
struct PathBuilder {
    /// A part of a path, from the leaf up, and how it may go on.
    private struct Frame {
        let nodes: [Int]
        /// The next issuers, each with the certificates from it to an anchor.
        var candidates: [(node: Int, distance: Int)]
        var next = 0
        /// The issuers that were tried before the candidates were found anew.
        var tried: Set<Int> = []
        /// The number of links that were known not to hold when the distances were measured.
        var broken: Int
        var top: Int { nodes[nodes.count - 1] }
    }

    /// A pass over all paths: what it takes, and whether it takes those alone that a rule refused before.
    private struct Pass {
        let tolerance: PathTolerance
        let isExplaining: Bool
    }

    /// So many links of names followed are one path step.
    private static let linksOfStep = 50
    /// Certificates by which a path comes later whose signature another key is known to have made.
    private static let otherKeyDelay = 32

    let pool: CandidatePool
    private var links: LinkChecker
    /// Nil where a path is judged as a whole alone.
    private(set) var rules: PrefixRules?
    private let anchors: [Int]
    /// The frames by their cost; of one cost the last is taken first, which is the longest.
    private var frames: [[Frame]] = []
    private var passes: ArraySlice<Pass> = []
    private var pass = Pass(tolerance: .none, isExplaining: false)
    private var hasStarted = false

    /// Whether the paths that follow are known to be refused: they only tell why.
    var isExplaining: Bool { pass.isExplaining }

    init(pool: CandidatePool, checker: SignatureChecker, rules: PrefixRules? = nil) {
        self.pool = pool
        links = LinkChecker(checker)
        // Where there are one way or two, they are judged as a whole and only once.
        self.rules = pool.hasChoice ? rules : nil
        anchors = pool.nodes.indices.filter { pool.nodes[$0].anchor != nil }
    }

    /// The next path that ends at an anchor with every signature verified; nil when there is none or work ran out.
    mutating func next(_ meter: inout WorkMeter) -> CertificationPath? {
        if !hasStarted {
            hasStarted = true
            if let anchor = pool.nodes[0].anchor {
                return CertificationPath(
                    certificates: [pool.nodes[0].certificate], signatures: [], end: .anchor(anchor))
            }
            if !anchors.isEmpty { passes = Self.passes(over: pool, hasRules: rules != nil) }
        }
        while true {
            guard let frame = cheapest() else {
                guard let next = passes.popFirst() else { return nil }
                begin(next, &meter)
                continue
            }
            guard meter.spendPathStep() else {
                stop()
                continue
            }
            switch advance(frame, &meter) {
            case .path(let path): return path
            case .onward: continue
            case .overBudget: stop()
            }
        }
    }

    private mutating func begin(_ next: Pass, _ meter: inout WorkMeter) {
        pass = next
        meter.isExplaining = pass.isExplaining
        // What no rule refused was built before; above a leaf that is refused nothing is.
        guard pass.isExplaining ? rules?.hasRefused == true : !isRefused([0]) else { return }
        if !open([0], &meter) { stop() }
    }

    /// The passes that can find something: where no rule leaves anything out, nothing is left to explain.
    private static func passes(over pool: CandidatePool, hasRules: Bool) -> ArraySlice<Pass> {
        let tolerances = PathTolerance.allCases.filter { tolerance in
            switch tolerance {
            case .none: true
            case .flaws: pool.hasFlaws
            case .contradictions: pool.hasContradictions
            }
        }
        return (hasRules ? [false, true] : [false]).flatMap { isExplaining in
            tolerances.map { Pass(tolerance: $0, isExplaining: isExplaining) }
        }[...]
    }

    /// Ends a search that a limit was passed in; what is left is to explain it.
    private mutating func stop() {
        frames = []
        passes = pass.isExplaining ? [] : passes.filter(\.isExplaining)[...]
    }

    private mutating func isRefused(_ path: [Int]) -> Bool { rules?.refuses(path, in: pool) ?? false }

    private mutating func isRefusedBefore(_ path: [Int]) -> Bool { rules?.refusesSome(of: path, in: pool) ?? false }

    // MARK: One step

    private enum Step {
        case path(CertificationPath)
        case onward
        case overBudget
    }

    /// Tries a frame's next issuer.
    private mutating func advance(_ old: Frame, _ meter: inout WorkMeter) -> Step {
        var frame = old
        if frame.broken != links.broken.count {
            // Something does not hold that did when the distances were measured.
            guard !links.isBroken(frame.nodes, in: pool) else { return .onward }
            guard let candidates = candidates(above: frame.nodes, &meter) else { return .overBudget }
            frame.tried.formUnion(frame.candidates[..<frame.next].map(\.node))
            frame.candidates = candidates.filter { !frame.tried.contains($0.node) }
            frame.next = 0
            frame.broken = links.broken.count
            push(frame, &meter)
            return .onward
        }
        let issuer = frame.candidates[frame.next].node
        frame.next += 1
        // The leaf's own issuer is found out at once: of all links it is the one that most paths share.
        if frame.nodes.count == 1 {
            let broken = links.broken.count
            guard let signature = signature(frame.top, issuer, &meter) else { return .overBudget }
            // No path around the leaf leads through it: nothing to measure again.
            frame.broken += links.broken.count - broken
            push(frame, &meter)
            guard signature == .verified else { return .onward }
        } else {
            push(frame, &meter)
        }
        let nodes = frame.nodes + [issuer]
        guard let anchor = pool.nodes[issuer].anchor else {
            if !pass.isExplaining, isRefused(nodes) { return .onward }
            return open(nodes, &meter) ? .onward : .overBudget
        }
        // What passes with less was built before, and so was what no rule refuses.
        guard pool.tolerance(of: nodes) == pass.tolerance, !pass.isExplaining || isRefusedBefore(frame.nodes)
        else { return .onward }
        guard let holds = check(nodes, &meter) else { return .overBudget }
        return holds ? .path(path(nodes, end: .anchor(anchor))) : .onward
    }

    /// Whether every signature of a path to an anchor verifies; nil where the budget does not allow to find out.
    private mutating func check(_ nodes: [Int], _ meter: inout WorkMeter) -> Bool? {
        links.rest(on: nodes, in: pool, &meter)
        for place in [0] + (1..<(nodes.count - 1)).reversed() where place < nodes.count - 1 {
            guard let signature = signature(nodes[place], nodes[place + 1], &meter) else { return nil }
            guard signature == .verified else { return false }
            links.rest(on: nodes, in: pool, &meter)
        }
        return true
    }

    /// Adds the frame of a part of a path; false where work ran out.
    private mutating func open(_ nodes: [Int], _ meter: inout WorkMeter) -> Bool {
        guard let candidates = candidates(above: nodes, &meter) else { return false }
        push(Frame(nodes: nodes, candidates: candidates, broken: links.broken.count), &meter)
        return true
    }

    /// The issuers of the last certificate from which names lead to an anchor, the nearest first.
    private func candidates(above path: [Int], _ meter: inout WorkMeter) -> [(node: Int, distance: Int)]? {
        let child = path[path.count - 1]
        var entities = [Bool](repeating: false, count: pool.entityCount)
        for node in path { entities[pool.nodes[node].entity] = true }
        let named = pool.named[pool.nodes[child].issuer]
        let distances = AnchorDistances(
            to: anchors, in: pool,
            leaving: .init(tolerance: pass.tolerance, entities: entities, broken: links.broken))
        guard meter.spend(pathSteps: (distances.visits + named.count) / Self.linksOfStep) else { return nil }
        let reaching = named.compactMap { issuer in
            distances[issuer].map { (node: issuer, distance: $0, rank: pool.rank(child, issuer)) }
        }
        let able = reaching.filter { candidate in
            let link = AnchorDistances.Link(child: child, entity: pool.nodes[candidate.node].entity)
            return !links.broken.contains(link)
                && (pass.tolerance == .contradictions
                    || !pool.identifiersContradict(child: child, issuer: candidate.node))
        }
        guard able.count > 1 else { return able.map { ($0.node, $0.distance) } }
        return able.enumerated()
            .sorted { left, right in
                let (a, b) = (left.element, right.element)
                return a.distance != b.distance
                    ? a.distance < b.distance : a.rank != b.rank ? a.rank < b.rank : left.offset < right.offset
            }
            .map { ($0.element.node, $0.element.distance) }
    }

    // MARK: The order of the frames

    private mutating func push(_ frame: Frame, _ meter: inout WorkMeter) {
        var frame = frame
        var delay = 0
        if frame.next < frame.candidates.count, let signer = links.signers[frame.top] {
            // Those of the key that signed come first; that another one made the same signature is left for the end.
            let rest = frame.candidates[frame.next...]
            let ofSigner = rest.filter { pool.nodes[$0.node].entity == signer }
            let ofOthers = rest.filter { pool.nodes[$0.node].entity != signer }
            frame.candidates.replaceSubrange(frame.next..., with: ofSigner + ofOthers)
            if ofSigner.isEmpty { delay = Self.otherKeyDelay }
        }
        guard frame.next < frame.candidates.count else { return }
        let cost = frame.nodes.count + frame.candidates[frame.next].distance
        guard meter.reached(pathCertificates: cost) else { return }
        while frames.count <= cost + delay { frames.append([]) }
        frames[cost + delay].append(frame)
    }

    private mutating func cheapest() -> Frame? {
        guard let cost = frames.firstIndex(where: { !$0.isEmpty }) else { return nil }
        return frames[cost].removeLast()
    }

    // MARK: For the explanation of a dead end too

    /// Whether the issuer's key made the signature on the child; nil when the budget does not allow the check.
    mutating func signature(
        _ child: Int, _ issuer: Int, _ meter: inout WorkMeter
    ) -> CertificationPath.Signature? {
        links.signature(child: child, issuer: issuer, in: pool, &meter)
    }

    /// A path of these nodes, leaf first.
    func path(_ nodes: [Int], end: CertificationPath.End) -> CertificationPath {
        CertificationPath(
            certificates: nodes.map { pool.nodes[$0].certificate },
            signatures: links.signatures(of: nodes, in: pool), end: end)
    }
}

extension CandidatePool {
    /// Whether there are more certificates than a few, and one names an issuer that more than one is of.
    var hasChoice: Bool {
        nodes.count > Self.few && nodes.contains { $0.anchor == nil && named[$0.issuer].count > 1 }
    }

    /// As many as a server sends that is cross-signed once or twice: all of their paths are judged as fast.
    private static let few = 8

    /// The least tolerance that lets a path of these nodes pass, leaf first.
    func tolerance(of path: [Int]) -> PathTolerance {
        if zip(path, path.dropFirst()).contains(where: { identifiersContradict(child: $0, issuer: $1) }) {
            return .contradictions
        }
        return path.dropFirst().contains { nodes[$0].anchor == nil && nodes[$0].isFlawed } ? .flaws : .none
    }
}
