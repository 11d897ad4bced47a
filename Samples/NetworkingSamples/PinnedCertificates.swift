import HoldfastNetworking

/// Accepts a server whose certificates are good and among whose chain is one of those that the app carries, byte for
/// byte.
///
/// A renewed certificate is another one: the app needs an update first.
final class CertificatePinningDelegate: NSObject, URLSessionDelegate {
    private let pinned: Set<Data>
    private let anchors: [SecCertificate]?

    /// - Parameters:
    ///   - files: the bundled `.cer` files (DER).
    ///   - anchors: of a private authority; nil for the system's.
    init(files: [URL], anchors: [SecCertificate]? = nil) {
        pinned = Set(files.compactMap { try? Data(contentsOf: $0) })
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
        guard SecTrustEvaluateWithError(trust, nil) else {
            completionHandler(.cancelAuthenticationChallenge, nil)
            return
        }
        let chain = (SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []).map {
            SecCertificateCopyData($0) as Data
        }
        if pinned.isDisjoint(with: chain) {
            completionHandler(.cancelAuthenticationChallenge, nil)
        } else {
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }
}
