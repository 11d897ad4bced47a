package import HoldfastServing
import TestSupport

/// A server that counts what reaches it, for which a test waits as a task does.
///
/// The servers' own `wait` and `waitUntilIdle` hold the thread that calls them: they are for suites with `.ownThread`.
package protocol CountingServer {
    associatedtype Counters

    var counters: Counters { get }
}

extension CountingServer {
    /// Waits until the counters are as wanted; false where they have not come to be so at ``HangLimit``.
    package func reaches(_ isWanted: (Counters) -> Bool) async -> Bool {
        do {
            try await eventually("the counters are as wanted") { isWanted(counters) }
            return true
        } catch {
            return false
        }
    }
}

extension TLSServer: CountingServer {
    /// Waits until no connection is open: what has not reached the server by then never will.
    ///
    /// - Parameter count: how many connections must have come before; a client's may not yet be accepted when it has
    ///   already given up.
    package func becomesIdle(afterAtLeast count: Int = 0) async -> Bool {
        await reaches { $0.connections >= count && $0.openConnections == 0 }
    }
}

extension RawServer: CountingServer {}

extension ProxyServer: CountingServer {}
