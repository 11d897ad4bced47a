import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
package import HoldfastX509

/// Operations of a server on its sockets, with errors that say which of them failed.
extension StreamSocket {
    /// Waits until the socket is ready.
    func wait(for readiness: Readiness, until deadline: Deadline) throws(ServingError) {
        try Self.named(readiness == .readable ? .read : .write) { () throws(SocketError) in
            try poll(for: readiness, until: deadline)
        }
    }

    /// Reads what has come, at most `count` bytes; nothing at the end of the stream.
    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8] {
        try Self.named(.read) { () throws(SocketError) in try receive(atMost: count, until: deadline) }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) {
        try Self.named(.write) { () throws(SocketError) in try send(bytes, until: deadline) }
    }

    /// Waits until the other end's system has acknowledged all that was sent (tcp(7), SIOCOUTQ).
    func waitForDelivery(until deadline: Deadline) throws(ServingError) {
        var left: Int32 = 0
        while let number, unsafe ioctl(number, UInt(TIOCOUTQ), &left) == 0, left > 0 {
            try deadline.check(.write)
            ServerThread.pause(.milliseconds(1))
        }
    }

    /// Connects to a port of 127.0.0.1, where that is over at once, one way or the other.
    static func connected(toLoopback port: UInt16) throws(ServingError) -> StreamSocket {
        try named(.connect(port: port)) { () throws(SocketError) in
            try connected(to: Endpoint(.loopback, port: port), until: .after(.seconds(10)))
        }
    }

    /// Carries something out as an operation of the server.
    static func named<Result>(
        _ operation: ServingOperation, _ body: () throws(SocketError) -> Result
    ) throws(ServingError) -> Result {
        do throws(SocketError) {
            return try body()
        } catch {
            switch error {
            case .timedOut: throw ServingError(operation, .timedOut)
            case .closed: throw ServingError(operation, .closed)
            case .system where error.isReset: throw ServingError(operation, .closed)
            case .system(let number): throw .system(operation, errno: number)
            }
        }
    }
}

extension Deadline {
    /// Throws where it lies behind.
    ///
    /// It is looked at before each piece: a peer that always has something ready is never waited for.
    func check(_ operation: ServingOperation) throws(ServingError) {
        if hasPassed { throw ServingError(operation, .timedOut) }
    }
}

extension IPAddress {
    /// The address by which a client on this machine reaches a server that listens here.
    package var dialled: IPAddress { isUnspecified ? (isIPv4 ? .loopback : .loopbackIPv6) : self }
}
