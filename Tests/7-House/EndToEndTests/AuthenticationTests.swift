import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

@Suite("Authentication of a session")
struct AuthenticationTests {
    /// Gives one credential, and keeps what it was asked.
    private final class Handler: ChallengeHandler {
        let asked = Notes<String>()
        private let answer: @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition

        init(_ answer: @escaping @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition) {
            self.answer = answer
        }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            let space = challenge.protectionSpace
            guard space.authenticationMethod != .serverTrust else { return .performDefaultHandling }
            asked.add("\(space.authenticationMethod) \(space.realm ?? "-") \(challenge.previousFailureCount)")
            return answer(challenge)
        }
    }

    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// A server that wants alice, secret (RFC 7617 §2: `YWxpY2U6c2VjcmV0`), and keeps what each request carried.
    private func server(_ seen: Notes<String>, redirect: String? = nil) throws -> TLSServer {
        try bench.answering { request in
            seen.add("\(request.target) \(request["Authorization"] ?? "-") \(request.body.count)")
            guard request["Authorization"] == "Basic YWxpY2U6c2VjcmV0" else {
                return ServerResponse(
                    status: 401, fields: [HTTPField("WWW-Authenticate", #"Basic realm="r""#)], body: Array("no".utf8))
            }
            if let redirect, request.target == "/" { return .redirect(to: redirect) }
            return ServerResponse(text: "hello alice")
        }
    }

    private func session(_ server: TLSServer, _ handler: (any ChallengeHandler)?) throws -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.credentials.handler = handler
        return HTTPSSession(configuration: configuration)
    }

    private static func credential(
        _ password: String = "secret", _ persistence: CredentialPersistence = .forSession
    ) -> AuthenticationChallenge.Disposition {
        .useCredential(Credential(user: "alice", password: password, persistence: persistence))
    }

    @Test("asked once, answered, and remembered for the session: body and all are sent again")
    func remembered() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let handler = Handler { _ in Self.credential() }
        let session = try session(server, handler)
        for path in ["/a", "/b"] {
            let response = try await session.data(
                for: HTTPSRequest(try bench.url(server, path), method: "POST", body: Array("four".utf8)))
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "hello alice")
        }
        #expect(handler.asked.lines == ["httpBasic r 0"])
        #expect(
            seen.lines == ["/a - 4", "/a Basic YWxpY2U6c2VjcmV0 4", "/b Basic YWxpY2U6c2VjcmV0 4"])
        // A configuration is a value: two sessions made of it share no password.
        var configuration = session.configuration
        configuration.credentials.handler = nil
        let another = HTTPSSession(configuration: configuration)
        #expect(try await another.data(for: HTTPSRequest(try bench.url(server))).status == 401)
    }

    @Test("a wrong password is asked for again, and what is given for one request is not remembered")
    func wrong() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let handler = Handler { challenge in
            Self.credential(challenge.previousFailureCount == 0 ? "wrong" : "secret", .none)
        }
        let session = try session(server, handler)
        for _ in 0..<2 {
            #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        }
        #expect(handler.asked.lines == ["httpBasic r 0", "httpBasic r 1", "httpBasic r 0", "httpBasic r 1"])
        #expect(seen.lines.count == 6)
    }

    @Test("a store's credential is used where nobody is there to be asked")
    func store() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let store = MemoryCredentialStore()
        let space = CredentialSpace(
            host: Loopback.host, port: server.port, realm: "r", method: AuthenticationMethod.httpBasic.rawValue)
        await store.set(PasswordCredential(user: "alice", password: "secret"), for: space, isDefault: true)
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.credentials.store = store
        let session = HTTPSSession(configuration: configuration)
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        let wrong = CredentialSpace(
            host: Loopback.host, port: server.port, realm: "other", method: AuthenticationMethod.httpBasic.rawValue)
        #expect(await store.defaultCredential(for: wrong) == nil)
    }

    @Test("cancelling ends with the code cancelled, and a handler that never answers with its own")
    func endings() async throws {
        let server = try server(Notes<String>())
        let request = HTTPSRequest(try bench.url(server))
        let cancelling = try session(server, Handler { _ in .cancelAuthenticationChallenge })
        do throws(HTTPSError) {
            _ = try await cancelling.data(for: request)
            Issue.record("it was answered")
        } catch {
            #expect(error.isCancelled)
        }
        struct Silent: ChallengeHandler {
            func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
                try? await Task.sleep(for: .seconds(600))
                return .performDefaultHandling
            }
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.credentials.handler = Silent()
        configuration.timeouts.challenge = .milliseconds(200)
        let silent = HTTPSSession(configuration: configuration)
        do throws(HTTPSError) {
            _ = try await silent.data(for: request)
            Issue.record("it was answered")
        } catch {
            #expect(error.code == .challengeTimedOut)
        }
    }

    @Test("a redirect to another origin takes no password along; one on the same origin does")
    func redirects() async throws {
        let (seen, elsewhere) = (Notes<String>(), Notes<String>())
        let other = try bench.answering(as: bench.identity("other.holdfast.test")) { request in
            elsewhere.add(request["Authorization"] ?? "-")
            return ServerResponse(text: "elsewhere")
        }
        for (target, expected) in [
            ("/next", []), ("https://other.holdfast.test:\(other.port)/", ["-"]),
        ] {
            let server = try server(seen, redirect: target)
            var configuration = bench.configuration(
                [(Loopback.host, server.port), ("other.holdfast.test", other.port)], policy: bench.trusting)
            configuration.credentials.handler = Handler { _ in Self.credential() }
            let session = HTTPSSession(configuration: configuration)
            let response = try await session.data(for: HTTPSRequest(try bench.url(server)))
            #expect(response.status == 200)
            #expect(elsewhere.lines == expected)
        }
    }

    @Test("a request's own handler speaks for it")
    func ownHandler() async throws {
        let server = try server(Notes<String>())
        let session = try session(server, Handler { _ in .cancelAuthenticationChallenge })
        var request = HTTPSRequest(try bench.url(server))
        request.challenges = Handler { _ in Self.credential() }
        #expect(try await session.data(for: request).status == 200)
    }

    @Test("the errors say nothing of a password")
    func secrets() async throws {
        let server = try server(Notes<String>())
        let request = HTTPSRequest(try bench.url(server))
        let session = try session(server, Handler { _ in Self.credential("hush-hush\u{7}") })
        do throws(HTTPSError) {
            _ = try await session.data(for: request)
            Issue.record("it was sent")
        } catch {
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", error.message, error.hint, dumped, String(reflecting: error)] {
                #expect(!text.contains("hush-hush"))
            }
            #expect(error.code == .credentialUnusable)
        }
    }
}
