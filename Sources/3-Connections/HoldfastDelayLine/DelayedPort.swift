package import HoldfastStatements
import HoldfastLibC
import Synchronization

/// A port behind a delay line that leads to a server of this machine, wherever that listens.
///
/// Dialled is the line's ``DelayLine/address`` at the server's own port. A relay at the near end hands on what comes;
/// between it and the server nothing is delayed, so that handshakes of TCP and of TLS both take the line's time. The
/// end of a stream and a reset are handed on too. It ends with its value.
package final class DelayedPort: Sendable {
    /// The server that it leads to.
    package let server: LocalServer
    /// The line that it is behind.
    package let line: DelayLine

    private let relay: Relay?
    private let thread: JoinedThread?

    /// Opens the port.
    ///
    /// - Throws: ``DelayLineError`` where the port cannot be listened at.
    package init(on line: DelayLine, to server: LocalServer) throws(DelayLineError) {
        self.line = line
        self.server = server
        // A server that listens on every address of the machine has the line's as well, and needs no relay.
        guard let listener = try Self.listener(at: line.listen, server.port) else {
            (relay, thread) = (nil, nil)
            return
        }
        let relay = try Relay(from: listener, to: server)
        self.relay = relay
        thread = try JoinedThread { relay.run() }
    }

    deinit {
        relay?.stop()
        thread?.join()
    }

    /// The reason why the newest connection did not reach the server; nil where it did, or there was none.
    package var failure: Statement? { relay?.failure.withLock { $0 } }

    /// A socket that listens; nil where the port is taken at every address.
    private static func listener(at address: String, _ port: UInt16) throws(DelayLineError) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw .system(.call("socket")) }
        var on: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var value = sockaddr_in()
        value.sin_family = sa_family_t(AF_INET)
        value.sin_port = port.bigEndian
        _ = unsafe inet_pton(AF_INET, address, &value.sin_addr)
        var place = SocketPlace()
        place.put(value)
        if unsafe place.withGeneric({ unsafe bind(descriptor, $0, $1) }) == 0, listen(descriptor, 128) == 0 {
            return descriptor
        }
        let code = errno
        close(descriptor)
        if code == EADDRINUSE { return nil }
        throw .system(.call("\(address):\(port)"), code)
    }
}
