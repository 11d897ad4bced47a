import HoldfastFiles
package import HoldfastLibC
package import HoldfastStatements
package import HoldfastX509
import Synchronization

/// The reason why waiting for a socket, or moving bytes, ended.
package enum SocketError: Error, Hashable, Sendable {
    /// The deadline has passed.
    case timedOut
    /// The socket was closed here.
    case closed
    /// The system's `errno`.
    case system(Int32)

    /// Whether the peer broke off (RST), or takes no more.
    package var isReset: Bool { self == .system(ECONNRESET) || self == .system(EPIPE) }
}

extension SocketError: Sentence {
    package static let topic = "socket"

    package var words: LocalizedText {
        switch self {
        case .timedOut: LocalizedText("timed out", "超时")
        case .closed: LocalizedText("closed", "已关闭")
        case .system(let number): SystemError(number).statement.words
        }
    }
}

/// A connected TCP socket and the one owner of its descriptor.
///
/// One thread reads and one writes at a time; any other may interrupt them. The descriptor does not block: every wait
/// is a `poll` with a deadline, or the caller's own.
package final class StreamSocket: Sendable {
    /// The state to wait for.
    package enum Readiness: Hashable, Sendable {
        case readable, writable

        /// As `poll` takes it.
        package var events: Int16 { self == .readable ? Int16(POLLIN) : Int16(POLLOUT) }
    }

    private let descriptor: Mutex<Int32?>

    /// Takes over a socket that is connected, or connecting.
    package init(adopting owned: consuming OwnedDescriptor) {
        owned.setCloseOnExec()
        owned.setNonBlocking()
        // Small writes go out at once: Nagle's algorithm would hold each back for 40 ms, and be measured.
        OwnedDescriptor.set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1, on: owned.number)
        descriptor = Mutex(owned.release())
    }

    package convenience init(adopting number: Int32) { self.init(adopting: OwnedDescriptor(number)) }

    /// Connects.
    ///
    /// - Parameter deadline: the end of waiting until the handshake of TCP is done.
    package static func connected(to endpoint: Endpoint, until deadline: Deadline) throws(SocketError) -> StreamSocket {
        let socket: StreamSocket
        let isConnected: Bool
        do throws(SystemError) {
            let owned = try OwnedDescriptor.tcp(for: endpoint.address)
            isConnected = try owned.connect(to: endpoint)
            socket = StreamSocket(adopting: owned)
        } catch {
            throw .system(error.number)
        }
        if isConnected { return socket }
        try socket.poll(for: .writable, until: deadline)
        if let error = socket.connectError { throw .system(error) }
        return socket
    }

    deinit { close() }

    /// The descriptor; nil once closed.
    package var number: Int32? { descriptor.withLock { $0 } }

    /// The error number by which connecting failed; nil where it did not.
    package var connectError: Int32? { number.flatMap { OwnedDescriptor.connectError(of: $0)?.number } }

    /// The other end of the connection, and this one.
    package var peer: Endpoint? { number.flatMap(SocketAddress.peer) }
    package var own: Endpoint? { number.flatMap(SocketAddress.own) }

    /// The entry for `poll`; one for no descriptor once it is closed.
    package func entry(for readiness: Readiness) -> pollfd {
        number.map { pollfd(fd: $0, events: readiness.events, revents: 0) } ?? Poll.nothing
    }

    // MARK: Without waiting

    /// Whether there is something to read already, or the end of the stream.
    package var isReadable: Bool {
        var watched = entry(for: .readable)
        return unsafe HoldfastLibC.poll(&watched, 1, 0) > 0
    }

    /// Reads what has come, at most `count` bytes: none at the end of the stream, nil where nothing has come.
    package func receive(atMost count: Int) throws(SocketError) -> [UInt8]? {
        guard let number else { throw .closed }
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            var got = -1
            repeat { got = unsafe recv(number, buffer.baseAddress, buffer.count, 0) } while got < 0 && errno == EINTR
            failure = got < 0 ? errno : 0
            length = max(0, got)
        }
        switch failure {
        case 0: return bytes
        case EAGAIN, EWOULDBLOCK: return nil
        default: throw .system(failure)
        }
    }

    /// Reads what has come into memory at hand: 0 at the end of the stream, nil where nothing has come.
    @unsafe package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        guard let number else { throw .closed }
        var count = -1
        repeat {
            count = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
        } while count < 0 && errno == EINTR
        guard count < 0 else { return count }
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .system(errno) }
        return nil
    }

    /// Writes as much as goes; 0 where nothing does.
    package func send(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
        guard let number else { throw .closed }
        while true {
            let sent = unsafe bytes.withUnsafeBytes { buffer in
                unsafe HoldfastLibC.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            if sent >= 0 { return sent }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return 0
            default: throw .system(errno)
            }
        }
    }

    // MARK: Until a deadline

    /// Waits until the socket is ready.
    package func poll(for readiness: Readiness, until deadline: Deadline) throws(SocketError) {
        while true {
            guard !deadline.hasPassed else { throw .timedOut }
            guard number != nil else { throw .closed }
            var entries = [entry(for: readiness)]
            do throws(SystemError) {
                if try Poll.wait(for: &entries, until: deadline) { return }
            } catch {
                throw .system(error.number)
            }
        }
    }

    /// Reads what comes, at most `count` bytes; nothing at the end of the stream.
    ///
    /// The deadline is looked at before each piece: a peer that always has something ready is never waited for.
    package func receive(atMost count: Int, until deadline: Deadline) throws(SocketError) -> [UInt8] {
        while true {
            guard !deadline.hasPassed else { throw .timedOut }
            if let bytes = try receive(atMost: count) { return bytes }
            try poll(for: .readable, until: deadline)
        }
    }

    /// Writes all of the bytes.
    package func send(_ bytes: [UInt8], until deadline: Deadline) throws(SocketError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard !deadline.hasPassed else { throw .timedOut }
            let sent = try send(rest)
            rest = rest.dropFirst(sent)
            if sent == 0 { try poll(for: .writable, until: deadline) }
        }
    }

    // MARK: The end

    /// Says that nothing more will be sent (FIN).
    package func endWriting() { shutDown(Int32(SHUT_WR)) }

    /// Ends both directions, which wakes whoever waits on this socket; the number stays its own.
    package func interrupt() { shutDown(Int32(SHUT_RDWR)) }

    private func shutDown(_ direction: Int32) {
        descriptor.withLock { if let number = $0 { _ = shutdown(number, direction) } }
    }

    /// Closes the descriptor; later calls do nothing.
    package func close() { end { _ = shutdown($0, Int32(SHUT_RDWR)) } }

    /// Closes the connection by a reset (RFC 9293 §3.10.4: what socket(7) does with a linger of 0).
    package func reset() {
        end { number in
            var now = linger(l_onoff: 1, l_linger: 0)
            _ = unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// Closes the descriptor after something else; a child process that was started meanwhile may hold it too, and the
    /// peer shall see the end.
    private func end(_ before: (Int32) -> Void) {
        descriptor.withLock { number in
            if let open = number {
                before(open)
                _ = HoldfastLibC.close(open)
            }
            number = nil
        }
    }
}
