import Foundation
import HoldfastSecurityNames
import HoldfastX509

/// A table of evaluators by host (Alamofire 5, `ServerTrustManager`).
///
/// Hosts are compared as a whole, without the case of their letters; there are no wildcards. Pins that a policy file or
/// ``URLSessionConfiguration/serverTrustPolicy`` states need no manager, and hold whatever one says.
open class ServerTrustManager: @unchecked Sendable {
    /// Whether a host without an evaluator is refused.
    public let allHostsMustBeEvaluated: Bool
    /// The evaluators by host, as they were given.
    public let evaluators: [String: any ServerTrustEvaluating]
    private let byHost: [String: any ServerTrustEvaluating]

    /// Makes a manager from evaluators by host.
    ///
    /// - Parameters:
    ///   - allHostsMustBeEvaluated: false leaves hosts without an evaluator to the session.
    ///   - evaluators: by host. Of two spellings of one host that differ in case, one counts, and it is not said which.
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
        byHost = Dictionary(evaluators.map { ($0.key.asciiLowercased(), $0.value) }) { first, _ in first }
    }

    /// The evaluator of a host; nil where there is none and none is required.
    ///
    /// - Throws: ``ServerTrustFailureReason/noRequiredEvaluator(host:)``.
    open func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
        if let evaluator = byHost[host.asciiLowercased()] { return evaluator }
        guard !allHostsMustBeEvaluated else { throw ServerTrustFailureReason.noRequiredEvaluator(host: host) }
        return nil
    }

    /// The answer that a session's delegate gives to a challenge, as Alamofire's own delegate does.
    ///
    /// ```swift
    /// func urlSession(
    ///     _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    ///     completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    /// ) {
    ///     let answer = manager.answer(to: challenge)
    ///     completionHandler(answer.disposition, answer.credential)
    /// }
    /// ```
    ///
    /// - Returns: for a server that its evaluator accepts, its credential; `performDefaultHandling` for other methods
    ///   and for hosts that are left to the session. What is refused is cancelled; the error is the evaluator's.
    open func answer(
        to challenge: URLAuthenticationChallenge
    ) -> (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?, error: (any Error)?) {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust else {
            return (.performDefaultHandling, nil, nil)
        }
        do {
            guard let evaluator = try serverTrustEvaluator(forHost: space.host) else {
                return (.performDefaultHandling, nil, nil)
            }
            try evaluator.evaluate(trust, forHost: space.host)
            return (.useCredential, URLCredential(trust: trust), nil)
        } catch {
            return (.cancelAuthenticationChallenge, nil, error)
        }
    }
}
