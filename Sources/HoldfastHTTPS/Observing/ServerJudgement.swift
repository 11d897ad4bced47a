public import HoldfastTransport
import HoldfastTrust

/// What the engine found about the certificates of one handshake, before any handler was asked about them.
///
/// A handler may still refuse what was accepted, and bring a proof of its own for what was refused. What a session
/// remembers and does not judge again is not told again.
public struct ServerJudgement: Sendable {
    /// The task that the connection is opened for.
    public let task: UInt64
    /// The host that the certificates were judged for; of a proxy, its own.
    public let host: String
    public let port: UInt16
    /// Whether it is an HTTPS proxy, and not the server.
    public let isProxy: Bool
    public let verdict: ConnectionRecord.Verdict

    init(_ verdict: ConnectionRecord.Verdict, of handshake: PresentedHandshake, for task: UInt64) {
        self.verdict = verdict
        self.task = task
        host = handshake.host
        port = handshake.port
        isProxy = handshake.role == .proxy
    }
}
