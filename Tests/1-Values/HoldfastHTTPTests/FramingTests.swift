import Testing

@testable import HoldfastHTTP

/// RFC 9112 §6: where a message ends is said once, or the message is refused.
@Suite("Ends of messages")
struct FramingTests {
    private func framing(_ fields: [(String, String)], minor: Int = 1) throws(MessageError) -> MessageFraming {
        try MessageFraming(
            of: RequestHead(
                method: "POST", target: "/", minorVersion: minor, fields: fields.map { HTTPField($0.0, $0.1) }))
    }

    @Test("a length, chunks, or nothing")
    func good() throws {
        #expect(try framing([("Content-Length", "12")]) == .length(12))
        #expect(try framing([("Transfer-Encoding", "Chunked")]) == .chunked)
        #expect(try framing([]) == .none)
    }

    @Test(
        "requests that are smuggled",
        arguments: [
            ("two lengths", [("Content-Length", "1"), ("Content-Length", "2")]),
            ("two equal lengths", [("Content-Length", "1"), ("content-length", "1")]),
            ("a list of lengths", [("Content-Length", "1, 1")]), ("a sign", [("Content-Length", "+1")]),
            ("a negative length", [("Content-Length", "-1")]), ("hexadecimal", [("Content-Length", "0x10")]),
            ("a length that overflows", [("Content-Length", "99999999999999999999")]),
            ("an empty length", [("Content-Length", "")]),
            ("a length with chunks", [("Content-Length", "1"), ("Transfer-Encoding", "chunked")]),
            ("chunks twice", [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")]),
            ("another coding last", [("Transfer-Encoding", "chunked, identity")]),
            ("another coding first", [("Transfer-Encoding", "gzip, chunked")]),
            ("a name like it", [("Transfer-Encoding", "xchunked")]),
            ("a vertical tab", [("Transfer-Encoding", "\u{b}chunked")]),
            // RFC 9112 §6.1: a coding that is not understood is answered by 501; U+212A is no K.
            ("the sign of Kelvin", [("Transfer-Encoding", "chun\u{212A}ed")]),
        ])
    func smuggled(_ what: String, _ fields: [(String, String)]) {
        #expect(throws: MessageError.self, "\(what)") { try framing(fields) }
    }

    @Test("RFC 9112 §6.1: HTTP/1.0 has no transfer coding")
    func old() {
        #expect(throws: MessageError.self) { try framing([("Transfer-Encoding", "chunked")], minor: 0) }
    }

    @Test("RFC 9110 §6.4.1: answers to HEAD, 204 and 304 have no content, whatever they say")
    func withoutContent() throws {
        let fields = [HTTPField("Content-Length", "5")]
        #expect(try MessageFraming(of: ResponseHead(status: 200, fields: fields), to: "HEAD") == .none)
        #expect(try MessageFraming(of: ResponseHead(status: 204, fields: fields), to: "GET") == .none)
        #expect(try MessageFraming(of: ResponseHead(status: 304, fields: fields), to: "GET") == .none)
        #expect(try MessageFraming(of: ResponseHead(status: 200, fields: []), to: "GET") == .connection)
    }
}

/// RFC 9112 §7.1.
@Suite("Chunks")
struct ChunkReaderTests {
    /// The content and the trailers of chunks that come in pieces of a size; nil where they have no end.
    private func read(_ text: String, by size: Int = 1_000) throws -> (content: String, rest: String, [HTTPField])? {
        var reader = ChunkReader(.strict)
        var content: [UInt8] = []
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty, !reader.hasEnded {
            var piece = bytes.prefix(size)
            let count = piece.count
            if let taken = try reader.take(&piece) { content += taken }
            bytes = bytes.dropFirst(count - piece.count)
        }
        guard reader.hasEnded else { return nil }
        return (String(decoding: content, as: UTF8.self), String(decoding: bytes, as: UTF8.self), reader.trailers)
    }

    @Test("content, trailers and what is behind them, in pieces of any size", arguments: [1, 2, 3, 7, 1_000])
    func good(_ size: Int) throws {
        let text = "4\r\nwiki\r\nA;x=y\r\npedia is i\r\n0\r\nX-Sum: 1\r\nHost: evil.test\r\n\r\nGET /"
        let (content, rest, trailers) = try #require(try read(text, by: size))
        #expect(content == "wikipedia is i" && rest == "GET /")
        // RFC 9110 §6.5.1: a trailer says nothing about where the message goes.
        #expect(trailers == [HTTPField("X-Sum", "1")])
    }

    @Test(
        "what other readers may end elsewhere is refused",
        arguments: [
            "4\nwiki\r\n0\r\n\r\n", "4\r\nwikiX\r\n0\r\n\r\n", "0x4\r\nwiki\r\n0\r\n\r\n", "-1\r\n\r\n", "\r\n\r\n",
            "4 \r\nwiki\r\n0\r\n\r\n", "ffffffffffffffff\r\nx", "4;a\nb\r\nwiki\r\n0\r\n\r\n", "0\r\n\n",
            "0\r\nX y\r\n\r\n",
        ])
    func bad(_ text: String) {
        #expect(throws: MessageError.self) { try read(text) }
    }

    @Test("a chunk's line and the trailers have an end")
    func limits() {
        #expect(throws: MessageError.self) { try read("4;" + String(repeating: "x", count: 300)) }
        #expect(throws: MessageError.self) { try read("0\r\n" + String(repeating: "X: y\r\n", count: 2_000)) }
    }
}
