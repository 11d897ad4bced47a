public import Foundation
public import FoundationNetworking
import Synchronization

/// A way of a program's own to answer requests (Apple, `URLProtocol`).
///
/// Subclasses are asked in the order of ``URLSessionConfiguration/protocolClasses``, and for ``URLSession/shared`` and
/// `NSURLConnection` those that were registered. One that answers takes the place of the connection: nobody judges a
/// server then.
open class URLProtocol: NSObject, @unchecked Sendable {
    private let loading: Mutex<Loading>

    private struct Loading: @unchecked Sendable {
        var request: URLRequest
        var cachedResponse: CachedURLResponse?
        var client: (any URLProtocolClient)?
        weak var task: URLSessionTask?
    }

    private static let registered = Mutex<[URLProtocol.Type]>([])

    /// A loader for a request.
    public required init(
        request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
        loading = Mutex(Loading(request: request, cachedResponse: cachedResponse, client: client))
    }

    /// A loader for a task.
    public required convenience init(
        task: URLSessionTask, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
        let request = task.currentRequest ?? task.originalRequest ?? URLRequest(url: URL(fileURLWithPath: "/"))
        self.init(request: request, cachedResponse: cachedResponse, client: client)
        self.task = task
    }

    /// The client that the loader tells.
    open var client: (any URLProtocolClient)? {
        get { loading.withLock { $0.client } }
        set { loading.withLock { $0.client = newValue } }
    }
    open var request: URLRequest { loading.withLock { $0.request } }
    open var cachedResponse: CachedURLResponse? { loading.withLock { $0.cachedResponse } }
    /// The task that is loaded; nil where the loader was made for a request alone.
    open internal(set) var task: URLSessionTask? {
        get { loading.withLock { $0.task } }
        set { loading.withLock { $0.task = newValue } }
    }

    /// Whether the subclass answers a request. Not here: subclasses say it.
    open class func canInit(with request: URLRequest) -> Bool { false }

    /// Whether the subclass answers a task's request.
    open class func canInit(with task: URLSessionTask) -> Bool {
        (task.currentRequest ?? task.originalRequest).map { canInit(with: $0.unread) } ?? false
    }

    /// The request in the form that the loader works with; the same, unless a subclass knows better.
    open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Whether two requests may share a cached response.
    open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { a == b }

    /// Begins to load. Not here, where it fails with `URLError.unsupportedURL`: subclasses do.
    open func startLoading() {
        client?.urlProtocol(
            self, didFailWithError: URLError(.unsupportedURL, "the protocol class does not load", for: request.url))
    }

    /// Loads no more.
    open func stopLoading() {}

    /// Has the class asked for the requests of ``URLSession/shared``, of `NSURLConnection`, and of the configurations
    /// that are made from here on; the last registered first.
    ///
    /// - Returns: whether it is a subclass of this one.
    @discardableResult
    open class func registerClass(_ protocolClass: AnyClass) -> Bool {
        guard let type = protocolClass as? URLProtocol.Type else { return false }
        registered.withLock { known in
            known.removeAll { $0 == type }
            known.insert(type, at: 0)
        }
        return true
    }

    open class func unregisterClass(_ protocolClass: AnyClass) {
        registered.withLock { known in known.removeAll { $0 == protocolClass } }
    }

    static var registeredClasses: [URLProtocol.Type] { registered.withLock { $0 } }

    /// A property that ``setProperty(_:forKey:in:)`` has attached to a request; nil where there is none.
    open class func property(forKey key: String, in request: URLRequest) -> Any? {
        RequestProperties.value(key, in: request.value(forHTTPHeaderField: RequestProperties.field))
    }

    /// Attaches a property of a subclass's own to a request.
    open class func setProperty(_ value: Any, forKey key: String, in request: NSMutableURLRequest) {
        change(value, key, request)
    }

    open class func removeProperty(forKey key: String, in request: NSMutableURLRequest) {
        change(nil, key, request)
    }

    private class func change(_ value: Any?, _ key: String, _ request: NSMutableURLRequest) {
        let old = request.value(forHTTPHeaderField: RequestProperties.field)
        request.setValue(
            RequestProperties.text(old, setting: value, for: key), forHTTPHeaderField: RequestProperties.field)
    }
}

/// Messages of a protocol class about the loading (Apple, `URLProtocolClient`).
public protocol URLProtocolClient: NSObjectProtocol, Sendable {
    func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)
    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}
