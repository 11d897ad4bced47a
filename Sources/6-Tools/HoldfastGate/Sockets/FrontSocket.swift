import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509
import Synchronization

/// A TCP socket that does not block: a client's, or that of a server which is not judged.
final class FrontSocket: ByteStream {
    /// Bytes that are read at once.
    private static let pieceLength = 64 << 10

    /// The times that end the connection.
    private struct Limits {
        /// The longest time in which nothing comes, or nothing goes.
        var idle: Duration?
        /// The end of what is being done.
        var deadline = Deadline.never

        /// The end of a wait that begins now.
        var end: Deadline { min(deadline, idle.map(Deadline.after) ?? .never) }
    }

    private let socket: StreamSocket
    private let descriptor: Int32
    private let reactor: Reactor
    private let limits: Mutex<Limits>
    /// The other end of the connection, and this one.
    let peer: Endpoint?
    let own: Endpoint?

    /// Takes over a connected socket; it is closed with the last reference.
    init(adopting socket: StreamSocket, in reactor: Reactor, idle: Duration?) throws(GateError) {
        self.socket = socket
        descriptor = socket.number ?? -1
        self.reactor = reactor
        limits = Mutex(Limits(idle: idle))
        (peer, own) = (socket.peer?.unmapped, socket.own?.unmapped)
        guard reactor.add(descriptor) else { throw .system(.watch, errno) }
    }

    deinit { reactor.remove(descriptor) }

    /// Connects to an address.
    ///
    /// - Parameter isHandedThrough: whether it is for somebody who stands behind the gate, which another gate of this
    ///   machine has to know.
    static func connected(
        to endpoint: Endpoint, in reactor: Reactor, within time: Duration, idle: Duration?,
        isHandedThrough: Bool = false
    ) async throws(GateError) -> FrontSocket {
        let made = try FrontSocket(
            adopting: connecting(to: endpoint, isHandedThrough: isHandedThrough), in: reactor, idle: idle)
        let outcome = await reactor.wait(made.descriptor, for: .writable, until: .after(time))
        guard outcome == .ready else { throw GateError(.timedOut, .notConnected(to: "\(endpoint)")) }
        if let number = made.socket.connectError { throw .system(.connect("\(endpoint)"), number) }
        return made
    }

    /// A socket that begins to connect.
    private static func connecting(to endpoint: Endpoint, isHandedThrough: Bool) throws(GateError) -> StreamSocket {
        var operation = GateOperation.makeSocket
        do throws(SystemError) {
            let owned = try OwnedDescriptor.tcp(for: endpoint.address)
            operation = .mark
            if isHandedThrough, endpoint.address.isThisMachine {
                try HandedThrough.mark(owned.number, isIPv4: endpoint.address.isIPv4)
            }
            operation = .connect("\(endpoint)")
            _ = try owned.connect(to: endpoint)
            return StreamSocket(adopting: owned)
        } catch {
            throw .system(operation, error.number)
        }
    }

    /// Sets the longest time in which nothing comes, or nothing goes; nil for none.
    func limitIdle(to time: Duration?) { limits.withLock { $0.idle = time } }

    /// Carries something out that has to be over within a time, however much comes and goes meanwhile: what reads from
    /// this socket or writes to it then throws.
    func within<Result>(
        _ time: Duration, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(GateError) -> Result
    ) async throws(GateError) -> Result {
        limits.withLock { $0.deadline = .after(time) }
        defer { limits.withLock { $0.deadline = .never } }
        return try await body()
    }

    func read() async throws(GateError) -> [UInt8]? {
        while true {
            try checkDeadline()
            if let piece = try receive() { return piece.isEmpty ? nil : piece }
            try await wait(for: .readable)
        }
    }

    /// Reads what there is; nil where there is nothing yet.
    ///
    /// It is no part of ``read()``, whose frame would hold the buffer while the connection waits.
    private func receive() throws(GateError) -> [UInt8]? {
        do throws(SocketError) {
            return try socket.receive(atMost: Self.pieceLength)?.trimmed
        } catch {
            throw GateError(error, .read)
        }
    }

    func write(_ bytes: [UInt8]) async throws(GateError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try checkDeadline()
            let sent: Int
            do throws(SocketError) { sent = try socket.send(rest) } catch { throw GateError(error, .write) }
            rest = rest.dropFirst(sent)
            if sent == 0 { try await wait(for: .writable) }
        }
    }

    func endWriting() async { socket.endWriting() }

    func close() {
        // The number stays this connection's until the last reference is gone.
        socket.interrupt()
        reactor.end(descriptor)
    }

    /// Throws where the moment has passed by which what is being done has to be over.
    ///
    /// It is looked at before each piece: a peer that always has something ready is never waited for.
    private func checkDeadline() throws(GateError) {
        if limits.withLock({ $0.deadline }).hasPassed { throw Self.tookTooLong }
    }

    private static var tookTooLong: GateError { GateError(.timedOut, .tookTooLong) }

    private func wait(for readiness: StreamSocket.Readiness) async throws(GateError) {
        switch await reactor.wait(descriptor, for: readiness, until: limits.withLock { $0.end }) {
        case .ready: return
        case .timedOut: throw Self.tookTooLong
        case .closed: throw GateError(.client, .closed)
        }
    }
}
