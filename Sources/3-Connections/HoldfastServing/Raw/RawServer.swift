import HoldfastSystem
package import HoldfastX509

/// A TCP server that does with each connection what a closure says: what no TLS library would do.
///
/// It stops when it is let go.
package final class RawServer: Sendable {
    private let listener: ThreadedListener
    private let monitor: Monitor<RawCounters>

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
            monitor.change {
                $0.connections += 1
                $0.openConnections += 1
            }
            var failure: ServingError?
            do throws(ServingError) {
                try serve(RawConnection(socket, number: number, monitor: monitor))
            } catch {
                failure = error
            }
            socket.close()
            monitor.change { counters in
                counters.openConnections -= 1
                if let failure { counters.failures.append(failure) }
            }
        }
    }

    /// The port that it listens on.
    package var port: UInt16 { listener.port }

    /// The counters so far.
    package var counters: RawCounters { monitor.read { $0 } }

    /// Waits until the counters are as wanted, and says whether they were in time.
    package func wait(upTo duration: Duration = .seconds(240), until isWanted: (RawCounters) -> Bool) -> Bool {
        monitor.wait(until: .after(duration), for: isWanted)
    }

    /// Closes every connection, and counts from the beginning: as if it had just been started.
    package func reset() {
        listener.reset()
        monitor.change { counters in
            let open = counters.openConnections
            counters = RawCounters()
            counters.openConnections = open
        }
    }

    /// Closes the port and every connection, and waits until the server's threads are done.
    package func stop() { listener.stop() }
}

/// The counters of a ``RawServer``.
package struct RawCounters: Hashable, Sendable {
    /// Connections accepted.
    package internal(set) var connections = 0
    /// Connections that have not ended yet.
    package internal(set) var openConnections = 0
    /// Bytes read, of whatever kind.
    package internal(set) var bytesReceived = 0
    /// The alerts that clients sent in the clear, where the closure looked for them.
    package internal(set) var alertsReceived: [TLSAlert] = []
    /// The errors that closures threw.
    package internal(set) var failures: [ServingError] = []

    package init() {}
}
