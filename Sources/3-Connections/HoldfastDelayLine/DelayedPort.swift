import HoldfastFiles
import HoldfastLibC
package import HoldfastStatements
import HoldfastSystem
import HoldfastX509
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
    private let thread: SystemThread?

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
        thread = try DelayLineError.naming(.noThread) { () throws(SystemError) in try SystemThread { relay.run() } }
    }

    deinit {
        relay?.stop()
        thread?.join()
    }

    /// The reason why the newest connection did not reach the server; nil where it did, or there was none.
    package var failure: Statement? { relay?.failure.withLock { $0 } }

    /// A socket that listens; nil where the port is taken at every address.
    private static func listener(at address: String, _ port: UInt16) throws(DelayLineError) -> Listener? {
        guard let place = IPAddress(address) else { throw DelayLineError(.badValue, .noAddress(address)) }
        do throws(SystemError) {
            return try Listener(on: Endpoint(place, port: port), backlog: 128)
        } catch {
            if error.number == EADDRINUSE { return nil }
            throw .system(.call("\(address):\(port)"), error.number)
        }
    }
}
