import HoldfastLibC

/// Accepts connections on an address of this machine and gives each a thread.
///
/// Stopping it interrupts every connection and waits until the last thread has let go.
final class Listener: Sendable {
    private struct State {
        var listening: Int32?
        var isAccepting = false
        var accepted = 0
        var open: [Int: StreamSocket] = [:]
    }

    /// The port that it listens on.
    let port: UInt16
    private let state: Monitor<State>

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - address: Where.
    ///   - port: The port; 0 for one that is free.
    ///   - serve: Runs on a thread of the connection's own, with the socket and the connection's number, counted
    ///     from 1; the socket is closed when it returns.
    init(
        on address: ListeningAddress = .first, port wanted: UInt16,
        serve: @escaping @Sendable (StreamSocket, Int) -> Void
    ) throws(ServingError) {
        let (listening, port) = try Self.listen(on: address, wanted)
        self.port = port
        let state = Monitor(State(listening: listening, isAccepting: true))
        self.state = state
        do throws(ServingError) {
            try ServerThread.start {
                Self.acceptAll(on: listening, state, serve)
                state.change { $0.isAccepting = false }
            }
        } catch {
            _ = close(listening)
            state.change { $0.isAccepting = false }
            throw error
        }
    }

    deinit { stop() }

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
    func stop() {
        let (listening, open) = state.change { state in
            defer { state.listening = nil }
            return (state.listening, Array(state.open.values))
        }
        guard let listening else { return }
        // On Linux this wakes the thread that waits in `poll` or `accept`.
        _ = shutdown(listening, Int32(SHUT_RDWR))
        for socket in open { socket.interrupt() }
        let deadline = Deadline.after(.seconds(10))
        // Only then: until the accepting thread is done, the number must not come to mean another file.
        if state.wait(until: deadline, for: { !$0.isAccepting }) { _ = close(listening) }
        _ = state.wait(until: deadline) { $0.open.isEmpty }
    }

    private static func acceptAll(
        on listening: Int32, _ state: Monitor<State>, _ serve: @escaping @Sendable (StreamSocket, Int) -> Void
    ) {
        while state.read({ $0.listening != nil }) {
            let descriptor = accept(listening, nil, nil)
            guard descriptor >= 0 else {
                // Out of descriptors or memory: others will be given back.
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(10_000) }
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            let socket = StreamSocket(adopting: descriptor)
            let number: Int? = state.change { state in
                guard state.listening != nil else { return nil }
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

    private static func listen(
        on place: ListeningAddress, _ port: UInt16
    ) throws(ServingError) -> (descriptor: Int32, port: UInt16) {
        let operation = ServingOperation.listen(place: place.rawValue, port: port)
        let descriptor = socket(place.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(operation) }
        var on: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var (address, length) = place.socketAddress(port: port)
        let isListening = unsafe withUnsafeMutableBytes(of: &address) { buffer in
            let generic = unsafe buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(descriptor, generic, length) == 0 && HoldfastLibC.listen(descriptor, 512) == 0
                && getsockname(descriptor, generic, &length) == 0
        }
        guard isListening else {
            let error = ServingError.system(operation)
            _ = close(descriptor)
            throw error
        }
        return (descriptor, ListeningAddress.port(of: address))
    }
}
