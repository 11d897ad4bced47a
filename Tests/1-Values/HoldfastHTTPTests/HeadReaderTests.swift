import Testing

@testable import HoldfastHTTP

/// RFC 9112 §2.2, §3, §5: what two readers could take for two things is refused.
@Suite("Heads of HTTP/1.1")
struct HeadReaderTests {
    private func read(_ text: String) throws(MessageError) -> RequestHead? {
        let reader = HeadReader.strict
        let bytes = Array(text.utf8)[...]
        guard let length = try reader.length(of: bytes) else { return nil }
        return try reader.request(bytes.prefix(length))
    }

    @Test("a request is its method, target and fields, without the white space around values")
    func request() throws {
        let head = try #require(try read("GET /a?b HTTP/1.1\r\nHost: a.test\r\nX-Y:\t z \r\n\r\nrest"))
        #expect(head.method == "GET" && head.target == "/a?b" && head.minorVersion == 1)
        #expect(head.fields == [HTTPField("Host", "a.test"), HTTPField("X-Y", "z")])
    }

    @Test("a head that is not all there is waited for")
    func incomplete() throws {
        #expect(try read("GET / HTTP/1.1\r\nHost: a.test\r\n") == nil)
    }

    @Test(
        "what could be read in two ways is refused",
        arguments: [
            ("a bare LF ends a line", "GET / HTTP/1.1\nHost: a.test\r\n\r\n"),
            ("a bare LF ends a field", "GET / HTTP/1.1\r\nHost: a.test\nX: y\r\n\r\n"),
            ("a bare LF ends the head", "GET / HTTP/1.1\r\nHost: a.test\r\n\n"),
            ("a bare CR in a value", "GET / HTTP/1.1\r\nHost: a.test\r\nX: y\rz\r\n\r\n"),
            ("a folded line", "GET / HTTP/1.1\r\nHost: a.test\r\nX: y\r\n z\r\n\r\n"),
            ("white space before a colon", "GET / HTTP/1.1\r\nHost : a.test\r\n\r\n"),
            ("white space before the first field", "GET / HTTP/1.1\r\n Host: a.test\r\n\r\n"),
            ("a NUL in a value", "GET / HTTP/1.1\r\nHost: a.test\r\nX: y\0z\r\n\r\n"),
            ("no name", "GET / HTTP/1.1\r\nHost: a.test\r\n: y\r\n\r\n"),
            ("two spaces", "GET  / HTTP/1.1\r\nHost: a.test\r\n\r\n"),
            ("a tabulator for a space", "GET\t/ HTTP/1.1\r\nHost: a.test\r\n\r\n"),
            ("an empty line first", "\r\nGET / HTTP/1.1\r\nHost: a.test\r\n\r\n"),
            ("two Host fields", "GET / HTTP/1.1\r\nHost: a.test\r\nHost: a.test\r\n\r\n"),
            ("no Host field", "GET / HTTP/1.1\r\nX: y\r\n\r\n"),
            ("HTTP/0.9", "GET /\r\n\r\n"), ("HTTP/2 in clear", "PRI * HTTP/2.0\r\n\r\n"),
        ])
    func refused(_ what: String, _ text: String) {
        #expect(throws: MessageError.self, "\(what)") { try read(text) }
    }

    @Test("a head has an end, also where its lines have none")
    func limits() {
        let long = "GET / HTTP/1.1\r\nHost: a.test\r\nX: " + String(repeating: "y", count: 70_000)
        #expect(throws: MessageError(431, .longHead(limit: 65_536))) { try read(long) }
        let many = "GET / HTTP/1.1\r\nHost: a.test\r\n" + String(repeating: "X: y\r\n", count: 300) + "\r\n"
        #expect(throws: MessageError(431, .tooManyFields(limit: 200))) { try read(many) }
    }

    @Test("RFC 9112 §4: \"reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )\"")
    func reason() throws {
        let reader = HeadReader.strict
        func reason(_ text: String) throws(MessageError) -> String {
            try reader.response(Array("HTTP/1.1 200\(text)\r\nX: y\r\n\r\n".utf8)[...]).reason
        }
        for good in ["OK", "", "all\tright", "gr\u{FC}n"] { #expect(try reason(" " + good) == good) }
        #expect(try reason("") == "")
        for bad in ["\0", "\u{1B}[2J", "a\u{7F}", "\u{8}", "a\u{B}b"] {
            #expect(throws: MessageError.self, "\(bad.debugDescription)") { try reason(" " + bad) }
        }
    }

    @Test("elements of a list are told apart by octets, and their letters are ASCII's")
    func lists() {
        let fields = [
            HTTPField("Connection", "Close,\u{301}X-Hop , ,\tKeep-Alive"),
            HTTPField("Connection", "coo\u{212A}ie"),
        ]
        // A mark behind a comma is no part of it, and the sign of Kelvin is no K (RFC 9110 §5.6.1, §5.6.2).
        #expect(fields.list("connection") == ["close", "\u{301}x-hop", "keep-alive", "coo\u{212A}ie"])
        #expect((fields + [HTTPField("Cookie", "a=b")]).handedOn(keepsUpgrade: false).map(\.name) == ["Cookie"])
    }

    @Test("RFC 9110 §7.6.1: fields for one hop go no further, nor what is for this proxy; nobody can name Host away")
    func hops() {
        let fields = [
            HTTPField("Host", "a.test"), HTTPField("Connection", "close, X-Hop, Host"),
            HTTPField("X-Hop", "1"), HTTPField("Proxy-Authorization", "Basic eA=="), HTTPField("TE", "gzip"),
            HTTPField("Cookie", "a=b"),
        ]
        #expect(fields.handedOn(keepsUpgrade: false).map(\.name) == ["Host", "Cookie"])
    }
}

extension HeadReader {
    /// The reader of whoever hands messages on, with the gate's limits.
    static let strict = HeadReader(.strict, limits)
    /// The reader of a client.
    static let lenient = HeadReader(.lenient, limits)
    /// The reader of the test bed.
    static let asSent = HeadReader(.asSent, limits)

    private static let limits = MessageLimits(headBytes: 64 << 10, fields: 200)
}
