import HoldfastX509
import Testing

/// Names of servers, mailboxes and resources: ASCII only, and nothing in them hidden.
@Suite struct IA5StringTests {
    @Test func onlyASCII() {
        for octet in UInt8.min...UInt8.max {
            #expect((IA5String([0x61, octet][...]) != nil) == (octet < 0x80), "\(octet)")
        }
        #expect(IA5String("münchen.example") == nil)
        #expect(IA5String("example.com")?.bytes.elementsEqual("example.com".utf8) == true)
        #expect(IA5String("") == .empty)
    }

    /// CVE-2009-2408: a NUL in a name hid what followed from software that reads C strings.
    @Test func whatIsInvisibleIsShown() {
        let rows: [(text: String, shown: String)] = [
            ("example.com", "example.com"), ("bank.example\0.evil.example", "bank.example\\00.evil.example"),
            ("a\u{1B}[2Jb", "a\\1b[2Jb"), ("a\r\nb", "a\\0d\\0ab"), ("a\u{7F}b", "a\\7fb"), ("a\tb", "a\\09b"),
            ("", ""), ("*.example.com", "*.example.com"), ("a b", "a b"),
        ]
        for (text, shown) in rows { #expect(IA5String(text)?.description == shown, "\(shown)") }
    }

    /// A text that looks like an escaped NUL is not taken for a name with a NUL.
    @Test func escapesAreUnambiguous() {
        let texts = ["a\0b", "a\\00b", "a\\\\00b", "a\\\0b"]
        let shown = Set(texts.compactMap { IA5String($0)?.description })
        #expect(shown.count == texts.count, "\(shown)")
    }

    @Test func equalityIsThatOfOctets() {
        #expect(IA5String("example.com") != IA5String("EXAMPLE.com"))
        let inside = Array("xxexample.comxx".utf8)[2..<13]
        #expect(IA5String(inside) == IA5String("example.com"))
    }
}
