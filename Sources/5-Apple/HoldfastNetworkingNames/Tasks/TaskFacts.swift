import Foundation
import FoundationNetworking

/// The mutable state of a task.
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
    /// The error for which a responder cancelled a challenge, which becomes the task's own (AFNetworking 4).
    var challengeError: (any Error)?
    var state = URLSessionTask.State.suspended
    /// The number of times that the task has to be resumed before it goes on.
    var suspensions = 1
    var hasBegun = false
    var run: Task<Void, Never>?
    /// The continuations that wait for the task to be resumed.
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
    /// The handler that gets the resume data of a download that is cancelled; nil for none.
    var resumeDataWanted: (@Sendable (Data?) -> Void)?
}

/// The work of a task, as it was made.
struct TaskWork: Sendable {
    /// The body that is sent in the place of the request's own.
    enum Upload: Sendable {
        case none
        case data(Data)
        case file(URL)
        /// The bytes of the request's stream, or of the delegate's.
        case stream
    }

    /// The receiver of the response.
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
    /// The resume data that a download goes on with; nil for a new one.
    var resumed: ResumedDownload?

    init(_ upload: Upload, _ delivery: Delivery) {
        self.upload = upload
        self.delivery = delivery
    }
}

/// The resume data that a download was made with.
enum ResumedDownload: Sendable {
    case data(ResumeData)
    /// The bytes are not resume data that a download gave.
    case unreadable
}
