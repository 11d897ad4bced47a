import HoldfastX509
import Testing

@testable import HoldfastTrust

@Suite("Server names are parsed at the door")
struct ServerNameTests {
    @Test(
        "names and addresses that mean one thing",
        arguments: [
            ("example.com", "example.com"), ("EXAMPLE.com.", "example.com"), ("a_b.example", "a_b.example"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("localhost", "localhost"),
            ("0x.example", "0x.example"),
            ("a.0xg", "a.0xg"),
            ("192.0.2.1", "192.0.2.1"), ("[2001:db8::1]", "2001:db8::1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("::", "::"), ("::ffff:192.0.2.1", "::ffff:c000:201"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
            ("1:2:3:4:5:6:0:8", "1:2:3:4:5:6:0:8"),
        ])
    func accepted(text: String, description: String) throws {
        #expect(try ServerName(text).description == description, "\(text)")
    }

    @Test(
        "named attacks",
        arguments: [
            ("", ServerNameError.Reason.empty), (".", .empty), ("bücher.example", .notASCII),
            // The Kelvin sign, whose lower case is the ASCII letter k.
            ("\u{212A}elvin.example", .notASCII),
            // inet_aton takes these for addresses.
            ("127.1", .numericTopLabel), ("2130706433", .numericTopLabel), ("0177.0.0.1", .numericTopLabel),
            ("192.0.2.256", .numericTopLabel), ("0x7f.1", .numericTopLabel), ("127.0.0.0x1", .numericTopLabel),
            ("a.0X7F.", .numericTopLabel), ("0x", .numericTopLabel), ("192.0.2.1.", .numericTopLabel),
            ("a..example", .badLabel), (".example", .badLabel), ("-", .hyphenAtEdge),
            // RFC 952: "The last character must not be a minus sign or period"; RFC 1123 §2.1 relaxes the first
            // character alone, to "either a letter or a digit".
            ("-a.example", .hyphenAtEdge), ("a-.example", .hyphenAtEdge), ("a.b-.example", .hyphenAtEdge),
            ("a b.example", .badLabel), ("a\u{0}.example", .badLabel), ("*.example", .badLabel),
            ("user@example.com", .badLabel), ("fe80::1%eth0", .badAddress), ("[192.0.2.1]", .badAddress),
            ("[::1", .badAddress), ("1:2:3", .badAddress), (":::", .badAddress), ("1::2::3", .badAddress),
            ("example.com:443", .badAddress), ("1:2:3:4:5:6:7:8:9", .badAddress), ("12345::", .badAddress),
            (String(repeating: "a", count: 64) + ".example", .badLabel),
            (Array(repeating: "abcdefgh", count: 29).joined(separator: "."), .tooLong),
        ])
    func refused(text: String, reason: ServerNameError.Reason) {
        #expect(throws: ServerNameError(text: text, reason: reason), "\(text)") { try ServerName(text) }
    }

    @Test("a hyphen at a label's edge is refused by the name of the rule")
    func hyphens() {
        #expect(
            ServerNameError(text: "a-.example", reason: .hyphenAtEdge).description
                == "'a-.example' has a label that begins or ends with a hyphen, which no host name has "
                + "(RFC 1123 §2.1)")
    }
}
