import Testing

@testable import HoldfastHTTP

/// The table of ``MessageLeniency``: what RFC 9112 lets a recipient take or refuse.
@Suite("Leniency towards messages of HTTP/1.1")
struct MessageLeniencyTests {
    private func response(_ text: String, by reader: HeadReader) throws(MessageError) -> ResponseHead? {
        let bytes = Array(text.utf8)[...]
        guard let length = try reader.length(of: bytes) else { return nil }
        return try reader.response(bytes.prefix(length))
    }

    /// RFC 9112 §2.2, §5.1, §5.2.
    @Test(
        "a client understands what it need not refuse, and whoever hands messages on takes none of it",
        arguments: [
            ("a bare LF", "HTTP/1.1 200 OK\nX: y\n\n", ["y"]),
            ("an empty line first", "\r\nHTTP/1.1 200 OK\r\nX: y\r\n\r\n", ["y"]),
            ("a folded line", "HTTP/1.1 200 OK\r\nX: y\r\n \t z\r\n\r\n", ["y z"]),
            ("white space before the first field", "HTTP/1.1 200 OK\r\n A: b\r\nX: y\r\n\r\n", ["y"]),
            ("white space before a colon", "HTTP/1.1 200 OK\r\nX : y\r\n\r\n", ["y"]),
            ("a line without a colon", "HTTP/1.1 200 OK\r\nabc\r\nX: y\r\n\r\n", ["y"]),
            ("a name that is none", "HTTP/1.1 200 OK\r\nA B: c\r\nX: y\r\n\r\n", ["y"]),
            ("two spaces before the status", "HTTP/1.1  200 OK\r\nX: y\r\n\r\n", ["y"]),
            ("a tabulator before the status", "HTTP/1.1\t200\tOK\r\nX: y\r\n\r\n", ["y"]),
            ("a space before the version", " HTTP/1.1 200 OK\r\nX: y\r\n\r\n", ["y"]),
            ("a control character", "HTTP/1.1 200 \u{1}\r\nX: y\u{1B}z\r\n\r\n", ["y\u{1B}z"]),
        ])
    func heads(_ what: String, _ text: String, _ values: [String]) throws {
        let head = try #require(try response(text, by: .lenient), "\(what)")
        #expect(head.fields.map(\.value) == values && head.fields.allSatisfy { $0.isNamed("x") }, "\(what)")
        #expect(throws: MessageError.self, "\(what)") { try response(text, by: .strict) }
    }

    /// RFC 9110 §5.5: "Field values containing CR, LF, or NUL characters are invalid and dangerous".
    @Test(
        "nobody takes these",
        arguments: [
            "HTTP/1.1 200 OK\r\nX: y\0\r\n\r\n", "HTTP/1.1 200 OK\r\nX: y\rZ: a\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n", "ICY 200 OK\r\n\r\n",
        ])
    func dangerous(_ text: String) {
        for reader in [HeadReader.strict, .lenient, .asSent] {
            #expect(throws: MessageError.self) { try response(text, by: reader) }
        }
    }

    /// RFC 9112 §6.1, §6.3.
    @Test("lengths that are equal, and chunks that override a length, are a client's to take")
    func framing() throws {
        func framing(
            _ fields: [HTTPField], minor: Int = 1, _ leniency: MessageLeniency
        ) throws(MessageError) -> MessageFraming {
            let head = ResponseHead(status: 200, minorVersion: minor, fields: fields)
            return try MessageFraming(of: head, to: "GET", leniency)
        }
        let (one, list) = (HTTPField("Content-Length", "5"), HTTPField("Content-Length", "5, 5"))
        let chunked = HTTPField("Transfer-Encoding", "chunked")
        #expect(try framing([one, one], .lenient) == .length(5))
        #expect(try framing([list], .lenient) == .length(5))
        #expect(try framing([one, chunked], .lenient) == .chunked)
        #expect(try framing([chunked], minor: 0, .lenient) == .chunked)
        #expect(try framing([chunked], minor: 0, .asSent) == .chunked)
        let identity = HTTPField("Transfer-Encoding", "Identity")
        #expect(try framing([identity, one], .lenient) == .length(5))
        #expect(try framing([identity], .lenient) == .connection)
        for fields in [[one, one], [list], [one, chunked], [identity]] {
            for leniency in [MessageLeniency.strict, .asSent] {
                #expect(throws: MessageError.self) { try framing(fields, leniency) }
            }
        }
        for text in ["5, 6", "5,", ",5", "+5", "", "5 5", "99999999999999999999"] {
            #expect(throws: MessageError.self, "\(text)") { try framing([HTTPField("Content-Length", text)], .lenient) }
        }
        #expect(throws: MessageError.self) {
            try framing([HTTPField("Transfer-Encoding", "gzip, chunked")], .lenient)
        }
    }

    /// RFC 9110 §9.3.6: what follows a 2xx to CONNECT is the tunnel's.
    @Test("an answer that opens a tunnel has no content")
    func tunnel() throws {
        let fields = [HTTPField("Content-Length", "4")]
        #expect(try MessageFraming(of: ResponseHead(status: 200, fields: fields), to: "CONNECT") == .none)
        #expect(try MessageFraming(of: ResponseHead(status: 407, fields: fields), to: "CONNECT") == .length(4))
    }
}

/// RFC 9112 §6.3: the content of a message ends at one place, whatever pieces it comes in.
@Suite("Content of messages")
struct ContentReaderTests {
    private func read(
        _ text: String, _ framing: MessageFraming, by size: Int, _ reader: HeadReader = .strict
    ) throws -> (content: String, rest: String, ends: Bool) {
        var (reader, content) = (ContentReader(framing, reader), [UInt8]())
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty, !reader.hasEnded {
            var piece = bytes.prefix(size)
            let count = piece.count
            content += try reader.take(&piece) ?? []
            bytes = bytes.dropFirst(count - piece.count)
        }
        return (String(decoding: content, as: UTF8.self), String(decoding: bytes, as: UTF8.self), reader.hasEnded)
    }

    @Test("of a length, in chunks, without an end of its own", arguments: [1, 2, 3, 100])
    func pieces(_ size: Int) throws {
        #expect(try read("wikiGET", .length(4), by: size) == ("wiki", "GET", true))
        #expect(try read("GET", .none, by: size) == ("", "GET", true))
        #expect(try read("2\r\nwi\r\n2\r\nki\r\n0\r\n\r\nGET", .chunked, by: size) == ("wiki", "GET", true))
        #expect(try read("wiki", .connection, by: size) == ("wiki", "", false))
        #expect(try read("wi", .length(4), by: size) == ("wi", "", false))
        let lax = "2 \nwi\n2\t;x\r\nki\r\n0\nX: y\n\nGET"
        #expect(try read(lax, .chunked, by: size, .lenient) == ("wiki", "GET", true))
        #expect(throws: MessageError.self) { try read(lax, .chunked, by: size) }
    }

    @Test("the end of the connection is that of the content where nothing else says so, and nowhere else")
    func ends() throws {
        for (framing, isWhole) in [
            (MessageFraming.connection, true), (.none, true), (.length(1), false), (.chunked, false),
        ] {
            var reader = ContentReader(framing, .lenient)
            if isWhole {
                try reader.endOfConnection()
                #expect(reader.hasEnded)
            } else {
                #expect(throws: MessageError(400, .breaksOff)) { try reader.endOfConnection() }
            }
        }
    }
}
