import Foundation
import FoundationNetworking

/// What is known of a task at a moment.
struct TaskFacts: Sendable {
    /// Kept until the task is complete; nil for a task of no session.
    var core: SessionCore?
    /// Kept from the task's beginning until it is complete.
    var session: URLSession?
    var identifier = 0
    var taskDescription: String?
    var originalRequest: URLRequest?
    var currentRequest: URLRequest?
    var response: URLResponse?
    var error: (any Error)?
    var state = URLSessionTask.State.suspended
    /// How often it has to be resumed before it goes on.
    var suspensions = 1
    var hasBegun = false
    var run: Task<Void, Never>?
    /// Who waits for the task to be resumed.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The task's own delegate.
    var delegates: DelegateSet?
    var priority = URLSessionTask.defaultPriority
    var earliestBeginDate: Date?
    var prefersIncrementalDelivery = true
    var clientExpectsToSend: Int64 = NSURLSessionTransferSizeUnknown
    var clientExpectsToReceive: Int64 = NSURLSessionTransferSizeUnknown
    var sent: Int64 = 0
    var expectedToSend: Int64 = 0
    var received: Int64 = 0
    var expectedToReceive: Int64 = 0
    /// Who wants what is needed to go on with a download that is cancelled.
    var resumeDataWanted: (@Sendable (Data?) -> Void)?
}

/// What a task is to do.
struct TaskWork: Sendable {
    /// What is sent besides the request's own body.
    enum Upload: Sendable {
        case none
        case data(Data)
        case file(URL)
        /// What the request's stream gives, or the delegate's.
        case stream
    }

    /// Who gets the response.
    enum Delivery: Sendable {
        case delegate
        /// The whole body in memory; on the session's queue.
        case data(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)
        /// The body in a file, which is removed when the handler returns; on the session's queue.
        case file(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
        /// As `data`, for one who waits: at once.
        case awaitedData(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)
        /// As `file`, for one who waits: at once, and the file stays.
        case awaitedFile(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
        /// The body as it is read.
        case awaitedBody(@Sendable (Result<(any BodyReader, URLResponse), any Error>) -> Void)
    }

    let upload: Upload
    let delivery: Delivery
    /// What a download goes on with.
    var resumed: ResumedDownload?

    init(_ upload: Upload, _ delivery: Delivery) {
        self.upload = upload
        self.delivery = delivery
    }
}

/// What a download is told to go on with.
enum ResumedDownload: Sendable {
    case data(ResumeData)
    /// What was given is not what a download gave.
    case unreadable
}
