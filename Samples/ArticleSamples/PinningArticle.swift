import HoldfastNetworking
import HoldfastServing

/// Article 003: challenges of both levels, the four dispositions, the guard by host, and pins.
enum PinningArticle {
    static let host = "example.com"

    /// The article's delegate, after an old sample of Apple's: a server gets the app's own check where its host
    /// contains the app's domain.
    ///
    /// `example.com.evil.test` contains it too.
    final class AsItStands: NSObject, URLSessionDelegate {
        private let anchors: [SecCertificate]

        init(anchors: [SecCertificate]) { self.anchors = anchors }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let protectionSpace = challenge.protectionSpace
            guard protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                protectionSpace.host.contains(host)
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            guard let serverTrust = protectionSpace.serverTrust else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            if checkValidity(of: serverTrust, anchors) {
                completionHandler(.useCredential, URLCredential(trust: serverTrust))
            } else {
                // Here an app tells its user that the server could not be verified.
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    /// The domain itself and what is below it; all other hosts are the system's business.
    final class AsItShouldBe: NSObject, URLSessionDelegate {
        private let anchors: [SecCertificate]

        init(anchors: [SecCertificate]) { self.anchors = anchors }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            let asked = space.host.lowercased()
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust,
                asked == host || asked.hasSuffix(".\(host)")
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            if checkValidity(of: trust, anchors) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    /// The app's own check: the company's authority, and no other, vouches for its servers.
    private static func checkValidity(of trust: SecTrust, _ anchors: [SecCertificate]) -> Bool {
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        return SecTrustEvaluateWithError(trust, nil)
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let anchors = [try bench.companyCertificate()]
        for (version, delegate) in [
            (Report.Version.stands, AsItStands(anchors: anchors) as any URLSessionDelegate),
            (.should, AsItShouldBe(anchors: anchors)),
        ] {
            for (kind, name) in [
                (Report.Server.good, host), (.good, "www.\(host)"), (.bad, "\(host).evil.test"),
                (.bad, "not\(host)"),
            ] {
                let server = try bench.server(by: bench.company, names: [name])
                let told = await outcome(
                    of: try bench.request(server, host: name), at: server, bench.configuration(server, name: name),
                    delegate)
                report.say(version, kind, "\(name): \(told)")
            }
        }
        try await tellDispositions(bench, report)
        try await tellLevels(bench, report)
        try await tellPins(bench, report)
        try await tellSchemes(bench, report)
    }
}
