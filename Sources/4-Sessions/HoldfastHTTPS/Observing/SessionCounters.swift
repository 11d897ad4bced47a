import HoldfastTransport
import Synchronization

extension HTTPSSession {
    /// Figures of a session: how much was really verified, and how much was not.
    public struct Statistics: Hashable, Sendable {
        /// Chains that the engine judged, with whatever result.
        public internal(set) var verifications = 0
        /// Servers that were accepted by what had been decided before, see
        /// ``HTTPSSession/ServerTrustChallenges/rememberedForSession``.
        public internal(set) var rememberedVerifications = 0
        /// Connections on which TLS was begun, those that failed too, and those without TLS that took a request.
        public internal(set) var connectionsOpened = 0
        /// Requests that went out on a connection which another one had opened.
        public internal(set) var connectionsReused = 0
        /// Connections that resumed an earlier TLS session; none, since its certificate would not be shown again.
        public internal(set) var connectionsResumed = 0
        /// Challenges that a handler was asked about, of TLS and of HTTP.
        public internal(set) var challengesAsked = 0
    }

    /// The figures of the session so far.
    public var statistics: Statistics {
        var statistics = counters.current
        guard case .success(let transport) = transport else { return statistics }
        let counts = transport.connectionCounts
        statistics.connectionsOpened = counts.opened
        statistics.connectionsReused = counts.reused
        statistics.connectionsResumed = counts.resumed
        return statistics
    }

    /// The most connections under one policy at a time, where their number has a limit.
    package var mostConnectionsAtOnce: Int {
        if case .success(let transport) = transport { transport.connectionCounts.mostAtOnce } else { 0 }
    }
}

/// Counts, from any task.
final class SessionCounters: Sendable {
    private let statistics = Mutex(HTTPSSession.Statistics())

    var current: HTTPSSession.Statistics { statistics.withLock { $0 } }

    func countVerification() { statistics.withLock { $0.verifications += 1 } }

    func countRemembered() { statistics.withLock { $0.rememberedVerifications += 1 } }

    func countChallenge() { statistics.withLock { $0.challengesAsked += 1 } }
}
