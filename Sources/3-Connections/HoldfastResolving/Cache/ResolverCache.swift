public import HoldfastTrust
import HoldfastX509
import Synchronization

/// Keeps what resolvers answered, under the resolver's identifier, the name and the kind of address.
///
/// Of what is asked at the same time one question goes out, and all who ask share its answer. An answer that is older
/// than it may be serves for a while where nothing newer is to be had, and says so (RFC 8767); that there is nothing
/// is remembered (RFC 2308), and for a moment that a resolver failed (RFC 9520). What a cache says is an address, and
/// never who is there. Safe to use from any task.
public final class ResolverCache: Sendable {
    /// The limits of the cache: how long answers are kept, and how many.
    public let limits: Limits
    let clock: @Sendable () -> ContinuousClock.Instant
    let pause: @Sendable (Duration) async throws -> Void
    let state: Mutex<State>
    let store: (any CacheKeeping)?

    /// An empty cache, in memory only.
    public convenience init(limits: Limits = Limits()) { self.init(limits: limits, clock: { .now }) }

    /// A cache with a time of its own.
    ///
    /// - Parameters:
    ///   - clock: what answers age by; it goes on while the machine sleeps.
    ///   - pause: returns after so long a time, or throws when its task is cancelled.
    ///   - store: where answers are kept that shall outlive the process.
    package init(
        limits: Limits = Limits(), clock: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0, clock: .continuous)
        },
        store: (any CacheKeeping)? = nil
    ) {
        self.limits = limits
        self.clock = clock
        self.pause = pause
        self.store = store
        var state = State(entries: LRUCache(capacity: limits.entries))
        if let store { state.take(store.load(limit: limits.entries), at: clock(), limits) }
        self.state = Mutex(state)
    }

    /// A kept answer, or a new one.
    ///
    /// Who asks what is asked already waits for that answer, and no longer than the query's own time limit. A question
    /// ends when nobody waits for it any more, unless it is to renew an old answer. What may not be kept is asked each
    /// time, and shared as well.
    ///
    /// - Throws: ``ResolverError``: the resolver's, also from memory; `cancelled` when the task was cancelled.
    public func answer(
        to query: ResolverQuery, from resolver: any Resolver
    ) async throws(ResolverError) -> ResolverAnswer {
        guard !Task.isCancelled else { throw ResolverError(.cancelled, from: resolver.name) }
        let key = CacheKey(resolver: resolver.identifier, name: query.name, kind: query.kind)
        guard resolver.isCacheable else { return try await ask(query, resolver, key, fallback: nil).get() }
        let now = clock()
        let decision = state.withLock { state in
            let decision = state.entries.value(for: key)?.decision(at: now, limits) ?? .ask(fallback: nil)
            state.totals.count(decision)
            return decision
        }
        switch decision {
        case .kept(let outcome): return try outcome.get()
        case .keptForWantOfBetter(let answer): return answer
        case .failed(let error): throw error
        case .keptWhileAsking(let answer):
            refresh(query, resolver, key)
            return answer
        case .ask(let fallback): return try await ask(query, resolver, key, fallback: fallback).get()
        }
    }

    /// A new answer, whatever is kept; it is kept in turn.
    ///
    /// A question that is under way is shared all the same.
    public func renewedAnswer(
        to query: ResolverQuery, from resolver: any Resolver
    ) async throws(ResolverError) -> ResolverAnswer {
        guard !Task.isCancelled else { throw ResolverError(.cancelled, from: resolver.name) }
        let key = CacheKey(resolver: resolver.identifier, name: query.name, kind: query.kind)
        return try await ask(query, resolver, key, fallback: nil).get()
    }

    /// The kept answer, without a question and without counting as a use; nil for none.
    ///
    /// - Returns: also for how long it may be kept yet; negative for one that is old.
    public func keptAnswer(
        to query: ResolverQuery, from resolver: any Resolver
    ) -> (outcome: Result<ResolverAnswer, ResolverError>, remaining: Duration)? {
        let now = clock()
        let key = CacheKey(resolver: resolver.identifier, name: query.name, kind: query.kind)
        guard let known = state.withLock({ $0.entries[key]?.known }) else { return nil }
        return (known.outcome(at: now), now.duration(to: known.expires))
    }

    /// Forgets everything, on disk too; what is under way is answered and not kept.
    public func removeAll() {
        state.withLock { state in
            state.entries.removeAll()
            state.disown { _ in true }
        }
        store?.removeAll()
    }

    /// Forgets what every resolver said about a name, on disk too.
    public func remove(_ name: DNSName) {
        state.withLock { state in
            for key in state.entries.keys where key.name == name { state.entries.remove(key) }
            state.disown { $0.name == name }
        }
        store?.remove(name)
    }

    /// Notes that the machine is in another network than before.
    ///
    /// Every answer is given once more where it is asked for, while a newer one is fetched; that there was nothing, or
    /// that a resolver failed, is forgotten. Questions under way are answered, and not kept.
    public func networkChanged() {
        state.withLock { state in
            state.entries.mapInPlace { _, entry in
                var entry = entry
                return entry.networkChanged() ? entry : nil
            }
            state.disown { _ in true }
        }
    }

    /// The figures of the cache: what it holds, and what it has been asked.
    public var statistics: Statistics {
        state.withLock { state in
            var statistics = state.totals
            statistics.entries = state.entries.count
            statistics.inFlight = state.flights.count
            return statistics
        }
    }

    /// Writes what is to be kept on disk, and waits for that; nothing where there is no disk.
    public func flush() { store?.flush() }
}

extension ResolverCache.Statistics {
    fileprivate mutating func count(_ decision: CacheEntry.Decision) {
        switch decision {
        case .kept(.success(let answer)) where !answer.addresses.isEmpty: hits += 1
        case .kept:
            hits += 1
            negative += 1
        case .keptWhileAsking(let answer), .keptForWantOfBetter(let answer):
            if answer.isStale { stale += 1 } else { hits += 1 }
        case .failed: negative += 1
        case .ask: break
        }
    }
}
