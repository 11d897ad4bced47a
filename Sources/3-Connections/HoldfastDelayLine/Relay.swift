import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastSystem
import Synchronization

/// Hands bytes on between connections that come to a socket and a server, on one thread.
final class Relay: @unchecked Sendable {
    /// Connections at a time; one more is reset.
    private static let capacity = 256
    /// Bytes that are read at once, and held of one direction at most.
    private static let portion = 64 << 10

    /// The reason why the newest connection did not reach the server.
    let failure = Mutex<Statement?>(nil)

    private let listener: Listener
    private let server: LocalServer
    private let stopping: WakeSignal
    private var pairs: [Pair] = []

    init(from listener: Listener, to server: LocalServer) throws(DelayLineError) {
        self.listener = listener
        self.server = server
        stopping = try DelayLineError.naming(.noPipe) { () throws(SystemError) in try WakeSignal() }
    }

    func stop() { stopping.raise() }

    func run() {
        defer { for pair in pairs { pair.end(byReset: false) } }
        while true {
            var waited = [stopping.entry, pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)]
            for pair in pairs { waited += [pair.wanted(of: pair.client), pair.wanted(of: pair.server)] }
            guard let isReady = try? Poll.wait(for: &waited) else { return }
            guard isReady else { continue }
            if waited[0].revents != 0 { return }
            for pair in pairs { pair.move(Self.portion) }
            pairs.removeAll(where: \.hasEnded)
            if waited[1].revents != 0 { take() }
        }
    }

    private func take() {
        let client: StreamSocket
        switch listener.accept() {
        case .connection(let next): client = next
        case .exhausted:
            usleep(10_000)
            return
        case .none, .ended: return
        }
        guard pairs.count < Self.capacity else { return client.reset() }
        do throws(DelayLineError) {
            let server = try server.connect()
            failure.withLock { $0 = nil }
            pairs.append(Pair(client, server))
        } catch {
            failure.withLock { $0 = error.statement }
            client.reset()
        }
    }
}

/// A client's connection, and the one to the server that was opened for it.
private final class Pair {
    private struct Direction {
        let from: StreamSocket
        let to: StreamSocket
        var held: [UInt8] = []
        var hasEnded = false
        var hasSaidSo = false

        var isDone: Bool { hasSaidSo }
    }

    let client: StreamSocket
    let server: StreamSocket
    private var up: Direction
    private var down: Direction
    private(set) var hasEnded = false

    init(_ client: StreamSocket, _ server: StreamSocket) {
        (self.client, self.server) = (client, server)
        (up, down) = (Direction(from: client, to: server), Direction(from: server, to: client))
    }

    /// The entry for `poll`; one for no descriptor where nothing is waited for.
    func wanted(of socket: StreamSocket) -> pollfd {
        var events: Int16 = 0
        for direction in [up, down] {
            if direction.from === socket, direction.held.isEmpty, !direction.hasEnded { events |= Int16(POLLIN) }
            if direction.to === socket, !direction.held.isEmpty { events |= Int16(POLLOUT) }
        }
        return pollfd(fd: events == 0 ? -1 : socket.number ?? -1, events: events, revents: 0)
    }

    /// Moves what can be moved without waiting, and ends the pair where either side did.
    func move(_ portion: Int) {
        do throws(SocketError) {
            try Self.move(&up, portion)
            try Self.move(&down, portion)
        } catch {
            return end(byReset: true)
        }
        if up.isDone, down.isDone { end(byReset: false) }
    }

    /// Closes both connections.
    func end(byReset isReset: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        for socket in [client, server] { if isReset { socket.reset() } else { socket.close() } }
    }

    private static func move(_ direction: inout Direction, _ portion: Int) throws(SocketError) {
        if direction.held.isEmpty, !direction.hasEnded, let bytes = try direction.from.receive(atMost: portion) {
            direction.held = bytes
            direction.hasEnded = bytes.isEmpty
        }
        if !direction.held.isEmpty { direction.held.removeFirst(try direction.to.send(direction.held[...])) }
        if direction.hasEnded, direction.held.isEmpty, !direction.hasSaidSo {
            direction.hasSaidSo = true
            direction.to.endWriting()
        }
    }
}
