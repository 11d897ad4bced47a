public import HoldfastX509
import Synchronization

/// A handle to the pins of a program: shared between threads and policies, replaced while connections are open.
///
/// From ``replace(with:)`` on no request goes out on a connection that was accepted under other pins: it is opened and
/// judged anew. Give every policy of a session the same handle.
public final class TrustPins: Sendable {
    private struct State {
        var hosts: PinnedHosts
        var generation: UInt64 = 0
        var latest: Instant?
    }

    private let state: Mutex<State>
    private let isFixed: Bool

    /// Makes a handle with its first pins; `replace(with:)` exchanges them later.
    ///
    /// - Parameter earliest: a time that has certainly passed, as when the program was built or the pins were made; a
    ///   clock that says less is wrong, and does not bring expired pins back. Nil where none is known.
    public init(_ hosts: PinnedHosts, notBefore earliest: Instant? = nil) {
        state = Mutex(State(hosts: hosts, latest: earliest))
        isFixed = false
    }

    private init() {
        state = Mutex(State(hosts: .none))
        isFixed = true
    }

    /// No pins.
    public static let none = TrustPins()

    /// The pins as they are now.
    public func current() -> Current {
        // Every policy without pins asks: there is nothing to wait for.
        guard !isFixed else { return Self.nothing }
        return state.withLock { Current(hosts: $0.hosts, generation: $0.generation, latest: $0.latest) }
    }

    private static let nothing = Current(hosts: .none, generation: 0, latest: nil)

    /// Tells whether the pins are still those of a generation; nil for pins that cannot be replaced.
    package func isCurrent(_ generation: UInt64?) -> (@Sendable () -> Bool)? {
        guard !isFixed else { return nil }
        return { self.state.withLock { $0.generation } == generation }
    }

    /// Puts other pins in the place of these, for everything that is asked for from now on.
    ///
    /// ``none`` stays as it is: policies share it that have nothing to do with each other.
    public func replace(with hosts: PinnedHosts) {
        guard !isFixed else { return }
        state.withLock { state in
            guard state.hosts != hosts else { return }
            state.hosts = hosts
            state.generation += 1
        }
    }

    /// Takes note of the time: a clock that says less afterwards was set back.
    ///
    /// Sessions do so by themselves. A time that lies ahead and is false makes pins with an end expire for good, and is
    /// not to be taken from others.
    public func observe(_ now: Instant) {
        guard !isFixed else { return }
        state.withLock { state in state.latest = state.latest.map { max($0, now) } ?? now }
    }

    /// Pins at one time.
    public struct Current: Sendable {
        public let hosts: PinnedHosts
        /// Grows with every replacement.
        public let generation: UInt64
        /// The latest time that was seen; nil where none was.
        public let latest: Instant?

        /// Whether pins have ended for a server, by the clock or by a later time that it said before.
        func periodState(for name: ServerName?, at instant: Instant) -> String {
            guard let end = hosts.duty(for: name)?.set.expiry?.end else { return "endless" }
            return max(instant, latest ?? instant) < end ? "during" : "after"
        }
    }
}
