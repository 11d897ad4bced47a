public import HoldfastX509

/// What a program remembers of the updates that it has taken: against going back, and against a clock that goes back.
public struct PinUpdateHistory: Hashable, Sendable {
    /// An update that was taken.
    public struct Entry: Hashable, Sendable {
        public let counter: UInt64
        /// SHA-256 of its bytes.
        public let digest: [UInt8]
    }

    /// Entries that are kept; 32, of which all but the last only tell a replay from another rollback.
    static let maximumEntries = 32

    /// The updates in the order in which they were taken, the last of them last; the older ones are forgotten.
    public internal(set) var entries: [Entry] = []
    /// The latest time that is known to have passed; nil where none is. Never later than the end of an update that was
    /// taken: a clock that ran ahead for a while can end that one for good, and no later one.
    public internal(set) var latest: Instant?

    /// Nothing was taken yet.
    public init() {}

    /// The update that was taken last.
    public var last: Entry? { entries.last }

    /// What is remembered once an update is taken.
    func taking(_ update: PinUpdate, digest: [UInt8], at now: Instant) -> PinUpdateHistory {
        var history = self
        let entry = Entry(counter: update.counter, digest: digest)
        if history.last != entry {
            history.entries.append(entry)
            history.entries.removeFirst(max(0, history.entries.count - Self.maximumEntries))
        }
        return history.noting(now, of: update)
    }

    /// What is remembered once a time was seen while an update was the last one.
    func noting(_ now: Instant, of update: PinUpdate) -> PinUpdateHistory {
        var history = self
        // That it was issued at that time, the key's owner says.
        let seen = min(max(now, update.issued), update.expires)
        history.latest = latest.map { max($0, seen) } ?? seen
        return history
    }
}
