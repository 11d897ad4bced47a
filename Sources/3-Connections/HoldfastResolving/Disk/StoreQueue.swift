import HoldfastTrust
import HoldfastX509

/// Answers that wait to be written: who has one does not wait for a disk.
struct StoreQueue {
    typealias Entry = (row: CacheRow, given: Instant)

    /// More than that are not kept.
    private static let longest = 4_096

    private var entries: [CacheKey: Entry] = [:]
    private var isFlushing = false

    /// Adds an answer that is to be written.
    ///
    /// - Returns: whether somebody has to see to it that it is written.
    mutating func note(_ row: CacheRow, given: Instant) -> Bool {
        guard entries[row.key] != nil || entries.count < Self.longest else { return false }
        let seconds = row.age.components.seconds
        entries[row.key] = (row, given.advanced(bySeconds: -seconds))
        defer { isFlushing = true }
        return !isFlushing
    }

    /// All of it, for somebody who writes it now.
    mutating func takeAll() -> [Entry] {
        defer { self = StoreQueue() }
        return Array(entries.values)
    }

    mutating func remove(_ name: DNSName) { entries = entries.filter { $0.key.name != name } }

    mutating func removeAll() { entries = [:] }
}
