import HoldfastNetworking
import HoldfastServing

/// Article 001, the block with which version 4 of AFNetworking has a program answer challenges: what it returns is an
/// error, a credential, a disposition, or nothing, and then it calls the completion handler itself.
enum ChallengeHandler {
    typealias Handler = AFURLSessionTaskAuthenticationChallengeHandler

    /// The block as it is commonly written: a credential of whatever the server presented.
    ///
    /// It takes the place of the manager's security policy, which is not asked any more, and evaluates nothing.
    static let asItStands: Handler = { _, _, challenge, _ in
        guard let trust = challenge.protectionSpace.serverTrust else {
            return .disposition(.performDefaultHandling)
        }
        return .credential(URLCredential(trust: trust))
    }

    /// Each of the four results, for what it is good for.
    enum AsItShouldBe {
        /// A disposition: the default, which for servers is the manager's security policy.
        static let disposition: Handler = { _, _, _, _ in .disposition(.performDefaultHandling) }

        /// A credential where the evaluation succeeded, an error with its reason where it did not.
        static let credentialOrError: Handler = { _, _, challenge, _ in
            guard let trust = challenge.protectionSpace.serverTrust else {
                return .disposition(.performDefaultHandling)
            }
            var reason: CFError?
            guard SecTrustEvaluateWithError(trust, &reason) else {
                return .error(reason.map { $0 as any Error } ?? URLError(.serverCertificateUntrusted))
            }
            return .credential(URLCredential(trust: trust))
        }

        /// Nothing: the block answers later, from a queue of its own.
        static let later: Handler = { _, _, challenge, completionHandler in
            guard let trust = challenge.protectionSpace.serverTrust else {
                return .disposition(.performDefaultHandling)
            }
            let answer = Later(completionHandler)
            let queue = DispatchQueue(label: "evaluation")
            queue.async {
                SecTrustEvaluateAsyncWithError(trust, queue) { trust, isTrusted, _ in
                    if isTrusted {
                        answer.give(.useCredential, URLCredential(trust: trust))
                    } else {
                        answer.give(.cancelAuthenticationChallenge, nil)
                    }
                }
            }
            return .unhandled
        }
    }

    /// Carries the completion handler to another queue.
    private struct Later: @unchecked Sendable {
        let give: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

        init(_ give: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) { self.give = give }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let servers = [
            (Report.Server.good, try bench.server(by: bench.system)),
            (.bad, try bench.server(by: bench.stranger)),
        ]
        let rows: [(Report.Version, String, Handler)] = [
            (.stands, "a credential", asItStands), (.should, "a disposition", AsItShouldBe.disposition),
            (.should, "a credential or an error", AsItShouldBe.credentialOrError),
            (.should, "nothing, and the handler later", AsItShouldBe.later),
        ]
        for (version, word, handler) in rows {
            for (kind, server) in servers {
                let responder = AFChallengeResponder()
                responder.authenticationChallengeHandler = handler
                let told = await outcome(
                    of: try bench.request(server), at: server, bench.configuration(server), responder)
                report.say(version, kind, "\(word): \(told)")
            }
        }
    }
}
