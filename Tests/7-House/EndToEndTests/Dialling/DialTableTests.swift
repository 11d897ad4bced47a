import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// "Redirects from a mapped to an unmapped name and back, cookies across them, proxies: a table of what the server
/// saw."
@Suite("What servers see: address, server name, Host", .hangLimit)
struct DialTableTests {
    private static let mapped = Loopback.host
    private static let unmapped = "plain.holdfast.test"

    let site: DialSite
    private let seen = Notes<String>()

    init() throws { site = try DialSite() }

    private func server(on address: IPAddress, port: UInt16 = 0, names: [String]) throws -> TLSServer {
        let identity = try site.bench.intermediate.issue(.server(names: names, at: site.bench.now))
        return try TLSServer(TLSServerConfiguration(identity), on: address, port: port) { [seen] request in
            let row = [
                "\(address)", request.connection.serverName ?? "-", request["Host"] ?? "-", request.target,
                request["Cookie"] ?? "-",
            ]
            seen.add(row.joined(separator: " "))
            return Self.answer(request)
        }
    }

    private static func answer(_ request: ServerRequest) -> ServerResponse {
        let port = request["Host"]?.split(separator: ":").last ?? ""
        func redirect(to host: String, _ path: String, _ cookie: String) -> ServerResponse {
            ServerResponse(
                status: 302,
                fields: [
                    HTTPField("Location", "https://\(host):\(port)\(path)"),
                    HTTPField("Set-Cookie", "\(cookie)=1; Path=/"),
                ])
        }
        return switch request.target {
        case "/begin": redirect(to: Self.unmapped, "/middle", "mapped")
        case "/middle": redirect(to: Self.mapped, "/end", "unmapped")
        default: ServerResponse(text: "")
        }
    }

    @Test("redirects between a mapped name and one that the resolver knows, with their cookies")
    func redirects() async throws {
        let first = try server(on: .loopback, names: [Self.unmapped])
        let second = try server(on: .secondLoopback, port: first.port, names: [Self.mapped])
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([2], port: first.port)]
        configuration.addresses.resolution = NameResolution(
            [.init(CountingResolver("source", [.loopback(1)]))], systemFallback: .never)
        let session = HTTPSSession(configuration: configuration)
        let port = first.port
        let response = try await session.data(for: HTTPSRequest(try site.url(port, "/begin")))
        #expect(response.url.description == "https://\(Self.mapped):\(port)/end")
        #expect(
            seen.lines == [
                "127.0.0.2 \(Self.mapped) \(Self.mapped):\(port) /begin -",
                "127.0.0.1 \(Self.unmapped) \(Self.unmapped):\(port) /middle -",
                "127.0.0.2 \(Self.mapped) \(Self.mapped):\(port) /end mapped=1",
            ])
        #expect(second.counters.connections == 1 && first.counters.connections == 1)
    }

    @Test("a request's own rule: its own connection, and the session's is left alone")
    func ownRule() async throws {
        let first = try server(on: .loopback, names: [Self.mapped])
        let second = try server(on: .secondLoopback, port: first.port, names: [Self.mapped])
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([1], port: first.port)]
        let session = HTTPSSession(configuration: configuration)
        var request = HTTPSRequest(try site.url(first.port, "/a"))
        _ = try await session.data(for: request)
        request.dial = [try site.rule([2], port: first.port)]
        let own = try await session.data(for: request)
        #expect(!own.isReusedConnection && own.connection.remoteAddress == "127.0.0.2")
        request.dial = []
        #expect(try await session.data(for: request).isReusedConnection)
        #expect(second.counters.requestsReceived == 1 && first.counters.requestsReceived == 2)
        // The first address is the session's own, and the rule is another one.
        request.dial = [try site.rule([1, 2], port: first.port)]
        #expect(try await session.data(for: request).isReusedConnection == false)
    }

    @Test("a rule to another name: that one is looked up, and the URL's own is what the server proves and hears")
    func anotherName() async throws {
        let server = try server(on: .secondLoopback, names: [Self.mapped])
        let resolver = CountingResolver("source", [.loopback(2)])
        var configuration = try site.configuration()
        let other = try DNSName(Self.unmapped)
        configuration.addresses.dial = [DialRule(site.name, port: 443, to: .name(other, port: server.port))]
        configuration.addresses.resolution = NameResolution([.init(resolver)], systemFallback: .never)
        let session = HTTPSSession(configuration: configuration)
        let url = try HTTPSURL("https://\(Self.mapped)/there")
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(response.url == url && response.connection.remoteAddress == "127.0.0.2")
        #expect(seen.lines == ["127.0.0.2 \(Self.mapped) \(Self.mapped) /there -"])
        #expect(Set(resolver.names) == [other])
        // A rule to a name without one leads the URL's own elsewhere by its port alone.
        configuration.addresses.dial = [DialRule(site.name, port: 443, to: .name(nil, port: server.port))]
        _ = try await HTTPSSession(configuration: configuration).data(for: HTTPSRequest(url))
        #expect(Set(resolver.names) == [other, try DNSName(Self.mapped)])
    }

    @Test("one kind of address alone, where the session dials one alone")
    func family() async throws {
        let server = try server(on: .loopbackIPv6, names: [Self.mapped])
        let addresses = try ["127.0.0.1", "::1"].map { DialRule.Target(try #require(IPAddress($0))) }
        var configuration = try site.configuration()
        configuration.addresses.family = .ipv6
        configuration.addresses.dial = [DialRule(site.name, to: addresses)]
        let record = try await HTTPSSession(configuration: configuration).verify(site.url(server.port))
        #expect(record.remoteAddress == "::1" && record.dial?.attempts.count == 1)
    }

    @Test("without a server name: judged for the name, on connections of their own")
    func withoutServerName() async throws {
        let server = try server(on: .loopback, names: [Self.mapped])
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([1], port: server.port)]
        let session = HTTPSSession(configuration: configuration)
        var request = HTTPSRequest(try site.url(server.port, "/a"))
        _ = try await session.data(for: request)
        request.sendsServerName = false
        let response = try await session.data(for: request)
        #expect(!response.isReusedConnection && response.connection.serverNameIndication == nil)
        #expect(response.connection.evaluation?.chain.isEmpty == false)
        #expect(
            seen.lines == [
                "127.0.0.1 \(Self.mapped) \(Self.mapped):\(server.port) /a -",
                "127.0.0.1 - \(Self.mapped):\(server.port) /a -",
            ])
    }

    @Test("a server that chooses its certificate by the name shows another one without, which is refused")
    func choosing() async throws {
        let foreign = site.foreign
        let server = try site.server(foreign, on: .loopback) {
            $0.others = [.init(names: [Loopback.host], site.own)]
        }
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([1], port: server.port)]
        #expect(try await HTTPSSession(configuration: configuration).verify(site.url(server.port)).evaluation != nil)
        configuration.addresses.sendsServerName = false
        let session = HTTPSSession(configuration: configuration)
        let error = await #expect(throws: HTTPSError.self) {
            _ = try await session.data(for: HTTPSRequest(try site.url(server.port)))
        }
        #expect(error?.trustFailure?.cause.code == .hostMismatch)
        #expect(server.counters.requestsReceived == 0)
    }

    @Test("plain HTTP, where it is allowed: the address of the rule, the name in Host")
    func plain() async throws {
        let server = try site.server(site.own, on: .secondLoopback) { $0.speaksPlainHTTP = true }
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([2], port: server.port)]
        let session = HTTPSSession(configuration: configuration)
        let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(Loopback.host):\(server.port)/plain")
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(response.status == 200 && response.connection.isPlain)
        #expect(response.connection.remoteAddress == "127.0.0.2" && response.connection.dial?.source == "rule")
        #expect(try await session.data(for: HTTPSRequest(url)).isReusedConnection)
    }

    @Test("through a proxy: it is asked for the address, the server for the name")
    func proxy() async throws {
        let server = try server(on: .loopback, names: [Self.mapped])
        let proxy = try ProxyServer(
            ProxyConfiguration(.http, routes: ["127.0.0.1:\(server.port)": server.port]))
        var configuration = try site.configuration()
        configuration.proxy = Proxy(.http, try ServerName("127.0.0.1"), port: proxy.port)
        configuration.addresses.dial = [try site.rule([1], port: server.port)]
        let session = HTTPSSession(configuration: configuration)
        #expect(try await session.data(for: HTTPSRequest(try site.url(server.port, "/p"))).status == 200)
        #expect(seen.lines == ["127.0.0.1 \(Self.mapped) \(Self.mapped):\(server.port) /p -"])
        #expect(proxy.counters.visits.map(\.target) == ["127.0.0.1:\(server.port)"])
    }
}
