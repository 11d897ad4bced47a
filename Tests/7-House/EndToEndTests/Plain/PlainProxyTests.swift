import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import LoopbackSupport
import Testing

@Suite("Requests without TLS through a proxy")
struct PlainProxyTests {
    private static let proxyName = "proxy.holdfast.test"
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server() throws -> TLSServer { try bench.server { $0.speaksPlainHTTP = true } }

    private func proxy(_ kind: Proxy.Kind, to server: TLSServer, named: String = proxyName) throws -> ProxyServer {
        let spoken: ProxyConfiguration.Kind =
            switch kind {
            case .http: .http
            case .https: .https(TLSServerConfiguration(try bench.identity(named)))
            case .socks5: .socks5
            }
        return try ProxyServer(ProxyConfiguration(spoken, routes: ["\(Loopback.host):\(server.port)": server.port]))
    }

    private func session(_ kind: Proxy.Kind, _ proxy: ProxyServer) throws -> HTTPSSession {
        var configuration = bench.configuration([], policy: bench.trusting)
        configuration.addresses.dial = [.loopback(proxy.port, host: Self.proxyName)]
        configuration.proxy = Proxy(kind, try ServerName(Self.proxyName), port: proxy.port)
        return HTTPSSession(configuration: configuration)
    }

    @Test("they go through a tunnel of their own, which is kept", arguments: Proxy.Kind.allCases)
    func through(kind: Proxy.Kind) async throws {
        let server = try server()
        let proxy = try proxy(kind, to: server)
        let session = try session(kind, proxy)
        for path in ["/a", "/b"] {
            var request = HTTPSRequest(try PlainHTTPTests.url(server, path))
            request.fields = [try #require(HTTPField(name: "X-For-The-Server", value: "only"))]
            let response = try await session.data(for: request)
            #expect(String(decoding: response.body, as: UTF8.self) == "GET \(path)")
            #expect(response.connection.isPlain && response.connection.host == Loopback.host)
            #expect(response.isReusedConnection == (path == "/b"))
        }
        let visits = proxy.counters.visits
        #expect(visits.map(\.target) == ["\(Loopback.host):\(server.port)"])
        #expect(visits.first?["X-For-The-Server"] == nil)
        #expect(server.counters.connections == 1)
    }

    @Test("a proxy that is not trusted gets nothing of them")
    func badProxy() async throws {
        let server = try server()
        let proxy = try proxy(.https, to: server, named: "other.holdfast.test")
        let session = try session(.https, proxy)
        let url = try PlainHTTPTests.url(server)
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyNotTrusted)
        #expect(error?.proxyTrustFailure?.cause.code == .hostMismatch)
        #expect(proxy.counters.visits.isEmpty && server.counters.connections == 0)
    }
}
