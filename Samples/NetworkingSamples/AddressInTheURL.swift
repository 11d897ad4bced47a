import HoldfastNetworking

/// The same request to an address that the program looked up itself: the address in the URL, the name in `Host`.
func request(for url: URL, at address: String) -> URLRequest? {
    guard let name = url.host, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
        return nil
    }
    components.host = address
    guard let direct = components.url else { return nil }
    var request = URLRequest(url: direct)
    request.setValue(name, forHTTPHeaderField: "Host")
    return request
}

/// Evaluates the server for the name in the request's `Host`, since the URL has only an address.
final class HostFieldDelegate: NSObject, URLSessionTaskDelegate {
    private let anchors: [SecCertificate]?

    init(anchors: [SecCertificate]? = nil) { self.anchors = anchors }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust
        else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        let domain = task.currentRequest?.value(forHTTPHeaderField: "Host") ?? challenge.protectionSpace.host
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, domain as CFString))
        if let anchors = anchors { SecTrustSetAnchorCertificates(trust, anchors as CFArray) }
        if SecTrustEvaluateWithError(trust, nil) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
