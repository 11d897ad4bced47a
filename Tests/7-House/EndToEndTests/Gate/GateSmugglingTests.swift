import HoldfastGate
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Bytes within a tunnel that two readers could take for two things: none of them reaches the server.
@Suite("Smuggling through the gate", .ownThread)
struct GateSmugglingTests {
    /// Sends a request within a tunnel.
    ///
    /// - Parameter name: the server's name in the handshake; that of CONNECT unless given.
    private func answer(
        _ request: String, naming name: String = Loopback.host
    ) async throws -> (text: String, site: GateSite) {
        let bench = try Loopback()
        let site = try GateSite(bench, try bench.server())
        let folder = try TemporaryFolder()
        let anchors = try folder.write(site.gate.authorityPEM, to: "ca.pem")
        let host = Loopback.host
        let peer = try Peer.run(
            "openssl",
            [
                "s_client", "-quiet", "-proxy", "\(site.gate.endpoint)", "-connect", "\(host):\(site.server.port)",
                "-servername", name, "-CAfile", anchors, "-verify_return_error", "-alpn", "http/1.1",
            ], input: request.replacing("HOST", with: "\(host):\(site.server.port)"), holdingInputOpen: 2)
        return (peer.output, site)
    }

    @Test(
        "requests that are refused",
        arguments: [
            "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
            "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\n\r\n", "GET / HTTP/1.1\nHost: HOST\n\n",
            "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", "GET https://evil.test/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
            "CONNECT evil.test:443 HTTP/1.1\r\nHost: HOST\r\n\r\n",
        ])
    func refused(_ request: String) async throws {
        let (text, site) = try await answer(request)
        #expect(text.hasPrefix("HTTP/1.1 4") || text.hasPrefix("HTTP/1.1 501"), "\(text)")
        #expect(site.server.counters.applicationBytesReceived == 0)
    }

    @Test("a handshake that names another server than CONNECT did gets nowhere")
    func otherName() async throws {
        let (text, site) = try await answer(
            "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", naming: "evil.test")
        #expect(text.isEmpty && site.server.counters.connections == 0)
        #expect(site.events.all.contains { $0.kind == .turnedAway && $0.message.contains("another server") })
    }

    @Test("two requests in a row are two requests, and each is checked")
    func pipelined() async throws {
        let (text, site) = try await answer(
            "GET /a HTTP/1.1\r\nHost: HOST\r\n\r\nGET /b HTTP/1.1\r\nHost: evil.test\r\n\r\n")
        #expect(text.contains("GET /a") && text.contains("HTTP/1.1 421 "))
        #expect(site.server.counters.requestsReceived == 1)
    }
}
