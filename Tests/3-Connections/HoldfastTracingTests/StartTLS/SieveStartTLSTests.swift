import Testing

@testable import HoldfastTracing

/// ManageSieve (RFC 5804), whose strings may hold the ends of lines.
@Suite struct SieveStartTLSTests {
    /// Dovecot's greeting, shortened by words of its second line.
    private static let greeting = """
        "IMPLEMENTATION" "Dovecot (Debian) Pigeonhole"\r
        "SIEVE" "fileinto reject envelope"\r
        "SASL" "PLAIN"\r
        "STARTTLS"\r
        "VERSION" "1.0"\r
        OK "Dovecot (Debian) ready."\r\n
        """

    @Test("RFC 5804 §2.2: capabilities and OK, STARTTLS and OK")
    func exchange() {
        for go in ["OK \"Begin TLS negotiation now.\"\r\n", "OK\r\n", "oK (TAG \"x\") \"y\"\r\n"] {
            let good = StartTLSPlay(.sieve, [Self.greeting, go])
            #expect(good.sent == ["STARTTLS\r\n"] && good.last == .ready, "\(go)")
        }
        #expect(StartTLSPlay(.sieve, Self.greeting.map(String.init)).sent == ["STARTTLS\r\n"])
        let bare = Self.greeting.replacing("\"STARTTLS\"\r\n", with: "")
        #expect(StartTLSPlay(.sieve, [bare]).last.refusal == "the server does not offer STARTTLS")
        // The name of a capability is its first string, and none of its values.
        let value = bare.replacing("\"SASL\" \"PLAIN\"", with: "\"SASL\" \"STARTTLS\"")
        #expect(StartTLSPlay(.sieve, [value]).last.isRefused)
    }

    @Test("NO, BYE and other protocols' greetings are refusals")
    func refusals() {
        #expect(
            StartTLSPlay(.sieve, [Self.greeting, "NO \"no certificate\"\r\n"]).last.refusal
                == "the server refuses STARTTLS: 'NO \"no certificate\"'")
        #expect(StartTLSPlay(.sieve, ["NO \"full\"\r\n"]).last.refusal == "the server refuses: 'NO \"full\"'")
        for answers in [["BYE (REFERRAL \"sieve://b.test\") \"go\"\r\n"], [Self.greeting, "BYE\r\n"]] {
            #expect(StartTLSPlay(.sieve, answers).last.refusal == "the server says BYE")
        }
        for other in ["* OK IMAP4rev1\r\n", "+OK\r\n", "220 x\r\n", "OKAY\r\n", "\r\n"] {
            #expect(StartTLSPlay(.sieve, [other]).last.isRefused, "\(other)")
        }
        // Capabilities come again behind TLS alone.
        #expect(StartTLSPlay(.sieve, [Self.greeting, "\"SIEVE\" \"x\"\r\nOK\r\n"]).last.isRefused)
    }

    /// RFC 5804 §4: `literal-s2c = "{" number "}" CRLF *OCTET`; a literal's octets are no lines of the protocol's.
    @Test("Literals are strings: what looks like a line in one is none")
    func literals() {
        let inLiteral = "\"IMPLEMENTATION\" {18}\r\nx\r\n\"STARTTLS\"\r\nOK\r\n"
        // 18 octets: everything but the last line feed.
        let play = StartTLSPlay(.sieve, [inLiteral])
        #expect(play.sent.isEmpty && !play.last.isRefused, "\(play.last)")
        let named = Self.greeting.replacing("\"STARTTLS\"", with: "{8}\r\nSTARTTLS")
        #expect(StartTLSPlay(.sieve, [named]).sent == ["STARTTLS\r\n"])
        let good = StartTLSPlay(
            .sieve, [Self.greeting.replacing("\"1.0\"", with: "{3}\r\n1.0"), "OK {4}\r\nGo\r\n\r\n"])
        #expect(good.last == .ready, "\(good.last)")
        // Announced, and not there yet.
        #expect(StartTLSPlay(.sieve, [Self.greeting, "OK {4}\r\nGo\r"]).last == .read)
        // A count without end is refused where it is announced.
        for count in ["8193", "99999999999999999999999999", "65536"] {
            #expect(
                StartTLSPlay(.sieve, ["\"SIEVE\" {\(count)}\r\n"]).last.refusal
                    == "a line of the server has more than 8192 bytes", "\(count)")
        }
        // A brace in a string is none of a literal's.
        let braces = Self.greeting.replacing("\"1.0\"", with: "\"{9\" {3}\r\n1.0")
        #expect(StartTLSPlay(.sieve, [braces, "OK\r\n"]).last == .ready)
        let injected = StartTLSPlay(.sieve, [Self.greeting, "OK {4}\r\nGo\r\n\r\n\"X\"\r\n"])
        #expect(injected.last.refusal?.contains("CVE-2011-0411") == true)
    }
}
