import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// Logins by form at applications that others have written.
@Suite(
    "Login by form", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct FormLoginPeerTests {
    private static let host = "www.holdfast.test"

    /// Has the password wrong the first time, and counts how often it is asked.
    private final class Handler: ChallengeHandler {
        private let asked = Mutex<[Int]>([])
        var failureCounts: [Int] { asked.withLock { $0 } }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            guard challenge.protectionSpace.authenticationMethod == .htmlForm else { return .notImplemented }
            asked.withLock { $0.append(challenge.previousFailureCount) }
            guard challenge.previousFailureCount < 2 else { return .cancelAuthenticationChallenge }
            let password = challenge.previousFailureCount == 0 ? "wrong" : LoginApplication.password
            return .useCredential(
                Credential(user: LoginApplication.user, password: password, persistence: .forSession))
        }
    }

    private func session(
        _ server: LoginApplication, _ peer: PeerSession, _ handler: Handler, _ sign: FormLogin.Sign
    ) throws -> HTTPSSession {
        var login = FormLogin("the site", site: try HTTPSURL("https://\(Self.host):\(server.port)/"))
        login.signs = [sign]
        return try peer.session(server.port, handler) { $0.credentials.forms = [login] }
    }

    private func logIn(
        _ kind: LoginApplication.Kind, at path: String, sign: FormLogin.Sign, expecting text: String
    ) async throws {
        let peer = try PeerSession()
        let server = try await LoginApplication(kind, peer.identity)
        let handler = Handler()
        let session = try session(server, peer, handler, sign)
        for (suffix, asked) in [("", [0, 1]), ("?again=1", [0, 1])] {
            let url = try HTTPSURL("https://\(Self.host):\(server.port)\(path)\(suffix)")
            let response = try await session.data(for: HTTPSRequest(url))
            #expect(response.status == 200 && response.url == url, "\(response.status) \(response.url) \(server.log)")
            #expect(String(decoding: response.body, as: UTF8.self).contains(text), "\(server.log)")
            #expect(handler.failureCounts == asked, "\(server.log)")
        }
        session.invalidateAndCancel()
    }

    @Test(
        "Django's administration: a redirect, a token in form and cookie, and its check of the referring page",
        .enabled(if: LoginApplication.Kind.django.isInstalled, "Django is not installed (scripts/setup peers)"))
    func django() async throws {
        try await logIn(.django, at: "/admin/", sign: .redirect(to: "/admin/login/"), expecting: "Site administration")
    }

    @Test(
        "DokuWiki: the form on the page that is refused, between others",
        .enabled(if: LoginApplication.Kind.dokuWiki.isInstalled, "DokuWiki is not installed (scripts/setup peers)"))
    func dokuWiki() async throws {
        try await logIn(.dokuWiki, at: "/doku.php", sign: .form(at: "/doku.php"), expecting: "only users may read")
    }
}
