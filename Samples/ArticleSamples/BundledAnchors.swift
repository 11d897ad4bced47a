import HoldfastNetworking
import HoldfastServing

/// Article 000, the second program: certificates that the app carries become the anchors.
enum BundledAnchors {
    /// The certificates among an app's resources whose names end in `.cer`; what is none is passed over.
    ///
    /// The article's bundle is the main one. A program that SwiftPM builds has its resources in `Bundle.module`.
    static func certificates(in bundle: Bundle) -> [SecCertificate] {
        bundle.paths(forResourcesOfType: "cer", inDirectory: nil).sorted()
            .compactMap { FileManager.default.contents(atPath: $0) }
            .compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }

    /// The article's delegate: sets the anchors for whatever server there is, and evaluates.
    ///
    /// Anchors that are set take the place of the system's (Apple, `SecTrustSetAnchorCertificates`), which the article
    /// does not say: from then on no server of a public authority can be reached by this delegate.
    final class AsItStands: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        private let trustedCertificates: [SecCertificate]

        init(_ certificates: [SecCertificate]) { trustedCertificates = certificates }

        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            guard let trust = challenge.protectionSpace.serverTrust else {
                challenge.sender?.cancel(challenge)
                return
            }
            SecTrustSetAnchorCertificates(trust, trustedCertificates as CFArray)
            var result = SecTrustResultType.invalid
            let status = SecTrustEvaluate(trust, &result)
            if status == errSecSuccess && (result == .proceed || result == .unspecified) {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
    }

    /// Has the bundled certificates vouch for the company's own hosts alone, and leaves all others to the system's
    /// anchors.
    final class AsItShouldBe: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        private let anchors: [SecCertificate]
        private let hosts: Set<String>

        init(_ anchors: [SecCertificate], for hosts: Set<String>) {
            self.anchors = anchors
            self.hosts = hosts
        }

        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            let space = challenge.protectionSpace
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust,
                hosts.contains(space.host.lowercased())
            else {
                challenge.sender?.performDefaultHandling?(for: challenge)
                return
            }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let bundled = certificates(in: bench.bundle)
        let publicHost = "public.holdfast.test"
        let good = try bench.server(by: bench.company)
        let ofPublicAuthority = try bench.server(by: bench.system, names: [publicHost])
        let stranger = try bench.server(by: bench.stranger)
        // The name is the company's, and the certificate one that any owner of a name gets from a public authority.
        let intercepting = try bench.server(by: bench.system)
        func tell(_ version: Report.Version, _ delegate: () -> ConnectionEnding) async throws {
            func told(_ server: TLSServer, _ host: String = ArticleBench.host) async throws -> String {
                let request = try bench.request(server, host: host)
                return await delegate().outcome(of: request, at: server, bench.configuration(server, name: host))
            }
            report.say(version, .good, try await told(good))
            report.say(version, .good, "of a public authority: \(try await told(ofPublicAuthority, publicHost))")
            report.say(version, .bad, try await told(stranger))
            report.say(version, .bad, "of a public authority: \(try await told(intercepting))")
        }
        try await tell(.stands) { AsItStands(bundled) }
        try await tell(.should) { AsItShouldBe(bundled, for: [ArticleBench.host]) }
    }
}
