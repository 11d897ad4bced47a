public import HoldfastTransport

/// Looks on at what a session does: events as they happen, figures at the end of each task, lines for a log.
///
/// Called from any thread, in the order in which things happen to one task; what it does must be short, since a
/// connection may wait for it. Nothing that it is told contains a password, a cookie or a key.
public protocol SessionObserver: Sendable {
    /// Something happened.
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

/// Something that a session did. A task is known by its number, which the session gives in order from 1.
public enum SessionEvent: Sendable, CustomStringConvertible {
    /// A request is sent, with its method: again after each redirect, and after each challenge that was answered.
    case began(task: UInt64, method: String, url: HTTPSURL)
    /// The head of a response has come, of a redirect and of a refusal too.
    case responded(task: UInt64, status: Int, url: HTTPSURL, connection: ConnectionRecord, isReused: Bool)
    /// The task goes on at another URL.
    case redirected(task: UInt64, status: Int, from: HTTPSURL, to: HTTPSURL)
    /// Somebody asks for authentication.
    case challenged(task: UInt64, space: ProtectionSpace, previousFailureCount: Int)
    /// The task does something that should be done in another way; in words.
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
        case .redirected(let task, let status, let from, let to): "task \(task): \(status) leads from \(from) to \(to)"
        case .challenged(let task, let space, let failures):
            "task \(task): \(space.authenticationMethod.rawValue) asked by \(space.host):\(space.port)"
                + (failures == 0 ? "" : ", after \(failures) refused")
        case .warned(let task, let text): "task \(task): warning: \(text)"
        case .completed(let task): "task \(task): done"
        case .failed(let task, let error): "task \(task): \(error)"
        }
    }
}
