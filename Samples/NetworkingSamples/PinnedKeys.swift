import HoldfastNetworking

/// Accepts a server whose certificates are good and whose key is one of those that the app knows.
///
/// A certificate that is renewed with the same key passes.
final class PublicKeyPinningDelegate: NSObject, URLSessionDelegate {
    private let keys: [Data]
    private let anchors: [SecCertificate]?

    /// - Parameters:
    ///   - certificates: bundled with the app; only their keys count.
    ///   - anchors: of a private authority; nil for the system's.
    init(keysOf certificates: [SecCertificate], anchors: [SecCertificate]? = nil) {
        keys = certificates.compactMap { certificate in
            SecCertificateCopyKey(certificate).flatMap { SecKeyCopyExternalRepresentation($0, nil) as Data? }
        }
        self.anchors = anchors
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust
        else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        if let anchors = anchors { SecTrustSetAnchorCertificates(trust, anchors as CFArray) }
        // A pin comes on top of the evaluation, and takes the place of none.
        guard SecTrustEvaluateWithError(trust, nil),
            let key = SecTrustCopyKey(trust),
            let data = SecKeyCopyExternalRepresentation(key, nil) as Data?,
            keys.contains(data)
        else {
            completionHandler(.cancelAuthenticationChallenge, nil)
            return
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }
}
