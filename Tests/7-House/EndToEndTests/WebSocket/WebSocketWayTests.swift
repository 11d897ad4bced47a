import HoldfastConnection
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// The connections that a WebSocket goes over, HTTP/1.1's and HTTP/2's.
@Suite("The way of a WebSocket", .hangLimit)
struct WebSocketWayTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func request(_ session: HTTPSSession, _ server: TLSServer) async throws {
        _ = try await session.data(for: HTTPSRequest(try bench.url(server)))
    }

    /// Opens one, has a message come back, and gives its version of HTTP.
    private func version(
        _ session: HTTPSSession, _ server: TLSServer, _ http2: WebSocketOptions.HTTP2Use = .kept
    ) async throws -> String {
        var options = WebSocketOptions()
        options.http2 = http2
        let socket = try await session.webSocket(
            HTTPSRequest(try bench.webSocketURL(server)), options: options)
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        await socket.close()
        return socket.response.httpVersion
    }

    @Test("an open connection is used, none is opened by HTTP/2 unless it is preferred, and none at all where never")
    func uses() async throws {
        let server = try bench.sockets()
        let session = bench.session(server, policy: bench.trusting)
        #expect(try await version(session, server) == "1.1")
        #expect(server.counters.connections == 1)
        #expect(try await version(session, server, .preferred) == "2")
        #expect(server.counters.connections == 2)
        // Which is there for others now.
        try await request(session, server)
        #expect(try await version(session, server) == "2")
        #expect(server.counters.connections == 2)
        #expect(try await version(session, server, .never) == "1.1")
        #expect(server.counters.connections == 3)
    }

    @Test("a server of HTTP/2 that does not say that it takes them is asked by HTTP/1.1")
    func without() async throws {
        let server = try bench.sockets(.withoutWebSockets)
        let session = bench.session(server, policy: bench.trusting)
        #expect(try await version(session, server, .preferred) == "1.1")
        // The one that was found not to do is kept for others, and says all that the next one has to know.
        #expect(server.counters.connections == 2)
        try await request(session, server)
        #expect(server.counters.connections == 2)
        #expect(try await version(session, server, .preferred) == "1.1")
        #expect(try await version(session, server) == "1.1")
        #expect(server.counters.connections == 4)
    }

    @Test("a server of HTTP/1.1 alone, and a session of it, have no other way")
    func only() async throws {
        let old = try bench.sockets(.never)
        #expect(try await version(bench.session(old, policy: bench.trusting), old, .preferred) == "1.1")
        #expect(old.counters.connections == 1)
        let server = try bench.sockets()
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.offersHTTP2 = false
        #expect(try await version(HTTPSSession(configuration: configuration), server, .preferred) == "1.1")
    }

    @Test("a server that is refused gets no octet, whatever is preferred", arguments: [TLSVersion.tls12, .tls13])
    func refused(version: TLSVersion) async throws {
        let server = try bench.server {
            $0.minimumVersion = version
            $0.maximumVersion = version
            $0.applicationProtocols = ["h2"]
        }
        let session = bench.session(server, policy: bench.refusing)
        var options = WebSocketOptions()
        options.http2 = .preferred
        let request = HTTPSRequest(try bench.webSocketURL(server))
        let error = await failure { () async throws(HTTPSError) in
            try await session.webSocket(request, options: options)
        }
        #expect(error?.code == .certificateRefused && error?.certificateWasAccepted == false)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.requestsReceived == 0)
    }

    @Test("a connection that was judged by another policy is not used")
    func policyReplaced() async throws {
        let openings = Notes<String>()
        let server = try bench.sockets {
            $0.refusal = { head in
                openings.add(head.target)
                return nil
            }
        }
        let isRefusing = Mutex(false)
        let policies = (bench.trusting, bench.refusing)
        let session = bench.session(server) { name in
            isRefusing.withLock { $0 } ? policies.1(name) : policies.0(name)
        }
        try await request(session, server)
        isRefusing.withLock { $0 = true }
        let asked = HTTPSRequest(try bench.webSocketURL(server))
        let error = await failure { () async throws(HTTPSError) in try await session.webSocket(asked) }
        #expect(error?.code == .certificateRefused && openings.all.isEmpty)
        #expect(server.counters.connections == 2)
    }

    @Test("a server that says no settings can be left, and one that leaves before is told of")
    func settings() async throws {
        let isLeaving = Notes<Int>()
        let server = try bench.server { configuration in
            configuration.applicationProtocols = ["h2"]
            configuration.conversation = { connection throws(ServingError) in
                _ = try connection.read()
                while isLeaving.all.isEmpty, try !connection.read().isEmpty {}
            }
        }
        let session = bench.session(server, policy: bench.trusting)
        var options = WebSocketOptions()
        options.http2 = .preferred
        let (request, preferring) = (HTTPSRequest(try bench.webSocketURL(server)), options)
        let waiting = Task { () async -> HTTPSError? in
            await failure { () async throws(HTTPSError) in
                try await session.webSocket(request, options: preferring)
            }
        }
        #expect(await server.reaches { $0.handshakesCompleted == 1 })
        waiting.cancel()
        #expect(await waiting.value?.code == .cancelled)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        isLeaving.add(1)
        let error = await failure { () async throws(HTTPSError) in
            try await session.webSocket(request, options: preferring)
        }
        #expect(error?.code == .emptyReply, "\(String(describing: error))")
    }

    /// What a client of HTTP/2 sends, and what the server of the test bed answers: a status, or the code of a reset.
    @Test(
        "the test bed's server refuses what it does not know by 501, and what breaks RFC 8441 by PROTOCOL_ERROR",
        arguments: [
            (["CONNECT", "websocket", "https", "/", "13"], "200"), (["CONNECT", "x", "https", "/", "13"], "501"),
            (["CONNECT", "websocket", "https", "/", "12"], "400"), (["CONNECT", "", "", "", ""], "501"),
            (["GET", "websocket", "https", "/", "13"], "reset 1"), (["GET", "", "https", "/", ""], "200"),
            (["CONNECT", "websocket", "", "/", "13"], "reset 1"),
        ])
    func server(asked: [String], answer: String) async throws {
        let server = try bench.sockets()
        let session = bench.session(server, policy: bench.trusting)
        let tunnel = try await session.openTunnel(to: try bench.url(server), offering: ["h2"])
        let limits = HTTP2FieldLimits(
            listBytes: 9_999, trailerBytes: 9_999, allBytes: 9_999, fields: 99, fieldOverhead: 32)
        let client = try #require(HTTP2Session(.client, HTTP2Limits(), fieldLimits: limits))
        client.begin()
        let names = [":method", ":protocol", ":scheme", ":path", "sec-websocket-version"]
        let fields = zip(names, asked).filter { !$1.isEmpty }.map { HTTPField($0, $1) }
        let stream = client.request([HTTPField(":authority", "a.test")] + fields, hasContent: false)
        var seen: [String] = []
        while seen.isEmpty {
            let output = client.takeOutput()
            if !output.isEmpty { _ = await tunnel.write(output) }
            client.receive(try #require(try await tunnel.read())[...])
            for event in client.takeEvents() {
                switch event {
                case .fields(stream, let fields, _): seen.append(fields.one(":status") ?? "-")
                case .closed(stream, let code, true): seen.append("reset \(code)")
                default: break
                }
            }
        }
        #expect(seen.first == answer)
    }
}
