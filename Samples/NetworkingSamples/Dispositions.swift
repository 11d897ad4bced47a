import HoldfastNetworking

/// A delegate that gives one answer to every server, by the session's method.
///
/// `useCredential` only after the certificates have been evaluated: the credential alone accepts whoever answers.
final class SessionLevelDelegate: NSObject, URLSessionDelegate {
    private let disposition: URLSession.AuthChallengeDisposition
    private let anchors: [SecCertificate]

    init(_ disposition: URLSession.AuthChallengeDisposition, anchors: [SecCertificate] = []) {
        self.disposition = disposition
        self.anchors = anchors
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        switch disposition {
        case .useCredential:
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        case .performDefaultHandling, .cancelAuthenticationChallenge, .rejectProtectionSpace:
            completionHandler(disposition, nil)
        @unknown default:
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}

/// The same by the task's method, which is asked about servers where the session's is not there.
final class TaskLevelDelegate: NSObject, URLSessionTaskDelegate {
    private let disposition: URLSession.AuthChallengeDisposition
    private let anchors: [SecCertificate]

    init(_ disposition: URLSession.AuthChallengeDisposition, anchors: [SecCertificate] = []) {
        self.disposition = disposition
        self.anchors = anchors
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard disposition == .useCredential, let trust = challenge.protectionSpace.serverTrust else {
            completionHandler(disposition, nil)
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
