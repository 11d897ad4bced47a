import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing

/// Article 001, the demonstration: a self-signed certificate, evaluated with itself as an anchor and without.
enum SelfSignedDemonstration {
    /// The article's function: a trust object of the file that the app carries, and of no server's certificate.
    ///
    /// The basic policy compares no name. And since a file is judged, the answer is the same whoever the server is.
    static func asItStands(_ file: Data, anchored: Bool) -> String {
        guard let myCertificate = SecCertificateCreateWithData(kCFAllocatorDefault, file as CFData) else {
            return "no certificate"
        }
        let myPolicy = SecPolicyCreateBasicX509()
        var created: SecTrust?
        let status = SecTrustCreateWithCertificates(myCertificate, myPolicy, &created)
        guard status == noErr, let myTrust = created else { return "no trust object" }
        if anchored { SecTrustSetAnchorCertificates(myTrust, [myCertificate] as CFArray) }
        var result = SecTrustResultType.invalid
        guard SecTrustEvaluate(myTrust, &result) == 0 else { return "not evaluated" }
        return result == .proceed || result == .unspecified ? "trusted" : "not trusted"
    }

    /// Judges what the server presents, for the name that was asked for, with the file as the only anchor.
    final class AsItShouldBe: NSObject, URLSessionDelegate {
        private let anchors: [SecCertificate]

        init(anchoredBy file: Data) {
            anchors = [SecCertificateCreateWithData(kCFAllocatorDefault, file as CFData)].compactMap { $0 }
        }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, space.host as CFString))
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            if SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let template = CertificateTemplate.server(names: [ArticleBench.host], at: bench.system.now)
        let (own, forged) = (try Identity.selfSigned(template), try Identity.selfSigned(template))
        let file = Data(own.certificate)
        let servers = [
            (Report.Server.good, "", try bench.system.server(own), ArticleBench.host),
            (.bad, "of another key: ", try bench.system.server(forged), ArticleBench.host),
            (.bad, "under another name: ", try bench.system.server(own), "other.holdfast.test"),
        ]
        for (kind, which, _, _) in servers {
            report.say(.stands, kind, "\(which)with the anchor: \(asItStands(file, anchored: true))")
            report.say(.stands, kind, "\(which)without the anchor: \(asItStands(file, anchored: false))")
        }
        for (kind, which, server, host) in servers {
            let (request, configuration) = (
                try bench.request(server, host: host), bench.configuration(server, name: host)
            )
            for (how, delegate) in [("with", AsItShouldBe(anchoredBy: file)), ("without", nil)] {
                let told = await outcome(of: request, at: server, configuration, delegate)
                report.say(.should, kind, "\(which)\(how) the anchor: \(told)")
            }
        }
    }
}
