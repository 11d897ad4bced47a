import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastGate

/// What somebody hostile would send to the gate's own port.
@Suite("Attacks on the gate")
struct GateAttackTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// Sends bytes to the gate, and reads until it closes the connection or has answered.
    private func send(_ text: String, to site: GateSite) async throws -> String {
        let socket = try await FrontSocket.connected(
            to: site.gate.endpoint, in: try Reactor(), within: .seconds(600), idle: .seconds(600))
        try await socket.write(Array(text.utf8))
        var answer: [UInt8] = []
        while let piece = try? await socket.read() { answer += piece }
        return String(decoding: answer, as: UTF8.self)
    }

    private func site(_ change: (inout FrontGate.Configuration) throws -> Void = { _ in }) throws -> GateSite {
        try GateSite(bench, try bench.server(), change)
    }

    @Test("without credentials where they are required, and with wrong ones, nobody gets anywhere")
    func credentials() async throws {
        let site = try site { $0.requiresCredentials = true }
        let place = "\(Loopback.host):\(site.server.port)"
        let line = "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n"
        for field in ["", "Proxy-Authorization: Basic aG9sZGZhc3Q6eA==\r\n", "Authorization: Basic eA==\r\n"] {
            let answer = try await send(line + field + "Connection: close\r\n\r\n", to: site)
            #expect(answer.hasPrefix("HTTP/1.1 407 ") && answer.contains("Proxy-Authenticate: Basic"), "\(field)")
        }
        #expect(try await site.client().data(for: try site.request()).status == 200)
        #expect(site.server.counters.connections == 1)
    }

    @Test("a program of the same user comes in without credentials: Chromium and Java have none")
    func sameUser() async throws {
        let site = try site()
        let client = try site.client(proxy: "http://\(site.gate.endpoint)")
        #expect(try await client.data(for: try site.request()).status == 200)
    }

    @Test("requests to itself lead nowhere, by any name of this machine")
    func itself() async throws {
        let site = try site()
        let port = site.gate.endpoint.port
        for host in [
            "127.0.0.1", "localhost", "127.0.0.2", "[::1]", "a.localhost", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]",
        ] {
            let answer = try await send("CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n", to: site)
            #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(host): \(answer)")
        }
        let page = try await send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", to: site)
        #expect(page.hasPrefix("HTTP/1.1 400 "))
    }

    @Test("a gate that hands connections through leads to no other gate of its user's, nor to itself")
    func otherGate() async throws {
        let inner = try site()
        let outer = try GateSite(bench, inner.server) { configuration in
            configuration.scope = .only(GateNames([try ServerName("elsewhere.test")]))
        }
        let place = "\(Loopback.host):\(inner.server.port)"
        let port = inner.gate.endpoint.port
        // Through the outer one, the inner one is asked without credentials: by a socket of this very user's.
        let asked = try await send(
            "CONNECT 127.0.0.1:\(port) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
                + "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\nConnection: close\r\n\r\n", to: outer)
        #expect(asked.hasPrefix("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 407 "), "\(asked)")
        let own = outer.gate.endpoint.port
        let itself = try await send("CONNECT 0.0.0.0:\(own) HTTP/1.1\r\nHost: 0.0.0.0:\(own)\r\n\r\n", to: outer)
        #expect(itself.hasPrefix("HTTP/1.1 403 "), "\(itself)")
        #expect(inner.server.counters.connections == 0)
    }

    /// A live page, and a way to connect to it.
    private func openPage(
        _ site: GateSite
    ) throws -> (page: LivePage, host: Substring, path: Substring, connect: () async throws -> FrontSocket) {
        let page = try LivePage(of: site.gate)
        let parts = page.url.dropFirst("http://".count).split(separator: "/", maxSplits: 1)
        let port = try #require(parts[0].split(separator: ":").last.flatMap { UInt16($0) })
        let endpoint = Endpoint(try #require(IPAddress("127.0.0.1")), port: port)
        let reactor = try Reactor()
        return (
            page, parts[0], parts[1],
            {
                try await FrontSocket.connected(to: endpoint, in: reactor, within: .seconds(600), idle: .seconds(600))
            }
        )
    }

    @Test("a request to the live page has its time, however slowly it goes on")
    func slowPage() async throws {
        let site = try site { $0.limits.opening = .milliseconds(500) }
        let (page, _, _, connect) = try openPage(site)
        let running = Task { await page.run() }
        defer { running.cancel() }
        let slow = try await connect()
        try await slow.write(Array("GET / HTTP/1.1\r\nX: ".utf8))
        try await eventually("the slow one is ended") { (try? await slow.write([0x61])) == nil }
    }

    @Test("whoever connects to the live page and says nothing keeps nobody out who has its token")
    func silentPage() async throws {
        let site = try site { $0.limits.opening = .seconds(600) }
        let (page, host, path, connect) = try openPage(site)
        let running = Task { await page.run() }
        defer { running.cancel() }
        var silent: [FrontSocket] = []
        for _ in 0..<40 { silent.append(try await connect()) }
        let asking = try await connect()
        try await asking.write(Array("GET /\(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
        let answer = try await asking.read() ?? []
        #expect(String(decoding: answer.prefix(13), as: UTF8.self) == "HTTP/1.1 200 ")
        withExtendedLifetime(silent) {}
    }

    @Test(
        "what is no proper request for a proxy is refused",
        arguments: [
            "garbage\r\n\r\n", "CONNECT a.test:443 HTTP/1.1\nHost: a.test\n\n",
            "CONNECT a.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n",
            "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n",
            "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n folded: x\r\n\r\n",
            "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nContent-Length: 3\r\n\r\nabc",
            "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET http://a.test/ HTTP/1.1\r\nHost: b.test\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
        ])
    func malformed(_ text: String) async throws {
        let site = try site()
        let answer = try await send(text, to: site)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 505"), "\(answer)")
        #expect(site.server.counters.connections == 0)
    }

    @Test("plain HTTP is refused, or sent to TLS")
    func plain() async throws {
        let refusing = try await send("GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\n\r\n", to: try site())
        #expect(refusing.hasPrefix("HTTP/1.1 403 "))
        let upgrading = try await send(
            "GET http://a.test/x?y HTTP/1.1\r\nHost: a.test\r\n\r\n", to: try site { $0.plainHTTP = .upgraded })
        #expect(upgrading.hasPrefix("HTTP/1.1 307 ") && upgrading.contains("Location: https://a.test/x?y\r\n"))
    }

    @Test("what is no TLS within a tunnel gets nowhere near the server")
    func notTLS() async throws {
        let site = try site()
        let place = "\(Loopback.host):\(site.server.port)"
        let answer = try await send(
            "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\nGET / HTTP/1.1\r\nHost: \(place)\r\n\r\n", to: site)
        #expect(answer == "HTTP/1.1 200 OK\r\n\r\n")
        #expect(site.server.counters.connections == 0)
    }

    @Test("many half-open connections keep nobody out who asks for something")
    func halfOpen() async throws {
        let site = try site { configuration in
            configuration.limits.openings = 32
            configuration.limits.opening = .seconds(2)
        }
        let reactor = try Reactor()
        var sockets: [FrontSocket] = []
        for _ in 0..<300 {
            let socket = try await FrontSocket.connected(
                to: site.gate.endpoint, in: reactor, within: .seconds(600), idle: .seconds(600))
            try? await socket.write(Array("CONN".utf8))
            sockets.append(socket)
        }
        // Those over the limit are closed at once, the others when their time is up.
        let client = try site.client()
        try await eventually("a client gets through") {
            (try? await client.data(for: try site.request()).status) == 200
        }
        withExtendedLifetime(sockets) {}
    }

    @Test("a life of more than a day, and an empty one, are refused")
    func life() {
        for life in [Duration.seconds(86_401), .zero] {
            #expect(throws: GateError.self) { try site { $0.life = life } }
        }
    }

    @Test("an authority that is for some servers vouches for no other")
    func constrained() async throws {
        let site = try site { $0.names = GateNames([try ServerName("elsewhere.test")]) }
        let place = "\(Loopback.host):\(site.server.port)"
        let answer = try await send("CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n", to: site)
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && site.server.counters.connections == 0)
    }
}
