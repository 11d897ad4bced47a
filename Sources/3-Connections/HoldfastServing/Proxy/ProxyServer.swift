import HoldfastEndpoint
package import HoldfastSystem
package import HoldfastX509

/// A proxy, on loopback unless it is told otherwise, that leads names to servers on loopback, and keeps what it was
/// asked.
///
/// It stops when it is let go.
package final class ProxyServer: CountingServer {
    package let listener: ThreadedListener
    package let monitor: Monitor<ProxyCounters>
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
            monitor.count(socket) { () throws(ServingError) in
                defer {
                    socket.close()
                    tunnels.change { $0.removeValue(forKey: number)?.close() }
                }
                try ProxyServing(configuration, number: number, monitor: monitor, tunnels: tunnels)
                    .serve(socket, context)
            }
        }
    }

    deinit { stop() }

    /// Interrupts the connections to servers.
    package func interruptOthers() {
        for socket in tunnels.read({ Array($0.values) }) { socket.interrupt() }
    }
}
