import HoldfastNetworking

/// Accepts servers of an authority that the app carries, or a self-signed one that is itself carried.
final class PrivateAuthorityDelegate: NSObject, URLSessionDelegate {
    private let anchors: [SecCertificate]
    private let alsoTrustsSystem: Bool

    init(anchors: [SecCertificate], alsoTrustsSystem: Bool = false) {
        self.anchors = anchors
        self.alsoTrustsSystem = alsoTrustsSystem
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        // Anchors that are set leave the system's out, until this says otherwise.
        if alsoTrustsSystem { SecTrustSetAnchorCertificatesOnly(trust, false) }
        var error: CFError?
        guard SecTrustEvaluateWithError(trust, &error) else {
            print(error.map { "\($0.localizedDescription)" } ?? "refused")
            completionHandler(.cancelAuthenticationChallenge, nil)
            return
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }
}
