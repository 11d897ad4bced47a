public import Foundation
import FoundationNetworking
import Synchronization

/// A task that brings a response into memory, or to the delegate piece by piece (Apple, `URLSessionDataTask`).
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {
    init(
        _ session: URLSession, _ request: URLRequest, _ upload: TaskWork.Upload,
        _ delivery: TaskWork.Delivery = .delegate
    ) {
        super.init(session, request, TaskWork(upload, delivery))
    }

    public override init() { super.init() }
}

/// A data task that sends a body (Apple, `URLSessionUploadTask`).
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A task that brings a response into a file (Apple, `URLSessionDownloadTask`).
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
    init(_ session: URLSession, _ request: URLRequest, _ delivery: TaskWork.Delivery = .delegate) {
        super.init(session, request, TaskWork(.none, delivery))
    }

    init(_ session: URLSession, resuming data: Data, _ delivery: TaskWork.Delivery = .delegate) {
        let resumed = try? ResumeData(data)
        var work = TaskWork(.none, delivery)
        work.resumed = resumed.map { .data($0) } ?? .unreadable
        super.init(session, resumed.flatMap { ResumeRules.request(for: $0) }, work)
    }

    /// A download in whose form a data task goes on.
    init(continuing task: URLSessionTask, in session: URLSession) {
        super.init(session, task.originalRequest, TaskWork(.none, .delegate))
    }

    public override init() { super.init() }

    /// Ends the task with `URLError.cancelled`, and gives what another one needs to go on.
    ///
    /// - Parameter completionHandler: called on the session's queue, with nil where the server does not allow to go on
    ///   (RFC 9110 §14: it has to accept ranges and to name a strong validator).
    open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        let isUnderWay = facts.withLock { facts in
            let isUnderWay = facts.state == .running || facts.state == .suspended
            if isUnderWay { facts.resumeDataWanted = completionHandler }
            return isUnderWay && facts.core != nil
        }
        guard isUnderWay else { return calls.add { completionHandler(nil) } }
        cancel()
    }

    /// Ends the task as ``cancel(byProducingResumeData:)`` does, and waits for the resume data.
    @discardableResult
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in
            cancel { continuation.resume(returning: $0) }
        }
    }
}
