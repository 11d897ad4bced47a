import CGlibcShims
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import Synchronization

/// Waits for many sockets on one thread, and lets the tasks go on whose socket is ready.
///
/// A socket is watched for one event at a time and only while a task waits for it (`EPOLLONESHOT`): a client that sends
/// faster than its bytes are wanted costs nothing.
final class Reactor: Sendable {
    /// The ends of a wait.
    enum Outcome: Hashable, Sendable {
        case ready
        case timedOut
        /// Nobody waits for the socket any more: it was closed, or the task was cancelled.
        case closed
    }

    private typealias Waiter = CheckedContinuation<Outcome, Never>

    private struct Watch {
        var waiters: [StreamSocket.Readiness: (waiter: Waiter, end: Deadline)] = [:]
        var isClosed = false
    }

    private struct State {
        var watches: [Int32: Watch] = [:]
        var isStopped = false
    }

    /// The longest time for which a wait that has ended is not noticed.
    private static let tick: Int32 = 250
    private let epoll: OwnedDescriptor
    private let wake: WakeSignal
    private let state = Mutex(State())

    init() throws(GateError) {
        do throws(SystemError) {
            epoll = try OwnedDescriptor(made: epoll_create1(Int32(EPOLL_CLOEXEC)))
            wake = try WakeSignal()
            guard control(EPOLL_CTL_ADD, wake.descriptor, EPOLLIN.rawValue) else { throw SystemError(errno) }
            try SystemThread.start { [weak self] in
                // The thread ends with the reactor: it holds it for the length of a turn.
                while let reactor = self, reactor.turn() {}
            }
        } catch {
            throw .system(.wait, error.number)
        }
    }

    /// Takes a socket up; it has to be non-blocking.
    func add(_ descriptor: Int32) -> Bool {
        state.withLock { state in
            // An end that nobody waits for is told once, and not for ever.
            guard !state.isStopped, control(EPOLL_CTL_ADD, descriptor, EPOLLONESHOT.rawValue) else { return false }
            state.watches[descriptor] = Watch()
            return true
        }
    }

    /// Lets whoever waits for a socket go on, and nobody wait for it again.
    func end(_ descriptor: Int32) {
        let waiters = state.withLock { state in
            state.watches[descriptor]?.isClosed = true
            let waiters = state.watches[descriptor]?.waiters.values.map(\.waiter) ?? []
            state.watches[descriptor]?.waiters = [:]
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: .closed) }
    }

    /// Forgets a socket that is about to be closed.
    func remove(_ descriptor: Int32) {
        end(descriptor)
        state.withLock { state in
            _ = control(EPOLL_CTL_DEL, descriptor, 0)
            state.watches[descriptor] = nil
        }
    }

    /// Waits until a socket is ready.
    func wait(_ descriptor: Int32, for interest: StreamSocket.Readiness, until end: Deadline) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isWaiting = state.withLock { state in
                    guard !state.isStopped, !Task.isCancelled, let watch = state.watches[descriptor], !watch.isClosed,
                        watch.waiters[interest] == nil
                    else { return false }
                    state.watches[descriptor]?.waiters[interest] = (waiter, end)
                    return arm(descriptor, state)
                }
                if !isWaiting {
                    let isMine = state.withLock { $0.watches[descriptor]?.isClosed == false }
                    if isMine, Task.isCancelled { self.end(descriptor) }
                    waiter.resume(returning: .closed)
                }
            }
        } onCancel: {
            self.end(descriptor)
        }
    }

    /// Ends the thread; whoever waits goes on.
    func stop() {
        let descriptors = state.withLock { state in
            state.isStopped = true
            return Array(state.watches.keys)
        }
        for descriptor in descriptors { end(descriptor) }
        wake.raise()
    }

    /// Watches a socket for all that is waited for.
    private func arm(_ descriptor: Int32, _ state: State) -> Bool {
        var events: UInt32 = EPOLLONESHOT.rawValue
        for interest in state.watches[descriptor]?.waiters.keys ?? [:].keys {
            events |= interest == .readable ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : EPOLLOUT.rawValue
        }
        return control(EPOLL_CTL_MOD, descriptor, events)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) -> Bool {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.fd = descriptor
        return unsafe epoll_ctl(epoll.number, operation, descriptor, &event) == 0
    }

    /// Waits once; false where the thread is to end.
    private func turn() -> Bool {
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
        let count = unsafe epoll_wait(epoll.number, &events, Int32(events.count), Self.tick)
        guard count >= 0 || errno == EINTR else { return false }
        let ready = unsafe events.prefix(Int(max(0, count))).map { unsafe ($0.data.fd, $0.events) }
        let now = ContinuousClock.now
        let (waiters, isStopped) = state.withLock { state -> ([(Waiter, Outcome)], Bool) in
            var waiters: [(Waiter, Outcome)] = []
            for (descriptor, events) in ready {
                let isBroken = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
                if isBroken || events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 {
                    take(.readable, descriptor, &state).map { waiters.append(($0, .ready)) }
                }
                if isBroken || events & EPOLLOUT.rawValue != 0 {
                    take(.writable, descriptor, &state).map { waiters.append(($0, .ready)) }
                }
                if state.watches[descriptor]?.waiters.isEmpty == false { _ = arm(descriptor, state) }
            }
            for (descriptor, watch) in state.watches {
                for (interest, wait) in watch.waiters where wait.end.hasPassed(at: now) {
                    take(interest, descriptor, &state).map { waiters.append(($0, .timedOut)) }
                }
            }
            return (waiters, state.isStopped)
        }
        for (waiter, outcome) in waiters { waiter.resume(returning: outcome) }
        return !isStopped
    }

    private func take(_ interest: StreamSocket.Readiness, _ descriptor: Int32, _ state: inout State) -> Waiter? {
        state.watches[descriptor]?.waiters.removeValue(forKey: interest)?.waiter
    }
}
