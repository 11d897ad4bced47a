import HoldfastAuthority
import HoldfastCrypto
import HoldfastGate
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

@Suite("Programs behind the gate")
struct GateTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("a client of HTTP/1.1 gets a judged server's answer, over a certificate of this run's authority")
    func answer() async throws {
        let site = try GateSite(bench, try bench.server())
        let client = try site.client()
        for path in ["/one", "/two"] {
            let response = try await client.data(for: try site.request(path))
            #expect(String(decoding: response.body, as: UTF8.self) == "GET \(path)")
            #expect(response.fields.first(named: "Via") == "1.1 holdfast")
        }
        // One judged connection carries both requests.
        #expect(site.server.counters.connections == 1)
        #expect(site.kinds() == [.accepted, .request, .request])
    }

    @Test("a server that is refused gets no byte of content, and the client the reason")
    func refused() async throws {
        let expired = try bench.identity { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -1))
        }
        let site = try GateSite(bench, try bench.server(as: expired))
        let response = try await site.client().data(for: try site.request("/secret"))
        #expect(response.status == 502)
        #expect(response.fields.first(named: "Proxy-Status")?.contains("tls_certificate_error") == true)
        #expect(String(decoding: response.body, as: UTF8.self).contains("expired"))
        #expect(site.server.counters.applicationBytesReceived == 0)
        #expect(site.events.all.first?.codes == ["expired"])
    }

    @Test("a server whose certificate changes between two connections is judged for each")
    func changes() async throws {
        let good = try bench.server()
        let site = try GateSite(bench, good)
        let client = try site.client()
        #expect(try await client.data(for: try site.request()).status == 200)
        let port = good.port
        good.stop()
        let other = try Loopback()
        let bad = try other.server(port: port)
        defer { bad.stop() }
        #expect(try await site.client().data(for: try site.request()).status == 502)
        #expect(bad.counters.applicationBytesReceived == 0)
    }

    @Test("content streams through in both directions, larger than what may wait anywhere", arguments: [false, true])
    func streams(_ isUpload: Bool) async throws {
        let stream = StreamServer()
        let size = 24 << 20
        let server = try bench.conversing(isUpload ? stream.receiving() : stream.sending(size))
        let site = try GateSite(bench, server)
        let client = try site.client()
        if isUpload {
            let bytes = [UInt8](repeating: 7, count: 4 << 20)
            let response = try await client.upload(for: try site.request(method: "PUT"), from: UploadBody(bytes))
            #expect(String(decoding: response.body, as: UTF8.self) == "\(bytes.count) \(StreamServer.sum(bytes))")
        } else {
            let (body, _) = try await client.bytes(for: try site.request())
            var count = 0
            for try await piece in body.pieces { count += piece.count }
            #expect(count == size)
        }
    }

    @Test("the server is held back while the client does not read")
    func backPressure() async throws {
        let stream = StreamServer()
        let site = try GateSite(bench, try bench.conversing(stream.sending(256 << 20)))
        let (body, _) = try await site.client().bytes(for: try site.request())
        var before = -1
        try await eventually("the server is held back") {
            try await Task.sleep(for: .milliseconds(300))
            defer { before = stream.bytes }
            return stream.bytes == before
        }
        // The windows of four sockets, and what the gate and the client hold.
        #expect(stream.bytes < 64 << 20)
        body.cancel()
    }

    @Test("events come as they are sent, and not at the end")
    func eventStream() async throws {
        let latch = TestSupport.Gate()
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
            latch.holdThread()
            try connection.write("data: 2\n\n")
        }
        let site = try GateSite(bench, server)
        let (body, _) = try await site.client().bytes(for: try site.request())
        var text = ""
        for try await piece in body.pieces {
            text += String(decoding: piece, as: UTF8.self)
            if text == "data: 1\n\n" { latch.open() }
        }
        #expect(text == "data: 1\n\ndata: 2\n\n")
    }

    @Test("an answer that breaks off is not taken for a whole one")
    func brokenOff() async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\n\r\nhalf")
            connection.cut(silently: true)
        }
        let site = try GateSite(bench, server)
        await #expect(throws: HTTPSError.self) { try await site.client().data(for: try site.request()) }
    }

    @Test("other connections are handed through, with the server's own certificate")
    func passed() async throws {
        let site = try GateSite(bench, try bench.server()) { configuration in
            configuration.scope = .only(GateNames([try ServerName("elsewhere.test")]))
        }
        // The client trusts this run alone: what is handed through is not of this run.
        await #expect(throws: HTTPSError.self) { try await site.client().data(for: try site.request()) }
        var own = bench.configuration([(Loopback.host, site.server.port)], policy: bench.trusting)
        own.proxy = try Proxy(site.gate.proxyURL)
        let response = try await HTTPSSession(configuration: own).data(for: try site.request())
        #expect(response.status == 200 && site.kinds().allSatisfy { $0 == .passed })
    }

    @Test("a gate that observes hands everything through, and tells what it would have refused")
    func observed() async throws {
        let site = try GateSite(bench, try Loopback().server()) { $0.scope = .observed }
        _ = try? await site.client().data(for: site.request())
        try await eventually("the server was observed") { site.kinds().contains(.observed) }
        #expect(site.events.all.first { $0.kind == .observed }?.codes.isEmpty == false)
    }

    @Test("a client's certificate goes to the server by the gate, which the client need not know")
    func clientCertificate() async throws {
        let identity = try bench.identity("client") { template, now in template = .client(name: "client", at: now) }
        let site = try GateSite(bench, try bench.server { $0.requiresClientCertificate = true }) { configuration in
            configuration.session.credentials.identity = identity
            configuration.session.credentials.identityServers = [try ServerName(Loopback.host)]
        }
        #expect(try await site.client().data(for: try site.request()).status == 200)
    }

    @Test("it goes to the servers that are named, and to none that an exception let in")
    func clientCertificateServers() async throws {
        let identity = try bench.identity("client") { template, now in template = .client(name: "client", at: now) }
        let expired = try bench.identity { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -1))
        }
        let exception = try TrustException(
            certificate: Digest.sha256(expired.certificate[...]), host: try ServerName(Loopback.host),
            codes: [.expired], createdAt: bench.now, until: bench.now.advanced(bySeconds: 3_600))
        let list = TrustExceptionList()
        list.add(exception)
        let exceptions = TrustExceptions.from(list)
        // Nobody named is an error, and not everybody.
        #expect(throws: GateError.self) {
            try GateSite(bench, try bench.server()) { $0.session.credentials.identity = identity }
        }
        for (names, own, seen) in [
            ([Loopback.host], nil, "client"), (["elsewhere.test"], nil, "nobody"), ([], nil, "nobody"),
            ([Loopback.host], expired, "nobody"),
        ] as [([String], Identity?, String)] {
            var settings = TLSServerConfiguration(try own ?? bench.identity())
            settings.applicationProtocols = ["http/1.1"]
            settings.requestsClientCertificate = true
            let server = try TLSServer(settings) { request in
                let shown = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
                return ServerResponse(text: shown?.subject.commonName ?? "nobody")
            }
            let site = try GateSite(bench, server) { configuration in
                let trusting = bench.trusting
                configuration.session.trust.policy = { name in
                    var policy = trusting(name)
                    policy.exceptions = exceptions
                    return policy
                }
                configuration.session.credentials.identity = identity
                configuration.session.credentials.identityServers = try names.map { try ServerName($0) }
            }
            let response = try await site.client().data(for: try site.request())
            #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == seen, "\(names)")
        }
    }

    @Test("an event of a request has its path alone, over either version of HTTP", arguments: [false, true])
    func queries(_ isHTTP2: Bool) async throws {
        let site = try GateSite(
            bench,
            try bench.server { configuration in
                guard isHTTP2 else { return }
                configuration.applicationProtocols = ["h2"]
                configuration.conversation = Self.answersOneOfHTTP2
            })
        let response = try await site.client(http2: isHTTP2).data(for: try site.request("/reset?token=SECRET"))
        #expect(response.status == 200)
        let messages = site.events.all.filter { $0.kind == .request }.map(\.message)
        #expect(messages == ["GET /reset?…"])
    }

    @Test("a gate that stops closes both sides")
    func stops() async throws {
        let stream = StreamServer()
        let site = try GateSite(bench, try bench.conversing(stream.sending(256 << 20)))
        let (body, _) = try await site.client().bytes(for: try site.request())
        site.gate.stop()
        await #expect(throws: HTTPSError.self) { for try await _ in body.pieces {} }
        try await eventually("the server's connection has ended") { site.server.counters.openConnections == 0 }
    }

    @Test("a server that ends between two requests ends the client's connection, which asks again over another")
    func endsAtRest() async throws {
        // It says nothing of an end, and closes behind its answer.
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let site = try GateSite(bench, server)
        let client = try site.client()
        #expect(try await client.data(for: try site.request()).status == 200)
        try await eventually("both connections have ended") {
            site.server.counters.openConnections == 0 && site.gate.openConnections == 0
        }
        #expect(try await client.data(for: try site.request()).status == 200)
        #expect(site.server.counters.connections == 2)
    }

    @Test("an answer that comes before its request answers nothing: both connections end with it")
    func unasked() async throws {
        let latch = TestSupport.Gate()
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            latch.holdThread()
            try connection.write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
            while try !connection.read().isEmpty {}
        }
        let site = try GateSite(bench, server)
        let client = try site.client()
        #expect(try await client.data(for: try site.request()).status == 200)
        latch.open()
        try await eventually("the client's connection has ended") { site.gate.openConnections == 0 }
        #expect(try await client.data(for: try site.request()).status == 200)
        #expect(site.server.counters.connections == 2)
    }

    @Test("a server that refuses its client after the handshake gives the reason", arguments: [false, true])
    func refusesClient(_ isHTTP2: Bool) async throws {
        let site = try GateSite(
            bench,
            try bench.server { configuration in
                configuration.requiresClientCertificate = true
                if isHTTP2 { configuration.applicationProtocols = ["h2"] }
            })
        let response = try await site.client(http2: isHTTP2).data(for: try site.request())
        #expect(response.status == 502)
        #expect(response.fields.first(named: "Proxy-Status")?.contains("error=connection_terminated") == true)
        #expect(String(decoding: response.body, as: UTF8.self).contains("certificate"))
    }

    @Test("a server of HTTP/2 that waits for its client's preface (RFC 9113 §3.4) is greeted", .hangLimit)
    func waitingServer() async throws {
        let server = try bench.server { configuration in
            configuration.applicationProtocols = ["h2"]
            configuration.conversation = Self.answersOneOfHTTP2
        }
        let site = try GateSite(bench, server)
        #expect(try await site.client(http2: true).data(for: try site.request()).status == 200)
    }

    /// A server of HTTP/2 that says nothing before its client has, and answers one request by 200.
    private static let answersOneOfHTTP2: @Sendable (TLSConversation) throws(ServingError) -> Void = {
        connection throws(ServingError) in
        var bytes: [UInt8] = []
        // The preface has 24 octets; a frame has its length in three, and then its type: 1 is HEADERS.
        func hasRequest() -> Bool {
            var rest = bytes.dropFirst(24)
            while rest.count >= 9 {
                let head = Array(rest.prefix(9))
                if head[3] == 1 { return true }
                rest = rest.dropFirst(9 + Int(head[0]) << 16 + Int(head[1]) << 8 + Int(head[2]))
            }
            return false
        }
        /// Reads on; the client has gone where there is nothing more.
        func hasMore() throws(ServingError) -> Bool {
            let more = try connection.read()
            bytes += more
            return !more.isEmpty
        }
        while bytes.count < 24 { guard try hasMore() else { return } }
        try connection.write([0, 0, 0, 4, 0, 0, 0, 0, 0] as [UInt8])
        while !hasRequest() { guard try hasMore() else { return } }
        // `:status: 200` is the eighth entry of the static table (RFC 7541, appendix A).
        try connection.write([0, 0, 1, 1, 5, 0, 0, 0, 1, 0x88] as [UInt8])
        while try !connection.read().isEmpty {}
    }
}
