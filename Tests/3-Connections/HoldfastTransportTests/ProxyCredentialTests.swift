import HoldfastHTTP
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// Whose tunnels are whose: a proxy knows somebody by the CONNECT that opened the connection, and by nothing
/// afterwards.
@Suite("Tunnels of several accounts")
struct ProxyCredentialTests {
    private static func field(_ value: String) throws -> HTTPField {
        try #require(HTTPField(name: "Proxy-Authorization", value: value))
    }

    @Test("two credentials through one proxy are two tunnels, each opened with its own and used again by it alone")
    func fields() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let proxy = try ProxyServer(
            ProxyConfiguration(.http, routes: ["example.test:\(server.port)": server.port]))
        let engine = try TransportEngine()
        func status(_ value: String?) async throws -> Int {
            var request = world.request(port: server.port)
            request.connection.dial = DialTargets()
            request.connection.proxy = ProxyTarget(kind: .http, host: "127.0.0.1", port: proxy.port)
            if let value { request.connection.proxy?.fields = [try Self.field(value)] }
            return try await engine.perform(request, judge: world.trusting()).status
        }
        // RFC 7617 §2: alice:1, bob:2.
        for value in ["Basic YWxpY2U6MQ==", "Basic Ym9iOjI=", nil, "Basic YWxpY2U6MQ==", "Basic Ym9iOjI=", nil] {
            #expect(try await status(value) == 200)
        }
        #expect(
            proxy.counters.visits.map { $0["Proxy-Authorization"] } == [
                "Basic YWxpY2U6MQ==", "Basic Ym9iOjI=", nil,
            ])
        #expect(proxy.counters.tunnels == 3)
    }

    @Test("accounts of NTLM, and of SOCKS, are told apart by name and by password, whoever owns the connections")
    func accounts() throws {
        let owner = ConnectionOwner()
        var keys: [PartitionKey] = []
        for (user, password) in [("alice", "1"), ("alice", "2"), ("bob", "1"), ("alice1", "")] {
            var request = TransportRequest(
                kind: .request, host: "a.test", port: 443, sharing: .shared(key: []), policyDigest: [])
            request.connection.proxy = ProxyTarget(kind: .http, host: "proxy.test", port: 3128)
            request.connection.proxyNTLM = try NTLMCredential(user: user, password: password, owner: owner)
            keys.append(PartitionKey(request))
            request.connection.proxyNTLM = nil
            var socks = ProxyTarget(kind: .socks5, host: "proxy.test", port: 3128)
            (socks.user, socks.password) = (user, password)
            request.connection.proxy = socks
            keys.append(PartitionKey(request))
        }
        #expect(Set(keys).count == 8)
        #expect(!keys.contains { String(reflecting: $0).contains("alice") || "\($0)".contains("bob") })
    }
}
