import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
package import HoldfastX509

/// Connects TCP sockets, any number at a time on one thread, which is there only while there is something to wait for.
package final class SocketConnector: Sendable {
    /// The process's own.
    package static let shared = SocketConnector()

    private typealias Outcome = Result<DialledSocket, ConnectError>

    private struct Waiting {
        let descriptor: Int32
        let endpoint: Endpoint
        let began: ContinuousClock.Instant
        let end: ContinuousClock.Instant
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var waiting: [UInt64: Waiting] = [:]
        var cancelled: Set<UInt64> = []
        var last: UInt64 = 0
        var signal: WakeSignal?
    }

    private let state = Lock(State())

    package init() {}

    /// A connection to an address.
    ///
    /// - Parameter limit: for connecting.
    /// - Throws: ``ConnectError``, soon after the task is cancelled too.
    package func connect(
        to endpoint: Endpoint, within limit: Duration
    ) async throws(ConnectError) -> DialledSocket {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                begin(number, endpoint, limit, continuation)
            }
        } onCancel: {
            cancel(number)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return try outcome.get()
    }

    private func begin(
        _ number: UInt64, _ endpoint: Endpoint, _ limit: Duration, _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        let began = ContinuousClock.now
        let descriptor: Int32
        do throws(SystemError) {
            let owned = try OwnedDescriptor.tcp(for: endpoint.address)
            guard try !owned.connect(to: endpoint) else {
                return continuation.resume(
                    returning: .success(
                        DialledSocket(nil, to: endpoint, resolved: began, began: began, connected: .now)))
            }
            descriptor = owned.release()
        } catch {
            return continuation.resume(returning: .failure(ConnectError(.system(error.number), endpoint)))
        }
        let waiting = Waiting(
            descriptor: descriptor, endpoint: endpoint, began: began, end: began.advanced(by: limit),
            continuation: continuation)
        wait(for: waiting, number)
    }

    private func wait(for waiting: Waiting, _ number: UInt64) {
        let reason: ConnectError.Reason? = state.withLock { state in
            guard state.cancelled.remove(number) == nil else { return .cancelled }
            do throws(TransportError) {
                let signal: WakeSignal
                if let running = state.signal { signal = running } else { signal = try start() }
                state.signal = signal
                state.waiting[number] = waiting
                signal.raise()
                return nil
            } catch {
                return .impossible(error.statement)
            }
        }
        guard let reason else { return }
        close(waiting.descriptor)
        waiting.continuation.resume(returning: .failure(ConnectError(reason, waiting.endpoint)))
    }

    private func start() throws(TransportError) -> WakeSignal {
        let signal = try WakeSignal.make()
        try LoopThread.start { [self] in run(signal) }
        return signal
    }

    private func cancel(_ number: UInt64) {
        let waiting = state.withLock { state in
            guard let waiting = state.waiting.removeValue(forKey: number) else {
                // It has not begun to wait yet.
                state.cancelled.insert(number)
                return nil as Waiting?
            }
            state.signal?.raise()
            return waiting
        }
        guard let waiting else { return }
        // The thread polls a copy: the descriptor may be another's there, which costs one look.
        close(waiting.descriptor)
        waiting.continuation.resume(returning: .failure(ConnectError(.cancelled, waiting.endpoint)))
    }

    /// Waits until nothing is left to wait for.
    private func run(_ signal: WakeSignal) {
        while true {
            signal.lower()
            let waiting = state.withLock { state in
                if state.waiting.isEmpty { state.signal = nil }
                return state.waiting
            }
            guard !waiting.isEmpty else { return }
            var watched = [signal.entry]
            var numbers: [UInt64] = []
            var end = ContinuousClock.Instant.now.advanced(by: .seconds(60))
            for (number, one) in waiting {
                watched.append(pollfd(fd: one.descriptor, events: Int16(POLLOUT), revents: 0))
                numbers.append(number)
                end = min(end, one.end)
            }
            _ = try? Poll.wait(for: &watched, until: .after(ContinuousClock.now.duration(to: end)))
            let now = ContinuousClock.now
            for (index, number) in numbers.enumerated() {
                let isReady = watched[index + 1].revents != 0
                guard isReady || (waiting[number].map { $0.end <= now } ?? false) else { continue }
                finish(number, isReady: isReady, at: now)
            }
        }
    }

    private func finish(_ number: UInt64, isReady: Bool, at now: ContinuousClock.Instant) {
        guard let one = state.withLock({ $0.waiting.removeValue(forKey: number) }) else { return }
        let reason: ConnectError.Reason? =
            isReady ? OwnedDescriptor.connectError(of: one.descriptor).map { .system($0.number) } : .stalled
        if let reason {
            close(one.descriptor)
            return one.continuation.resume(returning: .failure(ConnectError(reason, one.endpoint)))
        }
        one.continuation.resume(
            returning: .success(
                DialledSocket(
                    one.descriptor, to: one.endpoint, resolved: one.began, began: one.began, connected: now)))
    }
}

/// The address of its own that the system would send from.
package enum SourceAddress {
    /// For another address; nil where the system knows no way there. Nothing is sent.
    package static func forSending(to destination: IPAddress) -> IPAddress? {
        guard let socket = try? OwnedDescriptor.socket(for: destination, isStream: false),
            (try? socket.connect(to: Endpoint(destination, port: 9))) == true
        else { return nil }
        return SocketAddress.own(of: socket.number)?.address
    }
}
