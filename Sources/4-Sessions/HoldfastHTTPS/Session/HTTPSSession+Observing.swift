import HoldfastTransport
public import HoldfastTrust

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
        /// Connections that resumed an earlier TLS session, whose server was judged anew by what it had presented then.
        public internal(set) var connectionsResumed = 0
        /// Challenges that a handler was asked about, of TLS and of HTTP.
        public internal(set) var challengesAsked = 0
    }

    /// The figures of the session so far.
    public var statistics: Statistics {
        var statistics = Statistics()
        (statistics.verifications, statistics.rememberedVerifications) = (counters.verifications, counters.remembered)
        statistics.challengesAsked = counters.challenges
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

extension HTTPSSession {
    /// The patterns with pins that no server has matched that the session has asked so far, in alphabetical order: what
    /// they were written for is not pinned by them.
    ///
    /// A pattern that is misspelt pins nothing, and refuses nothing: in a program whose servers have all been asked, as
    /// before ``finishTasksAndInvalidate()``, this is empty. The pins are those of ``Configuration/Trust/pins``, and of
    /// every policy that was in force for a server.
    public var unmatchedPinPatterns: [HostPattern] { pinUse.unmatched.sorted { "\($0)" < "\($1)" } }
}

extension HTTPSSession {
    /// Tells the observer that a task should do something in another way; in words, without a secret.
    package func warn(_ text: String, task: UInt64) { TaskJournal(task, configuration.observer).warn(text) }
}
