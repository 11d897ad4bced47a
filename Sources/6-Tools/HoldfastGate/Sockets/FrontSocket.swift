import HoldfastLibC
import HoldfastTransport
import HoldfastTrust
import Synchronization

/// A TCP socket that does not block: a client's, or that of a server which is not judged.
final class FrontSocket: ByteStream {
    /// Bytes that are read at once.
    private static let pieceLength = 64 << 10

    /// The times that end the connection.
    private struct Limits {
        /// The longest time in which nothing comes, or nothing goes.
        var idle: Duration?
        /// The moment by which what is being done has to be over.
        var deadline: ContinuousClock.Instant?

        /// The moment until which to wait from now on.
        var end: ContinuousClock.Instant? {
            let rest = idle.map { ContinuousClock.now.advanced(by: $0) }
            return rest.map { rest in deadline.map { min($0, rest) } ?? rest } ?? deadline
        }
    }

    private let descriptor: Int32
    private let reactor: Reactor
    private let limits: Mutex<Limits>
    /// The other end of the connection, and this one.
    let peer: Endpoint?
    let own: Endpoint?

    /// Takes over a connected socket; it is closed with the last reference.
    init(adopting descriptor: Int32, in reactor: Reactor, idle: Duration?) throws(GateError) {
        self.descriptor = descriptor
        self.reactor = reactor
        limits = Mutex(Limits(idle: idle))
        peer = SocketAddress.peer(of: descriptor)
        own = SocketAddress.own(of: descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        guard reactor.add(descriptor) else { throw .system(.watch, errno) }
    }

    deinit {
        reactor.remove(descriptor)
        _ = HoldfastLibC.close(descriptor)
    }

    /// Connects to an address.
    ///
    /// - Parameter isHandedThrough: whether it is for somebody who stands behind the gate, which another gate of this
    ///   machine has to know.
    static func connected(
        to endpoint: Endpoint, in reactor: Reactor, within time: Duration, idle: Duration?,
        isHandedThrough: Bool = false
    ) async throws(GateError) -> FrontSocket {
        let family = endpoint.address.bytes.count == 4 ? AF_INET : AF_INET6
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .system(.makeSocket, errno) }
        if isHandedThrough, endpoint.address.isThisMachine,
            !HandedThrough.mark(descriptor, isIPv4: endpoint.address.bytes.count == 4)
        {
            let number = errno
            _ = HoldfastLibC.close(descriptor)
            throw .system(.mark, number)
        }
        let status = unsafe SocketAddress.with(endpoint) { unsafe connect(descriptor, $0, $1) }
        guard status == 0 || errno == EINPROGRESS else {
            let number = errno
            _ = HoldfastLibC.close(descriptor)
            throw .system(.connect("\(endpoint)"), number)
        }
        let made = try FrontSocket(adopting: descriptor, in: reactor, idle: idle)
        let outcome = await reactor.wait(descriptor, for: .writable, until: .now.advanced(by: time))
        guard outcome == .ready else { throw GateError(.timedOut, .notConnected(to: "\(endpoint)")) }
        var (number, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
        guard number == 0 else { throw .system(.connect("\(endpoint)"), number) }
        return made
    }

    /// Sets the longest time in which nothing comes, or nothing goes; nil for none.
    func limitIdle(to time: Duration?) { limits.withLock { $0.idle = time } }

    /// Carries something out that has to be over within a time, however much comes and goes meanwhile: what reads from
    /// this socket or writes to it then throws.
    func within<Result>(
        _ time: Duration, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(GateError) -> Result
    ) async throws(GateError) -> Result {
        limits.withLock { $0.deadline = .now.advanced(by: time) }
        defer { limits.withLock { $0.deadline = nil } }
        return try await body()
    }

    func read() async throws(GateError) -> [UInt8]? {
        while true {
            try checkDeadline()
            let (piece, number) = receive()
            switch number {
            case 0: return piece.isEmpty ? nil : piece
            case EINTR: continue
            case EAGAIN: try await wait(for: .readable)
            default: throw .system(.read, number)
            }
        }
    }

    /// Reads what there is, or gives an error's number.
    ///
    /// It is no part of ``read()``, whose frame would hold the buffer while the connection waits.
    private func receive() -> (piece: [UInt8], number: Int32) {
        var number: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, count in
            let got = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            number = got < 0 ? errno : 0
            count = max(0, got)
        }
        return (piece.trimmed, number)
    }

    func write(_ bytes: [UInt8]) async throws(GateError) {
        var start = 0
        while start < bytes.count {
            try checkDeadline()
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
                return unsafe send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                start += count
            } else if errno == EAGAIN {
                try await wait(for: .writable)
            } else if errno != EINTR {
                throw .system(.write, errno)
            }
        }
    }

    func endWriting() async { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        // The number stays this connection's until the last reference is gone.
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        reactor.end(descriptor)
    }

    /// Throws where the moment has passed by which what is being done has to be over.
    ///
    /// It is looked at before each piece: a peer that always has something ready is never waited for.
    private func checkDeadline() throws(GateError) {
        guard let deadline = limits.withLock({ $0.deadline }), deadline <= .now else { return }
        throw Self.tookTooLong
    }

    private static var tookTooLong: GateError { GateError(.timedOut, .tookTooLong) }

    private func wait(for interest: Reactor.Interest) async throws(GateError) {
        switch await reactor.wait(descriptor, for: interest, until: limits.withLock { $0.end }) {
        case .ready: return
        case .timedOut: throw Self.tookTooLong
        case .closed: throw GateError(.client, .closed)
        }
    }
}
