import HoldfastNetworking

/// What a web view is asked to do, and what stands in its place in tests.
protocol PageView: AnyObject {
    func load(_ request: URLRequest)
    func show(_ error: Error)
}

/// Judges a page's server before a web view that cannot be asked: stops the load, asks the server on a connection of the
/// program's own, and loads the page once the server was found good.
///
/// It judges this connection. The view opens one of its own for the page, which is judged by whatever the view judges by.
final class PageCheck: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private weak var view: PageView?
    private let anchors: [SecCertificate]
    private let configuration: URLSessionConfiguration
    private let lock = NSLock()
    private var good: Set<String> = []
    private lazy var session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)

    init(_ view: PageView, anchors: [SecCertificate], configuration: URLSessionConfiguration = .default) {
        self.view = view
        self.anchors = anchors
        self.configuration = configuration
    }

    /// What the view's delegate answers in `webView(_:shouldStartLoadWith:navigationType:)`.
    func shouldStartLoad(with request: URLRequest) -> Bool {
        guard request.url?.scheme?.lowercased() == "https" else { return false }
        if isGood(request.url) { return true }
        session.dataTask(with: request).resume()
        return false
    }

    /// Ends the session, which keeps this object until then.
    func end() { session.invalidateAndCancel() }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        if SecTrustEvaluateWithError(trust, nil) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.rejectProtectionSpace, nil)
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let request = dataTask.originalRequest {
            keep(request.url)
            view?.load(request)
        }
        completionHandler(.cancel)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        guard let error = error, (error as? URLError)?.code != .cancelled else { return }
        view?.show(error)
    }

    private static func place(_ url: URL?) -> String { "\(url?.host?.lowercased() ?? ""):\(url?.port ?? 443)" }

    private func isGood(_ url: URL?) -> Bool { lock.withLock { good.contains(Self.place(url)) } }

    private func keep(_ url: URL?) { lock.withLock { _ = good.insert(Self.place(url)) } }
}
