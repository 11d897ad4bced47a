public import HoldfastTrust
public import HoldfastX509
import Synchronization

/// A memory of the addresses of names: how fast they were, which failed, and which are poisoned.
///
/// It is kept in memory only, for each server name and endpoint: what a server proved to be is never taken from a file,
/// and an address that is poisoned for one name may be the right one for another. Safe to use from any task.
public final class AddressHistory: Sendable {
    /// The outcome of dialling an address.
    public enum Event: Hashable, Sendable {
        /// TCP was connected, after this long.
        case connected(Duration)
        /// TLS was done and the certificate accepted, after this long, the decision not counted.
        case secured(Duration)
        /// The address refused, or could not be reached.
        case refused
        /// The address did not answer in time.
        case stalled
        /// The TLS handshake failed, but for the certificate.
        case handshakeFailed
        /// The certificate is not that of the name.
        case poisoned
    }

    private typealias Handler = @Sendable (Endpoint, ServerName) -> Void

    private struct State {
        var names: LRUCache<ServerName, [Endpoint: AddressRecord]>
        var totals = Statistics()
        var handlers: [UInt64: Handler] = [:]
        var nextHandler: UInt64 = 0
    }

    /// The limits of the history: how long something is remembered, and how much.
    public let limits: Limits
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// A history that knows nothing.
    ///
    /// - Parameter clock: what measurements, penalties and poison fade by; it goes on while the machine sleeps.
    public init(
        limits: Limits = Limits(), clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.limits = limits
        self.clock = clock
        state = Mutex(State(names: LRUCache(capacity: limits.names)))
    }

    /// Notes what became of an address that was dialled for a name.
    ///
    /// ``Event/secured(_:)`` ends its poison and its penalties; ``Event/connected(_:)`` ends the penalty for a refusal.
    public func note(_ event: Event, of endpoint: Endpoint, for name: ServerName) {
        let now = clock()
        let handlers = state.withLock { state in
            state.totals.count(event)
            let evicted = state.names.update(name, default: [:]) { endpoints in
                let dropped = Self.makeRoom(in: &endpoints, for: endpoint, at: now, limits)
                endpoints[endpoint, default: AddressRecord(at: now)].note(event, at: now, limits)
                return dropped
            }
            state.totals.evicted += evicted.0 + (evicted.evicted?.value.count ?? 0)
            return event == .poisoned ? Array(state.handlers.values) : []
        }
        for handler in handlers { handler(endpoint, name) }
    }

    private static func makeRoom(
        in endpoints: inout [Endpoint: AddressRecord], for endpoint: Endpoint, at now: ContinuousClock.Instant,
        _ limits: Limits
    ) -> Int {
        guard endpoints[endpoint] == nil, endpoints.count >= max(limits.endpointsPerName, 1) else { return 0 }
        let least = endpoints.min { left, right in
            let poisoned = (left.value.isPoisoned(at: now), right.value.isPoisoned(at: now))
            return poisoned.0 == poisoned.1 ? left.value.noted < right.value.noted : !poisoned.0
        }
        guard let least else { return 0 }
        endpoints[least.key] = nil
        return 1
    }

    /// Whether an address is not to be dialled for a name.
    public func isPoisoned(_ endpoint: Endpoint, for name: ServerName) -> Bool {
        let now = clock()
        return state.withLock { $0.names[name]?[endpoint]?.isPoisoned(at: now) ?? false }
    }

    /// Addresses in the order in which they are to be tried: the best known first, poisoned ones left out, the rest as
    /// they came.
    ///
    /// First those whose times are known, the least expected time first (RFC 8305 §4 prefers short round trips, and
    /// used addresses to unused ones); then those of which nothing is known; then those with a penalty or with poison
    /// that ended not long ago, the one that is forgiven first in front. An old measurement comes closer to the best
    /// of them with every half-life, so that an address that was slow once is not slow for ever. None is named twice.
    public func ranked(_ endpoints: [Endpoint], for name: ServerName) -> [Endpoint] {
        let now = clock()
        let known = state.withLock { $0.names.value(for: name) } ?? [:]
        return AddressRanking(known, at: now, limits).order(endpoints)
    }

    /// The status of an address for a name; ranked among all that are known of the name.
    public func status(of endpoint: Endpoint, for name: ServerName) -> AddressStatus {
        let known = state.withLock { $0.names[name] } ?? [:]
        // The order of a dictionary is another one in each run.
        var endpoints = known.keys.sorted { $0.description < $1.description }
        if known[endpoint] == nil { endpoints.append(endpoint) }
        return statuses(of: endpoints, for: name).first { $0.endpoint == endpoint } ?? AddressStatus(endpoint)
    }

    /// The status of addresses for a name, in the order given, with their ranks among each other.
    public func statuses(of endpoints: [Endpoint], for name: ServerName) -> [AddressStatus] {
        let now = clock()
        let known = state.withLock { $0.names[name] } ?? [:]
        var ranks: [Endpoint: Int] = [:]
        for (rank, endpoint) in AddressRanking(known, at: now, limits).order(endpoints).enumerated() {
            ranks[endpoint] = rank
        }
        return endpoints.map { endpoint in
            var status = known[endpoint].map { AddressStatus(endpoint, $0, at: now, limits) }
            status = status ?? AddressStatus(endpoint)
            status?.rank = ranks[endpoint]
            return status ?? AddressStatus(endpoint)
        }
    }

    /// The addresses that are poisoned for a name now, those first that stay so for longest.
    public func poisoned(for name: ServerName) -> [AddressStatus] {
        let now = clock()
        let known = state.withLock { $0.names[name] } ?? [:]
        return known.filter { $0.value.isPoisoned(at: now) }
            .map { AddressStatus($0.key, $0.value, at: now, limits) }
            .sorted { ($1.poisonedFor, $0.endpoint.description) < ($0.poisonedFor, $1.endpoint.description) }
    }

    /// Ends the poison and the penalties of an address; its times stay known.
    public func forgive(_ endpoint: Endpoint, for name: ServerName) {
        state.withLock { state in
            guard var endpoints = state.names[name], endpoints[endpoint] != nil else { return }
            endpoints[endpoint]?.forgive()
            state.names.set(endpoints, for: name)
        }
    }

    /// Forgets all that is known of a name.
    public func remove(_ name: ServerName) { state.withLock { _ = $0.names.remove(name) } }

    /// Forgets everything; handlers stay.
    public func removeAll() { state.withLock { $0.names.removeAll() } }

    /// Notes that the machine is in another network than before.
    ///
    /// Times and failures are forgotten: what was measured elsewhere says nothing here (RFC 8305 §4 asks for that). A
    /// poisoned address is dialled again, but after all others until its poison would be forgotten, and its next poison
    /// is a longer one: whoever answered in its place may stand in the other network, as the portal of a hotel does,
    /// and the address may be the name's only one. Nothing is trusted by that; its certificate is judged as ever.
    public func networkChanged() {
        let now = clock()
        state.withLock { state in
            state.totals.networkChanges += 1
            state.names.mapInPlace { _, endpoints in
                let left = endpoints.compactMapValues { record in
                    var record = record
                    return record.networkChanged(at: now) ? record : nil
                }
                return left.isEmpty ? nil : left
            }
        }
    }

    /// Calls a handler whenever an address is noted to be poisoned, also where it is already: connections to it that
    /// are kept for the name have to be closed.
    ///
    /// It is called by whoever notes it, with no lock held.
    ///
    /// - Returns: what keeps the handler; it is not called any more once that is gone.
    public func whenPoisoned(_ handler: @escaping @Sendable (Endpoint, ServerName) -> Void) -> PoisonObservation {
        let number = state.withLock { state in
            state.nextHandler += 1
            state.handlers[state.nextHandler] = handler
            return state.nextHandler
        }
        return PoisonObservation { [weak self] in
            // What the handler holds goes with no lock held: it may ask this history something while it does.
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    /// The figures of the history: what it holds, and what has been noted in it.
    public var statistics: Statistics {
        let now = clock()
        return state.withLock { state in
            var statistics = state.totals
            statistics.names = state.names.count
            for name in state.names.keys {
                let endpoints = state.names[name] ?? [:]
                statistics.endpoints += endpoints.count
                statistics.poisoned += endpoints.values.count { $0.isPoisoned(at: now) }
            }
            return statistics
        }
    }
}

extension AddressHistory.Statistics {
    fileprivate mutating func count(_ event: AddressHistory.Event) {
        switch event {
        case .connected: break
        case .secured: successes += 1
        case .refused, .stalled, .handshakeFailed: failures += 1
        case .poisoned: poisonings += 1
        }
    }
}

/// The observation that keeps a handler of ``AddressHistory/whenPoisoned(_:)`` in force.
public typealias PoisonObservation = HandlerObservation
