import HoldfastNetworking

/// A manager in the manner of AFNetworking's: whoever sets a block decides about challenges, else the manager's policy.
final class SessionManager: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    typealias ChallengeBlock = (
        URLSession, URLAuthenticationChallenge, inout URLCredential?
    ) -> URLSession.AuthChallengeDisposition

    private let anchors: [SecCertificate]
    private var challengeBlock: ChallengeBlock?
    private(set) lazy var session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    private let configuration: URLSessionConfiguration

    init(configuration: URLSessionConfiguration = .default, anchors: [SecCertificate]) {
        self.configuration = configuration
        self.anchors = anchors
    }

    func setSessionDidReceiveAuthenticationChallengeBlock(_ block: @escaping ChallengeBlock) { challengeBlock = block }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        var credential: URLCredential?
        if let block = challengeBlock {
            let disposition = block(session, challenge, &credential)
            completionHandler(disposition, credential)
            return
        }
        guard let trust = challenge.protectionSpace.serverTrust else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        if evaluate(trust, forDomain: challenge.protectionSpace.host) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }

    func evaluate(_ trust: SecTrust, forDomain domain: String) -> Bool {
        SecTrustSetPolicies(trust, [SecPolicyCreateSSL(true, domain as CFString)] as CFArray)
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        return SecTrustEvaluateWithError(trust, nil)
    }
}
