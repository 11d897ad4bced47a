/// Figures about the connections of an engine.
package struct ConnectionCounts: Hashable, Sendable {
    /// Connections on which TLS was begun.
    package var opened = 0
    /// The most that one partition has had at a time, where their number has a limit.
    package var mostAtOnce = 0
    /// Requests that were sent on a connection which another one had opened.
    package var reused = 0
    /// Connections whose handshake resumed an earlier session.
    package var resumed = 0
}

/// Counts, from the threads of all partitions.
final class ConnectionCounters: Sendable {
    private let counts = Lock(ConnectionCounts())

    var current: ConnectionCounts { counts.withLock { $0 } }

    /// Counts a connection that was opened.
    ///
    /// - Parameter count: the connections that its partition has now, this one included.
    func countOpened(of count: Int = 0) {
        counts.withLock {
            $0.opened += 1
            $0.mostAtOnce = max($0.mostAtOnce, count)
        }
    }

    func countReused() { counts.withLock { $0.reused += 1 } }

    func countResumed() { counts.withLock { $0.resumed += 1 } }
}
