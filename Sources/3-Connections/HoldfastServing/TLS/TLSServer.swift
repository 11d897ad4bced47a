import HoldfastEndpoint
package import HoldfastSystem
package import HoldfastX509

/// An HTTPS server, on loopback unless it is told otherwise, with threads of its own, that counts what reaches it.
///
/// It speaks HTTP/1.1 and answers each request by a closure, which runs on the connection's thread and may block.
/// It stops when it is let go.
package final class TLSServer: CountingServer {
    package let listener: ThreadedListener
    package let monitor: Monitor<ServerCounters>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - configuration: What it presents and how it behaves.
    ///   - address: Where it listens.
    ///   - port: The port; 0 for one that is free.
    ///   - handler: Answers one request.
    /// - Throws: ``ServingError`` where libssl refuses the identity or the port is taken.
    package init(
        _ configuration: TLSServerConfiguration, on address: IPAddress = .loopback, port: UInt16 = 0,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(ServingError) {
        let context = try configuration.makeContext()
        let monitor = Monitor(ServerCounters())
        self.monitor = monitor
        listener = try ThreadedListener(on: address, port: port) { socket, number in
            TLSServing(configuration, number: number, monitor: monitor, handler: handler).serve(socket, context)
        }
    }

    /// Waits until no connection is open: what has not reached the server by then never will.
    ///
    /// - Parameter atLeast: How many connections must have come before; a client's connection may not yet be accepted
    ///   when the client has already given up.
    package func waitUntilIdle(afterAtLeast atLeast: Int = 0, upTo duration: Duration = .seconds(240)) -> Bool {
        wait(upTo: duration) { $0.connections >= atLeast && $0.openConnections == 0 }
    }
}
