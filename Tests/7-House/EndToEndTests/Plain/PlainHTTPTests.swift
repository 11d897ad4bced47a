import HoldfastCredentials
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@Suite("Requests without TLS, where they are allowed")
struct PlainHTTPTests {
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    static func url(_ server: TLSServer, _ path: String = "/") throws -> HTTPSURL {
        try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(Loopback.host):\(server.port)\(path)")
    }

    private func session(
        _ servers: TLSServer..., change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(
            servers.map { (Loopback.host, $0.port) }, policy: bench.trusting)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func plainServer(
        patience: Duration = .seconds(300), _ answer: (@Sendable (ServerRequest) -> ServerResponse)? = nil
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.speaksPlainHTTP = true
        configuration.idleTimeout = patience
        return try TLSServer(configuration) { request in
            answer?(request) ?? ServerResponse(text: "\(request.method) \(request.target)")
        }
    }

    @Test("what goes over the wire is the request, and nobody is asked about anybody")
    func wire() async throws {
        let server = try bench.server { configuration in
            configuration.speaksPlainHTTP = true
            configuration.conversation = { [seen] connection throws(ServingError) in
                seen.add(try connection.readHead().head)
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let handler = TLSHandler { _ in .performDefaultHandling }
        let session = try session(server) { $0.credentials.handler = handler }
        let response = try await session.data(for: HTTPSRequest(try Self.url(server, "/a?b")))
        #expect(String(decoding: response.body, as: UTF8.self) == "ok")
        let lines = try #require(seen.lines.first).split(separator: "\r\n")
        #expect(lines.first == "GET /a?b HTTP/1.1")
        #expect(lines.contains("Host: \(Loopback.host):\(server.port)"))
        #expect(!lines.contains { $0.lowercased().hasPrefix("upgrade") })
        #expect(handler.asked.isEmpty)
        #expect(session.statistics.verifications == 0)
    }

    @Test("its connection says that it has no TLS, is kept, and its figures have no TLS either")
    func record() async throws {
        let server = try plainServer()
        let session = try session(server)
        var first: ConnectionRecord?
        for path in ["/a", "/b"] {
            var request = HTTPSRequest(try Self.url(server, path))
            request.finished = { [seen] metrics in
                let transfer = metrics.transactions.first?.transfer
                seen.add(
                    "\(transfer?.connect != nil) \(transfer?.secureConnection != nil) "
                        + "\(transfer?.remotePort == server.port)")
            }
            let response = try await session.data(for: request)
            #expect(String(decoding: response.body, as: UTF8.self) == "GET \(path)")
            #expect(response.httpVersion == "1.1" && response.url.isPlainHTTP)
            let record = response.connection
            #expect(record.isPlain && record.tlsVersion == nil && record.verdict == nil && record.presented == nil)
            #expect(record.host == Loopback.host && record.port == server.port && record.remoteAddress == "127.0.0.1")
            #expect(record.timing.tcp != nil && record.timing.tls == nil && record.timing.trust == nil)
            #expect(response.isReusedConnection == (path == "/b"))
            #expect(record.id == first?.id ?? record.id)
            first = record
        }
        #expect(seen.lines == ["true false true", "false false true"])
        #expect(session.statistics.connectionsOpened == 1 && session.statistics.connectionsReused == 1)
        #expect(server.counters.connections == 1)
    }

    @Test("one session's requests with TLS and without go each their own way, many at once")
    func mixed() async throws {
        let (plain, encrypted) = (try plainServer(), try bench.server())
        let session = try session(plain, encrypted)
        try await withThrowingTaskGroup(of: (Bool, HTTPSResponse).self) { group in
            for number in 0..<64 {
                let isPlain = number % 2 == 0
                let url = try isPlain ? Self.url(plain, "/\(number)") : bench.url(encrypted, "/\(number)")
                group.addTask { (isPlain, try await session.data(for: HTTPSRequest(url))) }
            }
            for try await (isPlain, response) in group {
                #expect(String(decoding: response.body, as: UTF8.self) == "GET \(response.url.target)")
                #expect(response.connection.isPlain == isPlain)
                #expect((response.connection.evaluation == nil) == isPlain)
            }
        }
        #expect(plain.counters.requestsReceived == 32 && encrypted.counters.requestsReceived == 32)
        #expect(plain.counters.handshakesCompleted == 0)
        #expect(encrypted.counters.handshakesCompleted == encrypted.counters.connections)
    }

    @Test("a server of the one kind is none of the other's")
    func wrongServer() async throws {
        // A ClientHello has no end that a server without TLS would know.
        let (plain, encrypted) = (try plainServer(patience: .milliseconds(100)), try bench.server())
        let session = try session(plain, encrypted)
        for url in [try Self.url(encrypted), try bench.url(plain)] {
            let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
            #expect(error?.phase == (url.isPlainHTTP ? .transfer : .tls), "\(error as Any)")
        }
        #expect(plain.counters.requestsReceived == 0 && encrypted.counters.requestsReceived == 0)
    }

    @Test("bodies come and go as with TLS; where only the connection's end ends one, that is its end")
    func bodies() async throws {
        let stream = StreamServer()
        let receiving = try bench.server {
            $0.speaksPlainHTTP = true
            $0.conversation = stream.receiving()
        }
        let ending = try bench.server {
            $0.speaksPlainHTTP = true
            $0.conversation = { connection throws(ServingError) in
                _ = try connection.readHead()
                try connection.write("HTTP/1.1 200 OK\r\n\r\nall of it")
            }
        }
        let session = try session(receiving, ending)
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
        let response = try await session.upload(
            for: HTTPSRequest(try Self.url(receiving), method: "PUT"), from: UploadBody(content))
        #expect(String(decoding: response.body, as: UTF8.self) == "\(content.count) \(StreamServer.sum(content))")
        let (bytes, head) = try await session.bytes(for: HTTPSRequest(try Self.url(ending)))
        #expect(head.connection.isPlain)
        var body: [UInt8] = []
        for try await piece in bytes.pieces { body += piece }
        #expect(String(decoding: body, as: UTF8.self) == "all of it")
    }

    @Test("it has nothing to verify")
    func verify() async throws {
        let server = try plainServer()
        let session = try session(server)
        let url = try Self.url(server)
        let error = await failure { () async throws(HTTPSError) in try await session.verify(url) }
        #expect(error?.code == .plainHTTP)
        #expect(server.counters.connections == 0)
    }

    @Test("what ends it names its connection")
    func cancelled() async throws {
        let (asked, release) = (Gate(), Gate())
        let server = try plainServer { _ in
            asked.open()
            release.holdThread()
            return ServerResponse(text: "late")
        }
        // A server that goes first waits ten seconds for its thread.
        defer { withExtendedLifetime(server) { release.open() } }
        let session = try session(server)
        let request = HTTPSRequest(try Self.url(server))
        let task = Task { await failure { () async throws(HTTPSError) in try await session.data(for: request) } }
        await asked.pass()
        task.cancel()
        let error = await task.value
        #expect(error?.code == .cancelled && error?.connection?.isPlain == true, "\(error as Any)")
        #expect(error?.certificateWasAccepted == false)
    }
}
