import HoldfastNetworking
import HoldfastServing

/// Article 004, the adaptation of a project: a private certificate, a fixed trust domain, an address with the user's
/// name and password behind it.
enum ProjectAdaptation {
    /// The article's delegate of a connection: the private certificate in an array of Core Foundation's, and three
    /// results for success.
    ///
    /// `confirm` asks the user, and is nobody's yes; the evaluation never gives it any more. (The article also releases
    /// the trust object, which it did not create: in Objective-C that is once too often, and Swift has no `CFRelease`.)
    final class ConnectionAsItStands: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        private let certificate: SecCertificate

        init(_ certificate: SecCertificate) { self.certificate = certificate }

        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            guard let trust = challenge.protectionSpace.serverTrust else {
                challenge.sender?.cancel(challenge)
                return
            }
            var array: [UnsafeRawPointer?] = [UnsafeRawPointer(Unmanaged.passUnretained(certificate).toOpaque())]
            var callBacks = kCFTypeArrayCallBacks
            let trustArray = CFArrayCreate(nil, &array, 1, &callBacks)
            if let trustArray = trustArray { SecTrustSetAnchorCertificates(trust, trustArray) }
            var trustResult = SecTrustResultType.invalid
            let status = SecTrustEvaluate(trust, &trustResult)
            if status == errSecSuccess
                && (trustResult == .confirm || trustResult == .proceed || trustResult == .unspecified)
            {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
    }

    /// The article's delegate of a session: anchors of its own, a fixed domain, and the default where the check fails.
    ///
    /// A proxy whose authority is among the system's fails the check, and is accepted by the default.
    final class SessionAsItStands: NSObject, URLSessionDelegate {
        private let certificate: SecCertificate
        private let trustDomain: String

        init(_ certificate: SecCertificate, trustDomain: String) {
            self.certificate = certificate
            self.trustDomain = trustDomain
        }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let trust = challenge.protectionSpace.serverTrust else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            SecTrustSetPolicies(trust, [SecPolicyCreateSSL(true, trustDomain as CFString)] as CFArray)
            SecTrustSetAnchorCertificates(trust, [certificate] as CFArray)
            var trustResult = SecTrustResultType.invalid
            let status = SecTrustEvaluate(trust, &trustResult)
            if status == errSecSuccess && (trustResult == .proceed || trustResult == .unspecified) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.performDefaultHandling, nil)
            }
        }
    }

    /// Two results for success, the domain of the request at hand, and an end where the check fails.
    final class AsItShouldBe: NSObject, URLSessionTaskDelegate {
        private let anchors: [SecCertificate]

        init(anchors: [SecCertificate]) { self.anchors = anchors }

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
            SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, name as CFString))
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    /// The article's request: an address, the name in `Host`, user and password in the query.
    ///
    /// A query stands in the logs of servers and proxies, in histories and in the `Referer` of the next page.
    static func loginAsItStands(_ server: TLSServer, _ bench: ArticleBench) throws -> URLRequest {
        let path = "/login?user=Aladdin&password=sesame"
        let request = NSMutableURLRequest(url: try bench.system.url(server, host: ArticleBench.address, path))
        request.setValue(ArticleBench.host, forHTTPHeaderField: "host")
        return request as URLRequest
    }

    /// The same in the body, which nothing writes down.
    static func loginAsItShouldBe(_ server: TLSServer, _ bench: ArticleBench) throws -> URLRequest {
        var request = try bench.request(server, host: ArticleBench.address, "/login")
        request.setValue(ArticleBench.host, forHTTPHeaderField: "Host")
        request.httpMethod = "POST"
        request.httpBody = Data("user=Aladdin&password=sesame".utf8)
        return request
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let anchor = try bench.companyCertificate()
        let log = Notes<String>()
        let good = try bench.server(
            by: bench.company,
            answer: { request in
                log.add("\(request.method) \(request.target)")
                return ServerResponse(text: "here")
            })
        let servers = [
            (Report.Server.good, "", good), (.bad, "", try bench.server(by: bench.stranger)),
            // A capture tool's proxy, whose authority was installed on the device.
            (.bad, "by an authority of the system's, ", try bench.server(by: bench.system)),
        ]
        for (kind, which, server) in servers {
            let (request, configuration) = (try bench.request(server), bench.configuration(server))
            let byConnection = await ConnectionAsItStands(anchor).outcome(of: request, at: server, configuration)
            report.say(.stands, kind, "\(which)by connection: \(byConnection)")
            let delegate = SessionAsItStands(anchor, trustDomain: ArticleBench.host)
            let bySession = await outcome(of: request, at: server, configuration, delegate)
            report.say(.stands, kind, "\(which)by session: \(bySession)")
        }
        for (kind, which, server) in servers {
            let (request, configuration) = (try bench.request(server), bench.configuration(server))
            let told = await outcome(of: request, at: server, configuration, AsItShouldBe(anchors: [anchor]))
            report.say(.should, kind, "\(which)by session: \(told)")
        }
        for (version, request) in [
            (Report.Version.stands, try loginAsItStands(good, bench)), (.should, try loginAsItShouldBe(good, bench)),
        ] {
            let configuration = bench.configuration(good)
            let told = await outcome(of: request, at: good, configuration, AsItShouldBe(anchors: [anchor]))
            report.say(version, .good, "login: \(told), and the log has \(log.all.last ?? "nothing")")
        }
    }
}
