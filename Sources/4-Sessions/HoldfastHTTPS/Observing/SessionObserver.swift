public import HoldfastTransport
import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// Looks on at what a session does: events as they happen, figures at the end of each task, lines for a log.
///
/// Called from any thread, in the order in which things happen to one task; what it does must be short, since a
/// connection may wait for it. Nothing that it is told contains a password, a cookie or a key.
public protocol SessionObserver: Sendable {
    /// Receives an event when it happens.
    func session(_ event: SessionEvent)
    /// A task has ended, well or not.
    func session(finished metrics: TaskMetrics)
    /// A line for a log, for people; ``SessionEvent`` says the same to machines.
    func session(log line: String)
    /// A server's or an HTTPS proxy's certificates were judged; its handshake waits meanwhile.
    func session(judged judgement: ServerJudgement)
}

extension SessionObserver {
    public func session(_ event: SessionEvent) {}
    public func session(finished metrics: TaskMetrics) {}
    public func session(log line: String) {}
    public func session(judged judgement: ServerJudgement) {}
}

/// An event in the life of a session's task. A task is known by its number, which the session gives in order from 1.
public enum SessionEvent: Sendable, CustomStringConvertible {
    /// A request is sent, with its method: again after each redirect, and after each challenge that was answered.
    case began(task: UInt64, method: String, url: HTTPSURL)
    /// The head of a response has come, of a redirect and of a refusal too.
    case responded(task: UInt64, status: Int, url: HTTPSURL, connection: ConnectionRecord, isReused: Bool)
    /// A kept response is the answer, by itself or after its server was asked.
    case served(task: UInt64, status: Int, url: HTTPSURL, use: CacheUse)
    /// The task goes on at another URL.
    case redirected(task: UInt64, status: Int, from: HTTPSURL, to: HTTPSURL)
    /// A URL without TLS is not asked, but the one with TLS, since its host wants that (RFC 6797 §8.3).
    case upgraded(task: UInt64, from: HTTPSURL, to: HTTPSURL)
    /// A challenge: a server, a proxy or a connection asks for authentication.
    case challenged(task: UInt64, space: ProtectionSpace, previousFailureCount: Int)
    /// The task does something that should be done in another way, or something that was set has no effect on it, as
    /// pins for another host, or an identity that its server asks for and does not get; in words.
    case warned(task: UInt64, String)
    /// The task has brought its response whole.
    case completed(task: UInt64)
    /// The task has ended without one.
    case failed(task: UInt64, HTTPSError)

    /// One line, without a secret.
    public var description: String {
        switch self {
        case .began(let task, let method, let url): "task \(task): \(method) \(url)"
        case .responded(let task, let status, let url, let connection, let isReused):
            "task \(task): \(status) from \(url) on \(connection)\(isReused ? ", reused" : "")"
        case .served(let task, let status, let url, let use):
            "task \(task): \(status) for \(url) from the cache: \(use)"
        case .redirected(let task, let status, let from, let to): "task \(task): \(status) leads from \(from) to \(to)"
        case .upgraded(let task, let from, let to): "task \(task): \(from) wants TLS: \(to)"
        case .challenged(let task, let space, let failures):
            "task \(task): \(space.authenticationMethod.rawValue) asked by \(space.host):\(space.port)"
                + (failures == 0 ? "" : ", after \(failures) refused")
        case .warned(let task, let text): "task \(task): warning: \(text)"
        case .completed(let task): "task \(task): done"
        case .failed(let task, let error): "task \(task): \(error)"
        }
    }
}

/// The engine's verdict about the certificates of one handshake, before any handler was asked about them.
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

/// The times that a task took, and each exchange that it was made of (Apple, `URLSessionTaskMetrics`).
public struct TaskMetrics: Sendable {
    /// The task's number within its session.
    public let task: UInt64
    /// When it began, by the machine's clock.
    public let start: Instant
    /// From there to its end, or until these figures were taken.
    public let duration: Duration
    /// Every exchange in its order: those that were redirected, and those that were refused.
    public let transactions: [TransactionMetrics]
    /// Redirects that were followed.
    public let redirectCount: Int
}

/// One exchange with a server, or one kept response that answered (Apple, `URLSessionTaskTransactionMetrics`).
public struct TransactionMetrics: Sendable {
    public let url: HTTPSURL
    public let method: String
    /// The response's status; nil where none came.
    public let status: Int?
    /// "1.1" or "2"; nil where no response came.
    public let httpVersion: String?
    /// The connection with its verdict; nil where none was opened.
    public let connection: ConnectionRecord?
    /// When its parts took place, and what they moved; nil where it was not begun.
    public let transfer: TransferMetrics?
    /// The kept response that answered; nil for an exchange with a server.
    public internal(set) var cacheUse: CacheUse?
    /// When it answered, by the machine's clock.
    public internal(set) var served: Instant?
}
