import HoldfastHTTP
import Testing

@testable import HoldfastTransport

/// RFC 9110 §8.4: the codings are listed "in the order in which they were applied".
@Suite("Content codings")
struct ContentDecoderTests {
    static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x86,
        0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]
    static let gzipTwice: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x93, 0xEF, 0xE6, 0x60, 0x00, 0x01, 0x26, 0xE6,
        0xD3, 0x1E, 0x67, 0x4F, 0x9E, 0x64, 0x67, 0x68, 0x5B, 0x26, 0x60, 0xC6, 0x0A, 0x14, 0x00, 0x00, 0xA7, 0x6F,
        0xB4, 0x45, 0x19, 0x00, 0x00, 0x00,
    ]
    static let zlib: [UInt8] = [
        0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15,
    ]
    static let deflate: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    static let brotli: [UInt8] = [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]
    static let zstd: [UInt8] = zstd(window: 0x58)

    /// A frame (RFC 8878 §3.1.1) of one block that is not compressed.
    private static func zstd(window: UInt8) -> [UInt8] {
        [0x28, 0xB5, 0x2F, 0xFD, 0x00, window, 0x29, 0x00, 0x00] + Array("hello".utf8)
    }

    private static func add(_ bytes: [UInt8], to decoder: ContentDecoder) {
        unsafe bytes.withUnsafeBytes { unsafe decoder.add($0) }
    }

    /// The body as it is handed on; nil where it is none of its codings.
    private static func decoded(_ bytes: [UInt8], _ codings: [ContentCoding], inPiecesOf count: Int) -> [UInt8]? {
        let decoder = ContentDecoder(codings)
        var decoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: count) {
            add(Array(bytes[start..<min(start + count, bytes.count)]), to: decoder)
            var outcome = ContentDecoder.Outcome.made
            while case .made = outcome {
                outcome = unsafe decoder.next {
                    unsafe decoded += $0; return true
                }
            }
            guard case .needsMore = outcome else { return nil }
        }
        return decoded
    }

    @Test(
        "each is undone, however it is cut",
        arguments: [
            (gzip, [.gzip]), (gzipTwice, [.gzip, .gzip]), (zlib, [.deflate]), (deflate, [.deflate]), (brotli, [.br]),
            (zstd, [.zstd]), (zstd(window: 0x68), [.zstd]),
        ] as [([UInt8], [ContentCoding])], [1, 3, 1_000])
    func undone(of coded: ([UInt8], [ContentCoding]), count: Int) {
        #expect(Self.decoded(coded.0, coded.1, inPiecesOf: count) == Array("hello".utf8))
    }

    /// RFC 1952 §2.2: "A gzip file consists of a series of "members"". RFC 8878 §3.1: "one or more frames".
    @Test("members and frames follow each other; what fills a file of gzip up is left out", arguments: [1, 1_000])
    func series(count: Int) {
        let twice = Array("hellohello".utf8)
        #expect(Self.decoded(Self.gzip + Self.gzip, [.gzip], inPiecesOf: count) == twice)
        #expect(Self.decoded(Self.zstd + Self.zstd, [.zstd], inPiecesOf: count) == twice)
        #expect(Self.decoded(Self.gzip + [0, 0, 0], [.gzip], inPiecesOf: count) == Array("hello".utf8))
    }

    @Test("what is none of its coding is malformed", arguments: ContentCoding.allCases, [1, 1_000])
    func malformed(coding: ContentCoding, count: Int) {
        #expect(Self.decoded([UInt8](repeating: 0xFF, count: 64), [coding], inPiecesOf: count) == nil)
    }

    @Test("more than what they hold is malformed too") func behindTheEnd() {
        #expect(Self.decoded(Self.brotli + [0], [.br], inPiecesOf: 1_000) == nil)
        #expect(Self.decoded(Self.gzip + [0x1F, 0], [.gzip], inPiecesOf: 1_000) == nil)
        #expect(Self.decoded(Self.zstd + [0, 0, 0, 0], [.zstd], inPiecesOf: 1_000) == nil)
    }

    /// RFC 9659 §3 limits the window of this coding to 8 MiB.
    @Test("a window that takes more memory than there is for one is refused") func window() {
        #expect(Self.decoded(Self.zstd(window: 0x70), [.zstd], inPiecesOf: 1_000) == nil)
    }

    @Test("one over the other more often than anybody does is refused") func many() {
        #expect(Self.decoded([], Array(repeating: .gzip, count: ContentCoding.limit), inPiecesOf: 1) == [])
        let many = ContentDecoder(Array(repeating: .gzip, count: ContentCoding.limit + 1))
        Self.add(Self.gzip, to: many)
        if case .malformed = unsafe many.next({ _ in true }) { return }
        Issue.record("six codings were undone")
    }

    /// RFC 1952 §2.3.1: a member may have a name, which ends with a zero and no sooner.
    @Test("one that makes much within others, and nothing of the body, is refused") func bottomless() {
        // A member with 16 MiB of a name that goes on, coded twice.
        let name: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xDA, 0x31, 0x0A, 0x41, 0x71, 0x00, 0x06,
            0xF0, 0xFF, 0xA3, 0x78, 0xBD, 0x89, 0x5D, 0x24, 0x17, 0x90, 0x13, 0x70, 0x1B, 0xE1, 0x0E, 0x32, 0x4A, 0xCA,
            0x05, 0x94, 0x51, 0x16, 0x94, 0xC9, 0xF6, 0x1C, 0xC1, 0xF4, 0x36, 0x9B, 0xC9, 0x05, 0xA4, 0xD0, 0x73, 0x08,
            0xC3, 0xEB, 0xF7, 0x9B, 0xBE, 0xF9, 0x1B, 0xBF, 0xBE, 0xD6, 0x22, 0x0E, 0xB9, 0x52, 0xF9, 0x91, 0x0E, 0xEA,
            0xA1, 0x1B, 0x87, 0xCD, 0xFA, 0x95, 0x5D, 0x26, 0xF7, 0xE3, 0xA9, 0x12, 0x8D, 0x7A, 0xB7, 0xF9, 0x2D, 0x00,
            0x00, 0x00, 0x00, 0xC5, 0x76, 0x78, 0xA4, 0xB3, 0x5F, 0x58, 0x7D, 0xC6, 0x9D, 0xED, 0x0E, 0x00, 0x00, 0x00,
            0x28, 0xBA, 0x43, 0xB5, 0x5A, 0xCA, 0xB7, 0x80, 0xFE, 0x7B, 0xBF, 0xDC, 0xA8, 0x03, 0x00, 0x00, 0x00, 0x0A,
            0xEF, 0xDA, 0x6C, 0xD4, 0xF2, 0x2D, 0x20, 0x7E, 0x7E, 0xCE, 0xED, 0xC8, 0x51, 0x02, 0x00, 0x00, 0x00, 0xFE,
            0x22, 0x4B, 0x86, 0xF1, 0xF4, 0x98, 0x84, 0x10, 0x7D, 0x01, 0x90, 0x25, 0xDE, 0xC8, 0xD3, 0x3F, 0x00, 0x00,
        ]
        #expect(Self.decoded(name, [.gzip, .gzip, .gzip], inPiecesOf: 1_000) == nil)
    }

    @Test("whoever takes no more ends it") func refused() {
        let decoder = ContentDecoder([.gzip])
        Self.add(Self.gzip, to: decoder)
        if case .refused = unsafe decoder.next({ _ in false }) { return }
        Issue.record("it went on")
    }

    @Test(
        "what a field says is undone, and nothing where a coding is not known",
        arguments: [
            (["gzip"], [.gzip]), (["GZip"], [.gzip]), (["x-gzip"], [.gzip]), (["gzip, identity"], [.gzip]),
            (["identity,gzip"], [.gzip]), (["gzip", "br"], [.gzip, .br]), ([" gzip ,\tbr "], [.gzip, .br]),
            ([",gzip,,"], [.gzip]), (["none"], []), (["identity"], []), ([""], []), ([], []), (["utf-8"], []),
            (["aws-chunked"], []), (["gzip, foo"], []), (["foo, gzip"], []), (["gzip", "foo"], []), (["compress"], []),
            (["gzip;q=1"], []), (["gzip br"], []),
        ] as [([String], [ContentCoding])])
    func fields(values: [String], codings: [ContentCoding]) {
        let fields = values.map { HTTPField("content-encoding", $0) }
        #expect(ContentCoding.undone(of: fields) == codings)
    }

    @Test("what libcurl brings along is here, and asked for") func accepted() {
        #expect(ContentCoding.accepted == "deflate, gzip, br, zstd")
    }
}
