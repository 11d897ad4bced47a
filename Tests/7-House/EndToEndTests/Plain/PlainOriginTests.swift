import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@Suite("Between TLS and none: redirects, cookies, passwords")
struct PlainOriginTests {
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    /// Two servers, one of each kind, each of which redirects `/away` to the other and keeps what it was sent.
    private func servers() throws -> (plain: TLSServer, encrypted: TLSServer) {
        let ports = Notes<String>()
        var configuration = TLSServerConfiguration(try bench.identity())
        let encrypted = try TLSServer(configuration) { [seen] request in
            Self.answer(request, "https", elsewhere: "http://\(Loopback.host):\(ports.lines[0])/end", seen)
        }
        configuration.speaksPlainHTTP = true
        let plain = try TLSServer(configuration) { [seen] request in
            Self.answer(request, "http", elsewhere: "https://\(Loopback.host):\(ports.lines[1])/end", seen)
        }
        ports.add("\(plain.port)")
        ports.add("\(encrypted.port)")
        return (plain, encrypted)
    }

    private static func answer(
        _ request: ServerRequest, _ scheme: String, elsewhere: String, _ seen: Notes<String>
    ) -> ServerResponse {
        let names = ["Authorization", "Cookie", "Referer"]
        let carried = names.compactMap { name in request[name].map { "\(name)=\($0)" } }
        seen.add("\(scheme) \(request.target) \(carried.joined(separator: " "))")
        switch request.target {
        case "/away": return .redirect(to: elsewhere, status: 307)
        case "/set":
            return ServerResponse(
                status: 200,
                fields: [
                    HTTPField("Set-Cookie", "\(scheme)-secret=1; Secure; Path=/"),
                    HTTPField("Set-Cookie", "\(scheme)-open=1; Path=/"), HTTPField("Set-Cookie", "both=\(scheme)"),
                ])
        case "/guarded" where request["Authorization"] == nil:
            return ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", #"Basic realm="r""#)])
        default: return ServerResponse(text: "there")
        }
    }

    private func session(
        _ servers: (plain: TLSServer, encrypted: TLSServer),
        _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(
            [(Loopback.host, servers.plain.port), (Loopback.host, servers.encrypted.port)], policy: bench.trusting)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func allowed(_ server: TLSServer, _ scheme: String, _ path: String) throws -> HTTPSURL {
        try HTTPSURL(dangerouslyAllowingPlainHTTP: "\(scheme)://\(Loopback.host):\(server.port)\(path)")
    }

    @Test("a redirect out of TLS is followed only where the first URL allows it, and carries nothing of the origin's")
    func outOfTLS() async throws {
        let servers = try servers()
        let session = try session(servers)
        let usual = try bench.url(servers.encrypted, "/away")
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(usual)) }
        #expect(error?.code == .insecureRedirect)
        #expect(servers.plain.counters.connections == 0)
        let fields = [("Authorization", "Basic YTpi"), ("Cookie", "a=b"), ("Referer", "https://a.test/secret")]
        let request = HTTPSRequest(
            try allowed(servers.encrypted, "https", "/away"),
            fields: fields.compactMap { HTTPField(name: $0.0, value: $0.1) })
        let response = try await session.data(for: request)
        #expect(response.url == (try allowed(servers.plain, "http", "/end")))
        #expect(response.connection.isPlain)
        #expect(response.redirects.map { $0.connection.evaluation != nil } == [true])
        #expect(
            seen.lines.suffix(2) == [
                "https /away Authorization=Basic YTpi Cookie=a=b Referer=https://a.test/secret", "http /end ",
            ])
    }

    @Test("a redirect into TLS leads to a server that is judged, and carries nothing of the origin's")
    func intoTLS() async throws {
        let servers = try servers()
        let url = try allowed(servers.plain, "http", "/away")
        let refusingPolicy = bench.refusing
        let refusing = try session(servers) { $0.trust.policy = refusingPolicy }
        let error = await failure { () async throws(HTTPSError) in try await refusing.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .certificateRefused)
        let field = try #require(HTTPField(name: "Authorization", value: "Basic YTpi"))
        let response = try await session(servers).data(for: HTTPSRequest(url, fields: [field]))
        #expect(!response.connection.isPlain && response.connection.evaluation != nil)
        #expect(response.redirects.map(\.connection.isPlain) == [true])
        #expect(seen.lines.suffix(2) == ["http /away Authorization=Basic YTpi", "https /end "])
    }

    @Test("cookies with `Secure` stay with TLS, and those of plain answers stand in nobody's place")
    func cookies() async throws {
        let servers = try servers()
        let session = try session(servers)
        for (server, scheme) in [(servers.encrypted, "https"), (servers.plain, "http")] {
            for path in ["/set", "/look"] {
                _ = try await session.data(for: HTTPSRequest(try allowed(server, scheme, path)))
            }
        }
        _ = try await session.data(for: HTTPSRequest(try allowed(servers.encrypted, "https", "/look")))
        #expect(
            seen.lines == [
                "https /set ", "https /look Cookie=https-secret=1; https-open=1; both=https",
                "http /set Cookie=https-open=1; both=https",
                "http /look Cookie=https-open=1; both=http; http-open=1",
                "https /look Cookie=https-secret=1; https-open=1; both=http; http-open=1",
            ])
    }

    @Test("a store that does not look at schemes gives no `Secure` cookie away")
    func carelessStore() async throws {
        struct Careless: CookieStore {
            let memory: MemoryCookieStore
            func cookies(for url: HTTPSURL) async -> [Cookie] { memory.all }
            func keep(_ fields: [HTTPField], from url: HTTPSURL) async { memory.keep(fields, from: url) }
        }
        let servers = try servers()
        let session = try session(servers) { $0.cookies.handling = .shared(Careless(memory: MemoryCookieStore())) }
        _ = try await session.data(for: HTTPSRequest(try allowed(servers.encrypted, "https", "/set")))
        _ = try await session.data(for: HTTPSRequest(try allowed(servers.plain, "http", "/look")))
        #expect(seen.lines.last == "http /look Cookie=https-open=1; both=https")
    }

    @Test("a password that one of them took is asked for anew by the other, which says that it is not safe there")
    func passwords() async throws {
        let servers = try servers()
        let handler = TLSHandler { challenge in
            guard challenge.protectionSpace.authenticationMethod == .httpBasic else { return .performDefaultHandling }
            return .useCredential(Credential(user: "a", password: "b", persistence: .forSession))
        }
        let session = try session(servers) { $0.credentials.handler = handler }
        for (server, scheme) in [(servers.encrypted, "https"), (servers.plain, "http")] {
            for _ in 0..<2 {
                let request = HTTPSRequest(try allowed(server, scheme, "/guarded"))
                #expect(try await session.data(for: request).status == 200)
            }
        }
        let asked = handler.asked.map(\.protectionSpace).filter { $0.authenticationMethod == .httpBasic }
        #expect(asked.map(\.protocol) == ["https", "http"])
        #expect(asked.map(\.receivesCredentialSecurely) == [true, false])
        #expect(
            seen.lines == [
                "https /guarded ", "https /guarded Authorization=Basic YTpi", "https /guarded Authorization=Basic YTpi",
                "http /guarded ", "http /guarded Authorization=Basic YTpi", "http /guarded Authorization=Basic YTpi",
            ])
    }
}
