import HoldfastAuthority
import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("Requests through a proxy")
struct ProxyTests {
    static let proxyName = "proxy.holdfast.test"
    let bench: Loopback

    init() throws { bench = try Loopback() }

    enum Spoken: String, CaseIterable { case http, https, socks5 }

    private func proxy(
        _ kind: Spoken, to server: TLSServer, identity: Identity? = nil, asksWhoIsThere: Bool = false,
        _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) throws -> ProxyServer {
        var tls = TLSServerConfiguration(try identity ?? bench.identity(Self.proxyName))
        tls.requiresClientCertificate = asksWhoIsThere
        let spoken: ProxyConfiguration.Kind =
            switch kind {
            case .http: .http
            case .https: .https(tls)
            case .socks5: .socks5
            }
        var configuration = ProxyConfiguration(spoken, routes: ["\(Loopback.host):\(server.port)": server.port])
        change(&configuration)
        return try ProxyServer(configuration)
    }

    private func session(
        _ kind: Spoken, _ proxy: ProxyServer, credential: PasswordCredential? = nil,
        _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = bench.trusting
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.idle = nil
        // Only the proxy's name is resolved here: that of the server is the proxy's to resolve.
        configuration.addresses.dial = [.loopback(proxy.port, host: Self.proxyName)]
        let spoken = Proxy.Kind(rawValue: kind.rawValue) ?? .http
        configuration.proxy = Proxy(
            spoken, try ServerName(Self.proxyName), port: proxy.port, credential: credential)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    @Test("the session's resolvers are asked for the proxy's name, and for nothing else", arguments: Spoken.allCases)
    func resolvers(kind: Spoken) async throws {
        let server = try bench.server()
        let proxy = try proxy(kind, to: server)
        let resolver = CountingResolver("own", [.loopback(1)])
        let session = try session(kind, proxy) {
            $0.addresses.dial = []
            $0.addresses.resolution = NameResolution([.init(resolver)], systemFallback: .never)
        }
        for path in ["/a", "/b"] {
            let response = try await session.data(for: HTTPSRequest(try bench.url(server, path)))
            #expect(String(decoding: response.body, as: UTF8.self) == "GET \(path)")
            #expect(response.isReusedConnection == (path == "/b"))
        }
        #expect(Set(resolver.names.map(\.text)) == [Self.proxyName])
        let none = try self.session(kind, proxy) {
            $0.addresses.dial = []
            $0.addresses.resolution = NameResolution([], systemFallback: .never)
        }
        let url = try bench.url(server)
        let error = await failure { () async throws(HTTPSError) in try await none.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .couldNotResolveProxy)
    }

    /// What a person needs to know who is not let in: whether a login is missing, or wrong.
    @Test("a wrong login is said as such, and a missing one", arguments: Spoken.allCases)
    func login(kind: Spoken) async throws {
        let server = try bench.server()
        for status in kind == .socks5 ? [0] : [407, 401] {
            let proxy = try proxy(kind, to: server) { configuration in
                configuration.user = .init(name: "ann", password: "pw")
                configuration.refusal = { request in
                    let isTold = request["Proxy-Authorization"] != nil
                    // A proxy may call a wrong login what servers call it.
                    return ServerResponse(
                        status: isTold ? status : 407,
                        fields: [HTTPField("Proxy-Authenticate", "Basic realm=\"r\"")])
                }
            }
            let url = try bench.url(server)
            for credential in [nil, PasswordCredential(user: "ann", password: "wrong")] {
                let session = try session(kind, proxy, credential: credential)
                let error = await failure { () async throws(HTTPSError) in
                    try await session.data(for: HTTPSRequest(url))
                }
                #expect(error?.code == .proxyRefused)
                #expect(error?.hint == (credential == nil ? ProxyAdvice.nameUser.english : "check both"))
                let isSaid = error?.message.contains("the user and ") ?? false
                #expect(isSaid == (credential != nil), "\(error?.message ?? "")")
            }
        }
    }

    @Test("resolvers that say nothing of the proxy: the request ends by its time, or by whoever cancels it")
    func silentResolver() async throws {
        let server = try bench.server()
        let proxy = try proxy(.http, to: server)
        let resolver = SilentResolver()
        let session = try session(.http, proxy) {
            $0.addresses.dial = []
            $0.addresses.resolution = NameResolution([.init(resolver)], systemFallback: .never)
        }
        var request = HTTPSRequest(try bench.url(server))
        let whole = request
        request.timeout = .milliseconds(200)
        let short = request
        let late = await failure { () async throws(HTTPSError) in try await session.data(for: short) }
        #expect(late?.code == .timedOut)
        let asked = resolver.count
        let task = Task { await failure { () async throws(HTTPSError) in try await session.data(for: whole) } }
        try await eventually { resolver.count > asked }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    /// Says nothing before it is cancelled.
    private final class SilentResolver: Resolver {
        let name = "silent"
        let identifier = "silent"
        let isCacheable = false
        private let asked = Notes<String>()

        var count: Int { asked.all.count }

        func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
            asked.add("asked")
            try? await Task.sleep(for: .seconds(900))
            throw ResolverError(.noSuchName, from: name)
        }
    }

    @Test("the server is reached through the tunnel, and judged by its own name", arguments: Spoken.allCases)
    func through(kind: Spoken) async throws {
        let server = try bench.server()
        let proxy = try proxy(kind, to: server)
        let session = try session(kind, proxy)
        for path in ["/a", "/b"] {
            var request = HTTPSRequest(try bench.url(server, path))
            request.fields = [try #require(HTTPField(name: "X-For-The-Server", value: "only"))]
            let response = try await session.data(for: request)
            #expect(String(decoding: response.body, as: UTF8.self) == "GET \(path)")
            #expect(response.connection.host == Loopback.host)
            #expect(response.connection.evaluation != nil)
            #expect(response.isReusedConnection == (path == "/b"))
        }
        let visits = proxy.counters.visits
        #expect(visits.count == 1)
        #expect(visits.first?.target == "\(Loopback.host):\(server.port)")
        #expect(visits.first?["X-For-The-Server"] == nil)
        #expect(visits.first?["Proxy-Authorization"] == nil)
        #expect(server.counters.requestsReceived == 2)
        if kind == .https { #expect(proxy.counters.serverNames == [Self.proxyName]) }
    }

    @Test("only the server is bad: refused as without a proxy", arguments: Spoken.allCases)
    func badServer(kind: Spoken) async throws {
        let server = try bench.server(as: bench.identity("other.holdfast.test"))
        let proxy = try proxy(kind, to: server)
        let session = try session(kind, proxy)
        let url = try bench.url(server)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .certificateRefused)
        #expect(error?.trustFailure?.cause.code == .hostMismatch)
        #expect(server.counters.requestsReceived == 0)
    }

    @Test("only the proxy is bad: refused before it is asked for anything")
    func badProxy() async throws {
        let server = try bench.server()
        let proxy = try proxy(.https, to: server, identity: try bench.identity("other.holdfast.test"))
        let session = try session(.https, proxy)
        let url = try bench.url(server)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyNotTrusted)
        #expect(error?.phase == .connect)
        #expect(error?.proxyTrustFailure?.cause.code == .hostMismatch)
        #expect(error?.trustFailure == nil)
        #expect(await proxy.reaches { $0.openConnections == 0 })
        #expect(proxy.counters.bytesReceived == 0)
        #expect(server.counters.connections == 0)
    }

    @Test("the proxy's certificate does not stand for the server's, nor the server's for the proxy's")
    func notForEachOther() async throws {
        let server = try bench.server(as: bench.identity(Self.proxyName))
        let proxy = try proxy(.https, to: server)
        let session = try session(.https, proxy)
        let url = try bench.url(server)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .certificateRefused)
        let good = try bench.server()
        let posing = try self.proxy(.https, to: good, identity: try bench.identity())
        let other = try self.session(.https, posing)
        let goodURL = try bench.url(good)
        let second = await #expect(throws: HTTPSError.self) { _ = try await other.data(for: HTTPSRequest(goodURL)) }
        #expect(second?.code == .proxyNotTrusted)
    }

    @Test(
        "the session's identity is for its servers: a proxy that asks gets one from a handler, told who asks, or none")
    func identities() async throws {
        let server = try bench.server { $0.requestsClientCertificate = true }
        let proxy = try proxy(.https, to: server, asksWhoIsThere: true)
        let mine = try bench.intermediate.issue(.client(name: "mine", at: bench.now))
        let url = try bench.url(server)
        let without = try session(.https, proxy) { $0.credentials.identity = mine }
        let error = await #expect(throws: HTTPSError.self) { _ = try await without.data(for: HTTPSRequest(url)) }
        #expect(error?.phase != .request && server.counters.connections == 0, "\(error as Any)")
        let asked = Notes<String>()
        let with = try session(.https, proxy) {
            $0.credentials.identity = mine
            $0.credentials.handler = TLSHandler { challenge in
                let space = challenge.protectionSpace
                asked.add("\(space.authenticationMethod) \(space.asker) \(space.host)")
                guard space.authenticationMethod == .clientCertificate else { return .notImplemented }
                return .useCredential(Credential(identity: mine, persistence: .none))
            }
        }
        #expect(try await with.data(for: HTTPSRequest(url)).status == 200)
        // What the session had nothing to say to, the request's handler is asked: the same one here.
        #expect(
            asked.lines.filter { $0.hasPrefix("client") } == [
                "clientCertificate httpsProxy \(Self.proxyName)", "clientCertificate server \(Loopback.host)",
            ])
        #expect(asked.lines.contains("serverTrust httpsProxy \(Self.proxyName)"))
        #expect(asked.lines.contains("serverTrust server \(Loopback.host)"))
    }

    @Test(
        "a proxy that asks who is there is answered, keeping its connection or not, and the server hears nothing of it",
        arguments: [false, true])
    func basic(closes: Bool) async throws {
        let server = try bench.answering { request in
            ServerResponse(text: request.fields.map(\.name).joined(separator: " "))
        }
        // "mufasa:circle" in Base64.
        let proxy = try proxy(.https, to: server) {
            $0.refusal = ProxyConfiguration.basic("bXVmYXNhOmNpcmNsZQ==", closes: closes)
        }
        let url = try bench.url(server)
        let right = PasswordCredential(user: "mufasa", password: "circle")
        let session = try session(.https, proxy, credential: right)
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(response.status == 200)
        #expect(!String(decoding: response.body, as: UTF8.self).lowercased().contains("proxy"))
        // The handshake alone goes the same way.
        #expect(try await session.verify(url).evaluation != nil)
        #expect(proxy.counters.visits.map(\.answer).prefix(2) == [407, 200])
        #expect(proxy.counters.visits.last?.answer == 200)
        #expect(proxy.counters.visits.map { $0["Proxy-Authorization"] != nil }.prefix(2) == [false, true])
        let wrong = try self.session(
            .https, proxy, credential: PasswordCredential(user: "mufasa", password: "square"))
        let error = await #expect(throws: HTTPSError.self) { _ = try await wrong.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyRefused)
        #expect(error?.proxyAnswer?.status == 407)
        #expect(server.counters.requestsReceived == 1)
    }

    /// RFC 7616 §3.3 and RFC 7617 §2: what a proxy asks for that knows Basic and Digest.
    private static func asking(_ challenge: String, _ seen: Notes<String>)
        -> @Sendable (ServerRequest) -> ServerResponse?
    {
        { request in
            guard let value = request["Proxy-Authorization"] else {
                return ServerResponse(status: 407, fields: [HTTPField("Proxy-Authenticate", challenge)])
            }
            seen.add(value)
            return nil
        }
    }

    @Test("who is asked for each request has a tunnel of their own: nobody goes through another's")
    func accounts() async throws {
        let server = try bench.server()
        let seen = Notes<String>()
        let proxy = try proxy(.http, to: server) { $0.refusal = Self.asking(#"Basic realm="proxy""#, seen) }
        let session = try session(.http, proxy)
        for user in ["alice", "bob"] {
            var request = HTTPSRequest(try bench.url(server))
            request.challenges = TLSHandler { challenge in
                guard challenge.protectionSpace.authenticationMethod == .httpBasic else { return .notImplemented }
                return .useCredential(Credential(user: user, password: "1", persistence: .none))
            }
            #expect(try await session.data(for: request).status == 200)
        }
        // alice:1, bob:1.
        #expect(seen.lines == ["Basic YWxpY2U6MQ==", "Basic Ym9iOjE="])
        #expect(proxy.counters.tunnels == 2)
    }

    @Test("by Digest, whose answers are never twice the same, the tunnel is used again")
    func digest() async throws {
        let server = try bench.server()
        let seen = Notes<String>()
        let challenge = #"Digest realm="proxy", nonce="n", qop="auth", algorithm=SHA-256"#
        let proxy = try proxy(.http, to: server) { $0.refusal = Self.asking(challenge, seen) }
        let session = try session(.http, proxy, credential: PasswordCredential(user: "mufasa", password: "circle"))
        for _ in 0..<3 {
            #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        }
        #expect(seen.lines.count == 1 && proxy.counters.tunnels == 1)
        let other = try self.session(.http, proxy)
        for password in ["circle", "square"] {
            var request = HTTPSRequest(try bench.url(server))
            request.challenges = TLSHandler { challenge in
                guard challenge.protectionSpace.authenticationMethod == .httpDigest else { return .notImplemented }
                return .useCredential(Credential(user: "mufasa", password: password, persistence: .none))
            }
            #expect(try await other.data(for: request).status == 200)
        }
        #expect(seen.lines.count == 3 && proxy.counters.tunnels == 3)
    }

    @Test("SOCKS is told user and password at once, and says when it does not take them")
    func socksUser() async throws {
        let server = try bench.server()
        let proxy = try proxy(.socks5, to: server) { $0.user = .init(name: "mufasa", password: "circle") }
        let url = try bench.url(server)
        let right = PasswordCredential(user: "mufasa", password: "circle")
        let response = try await session(.socks5, proxy, credential: right).data(for: HTTPSRequest(url))
        #expect(response.status == 200)
        #expect(proxy.counters.visits.first?.addressKind == .name)
        for wrong in [nil, PasswordCredential(user: "mufasa", password: "square")] {
            let session = try session(.socks5, proxy, credential: wrong)
            let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
            #expect(error?.code == .proxyRefused, "\(error as Any)")
        }
    }

    @Test("a proxy that refuses is the reason, with its status", arguments: [403, 502])
    func refusing(status: Int) async throws {
        let server = try bench.server()
        let proxy = try proxy(.http, to: server) { $0.refusal = { _ in ServerResponse(status: status, text: "no") } }
        let session = try session(.http, proxy)
        let url = try bench.url(server)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyRefused)
        #expect(error?.message.contains("\(status)") == true)
        #expect(server.counters.connections == 0)
    }

    @Test("a proxy that is not there is named, and the server is not reached around it")
    func unreachable() async throws {
        let server = try bench.server()
        let proxy = try proxy(.http, to: server)
        // Nothing listens at port 1, and a port that was free a moment ago may be another test's now.
        let gone = Proxy(.http, try ServerName(Self.proxyName), port: 1)
        let session = try session(.http, proxy) {
            $0.addresses.dial = [.loopback(server.port), .loopback(1, host: Self.proxyName)]
            $0.proxy = gone
        }
        let url = try bench.url(server)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyUnreachable, "\(error as Any)")
        #expect(server.counters.connections == 0)
    }

    @Test("a host that is excluded is reached without the proxy, its subdomains too")
    func excluded() async throws {
        let server = try bench.server()
        let proxy = try proxy(.http, to: server)
        let domain = try ServerName("holdfast.test")
        let session = try session(.http, proxy) {
            $0.addresses.dial.append(.loopback(server.port))
            $0.proxyExclusions = [domain]
        }
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        #expect(proxy.counters.connections == 0)
    }

    @Test("many at once through an HTTPS proxy, each decision waiting its time")
    func many() async throws {
        let server = try bench.server()
        let proxy = try proxy(.https, to: server)
        let session = try session(.https, proxy)
        let url = try bench.url(server)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<24 { group.addTask { try await session.data(for: HTTPSRequest(url)).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(server.counters.requestsReceived == 24)
    }
}
