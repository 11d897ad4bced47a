import HoldfastX509
import TestSupport
import Testing

/// RFC 7468, and PEM files as they are met.
@Suite(.ownThread) struct PEMTests {
    static let contents = Array("Holdfast reads what was meant".utf8)
    static let data = "SG9sZGZhc3QgcmVhZHMgd2hhdCB3YXMgbWVhbnQ="
    static let begin = "-----BEGIN CERTIFICATE-----"
    static let end = "-----END CERTIFICATE-----"

    static func blocks(_ text: String) throws(PEMError) -> [PEMBlock] { try PEM.blocks(in: Array(text.utf8)[...]) }

    /// Each is one block with the same contents.
    static let variations: [(String, String)] = [
        ("LF", "\(begin)\n\(data)\n\(end)\n"),
        ("no line end at the end", "\(begin)\n\(data)\n\(end)"),
        // "parsers […] MUST handle different newline conventions" (§2)
        ("CRLF", "\(begin)\r\n\(data)\r\n\(end)\r\n"),
        ("CR", "\(begin)\r\(data)\r\(end)\r"),
        ("CR, LF and CRLF mixed", "\(begin)\r\n\(data.prefix(8))\r\(data.dropFirst(8))\n\(end)\r\n"),
        ("UTF-8 byte order mark", "\u{FEFF}\(begin)\n\(data)\n\(end)\n"),
        // "Data before the encapsulation boundaries are permitted, and parsers MUST NOT malfunction when processing
        // such data." (§2)
        ("text before", "subject=CN = example\n-- not a boundary\n-----\n\(begin)\n\(data)\n\(end)\n"),
        ("text behind", "\(begin)\n\(data)\n\(end)\n---\nServer certificate\n"),
        ("octets that are no text", "\u{0}\u{1}\u{7F}\u{FFFD}\n\(begin)\n\(data)\n\(end)\n"),
        ("indented, as in YAML", "    \(begin)\n    \(data)\n    \(end)\n"),
        ("tabs and spaces behind", "\(begin) \t\n\(data)  \n\(end)\t \n"),
        ("white space inside", "\(begin)\n\(data.prefix(5)) \t\(data.dropFirst(5))\n\(end)\n"),
        ("empty lines inside", "\(begin)\n\n\(data.prefix(4))\n \n\(data.dropFirst(4))\n\n\(end)\n"),
        ("one character a line", "\(begin)\n" + data.map { "\($0)\n" }.joined() + "\(end)\n"),
        ("vertical tab and form feed", "\(begin)\n\(data.prefix(5))\u{0B}\u{0C}\(data.dropFirst(5))\n\(end)\n"),
    ]

    @Test func reads() throws {
        for (name, text) in Self.variations {
            let blocks = try Self.blocks(text)
            #expect(blocks.map(\.label) == ["CERTIFICATE"], "\(name)")
            #expect(blocks.first?.contents == Self.contents, "\(name)")
            #expect(blocks.first?.headers == [], "\(name)")
        }
    }

    /// RFC 3629 §6: U+FEFF at the beginning of a text is a mark, and says nothing; of files joined it stands in the
    /// middle.
    @Test func marksBeforeEachBlock() throws {
        let block = "\(Self.begin)\r\n\(Self.data)\r\n\(Self.end)"
        for text in [
            "\u{FEFF}\(block)\r\n\u{FEFF}\(block)\r\n", "\u{FEFF}\(block)\u{FEFF}\(block)",
            "\(block)\n\u{FEFF}\(block)", "\u{FEFF}  \(block)\n\u{FEFF}  \(block)",
            "\u{FEFF}text\n\u{FEFF}\(block)\n\u{FEFF}\(block)\n",
        ] {
            #expect(try Self.blocks(text).map(\.contents) == [Self.contents, Self.contents])
        }
        // Anywhere else it is damage.
        #expect(throws: PEMError.self) { try Self.blocks("\(Self.begin)\n\u{FEFF}\(Self.data)\n\(Self.end)\n") }
    }

    @Test func utf16AsPowerShellWritesIt() throws {
        let text = "Grüße\r\n\(Self.begin)\r\n\(Self.data)\r\n\(Self.end)\r\n"
        var little: [UInt8] = [0xFF, 0xFE]
        var big: [UInt8] = [0xFE, 0xFF]
        for unit in text.utf16 {
            little += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
            big += [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        }
        for bytes in [little, big, little + [0x41]] {
            let blocks = try PEM.blocks(in: bytes[...])
            #expect(blocks.map(\.contents) == [Self.contents])
            #expect(blocks.first?.line == 2)
        }
    }

    @Test func severalBlocks() throws {
        let text = """
            Bag Attributes
                friendlyName: example
            \(Self.begin)
            Zm9v
            \(Self.end)
            Key Attributes: <No Attributes>
            -----BEGIN PRIVATE KEY-----
            YmFy
            -----END PRIVATE KEY-----
            """
        let blocks = try Self.blocks(text)
        #expect(blocks.map(\.label) == ["CERTIFICATE", "PRIVATE KEY"])
        #expect(blocks.map(\.contents) == [Array("foo".utf8), Array("bar".utf8)])
        #expect(blocks.map(\.line) == [3, 7])
    }

    /// `cat a.pem b.pem` where the first file does not end with a line break.
    @Test func endAndNextBeginOnOneLine() throws {
        let one = "\(Self.begin)\nZm9v\n\(Self.end)"
        let blocks = try Self.blocks(one + one + one + "\n")
        #expect(blocks.map(\.contents) == [[UInt8]](repeating: Array("foo".utf8), count: 3))
        #expect(blocks.map(\.line) == [1, 3, 5])
    }

    @Test func noBlocks() throws {
        for text in [
            "", "\n", "no block here", "----BEGIN CERTIFICATE----", "---- BEGIN SSH2 PUBLIC KEY ----", "-----",
        ] {
            #expect(try Self.blocks(text).isEmpty, "'\(text)'")
        }
    }

    /// RFC 1421 §4.6: the headers of an encrypted key.
    @Test func headers() throws {
        let text = """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info:AES-256-CBC,
              00112233445566778899AABBCCDDEEFF

            \(Self.data)
            -----END RSA PRIVATE KEY-----
            """
        for text in [text, text.replacing("EEFF\n\n", with: "EEFF\n"), text.replacing("\n", with: "\r\n")] {
            let block = try #require(try Self.blocks(text).first)
            #expect(
                block.headers == [
                    PEMBlock.Header(name: "Proc-Type", value: "4,ENCRYPTED"),
                    PEMBlock.Header(name: "DEK-Info", value: "AES-256-CBC,00112233445566778899AABBCCDDEEFF"),
                ])
            #expect(block.contents == Self.contents)
            #expect(try Self.blocks(block.encoded).first?.headers == block.headers)
        }
    }

    /// "Generators MUST wrap the base64-encoded lines so that each line consists of exactly 64 characters except for
    /// the final line" (§2).
    @Test func writes() throws {
        for count in [1, 47, 48, 49, 96, 1000] {
            let contents = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let text = PEMBlock(label: "CERTIFICATE", contents: contents).encoded
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "-----BEGIN CERTIFICATE-----" && lines.last?.isEmpty == true)
            #expect(lines.dropLast().last == "-----END CERTIFICATE-----")
            #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.count == 64 }, "\(count)")
            #expect((1...64).contains(lines.dropLast(2).last?.count ?? 0), "\(count)")
            #expect(try Self.blocks(text).first?.contents == contents)
        }
    }
}
