import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastX509

// Article 003: a pinned key and a pinned certificate.
extension PinningArticle {
    /// What the app knows of its server: its key, or its certificate.
    enum Pin {
        case key(Data)
        case certificate(Data)

        /// The key or the certificate of a bundled certificate.
        static func key(of certificate: SecCertificate) -> Pin? { keyData(certificate).map(Pin.key) }

        static func certificate(_ certificate: SecCertificate) -> Pin {
            .certificate(SecCertificateCopyData(certificate) as Data)
        }

        /// Whether it is one of the chain's.
        func isIn(_ trust: SecTrust) -> Bool {
            (0..<SecTrustGetCertificateCount(trust)).contains { index in
                guard let certificate = SecTrustGetCertificateAtIndex(trust, index) else { return false }
                switch self {
                case .key(let key): return Self.keyData(certificate) == key
                case .certificate(let data): return SecCertificateCopyData(certificate) as Data == data
                }
            }
        }

        private static func keyData(_ certificate: SecCertificate) -> Data? {
            SecCertificateCopyKey(certificate).flatMap { SecKeyCopyExternalRepresentation($0, nil) as Data? }
        }
    }

    /// The article's delegate, by the task's method: compares, and evaluates nothing.
    ///
    /// The pinned key passes under any name, the pinned certificate after its end, and each from any issuer.
    final class ComparingDelegate: NSObject, URLSessionTaskDelegate {
        private let pin: Pin

        init(_ pin: Pin) { self.pin = pin }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            if pin.isIn(trust) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    /// Evaluates first: a pin says which key, and not whose.
    final class EvaluatingDelegate: NSObject, URLSessionTaskDelegate {
        private let pin: Pin

        init(_ pin: Pin) { self.pin = pin }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            if SecTrustEvaluateWithError(trust, nil), pin.isIn(trust) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    /// A server, and what the app has pinned of the one that it means.
    private struct Meeting {
        let kind: Report.Server
        let words: String
        let pin: Pin
        let server: TLSServer
    }

    static func tellPins(_ bench: ArticleBench, _ report: Report) async throws {
        let meetings = try keyMeetings(bench) + certificateMeetings(bench)
        for version in [Report.Version.stands, .should] {
            for meeting in meetings {
                let (pin, server) = (meeting.pin, meeting.server)
                let delegate: any URLSessionDelegate =
                    version == .stands ? ComparingDelegate(pin) : EvaluatingDelegate(pin)
                let told = await outcome(
                    of: try bench.request(server), at: server, bench.configuration(server), delegate)
                report.say(version, meeting.kind, "\(meeting.words): \(told)")
            }
        }
    }

    private static func keyMeetings(_ bench: ArticleBench) throws -> [Meeting] {
        let key = try PrivateKey.generate(.p256)
        let now = bench.system.now
        let pinned = try bench.system.identity(key: key)
        guard let pin = Pin.key(of: try bench.system.certificate(pinned.certificate)) else { return [] }
        let servers: [(Report.Server, String, TLSServer)] = [
            (.good, "the pinned key", try bench.system.server(pinned)),
            (.good, "the pinned key, renewed", try bench.server(by: bench.system, key: key)),
            // A proxy that the system trusts and the app does not know; a renewal with a new key looks no other.
            (.bad, "another key", try bench.server(by: bench.system)),
            (.bad, "the pinned key, by a stranger", try bench.server(by: bench.stranger, key: key)),
            (
                .bad, "the pinned key, of another name",
                try bench.server(by: bench.system, names: ["other.holdfast.test"], key: key)
            ),
            (
                .bad, "the pinned key, expired",
                try bench.server(by: bench.system, key: key) { Self.expire(&$0, at: now) }
            ),
        ]
        return servers.map { Meeting(kind: $0.0, words: $0.1, pin: pin, server: $0.2) }
    }

    private static func certificateMeetings(_ bench: ArticleBench) throws -> [Meeting] {
        let key = try PrivateKey.generate(.p256)
        let pinned = try bench.system.identity(key: key)
        var template = CertificateTemplate.server(names: [ArticleBench.host], at: bench.system.now)
        expire(&template, at: bench.system.now)
        let expired = try bench.system.root.issue(template)
        func pin(_ identity: Identity) throws -> Pin {
            .certificate(try bench.system.certificate(identity.certificate))
        }
        return [
            Meeting(
                kind: .good, words: "the pinned certificate", pin: try pin(pinned),
                server: try bench.system.server(pinned)),
            // The app needs an update first.
            Meeting(
                kind: .good, words: "the pinned certificate, renewed", pin: try pin(pinned),
                server: try bench.server(by: bench.system, key: key)),
            Meeting(
                kind: .bad, words: "another certificate", pin: try pin(pinned),
                server: try bench.server(by: bench.stranger)),
            Meeting(
                kind: .bad, words: "the pinned certificate, expired", pin: try pin(expired),
                server: try bench.system.server(expired)),
        ]
    }

    /// Makes a certificate's period end yesterday.
    private static func expire(_ template: inout CertificateTemplate, at now: Instant) {
        template.notBefore = now.advanced(byDays: -40)
        template.notAfter = now.advanced(byDays: -1)
    }
}
