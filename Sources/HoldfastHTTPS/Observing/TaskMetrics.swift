public import HoldfastTransport
public import HoldfastX509

/// How long a task took, and each exchange that it was made of (Apple, `URLSessionTaskMetrics`).
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

/// One exchange with a server (Apple, `URLSessionTaskTransactionMetrics`).
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
}
