import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing

/// Article 000, the first program: connect, evaluate what the server presents, and answer the challenge.
enum ConnectAndEvaluate {
    /// The article's delegate: evaluates, and takes `proceed` and `unspecified` for success.
    ///
    /// It treats every challenge as one about a server's certificate: one for a password has no trust object, and is
    /// cancelled. And it never learns why a server is refused.
    final class AsItStands: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            // 1. The trust object.
            guard let trust = challenge.protectionSpace.serverTrust else {
                challenge.sender?.cancel(challenge)
                return
            }
            // 2. Its evaluation.
            var result = SecTrustResultType.invalid
            let status = SecTrustEvaluate(trust, &result)
            if status == errSecSuccess && (result == .proceed || result == .unspecified) {
                // 3. Success: a credential of the trust object.
                let credential = URLCredential(trust: trust)
                challenge.sender?.use(credential, for: challenge)
            } else {
                // 4. Failure: the end.
                challenge.sender?.cancel(challenge)
            }
        }
    }

    /// The other answer to a success that the article names: to go on without a credential.
    ///
    /// That is no yes. Nobody has vouched for the server then, and it is refused.
    final class WithoutCredential: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            guard let trust = challenge.protectionSpace.serverTrust else {
                challenge.sender?.cancel(challenge)
                return
            }
            var result = SecTrustResultType.invalid
            let status = SecTrustEvaluate(trust, &result)
            if status == errSecSuccess && (result == .proceed || result == .unspecified) {
                challenge.sender?.continueWithoutCredential(for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
    }

    /// Asks first what the challenge is about, leaves the others to the default, and keeps the reason of a refusal.
    final class AsItShouldBe: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        /// The number of the Security framework for each refusal.
        let reasons = Notes<OSStatus>()

        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust
            else {
                challenge.sender?.performDefaultHandling?(for: challenge)
                return
            }
            var error: CFError?
            if SecTrustEvaluateWithError(trust, &error) {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                reasons.add(OSStatus(error?.code ?? 0))
                challenge.sender?.cancel(challenge)
            }
        }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let good = try bench.server(by: bench.system)
        let bad = try bench.server(by: bench.stranger)
        let asking = try bench.server(
            by: bench.system,
            answer: { _ in
                ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"cave\"")])
            })
        func told(_ delegate: ConnectionEnding, _ server: TLSServer) async throws -> String {
            await delegate.outcome(of: try bench.request(server), at: server, bench.configuration(server))
        }
        report.say(.stands, .good, try await told(AsItStands(), good))
        report.say(.stands, .good, "answered without a credential: \(try await told(WithoutCredential(), good))")
        report.say(.stands, .good, "asking for a password: \(try await told(AsItStands(), asking))")
        report.say(.stands, .bad, try await told(AsItStands(), bad))
        report.say(.should, .good, try await told(AsItShouldBe(), good))
        report.say(.should, .good, "asking for a password: \(try await told(AsItShouldBe(), asking))")
        let delegate = AsItShouldBe()
        let outcome = try await told(delegate, bad)
        report.say(.should, .bad, "\(outcome), since \(delegate.reasons.all.map { "\($0)" }.joined(separator: ", "))")
    }
}
