import HoldfastAuthority
import HoldfastCrypto
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

/// RFC 6797 over real connections: who is known, by which answers, and what that changes.
@Suite("Hosts that want nothing but TLS")
struct StrictTransportTests {
    private let bench: Loopback
    private let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    private func server(
        _ identity: Identity? = nil, age: String = "max-age=600; includeSubDomains"
    ) throws -> TLSServer {
        try bench.answering(as: identity ?? bench.identity()) { [seen] request in
            seen.add(request.target)
            switch request.target {
            case "/known": return ServerResponse(fields: [HTTPField("Strict-Transport-Security", age)])
            case "/plain":
                let port = request["Host"]?.split(separator: ":").last ?? ""
                return .redirect(to: "http://\(Loopback.host):\(port)/end?q", status: 307)
            default: return ServerResponse(text: "there")
            }
        }
    }

    private func session(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func plain(_ server: TLSServer, _ path: String) throws -> HTTPSURL {
        try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(Loopback.host):\(server.port)\(path)")
    }

    @Test("once a host has said so, a URL without TLS is the one with TLS, and the history says it")
    func upgraded() async throws {
        let server = try server()
        let session = session(server)
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server, "/known"))).upgrades == [])
        let url = try plain(server, "/x?y")
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(try response.status == 200 && response.url == bench.url(server, "/x?y"))
        #expect(response.connection.evaluation != nil)
        let upgrade = try #require(response.upgrades.first)
        #expect(response.upgrades.count == 1 && upgrade.from == url && upgrade.to == response.url)
        #expect(upgrade.knowledge.host == Loopback.host && !upgrade.knowledge.isPreloaded && upgrade.redirectCount == 0)
        #expect(seen.lines == ["/known", "/x?y"])
    }

    @Test("a redirect out of TLS to such a host stays in TLS; to another it is refused, as ever")
    func redirected() async throws {
        let server = try server()
        let session = session(server)
        let url = try bench.url(server, "/plain")
        let first = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(first?.code == .insecureRedirect)
        _ = try await session.data(for: HTTPSRequest(try bench.url(server, "/known")))
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(try response.url == bench.url(server, "/end?q") && response.redirects.count == 1)
        #expect(response.upgrades.map(\.from.scheme) == ["http"] && response.upgrades.map(\.redirectCount) == [1])
        #expect(seen.lines == ["/plain", "/known", "/plain", "/end?q"])
    }

    @Test("a list is enough; 0 seconds and another session know nothing")
    func lists() async throws {
        let server = try server(age: "max-age=0")
        let list = KnownHostStore(preloaded: PreloadedHosts(Array(".holdfast.test\n".utf8)))
        let session = session(server) { $0.strictTransport = .shared(list) }
        _ = try await session.data(for: HTTPSRequest(try bench.url(server, "/known")))
        let response = try await session.data(for: HTTPSRequest(try plain(server, "/")))
        #expect(response.upgrades.first?.knowledge == list.knowledge(of: try ServerName(Loopback.host)))
        let others: [HTTPSSession] = [self.session(server), self.session(server) { $0.strictTransport = .none }]
        for other in others {
            _ = try await other.data(for: HTTPSRequest(try bench.url(server, "/known")))
            // A server of TLS answers no request without it.
            let url = try plain(server, "/")
            let error = await failure { () async throws(HTTPSError) in try await other.data(for: HTTPSRequest(url)) }
            #expect(error != nil)
        }
    }

    private func expired() throws -> Identity {
        try bench.identity { template, now in
            template.notBefore = now.advanced(byDays: -10)
            template.notAfter = now.advanced(byDays: -1)
        }
    }

    /// Accepts whatever the engine refuses, by a proof of its own.
    private struct Accepting: ChallengeHandler {
        let policy: TrustPolicy

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            guard let trust = challenge.protectionSpace.serverTrust,
                let proof = try? TrustEngine().evaluate(trust, with: policy, at: SystemClock.now())
            else { return .performDefaultHandling }
            return .useCredential(Credential(trust: proof))
        }
    }

    private func excepting(_ identity: Identity) throws -> TrustPolicy {
        var policy = bench.trusting(try ServerName(Loopback.host))
        policy.exceptions = .only([
            try TrustException(
                certificate: Digest.sha256(identity.certificate[...]), host: try ServerName(Loopback.host),
                codes: [.expired], createdAt: bench.now, until: bench.now.advanced(bySeconds: 3_600))
        ])
        return policy
    }

    /// §8.1: a field is noted where "there are no underlying secure transport errors or warnings"; and §12.1: no user
    /// recourse.
    @Test("nothing is learnt over a connection that an exception or a handler let in", arguments: [false, true])
    func exceptions(byHandler: Bool) async throws {
        let identity = try expired()
        let (server, policy) = (try server(identity), try excepting(identity))
        let session = session(server) { configuration in
            if byHandler {
                configuration.credentials.handler = Accepting(policy: policy)
            } else {
                configuration.trust.policy = { _ in policy }
            }
        }
        let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/known")))
        #expect(response.connection.evaluation?.exception != nil)
        #expect(session.knownHosts?.knowledge(of: try ServerName(Loopback.host)) == nil)
    }

    @Test("a host that wants nothing but TLS is let in by no exception and no handler", arguments: [false, true])
    func refused(byHandler: Bool) async throws {
        let identity = try expired()
        let (server, policy) = (try server(identity), try excepting(identity))
        let known = KnownHostStore(preloaded: PreloadedHosts(Array("\(Loopback.host)\n".utf8)))
        let session = session(server) { configuration in
            configuration.strictTransport = .shared(known)
            if byHandler {
                configuration.credentials.handler = Accepting(policy: policy)
            } else {
                configuration.trust.policy = { _ in policy }
            }
        }
        let url = try bench.url(server, "/")
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .certificateRefused)
        #expect(seen.lines == [])
    }

    @Test("in a file the next session knows what this one was told")
    func lasting() async throws {
        let folder = try TemporaryFolder()
        let server = try server()
        for path in ["/known", "/x"] {
            let store = KnownHostStore(path: folder.path("hsts.sqlite")) { Issue.record("\($0)") }
            let session = session(server) { $0.strictTransport = .shared(store) }
            let url = path == "/known" ? try bench.url(server, path) : try plain(server, path)
            #expect(try await session.data(for: HTTPSRequest(url)).upgrades.count == (path == "/known" ? 0 : 1))
        }
        #expect(seen.lines == ["/known", "/x"])
    }
}
