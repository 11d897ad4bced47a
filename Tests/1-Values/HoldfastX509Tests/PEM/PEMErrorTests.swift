import HoldfastX509
import TestSupport
import Testing

/// What was meant as a block and is none is an error with its line, never passed over.
@Suite(.ownThread) struct PEMErrorTests {
    static let begin = PEMTests.begin
    static let end = PEMTests.end

    static let attacks: [(name: String, text: String, reason: PEMError.Reason, line: Int)] = [
        ("no END", "\n\(begin)\nZm9v\n", .missingEnd(label: "CERTIFICATE"), 2),
        ("BEGIN as the last line", begin, .missingEnd(label: "CERTIFICATE"), 1),
        (
            "another label at the END", "\(begin)\nZm9v\n-----END PRIVATE KEY-----",
            .labelMismatch(begin: "CERTIFICATE", end: "PRIVATE KEY"), 3
        ),
        (
            "label in another case", "\(begin)\nZm9v\n-----END certificate-----",
            .labelMismatch(begin: "CERTIFICATE", end: "certificate"), 3
        ),
        (
            "first END cut off", "\(begin)\nZm9v\n\(begin)\nZm9v\n\(end)", .nestedBegin(label: "CERTIFICATE"), 3
        ),
        ("BEGIN cut off", "Zm9v\n\(end)\n", .endWithoutBegin(label: "CERTIFICATE"), 2),
        ("END twice", "\(begin)\nZm9v\n\(end)\n\(end)\n", .endWithoutBegin(label: "CERTIFICATE"), 4),
        ("four dashes behind", "-----BEGIN CERTIFICATE----\nZm9v\n\(end)", .malformedBoundary, 1),
        ("four dashes behind the END", "\(begin)\nZm9v\n-----END CERTIFICATE----", .malformedBoundary, 3),
        ("data on the line of BEGIN", "\(begin) Zm9v\n\(end)", .malformedBoundary, 1),
        ("text on the line of END", "\(begin)\nZm9v\n\(end);", .malformedBoundary, 3),
        ("all on one line", "\(begin)Zm9v\(end)", .malformedBoundary, 1),
        ("all on one line with spaces", "\(begin) Zm9v \(end)", .malformedBoundary, 1),
        ("out of a variable", "\(begin)\\nZm9v\\n\(end)\\n", .escapedLineBreaks, 1),
        ("label with a control character", "-----BEGIN A\u{1B}[2J-----\nZm9v", .malformedBoundary, 1),
        ("label that fills the screen", "-----BEGIN \(String(repeating: "A", count: 65))-----", .malformedBoundary, 1),
        ("nothing inside", "\(begin)\n\(end)", .emptyBlock(label: "CERTIFICATE"), 1),
        ("white space inside", "\(begin)\n \r\n\t\n\(end)", .emptyBlock(label: "CERTIFICATE"), 1),
        ("headers only", "\(begin)\nA: b\n\n\(end)", .emptyBlock(label: "CERTIFICATE"), 1),
        (
            "character outside the alphabet", "\(begin)\r\nZm9v\r\nZm9*\r\n\(end)",
            .invalidBase64(.invalidCharacter(UInt8(ascii: "*"))), 3
        ),
        ("NUL", "\(begin)\nZm\09v\n\(end)", .invalidBase64(.invalidCharacter(0)), 2),
        ("letter outside ASCII", "\(begin)\nZm9ä\n\(end)", .invalidBase64(.invalidCharacter(0xC3)), 2),
        ("quoted mail", "\(begin)\n> Zm9v\n\(end)", .invalidBase64(.invalidCharacter(UInt8(ascii: ">"))), 2),
        (
            "header after the data", "\(begin)\nZm9v\nA: b\n\(end)",
            .invalidBase64(.invalidCharacter(UInt8(ascii: ":"))), 3
        ),
        ("line lost at the end", "\(begin)\nZm9v\nZm9\n\n\(end)", .invalidBase64(.incompleteGroup), 3),
        ("padding lost", "\(begin)\nZg\n\(end)", .invalidBase64(.incompleteGroup), 2),
        ("data after padding", "\(begin)\nZg==\nZm9v\n\(end)", .invalidBase64(.dataAfterPadding), 3),
        ("padding first", "\(begin)\n=Zm9\n\(end)", .invalidBase64(.misplacedPadding), 2),
        ("pad bits", "\(begin)\nZh==\n\(end)", .invalidBase64(.padBitsNotZero), 2),
        ("second block broken", "\(begin)\nZm9v\n\(end)\n\(begin)\nZ\n\(end)", .invalidBase64(.incompleteGroup), 5),
        (
            "second block begun on the line of the first one's END", "\(begin)\nZm9v\n\(end)\(begin)\n",
            .missingEnd(label: "CERTIFICATE"), 3
        ),
        ("something else behind END", "\(begin)\nZm9v\n\(end)\(end)", .malformedBoundary, 3),
    ]

    @Test func refuses() {
        for (name, text, reason, line) in Self.attacks {
            let error = Self.error(text)
            #expect(error?.reason == reason, "\(name): \(String(describing: error))")
            #expect(error?.line == line, "\(name): \(String(describing: error))")
        }
    }

    /// The error that a text gives.
    static func error(_ text: String) -> PEMError? {
        do throws(PEMError) {
            _ = try PEMTests.blocks(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func oneLineForPeople() {
        let rows: [(PEMError.Reason, String)] = [
            (.missingEnd(label: "CERTIFICATE"), "the block of CERTIFICATE that begins here does not end"),
            (.invalidBase64(.invalidCharacter(0x2A)), "'*' is no Base64 character"),
            (.invalidBase64(.invalidCharacter(0x1B)), "the byte 1b is no Base64 character"),
            (.escapedLineBreaks, "line breaks are written as the two characters \\n"),
        ]
        for (reason, text) in rows { #expect("\(reason)" == text) }
        #expect(Self.error("\(Self.begin)\n*\n\(Self.end)")?.description == "line 2: '*' is no Base64 character")
    }

    /// Each is some megabytes that must not cost more than their reading.
    @Test func filesMadeToCostTime() {
        let many = 200_000
        let attacks: [(name: String, text: String, reason: PEMError.Reason)] = [
            (
                "continuation lines", "\(Self.begin)\nA: b\n" + String(repeating: " c\n", count: many),
                .missingEnd(label: "CERTIFICATE")
            ),
            (
                "headers", "\(Self.begin)\n" + String(repeating: "A: b\n", count: many),
                .missingEnd(label: "CERTIFICATE")
            ),
            ("empty lines", "\(Self.begin)" + String(repeating: "\n", count: many), .missingEnd(label: "CERTIFICATE")),
            ("a label without end", "-----BEGIN " + String(repeating: "A-", count: many), .malformedBoundary),
            (
                "ends and beginnings on one line",
                "\(Self.begin)\nZm9v\n" + String(repeating: "\(Self.end)\(Self.begin)", count: 20_000),
                .malformedBoundary
            ),
        ]
        for (name, text, reason) in attacks { #expect(Self.error(text)?.reason == reason, "\(name)") }
    }

    /// Whatever the bytes, reading ends with blocks or an error.
    @Test func noiseNeverTraps() {
        var generator = SeededGenerator(1421)
        let pieces = [
            "-----BEGIN ", "-----END ", "A", "-----", "\n", "\r", "Zm9v", "=", ":", " ", "\u{FEFF}", "\0", "\\n", "-",
        ].map { Array($0.utf8) }
        for _ in 0..<5_000 {
            var bytes: [UInt8] = generator.next() % 8 == 0 ? [0xFF, 0xFE] : []
            for _ in 0..<(generator.next() % 24) {
                bytes += pieces[Int(generator.next() % UInt64(pieces.count))]
            }
            _ = try? PEM.blocks(in: bytes[...])
            _ = try? EncodedObject.certificates(in: bytes)
        }
    }
}
