import HoldfastLibC
import HoldfastTrust

/// A TCP connection of a trace, and the one owner of its descriptor; it never blocks without a limit.
final class TraceSocket {
    private let descriptor: Int32
    private let limits: WaitLimits

    /// Takes over a descriptor that does not block.
    init(adopting descriptor: Int32, _ limits: WaitLimits) {
        self.descriptor = descriptor
        self.limits = limits
    }

    deinit { close(descriptor) }

    /// Connects; ends when the TCP handshake is done.
    static func connect(to address: IPAddress, port: UInt16, _ limits: WaitLimits) throws(TraceSocketError)
        -> TraceSocket
    {
        let family = address.bytes.count == 4 ? AF_INET : AF_INET6
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = HoldfastLibC.socket(family, flags, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        let socket = TraceSocket(adopting: descriptor, limits)
        var on: Int32 = 1
        // Nagle's algorithm would hold small writes back, and be measured.
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var (storage, length) = SocketAddress.make(address, port: port)
        let code = unsafe withUnsafePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe HoldfastLibC.connect(descriptor, $0, length)
            }
        }
        if code == 0 { return socket }
        guard errno == EINPROGRESS || errno == EINTR else { throw .system(errno) }
        try limits.wait(descriptor, for: Int16(POLLOUT), atMost: limits.idle)
        var error: Int32 = 0
        length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else { throw .system(errno) }
        guard error == 0 else { throw .system(error) }
        return socket
    }

    /// Reads at most `count` bytes; nothing at the end of the stream.
    ///
    /// - Parameter moment: the time of the trace's clock until which it waits; nil for the trace's limit.
    func read(atMost count: Int, until moment: Duration? = nil) throws(TraceSocketError) -> [UInt8] {
        while true {
            try limits.check()
            var failure: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
                let got = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
                failure = got < 0 ? errno : 0
                length = max(0, got)
            }
            switch failure {
            case 0: return bytes
            case EAGAIN, EINTR:
                let wait = moment.map { $0 - limits.clock.elapsed } ?? limits.idle
                try limits.wait(descriptor, for: Int16(POLLIN), atMost: wait)
            case ECONNRESET: throw .reset
            default: throw .system(failure)
            }
        }
    }

    /// Whether there is something to read already, or the end of the stream.
    var hasInput: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, 0) > 0
    }

    func write(_ bytes: [UInt8]) throws(TraceSocketError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try limits.check()
            let sent = unsafe rest.withUnsafeBytes { buffer in
                unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            if sent >= 0 {
                rest = rest.dropFirst(sent)
                continue
            }
            switch errno {
            case EAGAIN, EINTR: try limits.wait(descriptor, for: Int16(POLLOUT), atMost: limits.idle)
            case EPIPE, ECONNRESET: throw .reset
            default: throw .system(errno)
            }
        }
    }

    /// Whether a time of the trace's clock has passed.
    func isPast(_ moment: Duration) -> Bool { limits.clock.elapsed >= moment }

    /// Says that nothing more will be sent (FIN).
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Facts

    /// The address at the other end, from the socket itself.
    var peerAddress: IPAddress? { unsafe SocketAddress.end(of: descriptor, getpeername)?.address }
    var localPort: UInt16? { unsafe SocketAddress.end(of: descriptor, getsockname)?.port }

    /// `tcpi_rtt`: the kernel's smoothed round-trip time.
    var kernelRoundTrip: Duration? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, info.tcpi_rtt > 0 else {
            return nil
        }
        return .microseconds(Int64(info.tcpi_rtt))
    }
}

/// The reason why waiting or moving bytes ended.
enum TraceSocketError: Error {
    /// The time for the whole trace is over.
    case timedOut
    /// Nothing came for as long as may be.
    case idle
    case cancelled
    /// The peer broke off (RST).
    case reset
    case system(Int32)
}

/// Limits of how long a trace may wait, and what ends it before.
struct WaitLimits: Sendable {
    let clock: TraceClock
    /// The end of the whole trace.
    let end: Duration
    /// The longest without anything happening.
    let idle: Duration
    let cancel: CancelSignal

    /// Throws where the trace's time is over, or it was cancelled.
    ///
    /// It is looked at before each piece: a peer that always has something ready is never waited for.
    func check() throws(TraceSocketError) {
        guard clock.elapsed < end else { throw .timedOut }
        var watched = pollfd(fd: cancel.descriptor, events: Int16(POLLIN), revents: 0)
        if unsafe poll(&watched, 1, 0) > 0 { throw .cancelled }
    }

    /// Waits until the descriptor is ready.
    func wait(_ descriptor: Int32, for events: Int16, atMost limit: Duration) throws(TraceSocketError) {
        let began = clock.elapsed
        while true {
            let now = clock.elapsed
            let left = min(end - now, limit - (now - began))
            guard left > .zero else { throw now >= end ? .timedOut : .idle }
            // Rounded up, so that it does not look in vain; at most a minute, so that it always looks again.
            let milliseconds = Int32(min((left / .milliseconds(1)).rounded(.up), 60_000))
            var watched = [
                pollfd(fd: descriptor, events: events, revents: 0),
                pollfd(fd: cancel.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = unsafe poll(&watched, 2, milliseconds)
            if ready < 0, errno != EINTR { throw .system(errno) }
            if watched[1].revents != 0 { throw .cancelled }
            if ready > 0, watched[0].revents != 0 { return }
        }
    }
}
