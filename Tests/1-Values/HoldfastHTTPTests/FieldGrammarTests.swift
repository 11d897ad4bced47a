import Testing

@testable import HoldfastHTTP

/// RFC 9110 §5.5, §5.6.
@Suite("Grammar of fields")
struct FieldGrammarTests {
    /// RFC 9110 §5.6.2: "tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" /
    /// "~" / DIGIT / ALPHA".
    @Test("octets of a token are these, and no others")
    func token() {
        let octets = Array("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for octet in UInt8.min...UInt8.max {
            #expect(FieldGrammar.isTokenOctet(octet) == octets.contains(octet), "\(octet)")
        }
        #expect(!FieldGrammar.isToken([]) && FieldGrammar.isToken(Array("a-b".utf8)))
    }

    @Test("white space around is dropped, and that within is not")
    func space() {
        for (text, trimmed) in [(" \ta b\t ", "a b"), ("", ""), (" \t", ""), ("a", "a")] {
            #expect(String(decoding: FieldGrammar.trimmed(Array(text.utf8)), as: UTF8.self) == trimmed)
        }
    }

    @Test("numbers are digits, and not too many")
    func numbers() {
        #expect(FieldGrammar.number("0042") == 42)
        for text in ["", "+1", "-1", "1 ", "0x1", "\u{661}", "1234567890123456"] {
            #expect(FieldGrammar.number(text) == nil, "\(text)")
        }
    }

    /// RFC 9110 §5.5: "a recipient SHOULD treat other allowed octets in field content (i.e., obs-text) as opaque data."
    @Test("octets that are no UTF-8 are those of ISO 8859-1 as text, and go on as they came")
    func octets() {
        for octets: [UInt8] in [[], [0x61], [0xFC], [0xC3, 0xBC], [0x61, 0xFF, 0x80], [0xE2, 0x84, 0xAA]] {
            let field = HTTPField("X", octets: octets)
            #expect(field.octets == octets && field.octetCount == octets.count)
            var line: [UInt8] = []
            field.write(to: &line)
            #expect(line == Array("X: ".utf8) + octets + [13, 10])
        }
        #expect(HTTPField("X", octets: [0x67, 0xFC]).value == "g\u{FC}")
        #expect(HTTPField("X", octets: [0xFC]) != HTTPField("X", octets: [0xC3, 0xBC]))
    }
}

/// The scanner of field values: the parts that RFC 9110 §5.6 and §11.2 name.
@Suite("Parts of field values")
struct FieldScannerTests {
    @Test("a value is a token or a quoted string")
    func values() throws {
        for (text, value) in [("abc;", "abc"), ("\"a\\\"b, c\"", "a\"b, c"), ("\"\"", "")] {
            var scanner = FieldScanner(text)
            #expect(try scanner.value() == value)
        }
        for (text, error) in [
            ("", FieldScanner.ValueError.malformed), (";", .malformed), ("\"a", .unterminatedString),
            ("\"a\\", .unterminatedString), ("\"a\u{1}\"", .controlCharacter),
        ] {
            var scanner = FieldScanner(text)
            #expect(throws: error, "\(text)") { try scanner.value() }
        }
    }
}
