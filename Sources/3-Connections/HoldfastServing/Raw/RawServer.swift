package import HoldfastSystem
package import HoldfastX509

/// A TCP server that does with each connection what a closure says: what no TLS library would do.
///
/// It stops when it is let go.
package final class RawServer: CountingServer {
    package let listener: ThreadedListener
    package let monitor: Monitor<RawCounters>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - port: The port; 0 for one that is free.
    ///   - serve: Runs on a thread of the connection's own; the connection is closed when it returns or throws.
    package init(
        on address: IPAddress = .loopback, port: UInt16 = 0,
        serve: @escaping @Sendable (RawConnection) throws(ServingError) -> Void
    ) throws(ServingError) {
        let monitor = Monitor(RawCounters())
        self.monitor = monitor
        listener = try ThreadedListener(on: address, port: port) { socket, number in
            monitor.count(socket) { () throws(ServingError) in
                try serve(RawConnection(socket, number: number, monitor: monitor))
            }
        }
    }
}

/// The counters of a ``RawServer``.
package struct RawCounters: Hashable, ServingCounters {
    /// Connections accepted.
    package var connections = 0
    /// Connections that have not ended yet.
    package var openConnections = 0
    /// Bytes read, of whatever kind.
    package internal(set) var bytesReceived = 0
    /// The alerts that clients sent in the clear, where the closure looked for them.
    package internal(set) var alertsReceived: [TLSAlert] = []
    /// The errors that closures threw.
    package var failures: [ServingError] = []

    package init() {}
}
