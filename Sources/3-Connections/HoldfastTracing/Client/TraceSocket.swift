import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// A TCP connection of a trace; it never blocks without a limit.
final class TraceSocket {
    private let socket: StreamSocket
    private let limits: WaitLimits

    init(adopting socket: StreamSocket, _ limits: WaitLimits) {
        self.socket = socket
        self.limits = limits
    }

    /// Connects; ends when the TCP handshake is done.
    static func connect(to address: IPAddress, port: UInt16, _ limits: WaitLimits) throws(TraceSocketError)
        -> TraceSocket
    {
        let socket: StreamSocket
        let isConnected: Bool
        do throws(SystemError) {
            let owned = try OwnedDescriptor.tcp(for: address)
            isConnected = try owned.connect(to: Endpoint(address, port: port))
            socket = StreamSocket(adopting: owned)
        } catch {
            throw .system(error.number)
        }
        if isConnected { return TraceSocket(adopting: socket, limits) }
        try limits.wait(for: socket.entry(for: .writable), atMost: limits.idle)
        if let error = socket.connectError { throw .system(error) }
        return TraceSocket(adopting: socket, limits)
    }

    /// Reads at most `count` bytes; nothing at the end of the stream.
    ///
    /// - Parameter moment: the time of the trace's clock until which it waits; nil for the trace's limit.
    func read(atMost count: Int, until moment: Duration? = nil) throws(TraceSocketError) -> [UInt8] {
        while true {
            try limits.check()
            let bytes: [UInt8]?
            do throws(SocketError) { bytes = try socket.receive(atMost: count) } catch { throw TraceSocketError(error) }
            if let bytes { return bytes }
            try limits.wait(
                for: socket.entry(for: .readable), atMost: moment.map { $0 - limits.clock.elapsed } ?? limits.idle)
        }
    }

    /// Whether there is something to read already, or the end of the stream.
    var hasInput: Bool { socket.isReadable }

    func write(_ bytes: [UInt8]) throws(TraceSocketError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try limits.check()
            let sent: Int
            do throws(SocketError) { sent = try socket.send(rest) } catch { throw TraceSocketError(error) }
            rest = rest.dropFirst(sent)
            if sent == 0 { try limits.wait(for: socket.entry(for: .writable), atMost: limits.idle) }
        }
    }

    /// Whether a time of the trace's clock has passed.
    func isPast(_ moment: Duration) -> Bool { limits.clock.elapsed >= moment }

    /// Says that nothing more will be sent (FIN).
    func endWriting() { socket.endWriting() }

    // MARK: Facts

    /// The address at the other end, from the socket itself.
    var peerAddress: IPAddress? { socket.peer?.address }
    var localPort: UInt16? { socket.own?.port }

    /// `tcpi_rtt`: the kernel's smoothed round-trip time.
    var kernelRoundTrip: Duration? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard let number = socket.number,
            unsafe getsockopt(number, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, info.tcpi_rtt > 0
        else { return nil }
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

    init(_ error: SocketError) {
        switch error {
        case .timedOut: self = .timedOut
        case .closed: self = .reset
        case .system where error.isReset: self = .reset
        case .system(let number): self = .system(number)
        }
    }
}

/// The time from the beginning of a trace on, on a clock that is never set.
struct TraceClock: Sendable {
    private let start = ContinuousClock.now

    /// Since the beginning.
    var elapsed: Duration { start.duration(to: .now) }
}

/// Limits of how long a trace may wait, and what ends it before.
struct WaitLimits: Sendable {
    let clock: TraceClock
    /// The end of the whole trace.
    let end: Duration
    /// The longest without anything happening.
    let idle: Duration
    /// Nil where no descriptor was left for it: then nothing is ended before its time.
    let cancel: WakeSignal?

    /// Throws where the trace's time is over, or it was cancelled.
    ///
    /// It is looked at before each piece: a peer that always has something ready is never waited for.
    func check() throws(TraceSocketError) {
        guard clock.elapsed < end else { throw .timedOut }
        if cancel?.isRaised == true { throw .cancelled }
    }

    /// The limits with an end that is so much later.
    func later(by time: Duration) -> WaitLimits {
        WaitLimits(clock: clock, end: end + time, idle: idle, cancel: cancel)
    }

    /// Waits for some time, or until the trace is cancelled.
    func pause(for time: Duration) {
        var watched = [cancel?.entry ?? Poll.nothing]
        _ = try? Poll.wait(for: &watched, until: .after(time))
    }

    /// Waits until a descriptor is ready.
    func wait(for entry: pollfd, atMost limit: Duration) throws(TraceSocketError) {
        let began = clock.elapsed
        while true {
            let now = clock.elapsed
            let left = min(end - now, limit - (now - began))
            guard left > .zero else { throw now >= end ? .timedOut : .idle }
            var watched = [entry, cancel?.entry ?? Poll.nothing]
            let isReady: Bool
            do throws(SystemError) {
                isReady = try Poll.wait(for: &watched, until: .after(left))
            } catch {
                throw .system(error.number)
            }
            if watched[1].revents != 0 { throw .cancelled }
            if isReady, watched[0].revents != 0 { return }
        }
    }
}
