/// Whether a path leads from the server to the root, found out by trying every one: the definition of RFC 5280 §6.1 for
/// the few things that certificates of the pool differ in.
struct PathModel {
    /// The authorities that may stand below an authority whose certificate another one signed; the most generous of
    /// several certificates counts, since all of them are for one key.
    private var depths: [[Int?]]

    init(_ entries: [HostilePool.Entry]) {
        let count = HostilePool.stranger + 1
        depths = Array(repeating: Array(repeating: nil, count: count), count: count)
        for entry in entries {
            guard let depth = entry.variant.depth else { continue }
            depths[entry.subject][entry.signer] = max(depths[entry.subject][entry.signer] ?? 0, depth)
        }
    }

    func leadsToRoot(from authority: Int) -> Bool { leadsToRoot(authority, below: []) }

    /// - Parameter below: the authorities between this one and the server.
    private func leadsToRoot(_ authority: Int, below: Set<Int>) -> Bool {
        for signer in 0...HostilePool.root {
            guard let depth = depths[authority][signer], depth >= below.count else { continue }
            if signer == HostilePool.root { return true }
            guard signer != authority, !below.contains(signer) else { continue }
            if leadsToRoot(signer, below: below.union([authority])) { return true }
        }
        return false
    }
}
