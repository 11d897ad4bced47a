package import HoldfastSystem

/// Counters that every server of the test bed has.
package protocol ServingCounters: Sendable {
    /// Connections accepted.
    var connections: Int { get set }
    /// Connections that have not ended yet.
    var openConnections: Int { get set }
    /// The errors of connections that did not end well.
    var failures: [ServingError] { get set }

    init()
}

/// A server of the test bed, which counts what reaches it.
package protocol CountingServer: Sendable {
    associatedtype Counters: ServingCounters

    var listener: ThreadedListener { get }
    var monitor: Monitor<Counters> { get }

    /// Interrupts what its connections hold open beside themselves.
    func interruptOthers()
}

extension CountingServer {
    /// The port that it listens on.
    package var port: UInt16 { listener.port }

    /// The counters so far. A client can be ahead of them: ``wait(upTo:until:)`` for what must have happened.
    package var counters: Counters { monitor.read { $0 } }

    /// Waits until the counters are as wanted, and says whether they were in time.
    package func wait(upTo duration: Duration = .seconds(240), until isWanted: (Counters) -> Bool) -> Bool {
        monitor.wait(until: .after(duration), for: isWanted)
    }

    /// Closes every connection, and counts from the beginning: as if it had just been started.
    package func reset() {
        interruptOthers()
        listener.reset()
        monitor.change { counters in
            let open = counters.openConnections
            counters = Counters()
            counters.openConnections = open
        }
    }

    /// Closes the port and every connection, and waits until the server's threads are done.
    package func stop() {
        interruptOthers()
        listener.stop()
    }

    package func interruptOthers() {}
}

extension Monitor where Value: ServingCounters {
    /// Counts a connection while it is served, and closes it.
    ///
    /// - Parameter atEnd: what else changes when it is counted as ended.
    func count(
        _ socket: StreamSocket, _ serve: () throws(ServingError) -> Void, atEnd: (inout Value) -> Void = { _ in }
    ) {
        change {
            $0.connections += 1
            $0.openConnections += 1
        }
        var failure: ServingError?
        do throws(ServingError) { try serve() } catch { failure = error }
        socket.close()
        change { counters in
            counters.openConnections -= 1
            atEnd(&counters)
            if let failure { counters.failures.append(failure) }
        }
    }
}
