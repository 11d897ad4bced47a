import HoldfastAuthority
import HoldfastCredentials
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

/// A WebSocket is opened as any request is sent: by whom it is judged, through what it goes, who is asked.
@Suite("The opening of a WebSocket", .hangLimit)
struct WebSocketOpeningTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func open(
        _ session: HTTPSSession, _ server: TLSServer, protocols: [String] = []
    ) async throws -> HTTPSError? {
        let request = HTTPSRequest(try bench.webSocketURL(server))
        return await failure { () async throws(HTTPSError) in try await session.webSocket(request, protocols: protocols)
        }
    }

    @Test("a server that is refused gets no octet of the handshake", arguments: [TLSVersion.tls12, .tls13])
    func refused(version: TLSVersion) async throws {
        let server = try bench.server {
            $0.minimumVersion = version
            $0.maximumVersion = version
        }
        let error = try await open(bench.session(server, policy: bench.refusing), server)
        #expect(error?.code == .certificateRefused && error?.certificateWasAccepted == false)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.requestsReceived == 0)
    }

    @Test("pins decide about it, and the policy that a request was judged by has to be in force still")
    func pins() async throws {
        let echo = try bench.echo()
        let host = try HostPattern(Loopback.host, publicSuffixes: nil)
        func policy(_ pin: Pin) throws -> @Sendable (ServerName) -> TrustPolicy {
            bench.trusting(
                pins: TrustPins(
                    try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], enforcement: .enforce, backup: .waived))])))
        }
        let good = Pin(try Certificate(der: bench.root.certificate))
        let session = bench.session(echo, policy: try policy(good))
        let socket = try await session.webSocket(HTTPSRequest(try bench.webSocketURL(echo)))
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        let server = try bench.server()
        let other = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        let error = try await open(bench.session(server, policy: try policy(other)), server)
        #expect(error?.code == .certificateRefused)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a challenge is answered, and the WebSocket opened then")
    func challenge() async throws {
        let seen = Notes<String>()
        let server = try bench.echo { authorization in
            seen.add(authorization ?? "-")
            return authorization == "Basic YWxpY2U6c2VjcmV0"
                ? nil
                : "HTTP/1.1 401 Who\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 2\r\n"
                    + "Connection: close\r\n\r\nno"
        }
        let url = "wss://alice:secret@\(Loopback.host):\(server.port)/"
        let session = bench.session(server, policy: bench.trusting)
        let socket = try await session.webSocket(HTTPSRequest(try HTTPSURL(webSocket: url)))
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        #expect(seen.all == ["-", "Basic YWxpY2U6c2VjcmV0"])
        let error = try await open(bench.session(server, policy: bench.trusting), server)
        #expect(error?.code == .webSocketRefused)
        #expect(error?.message.contains("401") == true)
    }

    @Test("it goes through a proxy's tunnel")
    func proxy() async throws {
        let server = try bench.echo()
        let proxy = try ProxyServer(
            ProxyConfiguration(.http, routes: ["\(Loopback.host):\(server.port)": server.port]))
        var configuration = bench.configuration([("proxy.test", proxy.port)], policy: bench.trusting)
        configuration.proxy = Proxy(.http, try ServerName("proxy.test"), port: proxy.port)
        let session = HTTPSSession(configuration: configuration)
        let socket = try await session.webSocket(HTTPSRequest(try bench.webSocketURL(server)))
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        #expect(proxy.counters.tunnels == 1)
    }

    @Test("it neither waits for other connections nor keeps them waiting")
    func limits() async throws {
        let server = try bench.echo()
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        (configuration.limits.connectionsPerHost, configuration.limits.connections) = (1, 1)
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try bench.webSocketURL(server))
        async let one = session.webSocket(request)
        async let two = session.webSocket(request)
        async let three = session.webSocket(request)
        for socket in try await [one, two, three] {
            try await socket.send(.text("a"))
            #expect(try await socket.receive() == .text("a"))
        }
    }

    @Test(
        "an answer that is no switch, or another one, opens nothing",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "webSocketRefused"),
            ("HTTP/1.1 426 X\r\nUpgrade: x\r\nContent-Length: 9999\r\n\r\n\u{81}\u{1}a", "webSocketRefused"),
            ("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n", "webSocketRefused"),
            ("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "webSocketRefused"),
            ("HTTP/1.1 101 X\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}ok", "webSocketRefused"),
            ("HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", "unaskedUpgrade"),
            ("HTTP/1.1 101 X\r\n\r\n", "unaskedUpgrade"), ("\u{1}\u{2}ok, whatever", "notHTTP"),
        ])
    func answers(answer: String, code: String) async throws {
        let heads = Notes<String>()
        let server = try bench.conversing { stream throws(ServingError) in
            heads.add(try stream.readHead().head)
            try stream.write(answer)
            // What comes behind the head would be of a WebSocket that was opened.
            if let more = try? stream.read(), !more.isEmpty { heads.add("\(more)") }
        }
        let error = try await open(bench.session(server, policy: bench.trusting), server)
        #expect(error?.code.rawValue == code, "\(String(describing: error))")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(heads.all.count == 1)
        let head = try #require(heads.all.first)
        #expect(head.hasPrefix("GET / HTTP/1.1\r\n") && head.contains("\r\nUpgrade: websocket\r\n"))
        #expect(!head.contains("Transfer-Encoding") && !head.contains("Content-Length"))
        #expect(head.contains("\r\nConnection: Upgrade\r\n") && head.contains("\r\nSec-WebSocket-Version: 13"))
    }

    @Test("a request with content, or with fields of the handshake's, opens nothing, nor does a URL of another scheme")
    func unusable() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        let url = try bench.webSocketURL(server)
        for request in [
            HTTPSRequest(url, method: "POST"), HTTPSRequest(url, body: [1]),
            HTTPSRequest(url, fields: [HTTPField("Sec-WebSocket-Key", "x")]),
            HTTPSRequest(url, fields: [HTTPField("Upgrade", "h2c")]),
        ] {
            let error = await failure { () async throws(HTTPSError) in try await session.webSocket(request) }
            #expect(error?.code == .unusableRequest)
        }
        #expect(server.counters.connections == 0)
        #expect(throws: HTTPSURLError.self) { try HTTPSURL(webSocket: "ws://a.test/") }
        #expect(throws: HTTPSURLError.self) { try HTTPSURL("wss://a.test/") }
        #expect(try HTTPSURL(webSocket: "WSS://a.test/b?c").description == "https://a.test/b?c")
        #expect(try HTTPSURL(dangerouslyAllowingPlainWebSocket: "ws://a.test/").isPlainHTTP)
    }
}
