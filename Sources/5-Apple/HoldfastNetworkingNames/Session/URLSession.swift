public import Foundation
public import FoundationNetworking
import Synchronization

/// Sends requests over connections whose servers were judged first, and tells how they went (Apple, `URLSession`).
///
/// The names, the order of calls and the meaning of each answer are Apple's; what differs stands in the guide. A
/// session keeps its delegate until it is invalidated, and its tasks from their making until they are complete. One
/// that is let go while no task is under way ends by itself, and with it the tasks that were never resumed and that
/// nobody else keeps.
open class URLSession: NSObject, @unchecked Sendable {
    let core: SessionCore

    private static let common: URLSession = {
        let configuration = URLSessionConfiguration.default
        // The registered ones are asked as they are at the time: one that was unregistered is not asked any more.
        configuration.protocolClasses = []
        return URLSession(configuration: configuration)
    }()

    /// A session for simple requests, without a delegate; it cannot be invalidated.
    open class var shared: URLSession { common }

    /// The settings that the session was made with; a copy, so that changing it changes nothing.
    open var configuration: URLSessionConfiguration {
        core.configuration.copy() as? URLSessionConfiguration ?? core.configuration
    }

    /// The session's delegate; nil without one, and after the session has become invalid.
    open var delegate: (any URLSessionDelegate)? { core.delegates?.session }

    /// The queue on which delegates and completion handlers are called.
    open var delegateQueue: OperationQueue { core.queue }

    /// A name for people.
    open var sessionDescription: String? {
        get { core.name.withLock { $0 } }
        set { core.name.withLock { $0 = newValue } }
    }

    /// A session without a delegate.
    public init(configuration: URLSessionConfiguration) {
        core = SessionCore(configuration, delegate: nil, queue: nil)
        super.init()
        core.session = self
    }

    /// A session.
    ///
    /// - Parameters:
    ///   - configuration: copied.
    ///   - delegate: kept until the session is invalidated.
    ///   - queue: where delegates and completion handlers are called; nil for a serial queue of the session's. On a
    ///     queue that runs several operations at once the calls of one task still come one after the other.
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {
        core = SessionCore(configuration, delegate: delegate, queue: queue)
        super.init()
        core.session = self
    }

    /// A session as ``URLSession/init(configuration:)`` makes one of the default configuration: for subclasses in
    /// tests.
    public override init() {
        core = SessionCore(.default, delegate: nil, queue: nil)
        super.init()
        core.session = self
    }

    /// A session that stands for one that its program has let go.
    init(of core: SessionCore) { self.core = core }

    deinit { core.letGo() }

    // MARK: Tasks

    /// A task that brings a response into memory.
    open func dataTask(with request: URLRequest) -> URLSessionDataTask {
        made(URLSessionDataTask(self, request, .none))
    }

    open func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

    open func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        made(URLSessionDataTask(self, request, .none, .data(completionHandler)))
    }

    open func dataTask(
        with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    /// A task that sends a body from memory.
    open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
        made(URLSessionUploadTask(self, request, .data(bodyData)))
    }

    open func uploadTask(
        with request: URLRequest, from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        made(URLSessionUploadTask(self, request, .data(bodyData ?? Data()), .data(completionHandler)))
    }

    /// A task that sends a body from a file, which is read while it is sent.
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        made(URLSessionUploadTask(self, request, .file(fileURL)))
    }

    open func uploadTask(
        with request: URLRequest, fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        made(URLSessionUploadTask(self, request, .file(fileURL), .data(completionHandler)))
    }

    /// A task that sends what the request's stream gives, or the one that the delegate is asked for.
    open func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
        made(URLSessionUploadTask(self, request, .stream))
    }

    /// A task that brings a response into a file.
    open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        made(URLSessionDownloadTask(self, request))
    }

    open func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

    open func downloadTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        made(URLSessionDownloadTask(self, request, .file(completionHandler)))
    }

    open func downloadTask(
        with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    /// A task that goes on with a download where another one was left.
    ///
    /// - Parameter resumeData: what ``URLSessionDownloadTask/cancel(byProducingResumeData:)`` gave. With anything else,
    ///   as empty data, the task ends with `URLError.unsupportedURL`.
    open func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        made(URLSessionDownloadTask(self, resuming: resumeData))
    }

    open func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        made(URLSessionDownloadTask(self, resuming: resumeData, .file(completionHandler)))
    }

    /// A stream task; there are none here: it ends with `URLError.unsupportedURL`.
    open func streamTask(withHostName hostname: String, port: Int) -> URLSessionStreamTask {
        made(URLSessionStreamTask(self, hostname, port))
    }

    open func webSocketTask(with url: URL) -> URLSessionWebSocketTask { webSocketTask(with: URLRequest(url: url)) }

    /// A WebSocket task.
    ///
    /// - Parameter protocols: what is offered as `Sec-WebSocket-Protocol`, the best first.
    open func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
        var request = URLRequest(url: url)
        if !protocols.isEmpty {
            request.setValue(protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
        }
        return webSocketTask(with: request)
    }

    open func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
        made(URLSessionWebSocketTask(self, request))
    }

    // MARK: The session as a whole

    /// Takes no more tasks and cancels those that there are; the delegate is told when they have ended.
    open func invalidateAndCancel() {
        guard self !== Self.common else { return }
        core.invalidate(self, cancelling: true)
    }

    /// Takes no more tasks; the delegate is told when those that there are have ended.
    open func finishTasksAndInvalidate() {
        guard self !== Self.common else { return }
        core.invalidate(self, cancelling: false)
    }

    /// Empties cookies, credentials and cache; later requests go out on new connections.
    open func reset(completionHandler: @escaping @Sendable () -> Void) {
        core.configuration.httpCookieStorage?.removeCookies(since: .distantPast)
        core.configuration.urlCredentialStorage?.removeAll()
        core.configuration.urlCache?.removeAllCachedResponses()
        flush(completionHandler: completionHandler)
    }

    /// Later requests go out on new connections.
    open func flush(completionHandler: @escaping @Sendable () -> Void) {
        core.beginAnew()
        core.calls().add(completionHandler)
    }

    /// The tasks that are neither complete nor cancelled, by kind.
    open func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable (
                [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
            ) -> Void
    ) {
        getAllTasks { tasks in
            let uploads = tasks.compactMap { $0 as? URLSessionUploadTask }
            let data = tasks.compactMap { $0 as? URLSessionDataTask }.filter { !($0 is URLSessionUploadTask) }
            completionHandler(data, uploads, tasks.compactMap { $0 as? URLSessionDownloadTask })
        }
    }

    /// The tasks that are neither complete nor cancelled.
    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        core.calls().add { [core] in completionHandler(core.tasks) }
    }

    private func made<Made: URLSessionTask>(_ task: Made) -> Made {
        if let delegate = core.delegates?.task {
            task.calls.add { delegate.urlSession(self, didCreateTask: task) }
        }
        return task
    }
}
