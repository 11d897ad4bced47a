import HoldfastX509
import Synchronization

/// Moments at which connections may begin, so that there are no more than some a second.
struct PaceSlots: Sendable {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    /// Makes the moments of a rate.
    ///
    /// - Parameter rate: connections a second, at least 1.
    init(rate: Int) { interval = .seconds(1) / max(1, rate) }

    /// The moment of the next connection, which nobody else gets.
    ///
    /// - Parameter now: where all were late, nothing is made up for: a pause is no right to a burst.
    mutating func slot(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let slot = max(next ?? now, now)
        next = slot + interval
        return slot
    }
}

/// The bounds on connections that are begun by many tasks: so many a second, and so many at once to one address.
final class ConnectionPace: Sendable {
    private struct State {
        var slots: PaceSlots?
        var counts: [IPAddress: Int] = [:]
        var waiting: [IPAddress: [CheckedContinuation<Void, Never>]] = [:]
    }

    /// Connections to one address at once; nil for no bound.
    let perAddress: Int?
    private let state: Mutex<State>

    /// Makes the bounds of one command.
    ///
    /// - Parameters:
    ///   - rate: connections a second; nil for no bound.
    ///   - perAddress: connections to one address at once; nil for no bound.
    init(rate: Int? = nil, perAddress: Int? = nil) {
        self.perAddress = perAddress
        state = Mutex(State(slots: rate.map { PaceSlots(rate: $0) }))
    }

    /// Whether there is a bound on connections a second.
    var hasRate: Bool { state.withLock { $0.slots != nil } }

    /// The moment of the next connection, which nobody else gets.
    func slot() -> ContinuousClock.Instant { state.withLock { $0.slots?.slot(at: .now) } ?? .now }

    /// Waits until a connection may begin.
    func turn() async {
        let slot = slot()
        if slot > .now { try? await Task.sleep(until: slot, clock: .continuous) }
    }

    /// Waits until there is room for a connection to an address, and takes it.
    func enter(_ address: IPAddress) async {
        guard let perAddress else { return }
        await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
            let isFree = state.withLock { state in
                guard state.counts[address, default: 0] >= perAddress else {
                    state.counts[address, default: 0] += 1
                    return true
                }
                state.waiting[address, default: []].append(waiting)
                return false
            }
            if isFree { waiting.resume() }
        }
    }

    /// Gives the room to whoever has waited longest.
    func leave(_ address: IPAddress) {
        guard perAddress != nil else { return }
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting[address]?.isEmpty == false { return state.waiting[address]?.removeFirst() }
            state.waiting[address] = nil
            state.counts[address] = state.counts[address].flatMap { $0 > 1 ? $0 - 1 : nil }
            return nil
        }
        next?.resume()
    }
}
