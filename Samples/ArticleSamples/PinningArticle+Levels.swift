import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing

// Article 003: what the four dispositions do to a server, who is asked, how often, and for which scheme.
extension PinningArticle {
    /// Gives one answer to every server, whatever it presents: as the article lists them.
    ///
    /// `useCredential` with a credential of a trust object that nobody evaluated accepts whoever answers.
    final class OneAnswer: NSObject, URLSessionDelegate {
        private let disposition: URLSession.AuthChallengeDisposition
        private let evaluates: Bool

        init(_ disposition: URLSession.AuthChallengeDisposition, evaluates: Bool) {
            self.disposition = disposition
            self.evaluates = evaluates
        }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard disposition == .useCredential, let trust = challenge.protectionSpace.serverTrust else {
                completionHandler(disposition, nil)
                return
            }
            if evaluates, !SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.cancelAuthenticationChallenge, nil)
            } else {
                completionHandler(.useCredential, URLCredential(trust: trust))
            }
        }
    }

    static func tellDispositions(_ bench: ArticleBench, _ report: Report) async throws {
        let dispositions: [(String, URLSession.AuthChallengeDisposition)] = [
            ("useCredential", .useCredential), ("performDefaultHandling", .performDefaultHandling),
            ("cancelAuthenticationChallenge", .cancelAuthenticationChallenge),
            ("rejectProtectionSpace", .rejectProtectionSpace),
        ]
        let good = try bench.server(by: bench.system)
        let bad = try bench.server(by: bench.stranger)
        for (version, evaluates) in [(Report.Version.stands, false), (.should, true)] {
            // The other three are the same either way.
            for (word, disposition) in evaluates ? Array(dispositions.prefix(1)) : dispositions {
                for (kind, server) in [(Report.Server.good, good), (.bad, bad)] {
                    let told = await outcome(
                        of: try bench.request(server), at: server, bench.configuration(server),
                        OneAnswer(disposition, evaluates: evaluates))
                    report.say(version, kind, "\(word)\(evaluates ? ", evaluated" : ""): \(told)")
                }
            }
        }
    }

    /// Has the session's method for challenges alone, and writes down that it was asked.
    final class SessionLevel: NSObject, URLSessionDelegate {
        let asked = Notes<String>()

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            asked.add("session")
            completionHandler(.performDefaultHandling, nil)
        }
    }

    /// Has the task's method alone.
    final class TaskLevel: NSObject, URLSessionTaskDelegate {
        let asked = Notes<String>()

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            asked.add("task")
            completionHandler(.performDefaultHandling, nil)
        }
    }

    /// Has both, and a password; of the schemes it takes Basic alone.
    final class BothLevels: NSObject, URLSessionTaskDelegate {
        let asked = Notes<String>()

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            answer("session", challenge, completionHandler)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            answer("task", challenge, completionHandler)
        }

        private func answer(
            _ level: String, _ challenge: URLAuthenticationChallenge,
            _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let method = challenge.protectionSpace.authenticationMethod
            asked.add("\(level) \(method.replacingOccurrences(of: "NSURLAuthenticationMethod", with: ""))")
            switch method {
            case NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodNTLM:
                completionHandler(.rejectProtectionSpace, nil)
            case NSURLAuthenticationMethodHTTPBasic where challenge.previousFailureCount == 0:
                let credential = URLCredential(user: "Aladdin", password: "open sesame", persistence: .none)
                completionHandler(.useCredential, credential)
            default:
                completionHandler(.performDefaultHandling, nil)
            }
        }
    }

    /// Two requests of one session. The article has one success hold for the whole session: it holds for the
    /// connection.
    static func tellLevels(_ bench: ArticleBench, _ report: Report) async throws {
        let server = try bench.server(by: bench.system)
        for (how, closes) in [("one connection", false), ("a connection each", true)] {
            let (ofSession, ofTask, ofBoth) = (SessionLevel(), TaskLevel(), BothLevels())
            let delegates: [(any URLSessionDelegate, Notes<String>)] = [
                (ofSession, ofSession.asked), (ofTask, ofTask.asked), (ofBoth, ofBoth.asked),
            ]
            for (delegate, asked) in delegates {
                let session = URLSession(
                    configuration: bench.configuration(server), delegate: delegate, delegateQueue: nil)
                for path in ["/first", "/second"] {
                    var request = try bench.request(server, path)
                    if closes { request.setValue("close", forHTTPHeaderField: "Connection") }
                    _ = try await session.data(for: request)
                }
                session.finishTasksAndInvalidate()
                report.say(.stands, .good, "two requests, \(how): asked \(asked.all.joined(separator: ", "))")
            }
        }
    }

    /// Negotiate and NTLM are rejected, until the server's next scheme is one that there is a password for.
    static func tellSchemes(_ bench: ArticleBench, _ report: Report) async throws {
        let expected = "Basic \(Data("Aladdin:open sesame".utf8).base64EncodedString())"
        func server(_ authority: SampleBench) throws -> TLSServer {
            try bench.server(
                by: authority,
                answer: { request in
                    if request["Authorization"] == expected { return ServerResponse(text: "welcome") }
                    let schemes = ["Negotiate", "NTLM", "Basic realm=\"cave\""]
                    return ServerResponse(status: 401, fields: schemes.map { HTTPField("WWW-Authenticate", $0) })
                })
        }
        for (kind, authority) in [(Report.Server.good, bench.system), (.bad, bench.stranger)] {
            let server = try server(authority)
            let delegate = BothLevels()
            let told = await outcome(
                of: try bench.request(server), at: server, bench.configuration(server), delegate)
            report.say(.should, kind, "asked \(delegate.asked.all.joined(separator: ", ")): \(told)")
        }
    }
}
