import HoldfastNetworking

/// The check before a web view as programs wrote it before there were sessions: `NSURLConnection`, asked whether it can
/// answer, and answered by the challenge's sender.
///
/// As `PageRequestCheck`, it judges its own connection, and not the view's.
final class PageCheckConnection: NSObject, NSURLConnectionDataDelegate {
    private weak var view: PageView?
    private let anchors: [SecCertificate]
    private let queue: OperationQueue
    private let lock = NSLock()
    private var good: Set<String> = []

    /// - Parameter queue: where the connection calls; the main one in an app.
    init(_ view: PageView, anchors: [SecCertificate], queue: OperationQueue = .main) {
        self.view = view
        self.anchors = anchors
        self.queue = queue
    }

    /// What the view's delegate answers in `webView(_:shouldStartLoadWith:navigationType:)`.
    func shouldStartLoad(with request: URLRequest) -> Bool {
        guard request.url?.scheme?.lowercased() == "https" else { return false }
        if lock.withLock({ good.contains(Self.place(request.url)) }) { return true }
        let connection = NSURLConnection(request: request, delegate: self, startImmediately: false)
        connection?.setDelegateQueue(queue)
        connection?.start()
        return false
    }

    func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
    }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            challenge.sender?.cancel(challenge)
            return
        }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        if SecTrustEvaluateWithError(trust, nil) {
            challenge.sender?.use(URLCredential(trust: trust), for: challenge)
        } else {
            challenge.sender?.cancel(challenge)
        }
    }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
        let request = connection.originalRequest
        lock.withLock { _ = good.insert(Self.place(request.url)) }
        connection.cancel()
        view?.load(request)
    }

    func connection(_ connection: NSURLConnection, didFailWithError error: Error) { view?.show(error) }

    private static func place(_ url: URL?) -> String { "\(url?.host?.lowercased() ?? ""):\(url?.port ?? 443)" }
}
