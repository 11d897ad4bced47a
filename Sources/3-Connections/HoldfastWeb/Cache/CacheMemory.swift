import HoldfastHTTP
import HoldfastX509

/// The kept responses in memory: the least recently used go first.
struct CacheMemory {
    /// Responses of one place that are kept, for requests that differ in what else they show the server.
    static let variantLimit = 16

    struct Entry {
        let answer: KeptAnswer
        /// Counts what was kept.
        let number: UInt64
        let cost: Int
        let stored: Instant
        /// Whether the same is on the disk.
        let isOnDisk: Bool
        var lastUse: UInt64
    }

    var capacity: Int { didSet { shrink() } }
    /// Bytes that are kept.
    private(set) var cost = 0
    /// The entries by place; what was kept last stands last.
    private var entries: [CachePlace: [Entry]] = [:]
    private var ticks: UInt64 = 0
    /// Counts what was kept and removed by others than who remembers what lies on the disk.
    var changes: UInt64 = 0

    init(capacity: Int) { self.capacity = capacity }

    /// The entries at a place, what was kept last first; they count as used.
    mutating func entries(at place: CachePlace) -> [Entry] {
        guard !entries.isEmpty, var found = entries[place] else { return [] }
        ticks += 1
        for index in found.indices { found[index].lastUse = ticks }
        entries[place] = found
        return found.reversed()
    }

    mutating func keep(_ answer: KeptAnswer, at place: CachePlace, stored: Instant, isOnDisk: Bool) {
        let sent = answer.head.sent
        remove(at: place) { sent == nil || $0.answer.head.sent == sent }
        let cost = Self.cost(answer, at: place)
        guard cost <= capacity else { return }
        if let variants = entries[place], variants.count >= Self.variantLimit {
            remove(at: place) { $0.number == variants[0].number }
        }
        ticks += 1
        entries[place, default: []].append(
            Entry(answer: answer, number: ticks, cost: cost, stored: stored, isOnDisk: isOnDisk, lastUse: ticks))
        self.cost += cost
        shrink()
    }

    mutating func remove(at place: CachePlace, where isUnwanted: (Entry) -> Bool = { _ in true }) {
        guard let old = entries[place] else { return }
        let rest = old.filter { !isUnwanted($0) }
        entries[place] = rest.isEmpty ? nil : rest
        for entry in old where isUnwanted(entry) { cost -= entry.cost }
    }

    mutating func remove(where isUnwanted: (Entry) -> Bool) {
        for place in Array(entries.keys) { remove(at: place, where: isUnwanted) }
    }

    mutating func removeAll() { (entries, cost) = ([:], 0) }

    /// Drops what was not used for longest; a twentieth more than it must, so that not each new one searches them all.
    private mutating func shrink() {
        guard cost > capacity else { return }
        let all = entries.flatMap { place, variants in variants.map { (place: place, entry: $0) } }
        for (place, entry) in all.sorted(by: { $0.entry.lastUse < $1.entry.lastUse }) {
            guard cost > capacity - capacity / 20 else { return }
            // What is just being kept fits.
            if entry.number == ticks, cost <= capacity { return }
            remove(at: place) { $0.number == entry.number }
        }
    }

    /// Bytes of a response: its body, its fields, its place, and 500 for what else there is of it.
    static func cost(_ answer: KeptAnswer, at place: CachePlace) -> Int {
        answer.head.fields.reduce(answer.body.count + place.text.utf8.count + 500) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}
