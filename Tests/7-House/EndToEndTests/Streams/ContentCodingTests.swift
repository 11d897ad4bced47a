import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

/// RFC 9110 §8.4: `Content-Encoding` "indicates what content codings have been applied to the representation, beyond
/// those inherent in the media type, and thus what decoding mechanisms have to be applied in order to obtain data".
/// WHATWG, Fetch, "handle content codings": "If codings are not supported, then return bytes."
@Suite("Answers with a Content-Encoding")
struct ContentCodingTests {
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x86,
        0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server(_ coding: String, asked: Notes<String> = Notes()) throws -> TLSServer {
        try bench.answering { request in
            asked.add(request["Accept-Encoding"] ?? "-")
            return ServerResponse(fields: [HTTPField("Content-Encoding", coding)], body: Self.gzip)
        }
    }

    @Test(
        "are undone where all are known, and handed over as they came where one is not",
        arguments: [
            ("gzip", true), ("x-gzip", true), ("gzip, identity", true), ("none, GZIP", true), ("gzip, foo", false),
            ("foo, gzip", false), ("foo", false), ("utf-8", false), ("aws-chunked", false), ("identity", false),
            ("a,b,c,d,e,f,g", false),
        ], ["GET", "POST"])
    func answered(by coded: (String, Bool), method: String) async throws {
        let (coding, isUndone) = coded
        let server = try server(coding)
        let session = bench.session(server, policy: bench.trusting)
        var request = HTTPSRequest(try bench.url(server), method: method)
        if method == "POST" { request.body = [1] }
        let expected = isUndone ? Array("hello".utf8) : Self.gzip
        let response = try await session.data(for: request)
        #expect(response.status == 200 && response.body == expected)
        #expect(response.fields.first(named: "Content-Encoding") == coding)
        let (bytes, head) = try await session.bytes(for: request)
        var streamed: [UInt8] = []
        for try await piece in bytes.pieces { streamed += piece }
        #expect(streamed == expected && head.status == 200)
    }

    /// A frame of zstd (RFC 8878 §3.1.1): a window of 2 MiB and blocks, of which the last has the lowest bit.
    private static func frame(_ blocks: [[UInt8]]) -> [UInt8] {
        [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58] + Array(blocks.joined())
    }

    /// 8 MiB in some 260 octets: 64 blocks of 128 KiB, each one octet that is repeated.
    private static let expanding = frame((1...64).map { [$0 == 64 ? 0x03 : 0x02, 0x00, 0x10, 0x61] })
    /// The same once more in a frame, of one block that is not compressed.
    private static let expandingTwice = frame([
        [UInt8(truncatingIfNeeded: expanding.count << 3 | 1), UInt8(truncatingIfNeeded: expanding.count >> 5), 0x00]
            + expanding
    ])

    /// Docs/limits.md: of a compressed body that nobody reads 256 KiB are decompressed.
    @Test(
        "are decompressed no further than they are read",
        arguments: [("zstd", expanding), ("zstd, zstd", expandingTwice)])
    func heldBack(coded: (String, [UInt8])) async throws {
        let (coding, body) = coded
        let server = try bench.answering { _ in
            ServerResponse(fields: [HTTPField("Content-Encoding", coding)], body: body)
        }
        let session = bench.session(server, policy: bench.trusting)
        let request = HTTPSRequest(try bench.url(server))
        let (bytes, _) = try await session.bytes(for: request)
        var lengths: [Int] = []
        for try await piece in bytes.pieces { lengths.append(piece.count) }
        #expect(lengths.reduce(0, +) == 8 << 20)
        #expect(lengths.allSatisfy { $0 <= 2 << 20 })
        // All of it is one answer where it is wanted whole.
        #expect(try await session.data(for: request).body == [UInt8](repeating: 0x61, count: 8 << 20))
    }

    @Test("what is asked for is what can be undone, unless the request says otherwise") func asked() async throws {
        let asked = Notes<String>()
        let server = try server("gzip", asked: asked)
        let session = bench.session(server, policy: bench.trusting)
        var request = HTTPSRequest(try bench.url(server))
        _ = try await session.data(for: request)
        request.fields = [try #require(HTTPField(name: "Accept-Encoding", value: "identity"))]
        // What was not asked for is undone all the same.
        #expect(try await session.data(for: request).body == Array("hello".utf8))
        #expect(asked.lines == ["deflate, gzip, br, zstd", "identity"])
    }
}
