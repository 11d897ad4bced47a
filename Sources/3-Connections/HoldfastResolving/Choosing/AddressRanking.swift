import HoldfastX509

/// Puts the addresses of a name in the order in which they are tried.
struct AddressRanking {
    private let known: [Endpoint: AddressRecord]
    private let now: ContinuousClock.Instant
    private let limits: AddressHistory.Limits

    init(_ known: [Endpoint: AddressRecord], at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits) {
        self.known = known
        self.now = now
        self.limits = limits
    }

    func order(_ endpoints: [Endpoint]) -> [Endpoint] {
        var seen: Set<Endpoint> = []
        let dialled = endpoints.filter { seen.insert($0).inserted && known[$0]?.isPoisoned(at: now) != true }
        let best = dialled.compactMap { known[$0]?.expected(at: now, limits) }.min() ?? .zero
        let places = dialled.enumerated().map { place, endpoint in
            let record = known[endpoint]
            let group = record?.class(at: now, limits) ?? .unknown
            return (group: group, weight: weight(of: record, group, best: best), place: place)
        }
        // The place makes it stable, which `sort` does not promise to be.
        return places.sorted { ($0.group, $0.weight, $0.place) < ($1.group, $1.weight, $1.place) }
            .map { dialled[$0.place] }
    }

    private func weight(of record: AddressRecord?, _ group: AddressRecord.Class, best: Duration) -> Duration {
        guard let record else { return .zero }
        switch group {
        case .unknown: return .zero
        case .good:
            let expected = record.expected(at: now, limits) ?? best
            return best + (expected - best) * record.share(at: now, limits)
        case .failing: return max(record.failures.remaining(at: now), record.poison.timeToForget(at: now))
        }
    }
}
