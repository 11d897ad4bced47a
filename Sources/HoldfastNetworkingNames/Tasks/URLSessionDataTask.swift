import Foundation
import FoundationNetworking

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
