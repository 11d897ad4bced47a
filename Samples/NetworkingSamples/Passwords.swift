import HoldfastNetworking

/// Answers a server's question for a user, by Basic or Digest, once: a password that was refused is not said again.
final class PasswordDelegate: NSObject, URLSessionTaskDelegate {
    private let credential: URLCredential
    private let anchors: [SecCertificate]
    private let questions = Counter()

    init(user: String, password: String, persistence: URLCredential.Persistence, anchors: [SecCertificate]) {
        credential = URLCredential(user: user, password: password, persistence: persistence)
        self.anchors = anchors
    }

    /// How often a user was asked for.
    var asked: Int { questions.value }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest:
            questions.add()
            if challenge.previousFailureCount == 0 {
                completionHandler(.useCredential, credential)
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        default:
            guard let trust = challenge.protectionSpace.serverTrust else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }
}

/// Keeps a password for a server before anybody asks for it.
func remember(
    user: String, password: String, for url: URL, realm: String, method: String, in storage: URLCredentialStorage
) {
    let space = URLProtectionSpace(
        host: url.host ?? "", port: url.port ?? 443, protocol: NSURLProtectionSpaceHTTPS, realm: realm,
        authenticationMethod: method)
    let credential = URLCredential(user: user, password: password, persistence: .permanent)
    storage.setDefaultCredential(credential, for: space)
}

/// Counts on any thread.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func add() { lock.withLock { count += 1 } }
}
