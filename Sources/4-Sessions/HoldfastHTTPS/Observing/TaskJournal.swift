import HoldfastCrypto
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import Synchronization

/// The record of one task: its events for the observer, its figures for the end.
///
/// Belongs to the one task that works on the request, stream and all.
struct TaskJournal: Sendable {
    let task: UInt64
    /// Nil where nobody listens.
    private let listeners: Listeners?
    private let start = SystemClock.now()
    private let began = ContinuousClock.now
    private var transactions: [TransactionMetrics] = []
    private var redirectCount = 0

    init(
        _ task: UInt64, _ observer: (any SessionObserver)?, finished: (@Sendable (TaskMetrics) -> Void)? = nil
    ) {
        self.task = task
        listeners = observer == nil && finished == nil ? nil : Listeners(observer, finished)
    }

    /// The parties that are told of a task.
    private final class Listeners: Sendable {
        let observer: (any SessionObserver)?
        let finished: (@Sendable (TaskMetrics) -> Void)?

        init(_ observer: (any SessionObserver)?, _ finished: (@Sendable (TaskMetrics) -> Void)?) {
            self.observer = observer
            self.finished = finished
        }
    }

    /// Whether anybody is told of the task's figures.
    var isRead: Bool { listeners != nil }

    var metrics: TaskMetrics {
        TaskMetrics(
            task: task, start: start, duration: .now - began, transactions: transactions, redirectCount: redirectCount)
    }

    func began(_ request: HTTPSRequest) { tell(.began(task: task, method: request.method, url: request.url)) }

    mutating func received(_ response: TransportResponse, to request: OutgoingRequest) {
        if isRead { transactions.append(TransactionMetrics(request.url, request.method, response)) }
        tell(
            .responded(
                task: task, status: response.status, url: request.url, connection: response.connection,
                isReused: response.isReusedConnection))
    }

    /// A kept response has answered.
    mutating func served(_ response: HTTPSResponse, to request: HTTPSRequest) {
        guard let use = response.cacheUse else { return }
        if isRead { transactions.append(TransactionMetrics(request, response)) }
        tell(.served(task: task, status: response.status, url: request.url, use: use))
    }

    /// Puts the figures of a stream's end in the place of those of its head.
    mutating func completed(_ response: TransportResponse, to request: HTTPSRequest) {
        guard isRead else { return }
        if !transactions.isEmpty { transactions.removeLast() }
        transactions.append(TransactionMetrics(request.url, request.method, response))
    }

    mutating func failed(_ error: TransportError, to request: HTTPSRequest) {
        if isRead { transactions.append(TransactionMetrics(request.url, request.method, error)) }
    }

    mutating func redirected(_ redirect: HTTPSResponse.Redirect, to url: HTTPSURL) {
        redirectCount += 1
        tell(.redirected(task: task, status: redirect.status, from: redirect.url, to: url))
    }

    func upgraded(_ url: HTTPSURL, to other: HTTPSURL) { tell(.upgraded(task: task, from: url, to: other)) }

    func challenged(_ challenge: AuthenticationChallenge) {
        tell(
            .challenged(
                task: task, space: challenge.protectionSpace, previousFailureCount: challenge.previousFailureCount))
    }

    func warn(_ text: String) { tell(.warned(task: task, text)) }

    /// The last word of a task.
    func ended(_ error: HTTPSError?) {
        guard let listeners else { return }
        tell(error.map { .failed(task: task, $0) } ?? .completed(task: task))
        let metrics = metrics
        listeners.observer?.session(finished: metrics)
        listeners.finished?(metrics)
    }

    private func tell(_ event: @autoclosure () -> SessionEvent) {
        guard let observer = listeners?.observer else { return }
        let event = event()
        observer.session(event)
        observer.session(log: event.description)
    }
}

extension TransactionMetrics {
    fileprivate init(_ url: HTTPSURL, _ method: String, _ response: TransportResponse) {
        self.init(
            url: url, method: method, status: response.status, httpVersion: response.httpVersion,
            connection: response.connection, transfer: response.metrics)
    }

    fileprivate init(_ request: HTTPSRequest, _ response: HTTPSResponse) {
        self.init(
            url: request.url, method: request.method, status: response.status, httpVersion: nil, connection: nil,
            transfer: nil, cacheUse: response.cacheUse, served: SystemClock.now())
    }

    fileprivate init(_ url: HTTPSURL, _ method: String, _ error: TransportError) {
        self.init(
            url: url, method: method, status: nil, httpVersion: nil, connection: error.connection,
            transfer: error.metrics)
    }
}
