import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastNetworkingNames

/// Delegates' answers in real handshakes.
@Suite("Answers of delegates, on the wire") struct BridgedSessionTests {
    let fixture: PeerFixture

    init() throws { fixture = try PeerFixture() }

    private struct Handler: ChallengeHandler {
        let answer: @Sendable (URLAuthenticationChallenge) -> DelegateAnswer

        func respond(
            to challenge: HoldfastHTTPS.AuthenticationChallenge
        ) async -> HoldfastHTTPS.AuthenticationChallenge.Disposition {
            let bridged = BridgedChallenge(
                challenge, failureResponse: nil, error: nil, sender: SilentSender(), clock: { PeerFixture.moment })
            return bridged.disposition(for: answer(bridged.challenge))
        }
    }

    /// A request to a server of the fixture's that says who the client is; the session trusts nobody by itself.
    private func response(
        _ answer: @escaping @Sendable (URLAuthenticationChallenge) -> DelegateAnswer
    ) async throws -> HTTPSResponse {
        var serving = TLSServerConfiguration(fixture.identity)
        serving.applicationProtocols = ["http/1.1"]
        serving.requestsClientCertificate = true
        let server = try TLSServer(serving) { request in
            let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
            return ServerResponse(text: certificate?.subject.commonName ?? "nobody")
        }
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = .only([])
            return policy
        }
        configuration.clock = { PeerFixture.moment }
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.challenge = .seconds(120)
        configuration.addresses.dial = [try DialRule(connectTo: "a.test:\(server.port):127.0.0.1:\(server.port)")]
        configuration.credentials.handler = Handler(answer: answer)
        let session = HTTPSSession(configuration: configuration)
        return try await session.data(for: HTTPSRequest(try HTTPSURL("https://a.test:\(server.port)/")))
    }

    private func error(
        _ answer: @escaping @Sendable (URLAuthenticationChallenge) -> DelegateAnswer
    ) async throws -> URLError? {
        do {
            _ = try await response(answer)
            return nil
        } catch let error as HTTPSError {
            return URLError(error, for: URL(string: "https://a.test/"))
        }
    }

    @Test("anchors of the delegate's, and an identity") func accepted() async throws {
        let roots = try fixture.rootCertificates()
        let identity = URLCredential(
            identity: try fixture.secIdentity(), certificates: try fixture.certificates(), persistence: .forSession)
        let response = try await response { challenge in
            guard let trust = challenge.protectionSpace.serverTrust else { return (.useCredential, identity) }
            SecTrustSetAnchorCertificates(trust, roots as CFArray)
            SecTrustSetVerifyDate(trust, PeerFixture.date())
            return SecTrustEvaluateWithError(trust, nil)
                ? (.useCredential, URLCredential(trust: trust)) : (.cancelAuthenticationChallenge, nil)
        }
        #expect(String(decoding: response.body, as: UTF8.self) == "a.test")
        guard case .anchor = response.connection.evaluation?.basis else {
            Issue.record("\(String(describing: response.connection.evaluation?.basis))")
            return
        }
    }

    @Test("the delegate's word alone, and no identity") func alone() async throws {
        let response = try await response { challenge in
            (.useCredential, challenge.protectionSpace.serverTrust.map(URLCredential.init(trust:)))
        }
        #expect(String(decoding: response.body, as: UTF8.self) == "nobody")
        guard case .dangerousAcceptAny = response.connection.evaluation?.basis else {
            Issue.record("\(String(describing: response.connection.evaluation?.basis))")
            return
        }
    }

    /// AFNetworking saw -1202 for a protection space that it had rejected, and -999 for a challenge that it had
    /// cancelled.
    @Test("refusals and cancellations") func refused() async throws {
        let refusal = try #require(try await error { _ in (.performDefaultHandling, nil) })
        #expect(refusal.code == .serverCertificateUntrusted)
        #expect(refusal.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9813)
        #expect((refusal.userInfo["NSErrorPeerCertificateChainKey"] as? [SecCertificate])?.count == 2)
        #expect(try await error { _ in (.rejectProtectionSpace, nil) }?.code == .serverCertificateUntrusted)
        #expect(try await error { _ in (.cancelAuthenticationChallenge, nil) }?.code == .cancelled)
        let other = try PeerFixture().trust()
        let wrong = try #require(try await error { _ in (.useCredential, URLCredential(trust: other)) })
        #expect(wrong.code == .secureConnectionFailed)
        #expect((wrong.userInfo["NSErrorPeerCertificateChainKey"] as? [SecCertificate])?.count == 2)
    }
}
