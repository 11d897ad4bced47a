import HoldfastHTTP
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastTransport

@Suite("What may be asked")
struct RequestCheckTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout TransportRequest) -> Void
        init(_ testDescription: String, _ change: @escaping @Sendable (inout TransportRequest) -> Void) {
            self.testDescription = testDescription
            self.change = change
        }
    }

    @Test(
        "what would become another request is refused before anything is opened",
        arguments: [
            Row("a line break in the target") { $0.message.target = "/ HTTP/1.1\r\nX: y" },
            Row("a space in the target") { $0.message.target = "/a b" },
            Row("a target that is no path") { $0.message.target = "https://other.test/" },
            Row("a fragment in the target") { $0.message.target = "/a#b" },
            Row("an empty target") { $0.message.target = "" },
            Row("a line break in the method") { $0.message.method = "GET / HTTP/1.1\r\nX:" },
            Row("an empty method") { $0.message.method = "" },
            Row("CONNECT") { $0.message.method = "CONNECT" },
            Row("a host with a path") { $0.host = "example.test/x" },
            Row("a host with a port") { $0.host = "example.test:1" },
            Row("a host with a user") { $0.host = "user@example.test" },
            Row("a host with U-labels") { $0.host = "bücher.example" },
            Row("a bracketed address") { $0.host = "[::1]" },
            Row("port 0") { $0.port = 0 },
            Row("port 0 of another place") { $0.connection.dial.place = .loopback(0) },
            Row("a body on a handshake") {
                $0.kind = .handshakeOnly
                $0.message.body = [1]
            },
        ])
    func refused(row: Row) async throws {
        // The name was read before, and says nothing of a host that takes its place.
        var request = TransportRequest(
            kind: .request, name: try ServerName("example.test"), port: 443, sharing: .never, policyDigest: [])
        row.change(&request)
        let asked = request
        let engine = try TransportEngine()
        let error = await failure { () throws(TransportError) in
            try await engine.perform(asked, judge: TestJudge.refusing())
        }
        #expect(error?.phase == .request && error?.code == .unusableRequest, "\(String(describing: error))")
    }

    @Test(
        "fields that belong to the connection are not a request's",
        arguments: ["Host", "content-length", "Transfer-Encoding", "Connection", "Upgrade", "TE", "Expect"])
    func connectionField(name: String) throws {
        var request = TransportRequest(
            kind: .request, host: "example.test", port: 443, sharing: .never, policyDigest: [])
        request.message.fields = [try #require(HTTPField(name: name, value: "x"))]
        let asked = request
        #expect(throws: TransportError.self) { try asked.check() }
    }

    @Test("without TLS there is no handshake alone, no HTTP/2, and no policy that anything would prove")
    func plain() throws {
        var request = TransportRequest(
            kind: .request, host: "example.test", port: 80, sharing: .shared(key: []), policyDigest: [])
        request.isPlain = true
        request.connection.versions = .http11
        try request.check()
        for change: (inout TransportRequest) -> Void in [
            { $0.connection.versions = .http2Preferred }, { $0.tls.policyDigest = [1] }, { $0.kind = .handshakeOnly },
        ] {
            var other = request
            change(&other)
            let asked = other
            #expect(throws: TransportError.self) { try asked.check() }
        }
    }

    @Test("a Host field of the caller's is one field", arguments: ["", "a\r\nX: b", "a\u{0}", " a"])
    func hostField(value: String) throws {
        var request = TransportRequest(
            kind: .request, host: "example.test", port: 443, sharing: .never, policyDigest: [])
        request.message.hostField = "www.example.test"
        try request.check()
        request.message.hostField = value
        let asked = request
        #expect(throws: TransportError.self) { try asked.check() }
    }

    @Test("a field cannot end its line, nor carry a control character")
    func fields() {
        for (name, value) in [
            ("A", "b\r\nC: d"), ("A", "b\n"), ("A", "\u{0}"), ("A:", "b"), ("A B", "c"), ("", "x"), ("A\r\nB", "c"),
            ("Ä", "x"), ("A", "\u{7f}"),
        ] { #expect(HTTPField(name: name, value: value) == nil, "\(name) \(value)") }
        #expect(HTTPField(name: "A", value: " \tb c\t ")?.value == "b c")
        #expect(HTTPField(name: "A", value: "")?.value == "")
        #expect(HTTPField(name: "A", value: "ü")?.value == "ü")
    }

    @Test(
        "method, target, fields and body arrive as they were given",
        arguments: [
            ("GET", nil), ("DELETE", nil), ("POST", "body"), ("PUT", ""), ("PATCH", nil), ("REPORT", "x"), ("GET", "b"),
            ("OPTIONS", nil),
        ] as [(String, String?)])
    func arrives(method: String, body: String?) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let seen = Mutex<[ServerRequest]>([])
        let server = try world.answering { request in
            seen.withLock { $0.append(request) }
            return ServerResponse(text: "ok")
        }
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.message.method = method
        request.message.target = "/a/../b;c?d=e%20f&g"
        request.message.fields = [("X-Empty", ""), ("X-Field", "a: b"), ("Accept", "text/plain")]
            .compactMap { HTTPField(name: $0.0, value: $0.1) }
        request.message.body = body.map { Array($0.utf8) }
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.status == 200)
        let received = try #require(seen.withLock { $0.first })
        #expect(received.method == method)
        #expect(received.target == "/a/../b;c?d=e%20f&g")
        #expect(received["Host"] == "example.test:\(server.port)")
        #expect(received["X-Empty"] == "" && received["X-Field"] == "a: b" && received["Accept"] == "text/plain")
        #expect(received["Content-Type"] == nil && received["Expect"] == nil && received["User-Agent"] == nil)
        #expect(received.body == Array((body ?? "").utf8))
        #expect((received["Content-Length"] != nil) == (body != nil || method == "PATCH"))
    }

    @Test("HEAD has no body, whatever its length is said to be")
    func head() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.message.method = "HEAD"
        request.message.target = "/twelve-bytes"
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(response.fields.first(named: "Content-Length") == "\("HEAD /twelve-bytes".utf8.count)")
    }

    @Test("an address is dialled without a server name, and judged as an address")
    func address() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server(as: world.identity("127.0.0.1"))
        let engine = try TransportEngine()
        var request = world.request(to: "127.0.0.1", port: server.port)
        request.connection.dial = DialTargets()
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.connection.serverNameIndication == nil)
        #expect(server.counters.serverNames == [nil])
    }

    @Test("the family of addresses that is asked for is the only one that is dialled")
    func addressFamily() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.connection.dial = DialTargets(addresses: try ["127.0.0.1", "::1"].map { try #require(IPAddress($0)) })
        for family in [TransportRequest.AddressFamily.ipv4, .any] {
            request.connection.addressFamily = family
            let response = try await engine.perform(request, judge: world.trusting())
            #expect(response.connection.remoteAddress == "127.0.0.1")
        }
        request.connection.addressFamily = .ipv6
        let asked = request
        let error = await failure { () throws(TransportError) in
            try await engine.perform(asked, judge: world.trusting())
        }
        // The server listens on 127.0.0.1 only.
        #expect(error?.phase == .connect || error?.phase == .name, "\(String(describing: error))")
        #expect(server.counters.connections == 2)
    }
}
