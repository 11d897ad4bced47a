import HoldfastEndpoint
import HoldfastSystem
package import HoldfastX509

/// A proxy, on loopback unless it is told otherwise, that leads names to servers on loopback, and keeps what it was
/// asked.
///
/// It stops when it is let go.
package final class ProxyServer: Sendable {
    private let listener: ThreadedListener
    private let monitor: Monitor<ProxyCounters>
    private let tunnels = Monitor<[Int: StreamSocket]>([:])

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - port: the port; 0 for one that is free.
    /// - Throws: ``ServingError`` where libssl refuses the identity or the port is taken.
    package init(
        _ configuration: ProxyConfiguration, on address: IPAddress = .loopback, port: UInt16 = 0
    ) throws(ServingError) {
        let monitor = Monitor(ProxyCounters())
        let tunnels = tunnels
        var context: TLSContext?
        if case .https(let tls) = configuration.kind { context = try tls.makeContext() }
        self.monitor = monitor
        listener = try ThreadedListener(on: address, port: port) { [context] socket, number in
            monitor.change {
                $0.connections += 1
                $0.openConnections += 1
            }
            var failure: ServingError?
            do throws(ServingError) {
                try ProxyServing(configuration, number: number, monitor: monitor, tunnels: tunnels)
                    .serve(socket, context)
            } catch {
                failure = error
            }
            socket.close()
            tunnels.change { $0.removeValue(forKey: number)?.close() }
            monitor.change { counters in
                counters.openConnections -= 1
                if let failure { counters.failures.append(failure) }
            }
        }
    }

    deinit { stop() }

    /// The port that it listens on.
    package var port: UInt16 { listener.port }

    /// The counters so far.
    package var counters: ProxyCounters { monitor.read { $0 } }

    /// Waits until the counters are as wanted, and says whether they were in time.
    package func wait(upTo duration: Duration = .seconds(240), until isWanted: (ProxyCounters) -> Bool) -> Bool {
        monitor.wait(until: .after(duration), for: isWanted)
    }

    /// Closes every connection, those to servers too, and counts from the beginning.
    package func reset() {
        for socket in tunnels.read({ Array($0.values) }) { socket.interrupt() }
        listener.reset()
        monitor.change { counters in
            let open = counters.openConnections
            counters = ProxyCounters()
            counters.openConnections = open
        }
    }

    /// Closes the port and every connection, those to servers too, and waits until the proxy's threads are done.
    package func stop() {
        for socket in tunnels.read({ Array($0.values) }) { socket.interrupt() }
        listener.stop()
    }
}
