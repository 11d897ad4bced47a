import Foundation
import Holdfast
import HoldfastTestBed
import TestSupport
import Testing

/// What Docs/sessions.md shows compiles and works with `import Holdfast` alone.
@Suite("The umbrella over sessions")
struct SessionUmbrellaTests {
    private struct Handler: ChallengeHandler {
        let secret: String
        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            switch challenge.protectionSpace.authenticationMethod {
            case .httpBasic, .httpDigest:
                guard challenge.previousFailureCount == 0 else { return .cancelAuthenticationChallenge }
                return .useCredential(Credential(user: "mufasa", password: secret, persistence: .forSession))
            case .serverTrust:
                // What the engine made of it is proposed.
                return challenge.proposedCredential.map { .useCredential($0) } ?? .cancelAuthenticationChallenge
            default: return .notImplemented
            }
        }
    }

    @Test("a body is read as it comes, a file is downloaded, and the handler is asked about the server")
    func session() async throws {
        let server = try TestBed.start("good")
        let folder = try TemporaryFolder()
        let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        configuration.credentials.handler = Handler(secret: "circle of life")
        // Only for a test that hangs.
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.challenge = .seconds(120)
        configuration.timeouts.idle = nil
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try HTTPSURL(server.url))
        let (bytes, response) = try await session.bytes(for: request)
        var text = ""
        for try await byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        #expect(response.status == 200 && text.hasPrefix("good\n"))
        let file = folder.path("page")
        try await session.download(for: request, to: file)
        #expect(try folder.text("page") == text)
        #expect(session.statistics.challengesAsked == session.statistics.connectionsOpened)
        await session.finishTasksAndInvalidate()
    }

    @Test("what a client's identity and a proxy are made from comes along")
    func values() {
        #expect(throws: IdentityFileError.self) { _ = try Identity(contentsOf: ["/nowhere"], passphrase: nil) }
        #expect(throws: ProxyError.self) { _ = try Proxy("nowhere") }
        let passphrase: Passphrase? = nil
        #expect(passphrase == nil)
    }
}
