import HoldfastX509

/// A question that is under way, and who waits for its answer.
struct CacheFlight {
    let key: CacheKey
    /// When the question ends by its own time limit.
    let end: ContinuousClock.Instant
    var task: Task<Void, Never>?
    var waiters: Set<UInt64> = []
    /// Whether it goes on where nobody waits for it.
    var isRefresh = false
    /// Whether its answer is kept.
    var keeps: Bool
}

/// A caller that waits for an answer.
struct CacheWaiter {
    let flight: UInt64
    let continuation: CheckedContinuation<Result<ResolverAnswer, ResolverError>, Never>
    /// An old answer, for when the resolver fails.
    let fallback: ResolverAnswer?
    /// Ends the waiting before the question ends.
    var timer: Task<Void, Never>?
}

extension ResolverCache {
    struct State {
        var entries: LRUCache<CacheKey, CacheEntry>
        var totals = Statistics()
        var flights: [UInt64: CacheFlight] = [:]
        /// The question that who asks now can share.
        var current: [CacheKey: UInt64] = [:]
        var waiters: [UInt64: CacheWaiter] = [:]
        var refreshes = 0
        private var last: UInt64 = 0

        init(entries: LRUCache<CacheKey, CacheEntry>) { self.entries = entries }

        mutating func nextNumber() -> UInt64 {
            last += 1
            return last
        }

        /// Lets questions go on whose answers are not kept, and which nobody else shares.
        mutating func disown(where isMeant: (CacheKey) -> Bool) {
            for (number, flight) in flights where isMeant(flight.key) {
                flights[number]?.keeps = false
                if current[flight.key] == number { current[flight.key] = nil }
            }
        }

        /// Takes a question off the list.
        mutating func removeFlight(_ number: UInt64) -> CacheFlight? {
            guard let flight = flights.removeValue(forKey: number) else { return nil }
            if current[flight.key] == number { current[flight.key] = nil }
            if flight.isRefresh { refreshes -= 1 }
            return flight
        }

        /// Takes up what was kept on disk; what is in memory already is newer.
        mutating func take(
            _ rows: [CacheRow], at now: ContinuousClock.Instant, _ limits: Limits
        ) {
            for row in rows where entries[row.key] == nil {
                guard let known = row.known(at: now, limits) else { continue }
                if entries.set(CacheEntry(known: known), for: row.key) == nil { totals.fromDisk += 1 }
            }
        }
    }
}
