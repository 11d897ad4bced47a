import HoldfastNetworking
import HoldfastServing

/// Article 002, by `NSURLSession`: the address in the URL, the name in `Host`, and the task's method.
enum AddressBySession {
    /// The article's delegate: a failed check is left to the default handling.
    ///
    /// The default knows nothing of `Host`. It compares the certificate with the URL's host, which is the address: who
    /// has taken over the address, and a certificate for it, is refused by the check and accepted by the default.
    final class AsItStands: NSObject, URLSessionTaskDelegate {
        /// The name in the request's fields; the article's way finds it in Objective-C alone.
        private let domain: @Sendable (URLRequest) -> String?

        init(_ domain: @escaping @Sendable (URLRequest) -> String?) { self.domain = domain }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            var disposition = URLSession.AuthChallengeDisposition.performDefaultHandling
            var credential: URLCredential?
            let host = task.originalRequest.flatMap(domain) ?? task.originalRequest?.url?.host
            if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust
            {
                if AddressByConnection.evaluateServerTrust(trust, forDomain: host) {
                    disposition = .useCredential
                    credential = URLCredential(trust: trust)
                } else {
                    disposition = .performDefaultHandling
                }
            } else {
                disposition = .performDefaultHandling
            }
            completionHandler(disposition, credential)
        }
    }

    /// Ends the task where the check fails, so that nothing behind it can say otherwise.
    final class AsItShouldBe: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            let name = task.currentRequest?.value(forHTTPHeaderField: "Host") ?? space.host
            if AddressByConnection.evaluateServerTrust(trust, forDomain: name) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let good = try bench.server(by: bench.system)
        let several = try bench.serverOfSeveralNames()
        // The address is somebody else's now, who has a certificate for it: public authorities issue them for
        // addresses too (RFC 8738).
        let bad = try bench.server(by: bench.system, names: [ArticleBench.address])
        let configuration = bench.configuration(good)
        func told(_ delegate: any URLSessionDelegate, _ server: TLSServer) async throws -> String {
            let request = try AddressByConnection.request(to: server, bench)
            return await outcome(of: request, at: server, configuration, delegate)
        }
        let ways: [(String, @Sendable (URLRequest) -> String?)] = [
            ("by the dictionary", { $0.allHTTPHeaderFields?["host"] }),
            ("by its method", { $0.value(forHTTPHeaderField: "host") }),
        ]
        for (way, domain) in ways {
            report.say(.stands, .good, "Host read \(way): \(try await told(AsItStands(domain), good))")
            report.say(.stands, .bad, "Host read \(way): \(try await told(AsItStands(domain), bad))")
        }
        report.say(.should, .good, try await told(AsItShouldBe(), good))
        report.say(.should, .bad, try await told(AsItShouldBe(), bad))

        // Neither needs an address in the URL, nor a delegate: the URL keeps its name, and the connection is led.
        func led(_ server: TLSServer) async throws -> String {
            await outcome(of: try bench.request(server), at: server, bench.configuration(server))
        }
        report.say(.should, .good, "of several names, by connectTo: \(try await led(several))")
        report.say(.should, .bad, "by connectTo: \(try await led(bad))")
    }
}
