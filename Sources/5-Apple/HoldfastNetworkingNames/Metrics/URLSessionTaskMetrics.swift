public import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastWeb
import HoldfastX509

/// The times of a task, and of each exchange that it was made of (Apple, `URLSessionTaskMetrics`).
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    /// The source of a response.
    public enum ResourceFetchType: Int, Sendable {
        case unknown = 0
        case networkLoad = 1
        case serverPush = 2
        case localCache = 3
    }

    /// The protocol by which a name was resolved.
    public enum DomainResolutionProtocol: Int, Sendable {
        case unknown = 0
        case udp = 1
        case tcp = 2
        case tls = 3
        case https = 4
    }

    /// Every exchange in its order: those that were redirected, and those that were refused.
    public let transactionMetrics: [URLSessionTaskTransactionMetrics]
    /// The time from the task's start to its end.
    public let taskInterval: DateInterval
    /// Redirects that were followed.
    public let redirectCount: Int

    init(_ metrics: TaskMetrics?, _ state: TaskRun.State, _ task: URLSessionTask) {
        let last = task.currentRequest ?? task.originalRequest
        let response = task.response
        if let metrics {
            transactionMetrics = Self.exchanges(metrics, state.passed, last, response)
            redirectCount = metrics.redirectCount
            taskInterval = DateInterval(start: metrics.start.date, duration: max(metrics.duration.inSeconds, 0))
        } else {
            let now = max(Date(), state.began)
            transactionMetrics =
                last.map { request in
                    [URLSessionTaskTransactionMetrics(local: request, response, from: state.began, to: now)]
                } ?? []
            redirectCount = 0
            taskInterval = DateInterval(start: state.began, end: now)
        }
        super.init()
    }

    private static func exchanges(
        _ metrics: TaskMetrics, _ passed: [(request: URLRequest, response: HTTPURLResponse)], _ last: URLRequest?,
        _ response: URLResponse?
    ) -> [URLSessionTaskTransactionMetrics] {
        var passed = passed[...]
        return metrics.transactions.enumerated().map { index, transaction in
            if index == metrics.transactions.count - 1, let last {
                return URLSessionTaskTransactionMetrics(transaction, last, response)
            }
            if let hop = passed.first, hop.response.statusCode == transaction.status {
                passed = passed.dropFirst()
                return URLSessionTaskTransactionMetrics(transaction, hop.request, hop.response)
            }
            let url = URL(string: transaction.url.description) ?? URL(fileURLWithPath: "/")
            return URLSessionTaskTransactionMetrics(transaction, URLRequest(url: url), nil)
        }
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
