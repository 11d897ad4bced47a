import Testing

@testable import HoldfastHTTP

/// The classes in which this reader and libcurl 7.88 with libidn2 2.3.3 differ, of a million URLs and references made
/// by the grammar and by mutation. In none of them do both find a server, and different ones.
@Suite("URLs that libcurl reads otherwise")
struct URLReadersTests {
    /// RFC 3986 §5.2.3 and §5.2.4: the segments of the reference stand behind the last slash of the base, an empty one
    /// too. libcurl drops a slash that `./` or `../` leaves at the beginning. The server is the base's for both.
    @Test(
        "an empty segment behind a dot segment stays",
        arguments: [(".//g", "/b//g"), ("..//g", "//g"), ("..//.", "//"), ("../..//g", "//g")])
    func emptySegments(reference: String, target: String) throws {
        let parts = try URLParts("https://a.example/b/c").resolving(reference)
        #expect(parts.target == target)
        #expect(parts.host == "a.example")
    }

    /// RFC 5893 §2: "The first character must be a character with Bidi property L, R, or AL", "In an RTL label, only
    /// characters with the Bidi properties R, AL, AN, EN, ES, CS, ET, ON, BN, or NSM are allowed", "the end of the
    /// label must be a character with Bidi property R, AL, EN, or AN", and "If an EN is present, no AN may be present,
    /// and vice versa". libidn2 falls back to the rules of 2003, and converts such labels.
    @Test(
        "labels in two directions are refused, which libidn2 converts",
        arguments: [
            "ex\u{5D0}mple.com", "\u{5D0}a.example", "1\u{5D0}.example", "\u{663}.example",
            "\u{627}1\u{663}.example", "\u{627}\u{2764}.example",
        ])
    func directions(host: String) {
        #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
    }

    @Test(
        "labels from right to left",
        arguments: [
            ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}.example", "xn--9dbne9b.example"),
            ("\u{639}\u{631}\u{628}\u{64A}1.example", "xn--1-0mc0a5a6f.example"),
            ("\u{639}\u{631}\u{628}\u{64A}\u{661}.example", "xn--ngbrx4euf.example"),
        ])
    func rightToLeft(host: String, name: String) throws {
        #expect(try URLParts("https://\(host)/").host == name)
    }

    /// RFC 5892 §2.2 and §3 disallow characters for which NFKC has other ones, and RFC 5895 §2 maps upper case and
    /// full-width and half-width forms alone. libidn2 maps the others by UTS #46, or by its table of 2003.
    @Test(
        "compatibility characters beside others are refused, which libidn2 maps",
        arguments: [
            "中①.example", "ﬀé.example", "é\u{2115}.example", "éªº.example", "中㍿.example", "\u{1C6}é.example",
            "é\u{17F}.example", "\u{FEDF}\u{627}.example", "\u{AB70}é.example",
        ])
    func compatibility(host: String) {
        let error = #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
        #expect(error?.reason == "the host cannot be converted to A-labels (RFC 5891)")
    }

    /// libidn2 makes `xn--…` of both, and then takes it for an A-label; it refuses the first for what that stands for.
    @Test(
        "an A-label is written in ASCII",
        arguments: ["xn--b\u{212A}cher-kv.example", "\u{FF58}n--bcher-kva.example", "xn\u{FF0D}\u{FF0D}bcher-kva.de"])
    func spelledLabels(host: String) {
        let error = #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
        #expect(error?.reason.hasSuffix("write that if it is meant") == true)
    }

    /// RFC 5892 Appendix A.1 takes ZERO WIDTH NON-JOINER between joining letters of every script; here it is Arabic's
    /// alone, and behind a virama.
    @Test(
        "joiners",
        arguments: ["\u{721}\u{200C}\u{721}.example", "\u{200C}\u{647}.example", "\u{647}\u{200D}\u{647}.example"])
    func joiners(host: String) {
        #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
    }

    /// libidn2 2.3.3 knows the characters of Unicode 14, Swift those of a later version: a name in a newer script has
    /// one reading, and was refused. U+1F6DC is of Unicode 15.
    @Test("newer characters are letters too")
    func newer() throws {
        #expect(try URLParts("https://\u{1F6DC}.example/").host == "xn--o88h.example")
    }

    /// Its error was about the port: libcurl knows neither scheme. The sessions refuse all but `https` and `http`.
    @Test("a scheme has the port that is registered for it", arguments: [("ws", 80), ("wss", 443), ("ldap", 389)])
    func ports(scheme: String, port: Int) throws {
        #expect(try Int(URLParts(scheme + "://a.example/").port) == port)
        #expect(throws: URLPartsError.self) { try URLParts("unknown://a.example/") }
        #expect(try URLParts("unknown://a.example:1/").port == 1)
    }

    @Test("a URL has at most 8,000,000 bytes, as in libcurl")
    func length() throws {
        let start = "https://a.example/"
        #expect(try URLParts(start + String(repeating: "a", count: 100_000)).target.utf8.count == 100_001)
        let tooLong = start + String(repeating: "a", count: 8_000_001 - start.utf8.count)
        let error = #expect(throws: URLPartsError.self) { try URLParts(tooLong) }
        #expect(error?.reason == "it has more than 8000000 bytes")
    }
}
