import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames

/// iOS gives -1202 for every reason, and tells them apart by SecureTransport's numbers: -9813 for an issuer that is not
/// trusted, -9814 for an expired certificate, -9843 for another host's, -9807 for the rest.
@Suite("What Apple calls a refusal") struct RefusalErrorTests {
    private static let url = URL(string: "https://a.test/x")

    private static func failure(
        of given: PeerFixture? = nil, host: String = "a.test", trusted: Bool = true, chain: [[UInt8]]? = nil,
        rules: [any TrustRule] = [], transparency: TransparencyChecking = .off,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> TrustFailure {
        let fixture = if let given { given } else { try PeerFixture(change) }
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = .only(trusted ? [try Certificate(der: fixture.root.certificate)] : [])
        policy.rules = rules
        policy.transparency = transparency
        let presented = try ServerTrust(derChain: chain ?? fixture.identity.chain)
        let result = Result { () throws(TrustFailure) in
            try TrustEngine().evaluate(presented, with: policy, at: PeerFixture.moment)
        }
        guard case .failure(let failure) = result else { throw Trusted() }
        return failure
    }

    private struct Trusted: Error {}

    private static func error(_ failure: TrustFailure) -> URLError {
        URLError(HTTPSError(.certificateRefused(failure)), for: url)
    }

    @Test("each reason's number") func numbers() throws {
        let past = PeerFixture.moment.advanced(byDays: -30)
        let fixture = try PeerFixture()
        var damaged = fixture.identity.chain
        damaged[0][damaged[0].count - 1] ^= 1
        let rows: [(String, TrustFailure, Int)] = [
            (
                "noAnchor",
                try Self.failure(trusted: false, chain: fixture.identity.chain + [fixture.root.certificate]), -9813
            ),
            ("issuerNotFound", try Self.failure(trusted: false), -9813),
            (
                "selfSignedNotAnchor",
                try Self.failure(
                    chain: Identity.selfSigned(.server(names: ["a.test"], at: PeerFixture.moment)).chain), -9813
            ),
            ("expired", try Self.failure { $0.lasts(days: 10, from: past) }, -9814),
            (
                "notYetValid", try Self.failure { $0.lasts(days: 10, from: PeerFixture.moment.advanced(byDays: 5)) },
                -9815
            ),
            ("hostMismatch", try Self.failure(host: "b.test"), -9843),
            ("malformedCertificate", try Self.failure(chain: [[0x30, 0x00]]), -9808),
            // Of two reasons the one that Apple names: an untrusted issuer before a wrong name.
            ("issuerNotFound", try Self.failure(host: "b.test", trusted: false), -9813),
        ]
        for (cause, failure, status) in rows {
            let error = Self.error(failure)
            #expect(failure.namedCause.code.rawValue == cause)
            #expect(error.code == .serverCertificateUntrusted, "\(cause)")
            #expect(error.userInfo["_kCFStreamErrorCodeKey"] as? Int == status, "\(cause)")
        }
        for code in [FindingCode.revoked, .pinMismatch, .weakKey, .basicConstraints, FindingCode(custom: "x")] {
            let error = Self.error(try Self.failure(rules: [RefusingRule(code)]))
            #expect(error.code == .serverCertificateUntrusted)
            #expect(error.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9807, "\(code)")
        }
    }

    /// iOS 17 prints -1200 and -9802 where App Transport Security asks, also for an issuer that is not trusted.
    @Test("what App Transport Security refuses", arguments: [true, false]) func transportSecurity(_ trusted: Bool)
        throws
    {
        let rule = RefusingRule(.appTransportSecurity)
        let error = Self.error(try Self.failure(trusted: trusted, rules: [rule]))
        #expect(error.code == .secureConnectionFailed)
        #expect(error.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9802)
    }

    /// The shape of what iOS 18 prints for a certificate of an unknown issuer.
    @Test("Apple's keys, at the top and below") func keys() throws {
        let failure = try Self.failure(trusted: false)
        let info = Self.error(failure).userInfo
        #expect(info[NSURLErrorFailingURLErrorKey] as? URL == Self.url)
        #expect(info["NSErrorFailingURLStringKey"] as? String == "https://a.test/x")
        #expect((info[NSLocalizedDescriptionKey] as? String)?.contains("pretending to be “a.test”") == true)
        #expect(info["_kCFStreamErrorDomainKey"] as? Int == 3)
        #expect(info["NSErrorClientCertificateStateKey"] as? Int == 0)
        let certificates = failure.presented.presented.map { Data($0.bytes) }
        let chain = try #require(info["NSErrorPeerCertificateChainKey"] as? [SecCertificate])
        #expect(chain.map { SecCertificateCopyData($0) as Data } == certificates)
        let trust = try #require(info[NSURLErrorFailingURLPeerTrustErrorKey] as? SecTrust)
        var result = SecTrustResultType.proceed
        #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
        #expect(result == .invalid)
        #expect(info[NSLocalizedRecoverySuggestionErrorKey] as? String == failure.cause.advice)
        let findings = try #require(info[HoldfastFindingsKey] as? [[String: Any]])
        #expect(findings.first?["code"] as? String == "issuerNotFound")

        let below = try #require(info[NSUnderlyingErrorKey] as? NSError)
        #expect(below.domain == kCFErrorDomainCFNetwork as String && below.domain == "kCFErrorDomainCFNetwork")
        #expect(below.code == -1202)
        #expect(below.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9813)
        #expect(below.userInfo["_kCFNetworkCFStreamSSLErrorOriginalValue"] as? Int == -9813)
        #expect(below.userInfo["kCFStreamPropertySSLPeerTrust"] as? SecTrust === trust)
        #expect((below.userInfo["kCFStreamPropertySSLPeerCertificates"] as? [SecCertificate])?.count == 2)
        let security = try #require(below.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(security.domain == NSOSStatusErrorDomain)
        #expect(security.code == Int(errSecCreateChainFailed))
    }

    @Test("the peer trust can be evaluated afterwards, with the same reason") func evaluation() throws {
        let info = Self.error(try Self.failure(host: "b.test", trusted: false)).userInfo
        let trust = try #require(info[NSURLErrorFailingURLPeerTrustErrorKey] as? SecTrust)
        SecTrustSetVerifyDate(trust, PeerFixture.date())
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        #expect(error?.code == Int(errSecCreateChainFailed))
    }

    @Test("the peer trust asks for the timestamps of logs that the session has asked for") func transparency() throws {
        let log = try TransparencyLog(key: PrivateKey.generate(.p256))
        let text = """
            {"operators": [{"name": "Operator", "logs": [{"log_id": "\(Base64.encode(log.id))",
            "key": "\(Base64.encode(log.key.subjectPublicKeyInfo.bytes))",
            "state": {"usable": {"timestamp": "2025-01-01T00:00:00Z"}}}]}]}
            """
        let logs = try TransparencyLogList(json: Array(text.utf8))
        let fixture = try PeerFixture()
        let failure = try Self.failure(
            of: fixture, transparency: .required(TransparencyRequirement(policy: .apple, logs: logs)))
        #expect(failure.errors.map(\.code) == [.transparency])
        let info = Self.error(failure).userInfo
        let trust = try #require(info[NSURLErrorFailingURLPeerTrustErrorKey] as? SecTrust)
        SecTrustSetVerifyDate(trust, PeerFixture.date())
        SecTrustSetAnchorCertificates(trust, try fixture.rootCertificates() as CFArray)
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        trust.setTransparency(.off)
        #expect(SecTrustEvaluateWithError(trust, &error), "nothing else is wrong with it")
    }

    @Test("a cancelled request has neither a reason nor a hint") func cancelled() {
        let error = URLError(HTTPSError(.tls, .cancelled, Verbatim("words"), advice: Verbatim("hint")), for: Self.url)
        #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "cancelled")
        #expect(error.userInfo[NSUnderlyingErrorKey] == nil)
        #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] == nil)
        #expect(error.failingURL == Self.url)
    }

    @Test("a cancelled challenge about a server that is not trusted carries its findings, under Apple's code")
    func cancelledAbout() throws {
        let failure = try Self.failure(trusted: false)
        let verdict = HandshakeVerdict.of(
            ChallengeAsking.Answer(disposition: .cancelAuthenticationChallenge, speaker: .session), .failure(failure),
            presented: failure.presented, mayAccept: true, taskID: 1)
        guard case .stop(let stopped) = verdict else { throw failure }
        let error = URLError(HTTPSError(stopped), for: Self.url)
        #expect(error.code == .cancelled)
        #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "cancelled")
        let findings = try #require(error.userInfo[HoldfastFindingsKey] as? [[String: Any]])
        #expect(findings.count == failure.findings.count)
        let reason = try #require(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        #expect(reason.contains(failure.cause.message))
        #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == failure.cause.advice)
        #expect(HTTPSError(stopped).trustFailure == nil, "a cancel is no refusal")
    }

    @Test("what is no failure of TLS names no certificate, and a request without a URL no URL") func others() throws {
        let error = URLError(
            HTTPSError(.connect, .connectionRefused, Verbatim("words"), advice: Verbatim("hint")), for: nil)
        #expect(error.userInfo[NSURLErrorFailingURLPeerTrustErrorKey] == nil)
        #expect(error.userInfo["NSErrorPeerCertificateChainKey"] == nil)
        #expect(error.failingURL == nil)
        #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == "hint")
        let below = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(below.code == -1004)
        let name = URLError(
            HTTPSError(.name, .couldNotResolveHost, Verbatim("words"), advice: Verbatim("hint")), for: Self.url)
        #expect(name.userInfo["_kCFStreamErrorDomainKey"] as? Int == 12)
        #expect(name.userInfo["_kCFStreamErrorCodeKey"] as? Int == 8)
        #expect(kCFStreamErrorDomainSSL == 3 && kCFStreamErrorDomainNetDB == 12)
    }

    @Test("a proxy that asks who is there, and a file that is not") func particulars() throws {
        var refused = TransportError(.connect, .proxyRefused, Verbatim("words"), advice: Verbatim("hint"))
        refused.proxyAnswer = ProxyAnswer(status: 407, fields: [])
        #expect(URLError(HTTPSError(refused), for: Self.url).code == .userAuthenticationRequired)
        refused.proxyAnswer = ProxyAnswer(status: 403, fields: [])
        #expect(URLError(HTTPSError(refused), for: Self.url).code == .cannotConnectToHost)
        for (systemError, code) in [
            (ENOENT, URLError.Code.fileDoesNotExist), (EACCES, .noPermissionsToReadFile), (EISDIR, .cannotOpenFile),
            (nil, .cannotOpenFile),
        ] as [(Int32?, URLError.Code)] {
            let error = TransportError(
                .request, .unreadableFile, Verbatim("words"), advice: Verbatim("hint"), systemError: systemError)
            #expect(URLError(HTTPSError(error), for: Self.url).code == code)
        }
    }

    @Test("URLs that nobody can be asked for") func urls() throws {
        let rows: [(String, URLError.Code)] = [
            ("http://a.test/", .appTransportSecurityRequiresSecureConnection), ("ftp://a.test/", .unsupportedURL),
            ("https://a_b..test/", .badURL), ("https://", .badURL),
        ]
        for (text, code) in rows {
            do throws(HTTPSURLError) {
                _ = try HTTPSURL(text)
                Issue.record("\(text) is one")
            } catch {
                let url = URL(string: text)
                #expect(URLError(error, for: url).code == code, "\(text)")
                #expect(URLError(error, for: url).failingURL == url)
            }
        }
        let cause = NSError(domain: "x", code: 1)
        let info = URLError(plain: .userCancelledAuthentication, for: nil, cause: cause).userInfo
        #expect(info[NSUnderlyingErrorKey] as? NSError == cause)
    }
}
