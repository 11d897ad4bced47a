import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// What a session keeps beyond its end, in stores that last, and what the next one makes of it.
@Suite("Credentials that outlast their session")
struct LastingCredentialTests {
    private static let password = "hunter2-of-alice"
    private static let proxyName = "proxy.holdfast.test"
    private static let right = "Basic " + Base64.encode("alice:\(password)".utf8)

    private let bench: Loopback
    private let folder: TemporaryFolder
    private let failures = Notes<String>()

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    /// The store as a process of its own has it: nothing but the files is shared with another.
    private func store(_ key: UInt8 = 7) -> LayeredCredentialStore {
        let secret = CredentialFileKey { .key(CredentialSecret([UInt8](repeating: key, count: 32))) }
        return LayeredCredentialStore(
            permanent: EncryptedCredentialFile(path: folder.path("state/items"), key: secret),
            synchronizable: SynchronizedCredentialFolder(path: folder.path("shared"), key: secret),
            failed: { [failures] in failures.add("\($0) \(String(reflecting: $0))") })
    }

    /// A server that lets alice in, in the realm "r" or, below `/other`, in another; that fails whoever comes to
    /// `/down` with a name, and leads to `elsewhere` from `/away`.
    private func server(_ seen: Notes<String>, elsewhere: String = "/") throws -> TLSServer {
        try bench.answering { request in
            let sent = request["Authorization"]
            seen.add("\(request.target) \(sent == nil ? "-" : sent == Self.right ? "right" : "wrong")")
            if sent != nil, request.target == "/down" { return ServerResponse(status: 503, text: "later") }
            guard sent == Self.right else {
                let realm = request.target.hasPrefix("/other") ? "other" : "r"
                return ServerResponse(
                    status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"\(realm)\"")],
                    body: Array("no".utf8))
            }
            return request.target == "/away" ? .redirect(to: elsewhere) : ServerResponse(text: "hello alice")
        }
    }

    /// Gives alice's passwords one after the other, and cancels then.
    private static func giving(_ persistence: CredentialPersistence, _ passwords: String...) -> TLSHandler {
        TLSHandler { challenge in
            guard challenge.protectionSpace.authenticationMethod == .httpBasic else { return .notImplemented }
            guard challenge.previousFailureCount < passwords.count else { return .cancelAuthenticationChallenge }
            return .useCredential(
                Credential(
                    user: "alice", password: passwords[challenge.previousFailureCount], persistence: persistence))
        }
    }

    private func session(
        _ ports: [UInt16], _ store: any CredentialStore, _ handler: (any ChallengeHandler)? = nil,
        _ change: (inout HTTPSSession.Configuration) throws -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(ports.map { (host: Loopback.host, port: $0) }, policy: bench.trusting)
        configuration.credentials.store = store
        configuration.credentials.handler = handler
        try change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func space(_ server: TLSServer, _ realm: String = "r") -> CredentialSpace {
        CredentialSpace(
            host: Loopback.host, port: server.port, realm: realm, method: AuthenticationMethod.httpBasic.rawValue)
    }

    /// Apple, URLCredential.Persistence: what is `permanent` "should be stored in the keychain", and what is for the
    /// session "should be stored only for this session".
    @Test(
        "the next process is let in where it was to last, and asked anew where not",
        arguments: CredentialPersistence.allCases)
    func nextProcess(_ persistence: CredentialPersistence) async throws {
        let lasts = persistence == .permanent || persistence == .synchronizable
        let seen = Notes<String>()
        let server = try server(seen)
        let request = HTTPSRequest(try bench.url(server))
        let first = try session([server.port], store(), Self.giving(persistence, Self.password))
        #expect(try await first.data(for: request).status == 200)
        let next = try session([server.port], store())
        for _ in 0..<2 { #expect(try await next.data(for: request).status == (lasts ? 200 : 401)) }
        #expect(seen.lines == ["/ -", "/ right", "/ -"] + (lasts ? ["/ right", "/ right"] : ["/ -"]))
        #expect(folder.names == (lasts ? [persistence == .permanent ? "state" : "shared"] : []))
        #expect(failures.lines.isEmpty)
    }

    @Test("no other space gets it: another realm, another port, and an origin that a redirect leads to")
    func otherSpaces() async throws {
        let (seen, elsewhere) = (Notes<String>(), Notes<String>())
        let other = try server(elsewhere)
        let server = try server(seen, elsewhere: "https://\(Loopback.host):\(other.port)/")
        let ports = [server.port, other.port]
        let first = try session(ports, store(), Self.giving(.permanent, Self.password))
        #expect(try await first.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        let realm = HTTPSRequest(try bench.url(server, "/other"))
        #expect(try await session(ports, store()).data(for: realm).status == 401)
        #expect(seen.lines == ["/ -", "/ right", "/other -"])
        for url in [try bench.url(other), try bench.url(server, "/away")] {
            #expect(try await session(ports, store()).data(for: HTTPSRequest(url)).status == 401)
        }
        #expect(elsewhere.lines == ["/ -", "/ -"])
        #expect(await store().credentials(for: space(other)).isEmpty)
    }

    @Test("a password that was refused, or met with an error, takes the place of none")
    func wrong() async throws {
        let server = try server(Notes<String>())
        let alice = PasswordCredential(user: "alice", password: Self.password)
        func kept() async -> [String: PasswordCredential] { await store().credentials(for: space(server)) }
        let request = HTTPSRequest(try bench.url(server))
        let cancelled = try session([server.port], store(), Self.giving(.permanent, "wrong"))
        let error = await failure { () throws(HTTPSError) in try await cancelled.data(for: request) }
        #expect(error?.isCancelled == true)
        #expect(await kept().isEmpty)
        #expect(folder.names.isEmpty)
        let corrected = try session([server.port], store(), Self.giving(.permanent, "wrong", Self.password))
        #expect(try await corrected.data(for: request).status == 200)
        #expect(await kept() == ["alice": alice])
        // A server that has too much to do says nothing about the password.
        let down = try session([server.port], store(), Self.giving(.permanent, "wrong"))
        #expect(try await down.data(for: HTTPSRequest(try bench.url(server, "/down"))).status == 503)
        #expect(await kept() == ["alice": alice])
        // Where the right one met it, the next answer will do.
        let later = try session([server.port], store(), Self.giving(.synchronizable, Self.password))
        #expect(try await later.data(for: HTTPSRequest(try bench.url(server, "/down"))).status == 503)
        #expect(!folder.names.contains("shared"))
        #expect(try await later.data(for: request).status == 200)
        #expect(folder.names.contains("shared"))
        #expect(await kept() == ["alice": alice])
    }

    @Test("a proxy's password is kept for the proxy, and no server hears of it")
    func proxy() async throws {
        let seen = Notes<String>()
        let server = try bench.answering { request in
            seen.add(request.fields.map(\.name).joined(separator: " ").lowercased())
            return ServerResponse(text: "there")
        }
        var configuration = ProxyConfiguration(.http, routes: ["\(Loopback.host):\(server.port)": server.port])
        configuration.refusal = ProxyConfiguration.basic(Base64.encode("alice:\(Self.password)".utf8))
        let proxy = try ProxyServer(configuration)
        let way = Proxy(.http, try ServerName(Self.proxyName), port: proxy.port)
        for handler in [Self.giving(.permanent, "wrong", Self.password), nil] {
            let session = try session([], store(), handler) {
                $0.addresses.dial = [.loopback(proxy.port, host: Self.proxyName)]
                $0.proxy = way
            }
            #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        }
        let space = CredentialSpace(
            asker: .httpProxy, host: Self.proxyName, port: proxy.port, realm: "proxy",
            method: AuthenticationMethod.httpBasic.rawValue)
        #expect(await store().defaultCredential(for: space)?.password == Self.password)
        #expect(seen.lines.count == 2 && seen.lines.allSatisfy { !$0.contains("authorization") })
    }

    @Test("whom the URL names is kept beside whoever is proposed first, and found by that name")
    func named() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        await store().set(
            PasswordCredential(user: "bob", password: "b"), for: space(server), persistence: .permanent,
            isDefault: true)
        let url = try HTTPSURL("https://alice@\(Loopback.host):\(server.port)/")
        for handler in [Self.giving(.permanent, Self.password), nil] {
            let session = try session([server.port], store(), handler)
            #expect(try await session.data(for: HTTPSRequest(url)).status == 200)
        }
        #expect(seen.lines == ["/ -", "/ right", "/ -", "/ right"])
        #expect(await store().defaultCredential(for: space(server))?.user == "bob")
        #expect(await store().credentials(for: space(server)).count == 2)
    }

    /// Keeps every text that a session makes.
    private final class Listener: SessionObserver {
        let texts = Notes<String>()

        private func note(_ value: Any) { texts.add("\(value) \(String(reflecting: value))") }

        func session(_ event: SessionEvent) { note(event) }
        func session(finished metrics: TaskMetrics) { note(metrics) }
        func session(log line: String) { texts.add(line) }
        func session(judged judgement: ServerJudgement) { note(judgement) }
    }

    @Test("no event, figure, line, error or dump shows what was kept, nor does a store that fails")
    func secrecy() async throws {
        let server = try server(Notes<String>())
        let listener = Listener()
        let request = HTTPSRequest(try bench.url(server))
        var texts: [String] = []
        // The last of them cannot open what the first has stored.
        for (key, handler) in [
            (7, Self.giving(.permanent, Self.password)), (7, nil), (8, Self.giving(.permanent, Self.password)),
        ] as [(UInt8, TLSHandler?)] {
            let session = try session([server.port], store(key), handler) { $0.observer = listener }
            let response = try await session.data(for: request)
            #expect(response.status == 200)
            var dumped = ""
            dump(session.configuration.credentials, to: &dumped)
            texts += [dumped, "\(response)", "\(response.connection)"]
        }
        let refused = try session([server.port], store(), Self.giving(.permanent, Self.password + "?")) {
            $0.observer = listener
        }
        let error = await failure { () throws(HTTPSError) in try await refused.data(for: request) }
        var dumped = ""
        dump(error, to: &dumped)
        texts += ["\(error as Any)", dumped] + listener.texts.lines + failures.lines
        #expect(!failures.lines.isEmpty && listener.texts.lines.count > 8)
        for text in texts { #expect(!text.contains(Self.password) && !text.contains(Self.right.dropFirst(6))) }
    }
}
