package import HoldfastSystem

/// One TCP connection of a ``RawServer``, lent to the closure that serves it.
package struct RawConnection: Sendable {
    private let socket: StreamSocket
    private let monitor: Monitor<RawCounters>
    /// The connection's number, counted from 1.
    package let number: Int

    init(_ socket: StreamSocket, number: Int, monitor: Monitor<RawCounters>) {
        self.socket = socket
        self.number = number
        self.monitor = monitor
    }

    /// Reads what has come, at most `count` bytes; nothing at the end of the stream.
    package func read(atMost count: Int = 16 << 10, until deadline: Deadline) throws(ServingError) -> [UInt8] {
        let bytes = try socket.read(atMost: count, until: deadline)
        monitor.change { $0.bytesReceived += bytes.count }
        return bytes
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) {
        try socket.write(bytes, until: deadline)
    }

    /// Reads and drops whatever comes until the client closes, or the server stops.
    package func readToEnd(until deadline: Deadline) throws(ServingError) {
        while try !read(until: deadline).isEmpty {}
    }

    /// Says that nothing more will be sent, and waits a moment for the client to close.
    package func finish() throws(ServingError) {
        socket.endWriting()
        try readToEnd(until: .after(.seconds(1)))
    }

    /// Ends the connection by a reset: what was sent and not read yet may be lost.
    package func reset() { socket.reset() }

    /// Notes an alert that the client sent.
    func note(_ alert: TLSAlert) { monitor.change { $0.alertsReceived.append(alert) } }
}
