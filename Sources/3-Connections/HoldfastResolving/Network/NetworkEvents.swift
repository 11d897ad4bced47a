/// A source from which a ``NetworkMonitor`` hears that something changed, and what the network is like then.
package protocol NetworkEvents: Sendable {
    /// Waits on the monitor's own thread; without an end where there is no time.
    func wait(atMost time: Duration?) -> NetworkWait
    /// The state by which one network differs from another, as far as addresses tell.
    func state() -> NetworkState
    /// Ends the waiting; may be called from any thread, and more than once.
    func end()
}

package enum NetworkWait: Sendable {
    /// An event, which may mean nothing.
    case event
    case timedOut
    case ended
}

/// The addresses that a machine has, and where it sends what is not for its neighbours.
package struct NetworkState: Hashable, Sendable {
    package var addresses: Set<String>
    package var defaultRoutes: Set<String>

    package init(addresses: Set<String> = [], defaultRoutes: Set<String> = []) {
        self.addresses = addresses
        self.defaultRoutes = defaultRoutes
    }
}

/// When a burst of events is over: a cable that is plugged in makes dozens.
struct EventBurst {
    private let quiet: Duration
    private let longest: Duration
    private var first: ContinuousClock.Instant?

    /// Makes a burst that has not begun.
    ///
    /// - Parameters:
    ///   - quiet: without an event for as long, it is over;
    ///   - longest: and after that in any case.
    init(quiet: Duration, longest: Duration) {
        self.quiet = quiet
        self.longest = longest
    }

    /// The time for which the next event is waited for; nil for as long as it takes.
    func timeout(at now: ContinuousClock.Instant) -> Duration? {
        first.map { max(min(quiet, now.duration(to: $0.advanced(by: longest))), .zero) }
    }

    /// Takes up what the waiting gave.
    ///
    /// - Returns: whether a burst is over.
    mutating func take(_ wait: NetworkWait, at now: ContinuousClock.Instant) -> Bool {
        if case .event = wait, first == nil { first = now }
        guard let first else { return false }
        if case .event = wait, first.duration(to: now) < longest { return false }
        self.first = nil
        return true
    }
}
