import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// Accepts connections on an address of this machine and gives each a thread.
///
/// Stopping it interrupts every connection and waits until the last thread has let go.
package final class ThreadedListener: Sendable {
    private struct State {
        var isListening = true
        var isAccepting = true
        var accepted = 0
        var open: [Int: StreamSocket] = [:]
    }

    private let listener: Listener
    private let state: Monitor<State>

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - address: Where.
    ///   - port: The port; 0 for one that is free.
    ///   - serve: Runs on a thread of the connection's own, with the socket and the connection's number, counted
    ///     from 1; the socket is closed when it returns.
    init(
        on address: IPAddress = .loopback, port: UInt16,
        serve: @escaping @Sendable (StreamSocket, Int) -> Void
    ) throws(ServingError) {
        let listener: Listener
        do throws(SystemError) {
            listener = try Listener(on: Endpoint(address, port: port))
        } catch {
            throw .system(.listen(place: "\(address)", port: port), errno: error.number)
        }
        let state = Monitor(State())
        (self.listener, self.state) = (listener, state)
        do throws(ServingError) {
            try ServerThread.start {
                Self.acceptAll(on: listener, state, serve)
                state.change { $0.isAccepting = false }
            }
        } catch {
            state.change { $0.isAccepting = false }
            throw error
        }
    }

    deinit { stop() }

    /// The port that it listens on.
    var port: UInt16 { listener.endpoint.port }

    /// The number of connections that have been accepted so far.
    var accepted: Int { state.read(\.accepted) }

    /// The number of accepted connections that have not ended yet.
    var open: Int { state.read(\.open.count) }

    /// Waits until no connection is open, and says whether that was before the deadline.
    func waitUntilIdle(until deadline: Deadline) -> Bool {
        state.wait(until: deadline) { $0.open.isEmpty }
    }

    /// Interrupts every connection and waits, for ten seconds at most, until their threads are done; it goes on
    /// listening, and counts from the beginning.
    func reset() {
        for socket in state.read({ Array($0.open.values) }) { socket.interrupt() }
        _ = waitUntilIdle(until: .after(.seconds(10)))
        // The numbers of open connections stay theirs.
        state.change { if $0.open.isEmpty { $0.accepted = 0 } }
    }

    /// Stops listening, interrupts every connection and waits, for ten seconds at most, until all threads are done.
    ///
    /// The descriptor is closed when the accepting thread has let go of it, too.
    func stop() {
        let (wasListening, open) = state.change { state in
            defer { state.isListening = false }
            return (state.isListening, Array(state.open.values))
        }
        guard wasListening else { return }
        listener.interrupt()
        for socket in open { socket.interrupt() }
        _ = state.wait(until: .after(.seconds(10))) { !$0.isAccepting && $0.open.isEmpty }
    }

    private static func acceptAll(
        on listener: Listener, _ state: Monitor<State>, _ serve: @escaping @Sendable (StreamSocket, Int) -> Void
    ) {
        while state.read(\.isListening) {
            let socket: StreamSocket
            switch listener.next() {
            case .connection(let next): socket = next
            case .none: continue
            case .exhausted:
                ServerThread.pause(.milliseconds(10))
                continue
            case .ended: return
            }
            let number: Int? = state.change { state in
                guard state.isListening else { return nil }
                state.accepted += 1
                state.open[state.accepted] = socket
                return state.accepted
            }
            guard let number else { return }
            let finish: @Sendable () -> Void = {
                socket.close()
                state.change { _ = $0.open.removeValue(forKey: number) }
            }
            do throws(ServingError) {
                try ServerThread.start {
                    serve(socket, number)
                    finish()
                }
            } catch {
                finish()
            }
        }
    }
}

/// A thread of a server's own, so that a server that blocks never holds up whoever is being tested against it.
package enum ServerThread {
    /// The signals by which a user ends the process belong to the thread that waits for them, and SIGPIPE to nobody.
    private static let signalsOfOthers = [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD]

    /// Holds up the calling thread, which is a connection's own: a slow server.
    package static func pause(_ time: Duration) { usleep(UInt32(clamping: Int64(time / .microseconds(1)))) }

    /// Starts a thread that runs `body` and ends.
    ///
    /// Nobody joins it: what has to be waited for is counted in a ``Monitor``.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ServingError) {
        do throws(SystemError) {
            try SystemThread.start(blocking: signalsOfOthers, body)
        } catch {
            throw .system(.startThread, errno: error.number)
        }
    }
}
