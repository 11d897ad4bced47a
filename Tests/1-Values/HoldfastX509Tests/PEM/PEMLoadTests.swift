import HoldfastX509
import TestSupport
import Testing

/// Files that are made to cost: reading them takes time in proportion to their length.
@Suite(.ownThread) struct PEMLoadTests {
    private static func file(_ inside: String, times count: Int, before: String = "") -> [UInt8] {
        let lines = String(repeating: inside, count: count)
        let text = "-----BEGIN CERTIFICATE-----\n\(before)\(lines)\nAAAA\n-----END CERTIFICATE-----\n"
        return Array(text.utf8)
    }

    /// RFC 1421 §4.6 continues a header on lines that begin with white space; joining them one by one must not copy
    /// the whole header for each.
    @Test(.hangLimit) func headersOfManyLines() throws {
        let long = String(repeating: "x", count: 2_000_000)
        let bytes = Self.file(" a\n", times: 60_000, before: "Name: \(long)\n")
        var blocks: [PEMBlock] = []
        let time = try ProcessorTime.measure { blocks = try PEM.blocks(in: bytes[...]) }
        #expect(blocks.first?.headers.count == 1)
        #expect(blocks.first?.headers.first?.value == long + String(repeating: "a", count: 60_000))
        #expect(time < .seconds(3), "\(time)")
    }

    @Test func hostileFiles() throws {
        let rows: [(name: String, bytes: [UInt8])] = [
            ("line of no end", [UInt8](repeating: 0x41, count: 1 << 17)),
            ("label of no end", Array("-----BEGIN ".utf8) + [UInt8](repeating: 0x41, count: 1 << 17)),
            ("label of backslashes", Array("-----BEGIN ".utf8) + [UInt8](repeating: 0x5C, count: 1 << 17)),
            ("dashes only", [UInt8](repeating: 0x2D, count: 1 << 17)),
            ("empty lines", [UInt8](repeating: 0x0A, count: 1 << 17) + [0x41]),
            ("a sequence as long as all memory", hex("30 88 7F FF FF FF FF FF FF FF")),
            ("a sequence longer than any memory", hex("30 88 FF FF FF FF FF FF FF FF")),
            ("headers of no name", Self.file(":\n", times: 20_000)),
            ("one character a line", Self.file("A\n", times: 50_000)),
        ]
        for (name, bytes) in rows {
            let time = ProcessorTime.measure { _ = try? EncodedObject.certificates(in: bytes) }
            #expect(time < .seconds(10), "\(name): \(time)")
        }
    }

    /// A long line is only a form (RFC 7468 §2: "Parsers MAY handle other line sizes").
    @Test func aQuarterOfAMebibyteOnOneLine() throws {
        let contents = (0..<196_608).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let text = "-----BEGIN CERTIFICATE-----\n\(Base64.encode(contents))\n-----END CERTIFICATE-----"
        #expect(try PEM.blocks(in: Array(text.utf8)[...]).first?.contents == contents)
    }
}
