import HoldfastHTTP
import Testing

@testable import HoldfastGate

/// RFC 9113 §8.2, §8.3 and RFC 8441 §4.
@Suite("Fields of HTTP/2")
struct HTTP2MessageTests {
    private let good = [
        (":method", "GET"), (":scheme", "https"), (":authority", "a.test"), (":path", "/"),
    ]

    private func request(_ fields: [(String, String)]) throws -> [HTTPField] {
        try HTTP2Message.request(
            fields.map { HTTPField($0.0, $0.1) }, to: try GateTarget(authority: "a.test:443"))
    }

    @Test("a good request goes on, but for what is for this proxy")
    func handedOn() throws {
        let fields = try request(good + [("accept", "*/*"), ("proxy-authorization", "Basic eA==")])
        #expect(fields.map(\.name) == [":method", ":scheme", ":authority", ":path", "accept", "via"])
    }

    @Test("an extended CONNECT has a protocol, a scheme and a path")
    func webSocket() throws {
        let fields = [(":method", "CONNECT"), (":protocol", "websocket")] + good.dropFirst()
        _ = try request(fields)
        #expect(throws: MessageError.self) { try request(fields.filter { $0.0 != ":protocol" }) }
        #expect(throws: MessageError.self) { try request(good + [(":protocol", "websocket")]) }
    }

    @Test(
        "malformed ones, and those to another server",
        arguments: [
            ("CR in a value", [("x", "a\rb")]), ("LF in a value", [("x", "a\nb")]), ("NUL in a value", [("x", "a\0b")]),
            ("CR LF and a field", [("x", "a\r\nhost: b.test")]), ("white space in front", [("x", " a")]),
            ("white space behind", [("x", "a\t")]), ("an upper-case name", [("X", "a")]),
            ("a colon in a name", [("x:y", "a")]), ("a name with a space", [("x y", "a")]),
            ("Connection", [("connection", "close")]), ("Transfer-Encoding", [("transfer-encoding", "chunked")]),
            ("Upgrade", [("upgrade", "h2c")]), ("TE", [("te", "gzip")]), ("another Host", [("host", "b.test")]),
            ("two lengths", [("content-length", "1"), ("content-length", "1")]),
            ("a pseudo-header field behind", [(":path", "/b")]), ("an unknown one", [(":x", "y")]),
        ])
    func malformed(_ what: String, _ added: [(String, String)]) {
        #expect(throws: MessageError.self, "\(what)") { try request(good + added) }
    }

    @Test("RFC 9113 §8.3.1: `:authority` names the server that the tunnel leads to, and so does Host where it is alone")
    func authority() throws {
        let without = good.filter { $0.0 != ":authority" }
        #expect(throws: MessageError.self) { try request(without) }
        _ = try request(without + [("host", "a.test")])
        #expect(throws: MessageError(421, .otherServer(field: ":authority"))) {
            try request(without + [(":authority", "b.test")])
        }
        #expect(throws: MessageError.self) { try request(good.map { $0.0 == ":scheme" ? ($0.0, "http") : $0 }) }
    }

    @Test("a response has one status, and never 101 (RFC 9113 §8.6)")
    func response() throws {
        #expect(try HTTP2Message.response([HTTPField(":status", "204")]).status == 204)
        for status in ["101", "20", "2000", "abc", ""] {
            #expect(throws: MessageError.self) { try HTTP2Message.response([HTTPField(":status", status)]) }
        }
        #expect(throws: MessageError.self) { try HTTP2Message.response([]) }
        #expect(throws: MessageError.self) { try HTTP2Message.trailers([HTTPField(":status", "200")]) }
    }
}
