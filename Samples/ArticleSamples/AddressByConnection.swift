import HoldfastNetworking
import HoldfastServing

/// Article 002, by `NSURLConnection`: the address in the URL, the name in `Host`, and the check for that name.
enum AddressByConnection {
    /// A request to an address that the program looked up itself.
    static func request(to server: TLSServer, _ bench: ArticleBench) throws -> URLRequest {
        var request = try bench.request(server, host: ArticleBench.address)
        request.setValue(ArticleBench.host, forHTTPHeaderField: "host")
        return request
    }

    /// The article's function: with a domain the policy for TLS servers of that name, without one the basic policy.
    static func evaluateServerTrust(_ serverTrust: SecTrust, forDomain domain: String?) -> Bool {
        let policies: [SecPolicy]
        if let domain = domain {
            policies = [SecPolicyCreateSSL(true, domain as CFString)]
        } else {
            policies = [SecPolicyCreateBasicX509()]
        }
        SecTrustSetPolicies(serverTrust, policies as CFArray)
        var result = SecTrustResultType.invalid
        SecTrustEvaluate(serverTrust, &result)
        return result == .unspecified || result == .proceed
    }

    /// The article's delegate: the name out of the request's fields, else the URL's host; a failed check goes on
    /// without a credential.
    ///
    /// In Objective-C the dictionary of fields finds `host` however it is spelt. In Swift it is an ordinary dictionary
    /// that has `Host`: the look-up finds nothing, the certificate is compared with the address, and the good server is
    /// refused.
    final class AsItStands: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        private let request: URLRequest

        init(_ request: URLRequest) { self.request = request }

        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            let host = request.allHTTPHeaderFields?["host"] ?? request.url?.host
            if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust
            {
                if evaluateServerTrust(trust, forDomain: host) {
                    challenge.sender?.use(URLCredential(trust: trust), for: challenge)
                } else {
                    challenge.sender?.continueWithoutCredential(for: challenge)
                }
            } else {
                challenge.sender?.continueWithoutCredential(for: challenge)
            }
        }
    }

    /// Reads the field by the request's own method, which ignores case; knows no check without a name; and ends the
    /// connection where the check fails.
    final class AsItShouldBe: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            let space = challenge.protectionSpace
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust
            else {
                challenge.sender?.performDefaultHandling?(for: challenge)
                return
            }
            let name = connection.currentRequest.value(forHTTPHeaderField: "Host") ?? space.host
            if evaluateServerTrust(trust, forDomain: name) {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let good = try bench.server(by: bench.system)
        let several = try bench.serverOfSeveralNames()
        // A lookup that was lied to leads here: a server with a certificate for a name of its own.
        let bad = try bench.server(by: bench.system, names: ["elsewhere.holdfast.test"])
        let plain = bench.configuration(good)
        // An address names nobody to the server (RFC 6066 §3). With this setting the name of `Host` is the request's.
        let naming = bench.configuration(good)
        naming.takesNameFromHostField = true

        for (server, kind, which) in [(good, Report.Server.good, ""), (several, .good, "of several names: ")] {
            let request = try request(to: server, bench)
            report.say(.stands, kind, which + (await AsItStands(request).outcome(of: request, at: server, plain)))
        }
        let toBad = try request(to: bad, bench)
        report.say(.stands, .bad, await AsItStands(toBad).outcome(of: toBad, at: bad, plain))

        let toGood = try request(to: good, bench)
        report.say(.should, .good, await AsItShouldBe().outcome(of: toGood, at: good, plain))
        let toSeveral = try request(to: several, bench)
        let unnamed = await AsItShouldBe().outcome(of: toSeveral, at: several, plain)
        report.say(.should, .good, "of several names, nameless: \(unnamed)")
        let named = await AsItShouldBe().outcome(of: toSeveral, at: several, naming)
        report.say(.should, .good, "of several names, named: \(named)")
        report.say(.should, .bad, await AsItShouldBe().outcome(of: toBad, at: bad, plain))
        report.say(.should, .bad, "named: \(await AsItShouldBe().outcome(of: toBad, at: bad, naming))")
    }
}
