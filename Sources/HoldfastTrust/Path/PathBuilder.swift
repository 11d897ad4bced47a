import HoldfastX509

/// Builds paths from the leaf to anchors, one after the other, the most promising first; it judges nothing.
///
/// First come the paths that have nothing against them (``PathTolerance``), of these the shortest, and a part of a path
/// goes on only where names lead from it to an anchor around what it has already. So each step either comes closer to a
/// path or finds a signature that does not hold: what it takes to the next path grows with the pool, not with the
/// number of ways through it. A signature is checked when a path first crosses it, and every path that is handed out
/// holds.
struct PathBuilder {
    /// A part of a path, from the leaf up, and how it may go on.
    private struct Frame {
        let nodes: [Int]
        /// The next issuers, each with the certificates from it to an anchor.
        var candidates: [(node: Int, distance: Int)]
        var next = 0
        /// The issuers that were tried before the candidates were found anew.
        var tried: Set<Int> = []
        /// The links that were known not to hold when the distances were measured.
        var broken: Int
        /// The certificates of the shortest path that is left; nil where none is.
        var cost: Int? { next < candidates.count ? nodes.count + candidates[next].distance : nil }
    }

    /// So many links of names followed are one path step.
    private static let linksOfStep = 50

    let pool: CandidatePool
    private var links: LinkChecker
    private let anchors: [Int]
    /// The frames by their cost; of one cost the last is taken first, which is the longest.
    private var frames: [[Frame]] = []
    private var tolerances: ArraySlice<PathTolerance> = []
    private var tolerance = PathTolerance.none
    private var hasStarted = false

    init(pool: CandidatePool, checker: SignatureChecker) {
        self.pool = pool
        links = LinkChecker(checker)
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
            if !anchors.isEmpty { tolerances = PathTolerance.allCases[...] }
        }
        while true {
            guard let frame = cheapest() else {
                guard let next = nextTolerance() else { return nil }
                tolerance = next
                guard open([0], &meter) else { return stop() }
                continue
            }
            guard meter.spendPathStep() else { return stop() }
            switch advance(frame, &meter) {
            case .path(let path): return path
            case .onward: continue
            case .overBudget: return stop()
            }
        }
    }

    /// The next pass that can find something.
    private mutating func nextTolerance() -> PathTolerance? {
        while let next = tolerances.popFirst() {
            switch next {
            case .none: return next
            case .flaws: if pool.hasFlaws { return next }
            case .contradictions: if pool.hasContradictions { return next }
            }
        }
        return nil
    }

    private mutating func stop() -> CertificationPath? {
        frames = []
        tolerances = []
        return nil
    }

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
            // Something below an anchor does not hold that did when the distances were measured.
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
        let broken = links.broken.count
        guard let signature = signature(frame.nodes[frame.nodes.count - 1], issuer, &meter) else { return .overBudget }
        // No path around this frame's own certificates leads through its last one: nothing to measure again.
        frame.broken += links.broken.count - broken
        push(frame, &meter)
        guard signature == .verified else { return .onward }
        let nodes = frame.nodes + [issuer]
        guard let anchor = pool.nodes[issuer].anchor else { return open(nodes, &meter) ? .onward : .overBudget }
        // What passes with less was built before.
        guard pool.tolerance(of: nodes) == tolerance else { return .onward }
        return .path(path(nodes, end: .anchor(anchor)))
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
            leaving: .init(tolerance: tolerance, entities: entities, broken: links.broken))
        guard meter.spend(pathSteps: (distances.visits + named.count) / Self.linksOfStep) else { return nil }
        let reaching = named.compactMap { issuer in
            distances[issuer].map { (node: issuer, distance: $0, rank: pool.rank(child, issuer)) }
        }
        let able = reaching.filter { candidate in
            let link = AnchorDistances.Link(child: child, entity: pool.nodes[candidate.node].entity)
            return !links.broken.contains(link)
                && (tolerance == .contradictions || !pool.identifiersContradict(child: child, issuer: candidate.node))
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
        guard let cost = frame.cost, meter.reached(pathCertificates: cost) else { return }
        while frames.count <= cost { frames.append([]) }
        frames[cost].append(frame)
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

/// The flaws that a path may have while it is looked for: paths without a flaw are built first, whatever their length.
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
    /// The least tolerance that lets a path of these nodes pass, leaf first.
    func tolerance(of path: [Int]) -> PathTolerance {
        if zip(path, path.dropFirst()).contains(where: { identifiersContradict(child: $0, issuer: $1) }) {
            return .contradictions
        }
        return path.dropFirst().contains { nodes[$0].anchor == nil && nodes[$0].isFlawed } ? .flaws : .none
    }
}
