import HoldfastX509

/// The number of certificates between each node of a pool and the nearest of some ends, such as the anchors.
///
/// A search from the ends downwards along names, once through the pool: every node is reached at most once, and a link
/// that is known not to hold is looked at once.
struct AnchorDistances {
    /// A child, and the name and key that did not sign it.
    struct Link: Hashable {
        let child: Int
        let entity: Int
    }

    /// Nodes and links that the search leaves out.
    struct Exclusions {
        var tolerance = PathTolerance.contradictions
        /// For each name and key whether the path below has it already; empty where there is no path.
        var entities: [Bool] = []
        var broken: Set<Link> = []
    }

    private var distances: [Int]
    /// Links looked at.
    private(set) var visits = 0

    /// The certificates from a node to the nearest end, both counted; nil where none leads there.
    subscript(node: Int) -> Int? { distances[node] == .max ? nil : distances[node] }

    init(to ends: [Int], in pool: CandidatePool, leaving exclusions: Exclusions) {
        distances = Array(repeating: .max, count: pool.nodes.count)
        for end in ends { distances[end] = 1 }
        var waiting = pool.members
        var open = pool.buckets
        var queue = ends
        var read = 0
        while read < queue.count {
            let issuer = queue[read]
            let name = pool.nodes[issuer].subject
            read += 1
            visits += 1
            if exclusions.tolerance < .contradictions, let fitting = pool.buckets(fitting: issuer) {
                for bucket in fitting { settle(&waiting[bucket], below: issuer, &queue, pool, exclusions) }
                continue
            }
            var left: [Int] = []
            for bucket in open[name] {
                settle(&waiting[bucket], below: issuer, &queue, pool, exclusions)
                if !waiting[bucket].isEmpty { left.append(bucket) }
            }
            open[name] = left
        }
    }

    /// Gives the children of an issuer their distance; what it did not sign goes on waiting.
    private mutating func settle(
        _ waiting: inout [Int], below issuer: Int, _ queue: inout [Int], _ pool: CandidatePool,
        _ exclusions: Exclusions
    ) {
        guard !waiting.isEmpty else { return }
        let node = pool.nodes[issuer]
        var left: [Int] = []
        for child in waiting {
            visits += 1
            let below = pool.nodes[child]
            guard distances[child] == .max, exclusions.entities.isEmpty || !exclusions.entities[below.entity],
                !below.isFlawed || exclusions.tolerance >= .flaws
            else { continue }
            // A path has each name and key once; an anchor ends it, and may stand above another certificate of its own.
            let isItself = node.entity == below.entity && node.anchor == nil
            if isItself || exclusions.broken.contains(Link(child: child, entity: node.entity)) {
                left.append(child)
                continue
            }
            distances[child] = distances[issuer] + 1
            queue.append(child)
        }
        waiting = left
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
