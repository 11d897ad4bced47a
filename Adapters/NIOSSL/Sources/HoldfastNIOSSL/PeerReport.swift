public import HoldfastTrust

/// One verdict about a peer, for logs and metrics.
public struct PeerReport: Sendable {
    /// The end of a connection that was judged.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case server
        case client
    }

    /// The end that was judged.
    public let role: Role
    /// The server that was to be proven; nil for a client.
    public let serverName: ServerName?
    /// The verdict.
    public let verdict: Result<JudgedPeer, PeerRefusedError>
    /// The time that it took, what was fetched for it included.
    public let duration: Duration

    /// Whether the acceptance was remembered, and therefore given on the event loop.
    public var isRemembered: Bool { (try? verdict.get())?.evaluation.work.isRemembered ?? false }
}

/// Verdicts of a judge, counted since it was made.
public struct JudgeCounters: Hashable, Sendable {
    /// Peers that were accepted.
    public internal(set) var accepted = 0
    /// Peers that were refused.
    public internal(set) var refused = 0
    /// Acceptances that were remembered, and given on the event loop.
    public internal(set) var remembered = 0
    /// Peers that resumed a session, accepted or refused.
    public internal(set) var resumed = 0
}
