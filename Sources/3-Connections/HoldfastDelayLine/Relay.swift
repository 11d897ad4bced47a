import CGlibcShims
import HoldfastLibC
import HoldfastStatements
import Synchronization

/// Hands bytes on between connections that come to a socket and a server, on one thread.
final class Relay: @unchecked Sendable {
    /// Connections at a time; one more is reset.
    private static let capacity = 256
    /// Bytes that are read at once, and held of one direction at most.
    private static let portion = 64 << 10

    /// The reason why the newest connection did not reach the server.
    let failure = Mutex<Statement?>(nil)

    private let listener: Int32
    private let server: LocalServer
    // Closing the writing end stops the thread.
    private let stopping: (read: Int32, write: Int32)
    private var pairs: [Pair] = []

    /// Takes over a listening socket that does not block.
    init(from listener: Int32, to server: LocalServer) throws(DelayLineError) {
        self.listener = listener
        self.server = server
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            let error = DelayLineError.system(.noPipe)
            close(listener)
            throw error
        }
        stopping = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(stopping.read)
        close(listener)
    }

    /// Called once.
    func stop() { close(stopping.write) }

    func run() {
        defer { for pair in pairs { pair.end(byReset: false) } }
        while true {
            var waited = [
                pollfd(fd: stopping.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            ]
            for pair in pairs { waited += [pair.wanted(of: pair.client), pair.wanted(of: pair.server)] }
            let ready = unsafe poll(&waited, nfds_t(waited.count), -1)
            if ready < 0 && errno != EINTR { return }
            guard ready > 0 else { continue }
            if waited[0].revents != 0 { return }
            for pair in pairs { pair.move(Self.portion) }
            pairs.removeAll(where: \.hasEnded)
            if waited[1].revents != 0 { take() }
        }
    }

    private func take() {
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
            // Out of descriptors: others will be given back.
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(10_000) }
            return
        }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard pairs.count < Self.capacity else { return Pair.reset(client) }
        do throws(DelayLineError) {
            let server = try server.connect()
            failure.withLock { $0 = nil }
            pairs.append(Pair(client, server))
        } catch {
            failure.withLock { $0 = error.statement }
            Pair.reset(client)
        }
    }
}

/// A client's connection, and the one to the server that was opened for it.
private final class Pair {
    private struct Direction {
        let from: Int32
        let to: Int32
        var held: [UInt8] = []
        var hasEnded = false
        var hasSaidSo = false

        var isDone: Bool { hasSaidSo }
    }

    let client: Int32
    let server: Int32
    private var up: Direction
    private var down: Direction
    private(set) var hasEnded = false

    init(_ client: Int32, _ server: Int32) {
        (self.client, self.server) = (client, server)
        (up, down) = (Direction(from: client, to: server), Direction(from: server, to: client))
        for descriptor in [client, server] {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            // Nagle's algorithm would hold small records back, and be measured.
            var on: Int32 = 1
            _ = unsafe setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// The entry for `poll`; a negative descriptor where nothing is waited for.
    func wanted(of descriptor: Int32) -> pollfd {
        var events: Int16 = 0
        for direction in [up, down] {
            if direction.from == descriptor, direction.held.isEmpty, !direction.hasEnded { events |= Int16(POLLIN) }
            if direction.to == descriptor, !direction.held.isEmpty { events |= Int16(POLLOUT) }
        }
        return pollfd(fd: events == 0 ? -1 : descriptor, events: events, revents: 0)
    }

    /// Moves what can be moved without waiting, and ends the pair where either side did.
    func move(_ portion: Int) {
        guard Self.move(&up, portion), Self.move(&down, portion) else { return end(byReset: true) }
        if up.isDone, down.isDone { end(byReset: false) }
    }

    /// Closes both connections.
    func end(byReset isReset: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        for descriptor in [client, server] {
            if isReset { Self.reset(descriptor) } else { close(descriptor) }
        }
    }

    /// Closes a connection by a reset (RFC 9293 §3.10.4: what socket(7) does with a linger of 0).
    static func reset(_ descriptor: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    /// False where the connection broke.
    private static func move(_ direction: inout Direction, _ portion: Int) -> Bool {
        if direction.held.isEmpty, !direction.hasEnded {
            var buffer = [UInt8](repeating: 0, count: portion)
            let size = unsafe recv(direction.from, &buffer, buffer.count, 0)
            if size > 0 { direction.held = Array(buffer[..<size]) }
            if size == 0 { direction.hasEnded = true }
            if size < 0, ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return false }
        }
        if !direction.held.isEmpty {
            let size = unsafe send(direction.to, direction.held, direction.held.count, Int32(MSG_NOSIGNAL))
            if size > 0 { direction.held.removeFirst(size) }
            if size < 0, ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return false }
        }
        if direction.hasEnded, direction.held.isEmpty, !direction.hasSaidSo {
            direction.hasSaidSo = true
            _ = shutdown(direction.to, Int32(SHUT_WR))
        }
        return true
    }
}
