public import Foundation
public import FoundationNetworking
public import HoldfastSecurityNames
import HoldfastX509
import Synchronization

/// A check of a page's server before a web view loads the page, for views that cannot be asked about servers.
///
/// Hand the view's question whether to load to ``shouldStartLoad(with:)``. The first time for a server it stops the
/// load and asks the server on a connection of its own; once the server was found good, the view is told to load the
/// page, and its question is answered with yes.
///
/// **The check judges its own connection, and not the view's**: that one is judged by whatever the view judges by, and
/// may lead to another server. What is asked is `HEAD` of the page's URL, without its body and without cookies, so that
/// nothing is done twice; redirects are not followed, since the view asks about their servers itself; neither a cache
/// nor a protocol class stands for the server. The check does not keep its view, and ends when it is let go.
public final class PageRequestCheck: NSObject, @unchecked Sendable {
    /// Servers that are remembered as good; of more, all are asked about again.
    public static let serverLimit = 1_000

    private struct State {
        /// The time at which each server was found good.
        var good: [String: ContinuousClock.Instant] = [:]
        /// The requests that wait for a server that is being asked.
        var waiting: [String: [URLRequest]] = [:]
        var hasEnded = false
    }

    private weak let view: (any PageView)?
    private let session: URLSession
    private let validity: Duration
    private let state = Mutex(State())

    /// A check for a view.
    ///
    /// - Parameters:
    ///   - view: not kept.
    ///   - anchors: the only ones that count; nil for what the configuration judges servers by, which is the system's
    ///     anchors unless it says otherwise.
    ///   - configuration: how servers are reached; its protocol classes are not asked.
    ///   - validity: how long a server counts as good before it is asked again.
    ///   - queue: where the view is called.
    public init(
        _ view: any PageView, anchors: [SecCertificate]? = nil, configuration: URLSessionConfiguration = .default,
        validity: Duration = .seconds(300), queue: OperationQueue = .main
    ) {
        self.view = view
        self.validity = validity
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        // One that answers takes the place of the connection: nobody would judge a server.
        copy.protocolClasses = []
        copy.urlCache = nil
        // It is the server that is asked, whatever the program's requests may be answered by.
        copy.requestCachePolicy = .useProtocolCachePolicy
        session = URLSession(configuration: copy, delegate: PageRequestCheckDelegate(anchors), delegateQueue: queue)
        super.init()
    }

    deinit { session.invalidateAndCancel() }

    /// Whether the view may load a request now: what its delegate answers when it is asked.
    ///
    /// - Returns: false for all but `https`, for servers that were refused, and for those that have to be asked first:
    ///   the view is told then what to do, by ``PageView/load(_:)`` or ``PageView/show(_:)``.
    public func shouldStartLoad(with request: URLRequest) -> Bool {
        guard let url = request.url, url.scheme?.asciiLowercased() == "https", let place = Self.place(url) else {
            return false
        }
        enum Next { case nothing, load, ask }
        let next = state.withLock { state -> Next in
            guard !state.hasEnded else { return .nothing }
            if let found = state.good[place], ContinuousClock.now - found < validity { return .load }
            defer { state.waiting[place, default: []].append(request) }
            return state.waiting[place] == nil ? .ask : .nothing
        }
        if case .ask = next { ask(request, place) }
        if case .load = next { return true }
        return false
    }

    /// Ends the check: the view is told nothing any more, and may load nothing.
    public func end() {
        state.withLock { state in
            state = State()
            state.hasEnded = true
        }
        session.invalidateAndCancel()
    }

    private func ask(_ request: URLRequest, _ place: String) {
        var asked = request
        (asked.httpMethod, asked.httpBody, asked.httpBodyStream) = ("HEAD", nil, nil)
        asked.httpShouldHandleCookies = false
        asked.cachePolicy = .reloadIgnoringLocalCacheData
        session.dataTask(with: asked) { [weak self] _, response, error in
            self?.tell(place, response == nil ? error ?? URLError(.badServerResponse) : nil)
        }.resume()
    }

    private func tell(_ place: String, _ error: (any Error)?) {
        let requests = state.withLock { state -> [URLRequest] in
            guard !state.hasEnded else { return [] }
            if error == nil {
                if state.good.count >= Self.serverLimit { state.good = [:] }
                state.good[place] = .now
            }
            return state.waiting.removeValue(forKey: place) ?? []
        }
        for request in requests {
            if let error { view?.show(error) } else { view?.load(request) }
        }
    }

    /// The server of a URL; nil without a host.
    private static func place(_ url: URL) -> String? { url.host.map { "\($0.asciiLowercased()):\(url.port ?? 443)" } }
}

/// Answers for the check's session: keeps nobody.
private final class PageRequestCheckDelegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    private let anchors: [SecCertificate]?

    init(_ anchors: [SecCertificate]?) { self.anchors = anchors }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let anchors, let trust = challenge.protectionSpace.serverTrust else {
            return completionHandler(.performDefaultHandling, nil)
        }
        guard SecTrustSetAnchorCertificates(trust, anchors as NSArray) == errSecSuccess,
            SecTrustEvaluateWithError(trust, nil)
        else { return completionHandler(.rejectProtectionSpace, nil) }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// A web view as ``PageRequestCheck`` needs one.
public protocol PageView: AnyObject {
    /// The request's server was found good: the view loads the page.
    func load(_ request: URLRequest)
    /// The server was refused, or could not be asked.
    func show(_ error: any Error)
}
