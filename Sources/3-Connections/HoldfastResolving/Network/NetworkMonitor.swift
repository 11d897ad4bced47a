import HoldfastFiles
import HoldfastSystem
import Synchronization

/// Notices that the machine is in another network than before: other addresses, or another way out.
///
/// On Linux it listens to the kernel (rtnetlink(7)); elsewhere it notices nothing, and a program calls
/// ``NameResolution/networkChanged()`` itself. What happens within half a second is one change, and a change that
/// leaves addresses and default routes as they were is none: lifetimes are renewed and interfaces looked at all the
/// time. Addresses of the loopback interface and link-local ones do not count.
public final class NetworkMonitor: Sendable {
    private struct State {
        var handlers: [UInt64: @Sendable () -> Void] = [:]
        var last: UInt64 = 0
        var changes = 0
    }

    /// The state that the thread shares with the monitor, which may go before it.
    private final class Core: Sendable {
        let state = Mutex(State())

        func tell() {
            let handlers = state.withLock { state in
                state.changes += 1
                return Array(state.handlers.values)
            }
            for handler in handlers { handler() }
        }
    }

    private let core = Core()
    private let events: (any NetworkEvents)?

    /// A monitor that watches from now on; one that notices nothing where the system does not tell.
    public convenience init() {
        #if os(Linux)
            self.init(RouteSocket())
        #else
            self.init(nil)
        #endif
    }

    /// A monitor of other events.
    ///
    /// - Parameters:
    ///   - quiet: without an event for as long, a burst is over;
    ///   - longest: and after that in any case.
    package init(
        _ events: (any NetworkEvents)?, quiet: Duration = .milliseconds(500), longest: Duration = .seconds(5),
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        guard let events else {
            self.events = nil
            return
        }
        // What changes while the thread starts is an event, and not the state before it.
        let before = events.state()
        do throws(SystemError) {
            try SystemThread.start { [core] in
                var known = before
                var burst = EventBurst(quiet: quiet, longest: longest)
                while true {
                    let wait = events.wait(atMost: burst.timeout(at: clock()))
                    if case .ended = wait { return }
                    guard burst.take(wait, at: clock()) else { continue }
                    let state = events.state()
                    guard state != known else { continue }
                    known = state
                    core.tell()
                }
            }
            self.events = events
        } catch {
            self.events = nil
        }
    }

    deinit { events?.end() }

    /// Whether the system tells it what happens.
    public var isWatching: Bool { events != nil }

    /// The number of times that the network changed.
    public var changes: Int { core.state.withLock { $0.changes } }

    /// Ends the watching for good.
    public func stop() { events?.end() }

    /// Calls a handler after each change, on a thread of the monitor: it must not take long.
    ///
    /// - Returns: what keeps the handler; it is not called any more once that is gone.
    public func whenChanged(_ handler: @escaping @Sendable () -> Void) -> HandlerObservation {
        let number = core.state.withLock { state in
            state.last += 1
            state.handlers[state.last] = handler
            return state.last
        }
        return HandlerObservation { [weak core] in
            _ = core?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }
}

/// Keeps a handler in force: until it is cancelled, or nobody holds this any more.
public final class HandlerObservation: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    /// The handler is not called again, but for a call that is under way.
    public func cancel() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    deinit { cancel() }
}
