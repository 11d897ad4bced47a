import HoldfastCredentials
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@Suite("Login by form, at two applications with habits of their own")
struct FormLoginTests {
    /// Gives one answer after the other, the last for ever, and keeps what it was asked.
    private final class Handler: ChallengeHandler {
        let asked = Notes<String>()
        private let answers: [Credential?]

        init(_ answers: Credential?...) { self.answers = answers }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            let space = challenge.protectionSpace
            guard space.authenticationMethod == .htmlForm else { return .notImplemented }
            asked.add(
                "\(space.authenticationMethod) \(space.realm ?? "-") \(challenge.previousFailureCount) "
                    + "\(challenge.failureResponse?.status ?? 0) "
                    + "\(challenge.proposedCredential == nil ? "-" : "proposed")"
            )
            return .useCredential(answers[min(asked.lines.count, answers.count) - 1])
        }
    }

    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server(_ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) throws -> TLSServer {
        try TLSServer(TLSServerConfiguration(try bench.identity()), handler: answer)
    }

    private func session(
        _ server: TLSServer, _ handler: (any ChallengeHandler)?, _ sign: FormLogin.Sign,
        _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.credentials.handler = handler
        var login = FormLogin("staff", site: try bench.url(server))
        login.signs = [sign]
        configuration.credentials.forms = [login]
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private static let zoë = Credential(user: "zoë", password: "a&b=c d", persistence: .forSession)
    private static let wrong = Credential(user: "zoë", password: "wrong", persistence: .forSession)
    private static let alice = Credential(user: "alice", password: "secret", persistence: .none)

    @Test("a page of its own, a token, and a redirect: method and body of the request are kept")
    func tokens() async throws {
        let site = TokenSite()
        let server = try server(site.answer)
        let handler = Handler(Self.wrong, Self.zoë)
        let session = try session(server, handler, .redirect(to: "/accounts/login/"))
        let request = HTTPSRequest(try bench.url(server, "/app"), method: "PUT", body: Array("four".utf8))
        let response = try await session.data(for: request)
        #expect(String(decoding: response.body, as: UTF8.self) == "PUT four")
        #expect(response.redirects.isEmpty)
        #expect(handler.asked.lines == ["htmlForm staff 0 302 -", "htmlForm staff 1 200 -"])
        let requests = site.seen.lines
        #expect(
            requests.map { $0.split(separator: " ").dropLast().joined(separator: " ") } == [
                "PUT /app", "GET /accounts/login/?next=/app", "POST /accounts/login/?next=/app",
                "POST /accounts/login/?next=/app", "PUT /app",
            ])
        #expect(requests.last == "PUT /app 4")
        // The session stays logged in, and a new login proposes what was taken.
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server, "/b"))).status == 200)
        #expect(handler.asked.lines.count == 2)
        site.forgetSessions()
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server, "/c"))).url.target == "/c")
        #expect(handler.asked.lines.last == "htmlForm staff 0 302 proposed")
    }

    @Test("the sign may be the page that a redirect led to: the request is sent again from its beginning")
    func pageBehindRedirect() async throws {
        let site = TokenSite()
        let server = try server(site.answer)
        let session = try session(server, Handler(Self.zoë), .form(at: "/accounts/login/"))
        let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/app?q")))
        #expect(response.url.target == "/app?q" && response.redirects.isEmpty)
    }

    @Test("a form on the refusing page, between others, in old HTML")
    func oldSite() async throws {
        let site = OldSite()
        let server = try server(site.answer)
        let handler = Handler(Credential(user: "alice", password: "wrong", persistence: .none), Self.alice)
        let session = try session(server, handler, .form(at: nil))
        let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/start")))
        #expect(String(decoding: response.body, as: UTF8.self) == "secret page")
        // A redirect to somewhere else looks like success, until the page asks again.
        #expect(handler.asked.lines == ["htmlForm staff 0 403 -", "htmlForm staff 1 403 -"])
        #expect(
            site.seen.lines == [
                "GET /start", "POST /wiki.php?do=login&id=start", "GET /start", "POST /wiki.php?do=login&id=start",
                "GET /start",
            ])
    }

    @Test(
        "what a site took by its form is kept once the request was let in, and only then",
        arguments: [CredentialPersistence.permanent, .synchronizable])
    func lasting(_ persistence: CredentialPersistence) async throws {
        let site = OldSite()
        let server = try server(site.answer)
        let store = KeepingStore()
        func alice(_ password: String) -> Credential {
            Credential(user: "alice", password: password, persistence: persistence)
        }
        func answer(_ handler: Handler?) async throws -> HTTPSResponse {
            let session = try session(server, handler, .form(at: nil)) { $0.credentials.store = store }
            return try await session.data(for: HTTPSRequest(try bench.url(server, "/start")))
        }
        // This site answers a wrong password by leading elsewhere, as others do for a right one.
        #expect(try await answer(Handler(alice("wrong"), nil)).status == 403)
        #expect(store.kept.isEmpty)
        let welcome = try await answer(Handler(alice("wrong"), alice("secret")))
        #expect(String(decoding: welcome.body, as: UTF8.self) == "secret page")
        #expect(store.kept == ["server staff alice secret \(persistence) default"])
        // The next session has nobody to ask.
        #expect(String(decoding: try await answer(nil).body, as: UTF8.self) == "secret page")
        #expect(store.kept.count == 1)
    }

    @Test("nobody to ask, nothing to say, or no description: the page is the answer")
    func unanswered() async throws {
        let site = TokenSite()
        let server = try server(site.answer)
        for (handler, forms) in [(nil, true), (Handler(nil), true), (Handler(Self.zoë), false)] as [(Handler?, Bool)] {
            let session = try session(server, handler, .redirect(to: "/accounts/login/")) {
                if !forms { $0.credentials.forms = [] }
            }
            let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/app")))
            #expect(response.status == 200 && response.url.target == "/accounts/login/?next=/app")
            #expect(!site.seen.lines.contains { $0.hasPrefix("POST") })
        }
    }

    @Test("a request's own description and a store's credential are enough; without cookies there is no login")
    func otherWays() async throws {
        let site = TokenSite()
        let server = try server(site.answer)
        let store = MemoryCredentialStore()
        let space = CredentialSpace(
            host: Loopback.host, port: server.port, realm: "own", method: AuthenticationMethod.htmlForm.rawValue)
        await store.set(PasswordCredential(user: "zoë", password: "a&b=c d"), for: space, isDefault: true)
        var request = HTTPSRequest(try bench.url(server, "/app"))
        var login = FormLogin("own", site: try bench.url(server))
        login.signs = [.redirect(to: "/accounts/login/")]
        login.proofs = [.redirect, .cookie("sessionid")]
        request.forms = [login]
        let first = try session(server, nil, .form(at: "/nowhere")) { $0.credentials.store = store }
        #expect(try await first.data(for: request).url.target == "/app")
        let second = try session(server, nil, .form(at: "/nowhere")) {
            ($0.credentials.store, $0.cookies.handling) = (store, .none)
        }
        let sent = request
        let error = await #expect(throws: HTTPSError.self) { try await second.data(for: sent) }
        #expect(error?.code == .loginNeedsCookies)
    }

    @Test("cancelling ends the request, and no error or challenge shows the password")
    func endings() async throws {
        struct Cancelling: ChallengeHandler {
            func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
                guard challenge.protectionSpace.authenticationMethod == .htmlForm else { return .notImplemented }
                return challenge.previousFailureCount == 0
                    ? .useCredential(Credential(user: "zoë", password: "hush-hush", persistence: .none))
                    : .cancelAuthenticationChallenge
            }
        }
        let server = try server(TokenSite().answer)
        let session = try session(server, Cancelling(), .redirect(to: "/accounts/login/"))
        let request = HTTPSRequest(try bench.url(server, "/app"))
        let error = await #expect(throws: HTTPSError.self) { try await session.data(for: request) }
        #expect(error?.isCancelled == true)
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("hush-hush"))
    }

    @Test("many requests at once that all have to log in do")
    func concurrent() async throws {
        let site = TokenSite()
        let server = try server(site.answer)
        // Each has its own cookies: the token of one login is no token for another.
        let configuration = try session(server, Handler(Self.zoë), .redirect(to: "/accounts/login/")).configuration
        let url = try bench.url(server, "/app")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await HTTPSSession(configuration: configuration).data(for: HTTPSRequest(url)).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
    }
}
