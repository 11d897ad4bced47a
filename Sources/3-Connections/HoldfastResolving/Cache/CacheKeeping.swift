package import HoldfastTrust
package import HoldfastX509

/// One answer as it is kept on disk: addresses, and how long they may be kept.
package struct CacheRow: Hashable, Sendable {
    var key: CacheKey
    /// The resolver's name, for people.
    var resolver: String
    var addresses: [IPAddress]
    /// The time to live that the resolver said; nil where it said none.
    var timeToLive: Duration?
    /// Whether the name is not there, in place of an answer.
    var isNoSuchName: Bool
    /// The time that has passed since the resolver gave the answer.
    var age: Duration

    init(_ key: CacheKey, _ known: CacheEntry.Known, at now: ContinuousClock.Instant) {
        self.key = key
        age = max(known.given.duration(to: now), .zero)
        switch known.outcome {
        case .success(let answer):
            (resolver, addresses, timeToLive, isNoSuchName) = (
                answer.resolver, answer.addresses, answer.timeToLive, false
            )
        case .failure(let error):
            (resolver, addresses, timeToLive, isNoSuchName) = (error.resolver, [], error.timeToLive, true)
        }
    }

    init(
        _ key: CacheKey, resolver: String, addresses: [IPAddress], timeToLive: Duration?, isNoSuchName: Bool,
        age: Duration
    ) {
        self.key = key
        self.resolver = resolver
        self.addresses = addresses
        self.timeToLive = timeToLive
        self.isNoSuchName = isNoSuchName
        self.age = age
    }

    /// The answer as memory keeps it; nil where it is too old for that, by the limits of the cache that reads it.
    func known(at now: ContinuousClock.Instant, _ limits: ResolverCache.Limits) -> CacheEntry.Known? {
        guard age >= .zero, addresses.allSatisfy({ AddressKind(of: $0) == key.kind }) else { return nil }
        let outcome: Result<ResolverAnswer, ResolverError>
        let lifetime: Duration
        if isNoSuchName {
            outcome = .failure(ResolverError(.noSuchName, from: resolver, timeToLive: timeToLive))
            lifetime = limits.negativeLifetime(timeToLive)
        } else {
            var answer = ResolverAnswer(addresses, timeToLive: timeToLive, from: resolver)
            answer.addresses = Array(answer.addresses.prefix(max(limits.addressesPerAnswer, 1)))
            outcome = .success(answer)
            lifetime = limits.lifetime(of: answer)
        }
        let usable = lifetime + (addresses.isEmpty ? .zero : limits.stale)
        guard age < usable else { return nil }
        let given = now.advanced(by: .zero - age)
        return CacheEntry.Known(outcome: outcome, given: given, expires: given.advanced(by: lifetime))
    }
}

/// A store that keeps answers beyond the life of the process.
package protocol CacheKeeping: Sendable {
    /// The rows that are kept, the newest last; no more than so many.
    func load(limit: Int) -> [CacheRow]
    /// The wall clock by which answers are dated.
    func time() -> Instant
    /// Takes an answer that came at some time, to keep it soon; waits for no disk, and calls nobody.
    func keep(_ row: CacheRow, given: Instant)
    func remove(_ name: DNSName)
    func removeAll()
    /// Returns once everything is kept.
    func flush()
}
