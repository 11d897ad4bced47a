import HoldfastLibC
import Synchronization

/// One connected TCP socket and the one owner of its descriptor.
///
/// One thread reads and writes; any other may interrupt it. The descriptor does not block: every wait is a `poll`
/// with a deadline.
final class StreamSocket: Sendable {
    /// The state to wait for.
    enum Readiness { case readable, writable }

    private let descriptor: Mutex<Int32?>

    /// Takes over a connected, non-blocking descriptor.
    init(adopting descriptor: Int32) {
        self.descriptor = Mutex(descriptor)
        // A test server answers in small writes; Nagle's algorithm would add 40 ms to each.
        var on: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close() }

    /// The descriptor, for libssl to read and write on; nil once closed.
    var rawDescriptor: Int32? { descriptor.withLock { $0 } }

    /// Waits until the socket is ready.
    func wait(for readiness: Readiness, until deadline: Deadline) throws(ServingError) {
        let operation: ServingOperation = readiness == .readable ? .read : .write
        let events = Int16(readiness == .readable ? POLLIN : POLLOUT)
        while true {
            try deadline.check(operation)
            guard let number = rawDescriptor else { throw ServingError(operation, .closed) }
            var entry = pollfd(fd: number, events: events, revents: 0)
            let ready = unsafe poll(&entry, 1, deadline.pollMilliseconds)
            if ready > 0 { return }
            if ready < 0 && errno != EINTR { throw .system(operation) }
        }
    }

    /// Reads what has come, at most `count` bytes; nothing at the end of the stream.
    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8] {
        while true {
            try deadline.check(.read)
            if let bytes = try receive(atMost: count) { return bytes }
            try wait(for: .readable, until: deadline)
        }
    }

    /// Reads what has come without waiting; nil where nothing has.
    func receive(atMost count: Int) throws(ServingError) -> [UInt8]? {
        guard let number = rawDescriptor else { throw ServingError(.read, .closed) }
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            let got = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
            failure = got < 0 ? errno : 0
            length = max(0, got)
        }
        switch failure {
        case 0: return bytes
        case EAGAIN, EWOULDBLOCK, EINTR: return nil
        case ECONNRESET: throw ServingError(.read, .closed)
        default: throw .system(.read, errno: failure)
        }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try deadline.check(.write)
            guard let number = rawDescriptor else { throw ServingError(.write, .closed) }
            let sent = unsafe rest.withUnsafeBytes { buffer in
                unsafe send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            if sent >= 0 {
                rest = rest.dropFirst(sent)
            } else if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR {
                try wait(for: .writable, until: deadline)
            } else if errno == EPIPE || errno == ECONNRESET {
                throw ServingError(.write, .closed)
            } else {
                throw .system(.write)
            }
        }
    }

    /// Says that nothing more will be sent.
    func endWriting() {
        descriptor.withLock { if let number = $0 { _ = shutdown(number, Int32(SHUT_WR)) } }
    }

    /// Ends both directions, which wakes the thread that waits on this socket.
    func interrupt() {
        descriptor.withLock { if let number = $0 { _ = shutdown(number, Int32(SHUT_RDWR)) } }
    }

    /// Closes the descriptor; later calls do nothing.
    func close() {
        descriptor.withLock { number in
            if let open = number {
                // A child process that was started meanwhile may hold the descriptor too; the client shall see the end.
                _ = shutdown(open, Int32(SHUT_RDWR))
                _ = HoldfastLibC.close(open)
            }
            number = nil
        }
    }
}
