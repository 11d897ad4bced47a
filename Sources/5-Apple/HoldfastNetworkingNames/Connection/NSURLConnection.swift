public import Foundation
public import FoundationNetworking

/// One request, as programs sent them before there were sessions (Apple, `NSURLConnection`).
///
/// Servers are judged as ``URLSession/shared`` judges them; `URLCache.shared`, `HTTPCookieStorage.shared`,
/// `URLCredentialStorage.shared` and the classes of ``URLProtocol/registerClass(_:)`` are used. A connection that is
/// under way keeps itself, and its delegate, until it finishes, fails or is cancelled.
///
/// The delegate is called on the run loop of the thread that started the connection, in the default mode, unless the
/// connection was scheduled elsewhere or has a queue. A thread that runs no run loop never calls anybody, as on Apple's
/// platforms: Swift tasks, and queues of Dispatch other than the main one, have none, and need
/// ``setDelegateQueue(_:)``. While the connection is under way its source keeps the run loop running, and each of its
/// events ends `RunLoop.run(mode:before:)`.
open class NSURLConnection: NSObject, @unchecked Sendable {
    let loading: ConnectionLoading

    /// A connection.
    ///
    /// - Parameters:
    ///   - request: what is sent first.
    ///   - delegate: an ``NSURLConnectionDelegate`` of any kind. An object of a class that does not say that it is one
    ///     hears nothing: there are no informal protocols here.
    ///   - startImmediately: whether it starts now, on the current run loop; else it waits for ``start()``.
    public init?(request: URLRequest, delegate: Any?, startImmediately: Bool) {
        loading = ConnectionLoading(request, ConnectionDelegates(delegate), ConnectionSessions(nil))
        super.init()
        if startImmediately { loading.start(self) }
    }

    /// A connection that starts now, on the current run loop.
    public convenience init?(request: URLRequest, delegate: Any?) {
        self.init(request: request, delegate: delegate, startImmediately: true)
    }

    /// A connection with settings of its own, in the place of the process's.
    package init(
        request: URLRequest, delegate: Any?, startImmediately: Bool, configuration: URLSessionConfiguration
    ) {
        loading = ConnectionLoading(request, ConnectionDelegates(delegate), ConnectionSessions(configuration))
        super.init()
        if startImmediately { loading.start(self) }
    }

    /// The settings that connections start with; nil, as at first, for those of the process. Apple has no such
    /// property.
    ///
    /// A connection has no configuration of its own, so a program that leads its connections elsewhere
    /// (``URLSessionConfiguration/connectTo``, `dial`, `resolution`), takes servers' names from `Host`
    /// (`takesNameFromHostField`), or looks on (`observer`) says so here, once, before the first one. A copy is kept;
    /// connections that are under way go on as they began.
    public static var processConfiguration: URLSessionConfiguration? {
        get { ConnectionSessions.configuration }
        set { ConnectionSessions.configuration = newValue }
    }

    /// The request that the connection was made with.
    open var originalRequest: URLRequest { loading.originalRequest }

    /// The request that is under way: what the delegate made of the first one, and after redirects another one.
    open var currentRequest: URLRequest { loading.currentRequest }

    /// Starts; without effect from the second time on, and after ``cancel()``.
    open func start() { loading.start(self) }

    /// Ends the connection without a further call, and lets the delegate go. A call that another thread is in the
    /// middle of returns as it would have.
    open func cancel() { loading.cancel() }

    /// Has the delegate called on a run loop, in a mode; on several, on whichever runs first. Without effect while
    /// there is a queue.
    open func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        loading.place.schedule(aRunLoop, mode)
    }

    /// Has the delegate no longer called there.
    open func unschedule(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        loading.place.unschedule(aRunLoop, mode)
    }

    /// Has the delegate called on a queue, one call after the other; nil for run loops. To be set before the connection
    /// is started.
    open func setDelegateQueue(_ queue: OperationQueue?) { loading.place.use(queue) }
}
