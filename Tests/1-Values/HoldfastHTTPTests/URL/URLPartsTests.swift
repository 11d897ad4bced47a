import Testing

@testable import HoldfastHTTP

@Suite("URL parts")
struct URLPartsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let url: String
        let scheme: String
        let host: String
        let port: UInt16
        let target: String
        let text: String
        var testDescription: String { url }

        init(_ url: String, _ scheme: String, _ host: String, _ port: UInt16, _ target: String, text: String? = nil) {
            (self.url, self.scheme, self.host, self.port, self.target) = (url, scheme, host, port, target)
            self.text = text ?? url
        }
    }

    @Test(
        "read as they are dialled",
        arguments: [
            Row("https://example.com/", "https", "example.com", 443, "/"),
            Row("https://example.com", "https", "example.com", 443, "/", text: "https://example.com/"),
            Row(
                "HTTPS://EXAMPLE.com:443/A?b=C", "https", "example.com", 443, "/A?b=C",
                text: "https://example.com/A?b=C"),
            Row("https://example.com:8443/x", "https", "example.com", 8443, "/x"),
            Row("https://example.com.:443/", "https", "example.com", 443, "/", text: "https://example.com/"),
            Row("https://[2001:DB8::1]:8443/", "https", "2001:db8::1", 8443, "/", text: "https://[2001:db8::1]:8443/"),
            Row("https://127.0.0.1/", "https", "127.0.0.1", 443, "/"),
            Row(
                "https://bücher.example/", "https", "xn--bcher-kva.example", 443, "/",
                text: "https://xn--bcher-kva.example/"),
            Row("https://example.com/a/../b/./c", "https", "example.com", 443, "/b/c", text: "https://example.com/b/c"),
            Row("https://example.com/a b", "https", "example.com", 443, "/a%20b", text: "https://example.com/a%20b"),
            Row("https://example.com/p#f", "https", "example.com", 443, "/p", text: "https://example.com/p"),
            Row("http://example.com/", "http", "example.com", 80, "/"),
        ])
    func parts(row: Row) throws {
        let parts = try URLParts(row.url)
        #expect(parts.scheme == row.scheme)
        #expect(parts.host == row.host)
        #expect(parts.port == row.port)
        #expect(parts.target == row.target)
        #expect(parts.text == row.text)
        #expect(!parts.hasCredentials)
        #expect(try URLParts(parts.text) == parts || parts.fragment != nil, "reading it again gives the same")
    }

    /// RFC 3986 §2.1: "URI producers and normalizers should use uppercase hexadecimal digits for all
    /// percent-encodings." WHATWG's URL Standard §1.3: the query percent-encode set has U+0022 ("), U+003C (<) and
    /// U+003E (>), that of paths U+005E (^), U+0060 (`), U+007B ({) and U+007D (}) besides.
    @Test(
        "what must be encoded is, with upper-case digits, and what was encoded stays",
        arguments: [
            ("/中", "/%E4%B8%AD"), ("/?中", "/?%E4%B8%AD"), ("/\"<>`{}^", "/%22%3C%3E%60%7B%7D%5E"),
            ("/?\"<>`{}^|'", "/?%22%3C%3E`{}^|'"), ("/%e4%b8%ad?%e4", "/%e4%b8%ad?%e4"), ("/a b?c d", "/a%20b?c%20d"),
            ("/|~!$&'()*+,;=:@", "/|~!$&'()*+,;=:@"), ("/%zz%", "/%zz%"), ("/{}#{\"}", "/%7B%7D"),
        ])
    func encoded(written: String, target: String) throws {
        let parts = try URLParts("https://example.com" + written)
        #expect(parts.target == target)
        #expect(try URLParts("https://example.com/x/y").resolving(written).target == target)
        #expect(try URLParts(parts.text).target == target)
    }

    /// RFC 5890 §2.3.2.1: "the A-label … MUST produce a valid U-label", which has "at least one non-ASCII character".
    /// RFC 5892 §2.2 and §3 disallow what NFKC or lower case makes another text of, as of U+3253 (of which
    /// `xn--pokxncvks` has more), U+C4, U+FF41 and U+FE0F.
    @Test(
        "an A-label that is no Punycode, or of no name's characters, is no name",
        arguments: [
            "xn--pokxncvks", "xn--", "xn--a-", "xn--abc-", "a.xn--99999999999999.test", "XN--pokxncvks", "xn--a",
            "xn--zzzzzzzzzzzzzzzzzzzzzzzz", "xn--a-5da", "xn--b-yq0iha", "xn--a-i89h",
        ])
    func malformedLabels(host: String) throws {
        #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
        #expect(throws: URLPartsError.self) { try URLParts("https://a.example/").resolving("//\(host)/") }
    }

    @Test(
        "an A-label of one that is, is a name",
        arguments: [
            "xn--bcher-kva.example", "XN--BCHER-KVA.example", "xn--strae-oqa.de", "xn--ls8h.la", "xn.example",
            "xn--nxasmm1c.example", "xn--mgba3gch31f060k.example",
        ])
    func labels(host: String) throws {
        #expect(try URLParts("https://\(host)/").host == host.lowercased())
    }

    /// RFC 3986 §7.4: "some implementations allow the address to be given in the platform's native form"; WHATWG's URL
    /// Standard §3.5 takes each host that ends in a number for an IPv4 address, Foundation none of these.
    @Test(
        "numbers that some readers take for addresses, and others for names, are neither",
        arguments: [
            "127.1", "127.0.1", "2130706433", "0x7f.1", "0x7f.0.0.1", "0177.0.0.1", "0x7f000001", "0", "0x", "1.2.3.4.",
            "1.2.3.4.5", "256.1.1.1", "1.2.3", "01.2.3.4", "a.0x1", "a.0X7F", "a.1", "a.0x", "a.1.", "0x7f.1.",
        ])
    func oddAddresses(host: String) throws {
        let error = #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
        #expect(error?.description == "'\(host)' ends in a number and is no IPv4 address")
        #expect(throws: URLPartsError.self) { try URLParts("https://a.example/").resolving("//\(host)/") }
    }

    /// UTS #46 §4 maps these to ASCII, to others or to nothing; IDNA2008 (RFC 5891 §4.2.2, RFC 5895) knows none of them
    /// as letters of a name.
    @Test(
        "characters that become others, or nothing, on the way to A-labels",
        arguments: [
            "%EF%BC%91.2.3.4", "b%C3.example", "b%C3%BC%63her.example", "b%C3%B.example", "b%C3%BCczer.exampς",
            "%E3%80%82", "１２７.0.0.1",
            "127。0。0。1", "①②⑦.0.0.1", "ａ.example", "ﬀ.example",
            "a／b.example", "a？b.example", "a＠b.example", "a：8443", "exam\u{AD}ple.example", "a\u{200D}b.example",
            "a\u{200B}b.example", "bü\u{200C}cher.example", "\u{212A}elvin.example",
            // Its A-label would have 65 octets; the form with "ss" fits.
            String(repeating: "a", count: 57) + "ß.example", "STRA\u{1E9E}E.example",
        ])
    func mapped(host: String) {
        #expect(throws: URLPartsError.self) { try URLParts("https://\(host)/") }
        #expect(throws: URLPartsError.self) { try URLParts("https://a.example/").resolving("//\(host)/") }
    }

    /// A deviation of UTS #46 §4: the letters of RFC 5891 stay what they are.
    @Test(
        "letters of RFC 5891, in any case",
        arguments: [
            ("BÜCHER.example", "xn--bcher-kva.example"), ("bu\u{308}cher.Example", "xn--bcher-kva.example"),
            ("faß.example", "xn--fa-hia.example"), ("βόλος.example", "xn--nxasmm1c.example"),
            ("نامه\u{200C}ای.example", "xn--mgba3gch31f060k.example"), ("ทำ.example", "xn--o3c8c0d.example"),
            ("www.bücher.example.", "www.xn--bcher-kva.example"),
            // RFC 3490 §3.1: "the following characters MUST be recognized as dots"; RFC 3986 §3.2.2: UTF-8,
            // percent-encoded.
            ("日本語。example", "xn--wgv71a119e.example"), ("a．b｡example", "a.b.example"),
            ("b%C3%BCcher.example", "xn--bcher-kva.example"), ("b%c3%bccher%e3%80%82example", "xn--bcher-kva.example"),
        ])
    func letters(host: String, name: String) throws {
        #expect(try URLParts("https://\(host)/").host == name)
    }

    /// RFC 3986 §3: "hier-part = "//" authority path-abempty"; §3.2: the authority "is terminated by the next slash
    /// ("/"), question mark ("?"), or number sign ("#") character, or by the end of the URI".
    @Test(
        "what other readers take for another server's",
        arguments: [
            "https:/h.example", "https:///h.example", "https:////h.example", "https:h.example", "https://",
            "https://?h.example", "https://#h.example", "https://:443/", "https://user@/", "https://a@b@c.example/",
            "https://a.example:b@c@d.example/", "https://a.example\\@b.example/", "https:\\\\a.example/",
            "https:/\\a.example/", "https://a.example\\b/", "https://a.example/\\b", "https://%61.example/",
            "https://a.example%2f.b.example/", "https://a.example%00.b.example/", "https://a.example%",
            "https://[::1%25lo]/",
            "https://[::1%lo]/", "https://[fe80::1%25eth0]/", "https://[::1]x/", "https://[127.0.0.1]/",
            "https://[v1.x]/",
            "https://[::127.1]/", "https://[::1", "https://::1/", "https://a.example:1:2/", "https://a.example:+1/",
            "https://a.example:-1/", "https://a.example:1x/", "https://a.example:٤٤٣/", "https://a.example: 443/",
            "https://a example/", "https://a.example /", " https://a.example/", "https://a.example/ ",
            "https://a.example;b/", "https://a!b.example/", "https://-a.example/", "https://a..example/",
            "https://a.example../", "https://.a.example/", "https://./", "https://../", "https://a\tb.example/",
            "https://a.example/\nb", "ht\ntps://a.example/", "https://*.example/", "https://a.example:65536/",
            "https://a.example:4294967739/", "https://a.example:18446744073709552059/", "://a.example/",
            "1https://a.example/",
        ])
    func otherServers(url: String) {
        let error = #expect(throws: URLPartsError.self) { try URLParts(url) }
        #expect(error?.description.isEmpty == false)
    }

    @Test(
        "one server, written in two ways",
        arguments: [
            ("https://a.example:/", "https://a.example/"), ("https://a.example:0443/", "https://a.example/"),
            ("https://[::1]:/", "https://[::1]/"), ("https://[0:0::1]/", "https://[::1]/"),
            ("https://[::FFFF:192.0.2.1]/", "https://[::ffff:c000:201]/"),
            ("https://a.example?b", "https://a.example/?b"),
            ("https://a.example?x@b.example/", "https://a.example/?x@b.example/"),
            ("https://a.example#@b.example/", "https://a.example/"), ("https://@a.example/", "https://a.example/"),
            ("https://:@a.example/", "https://a.example/"), ("https://a.example./b", "https://a.example/b"),
        ])
    func sameServer(url: String, same: String) throws { #expect(try URLParts(url).text == same) }

    /// RFC 3986 §6.2.2.2: percent-encoded octets of unreserved characters "should be normalized by decoding".
    @Test(
        "paths and queries as WHATWG's URL Standard reads them too",
        arguments: [
            ("/a/%2e%2e/b", "/b"), ("/a/.%2E/b", "/b"), ("/a/%2e/b", "/a/b"), ("/a/b/%2e%2e", "/a/"),
            ("/a%2eb/%2e%2ec", "/a%2eb/%2e%2ec"), ("/a?b/%2e%2e/c", "/a?b/%2e%2e/c"), ("/a?b c", "/a?b%20c"),
            ("/a b?c d#e f", "/a%20b?c%20d"), ("/a?b\\c", "/a?b\\c"),
        ])
    func targets(written: String, target: String) throws {
        #expect(try URLParts("https://a.example\(written)").target == target)
        #expect(try URLParts("https://a.example/x/").resolving(written).target == target)
    }

    @Test(
        "references that other readers take for another server's",
        arguments: [
            "///b.example/", "////b.example/", "https:b.example", "https:/b.example", "https:///b.example",
            "\\\\b.example/",
            "/\\b.example/", "\\/b.example", "//b.example\\@c.example/", " https://b.example/", " //b.example/",
            "//b.example /", "//b@c@d.example/", "//b.example../", "//127.1/", "//%62.example/", "b:c", ":b", "é:b",
        ])
    func otherReferences(reference: String) {
        #expect(throws: URLPartsError.self) { try URLParts("https://a.example/x").resolving(reference) }
    }

    @Test("a user and a password are noticed and kept out of the text")
    func credentials() throws {
        let parts = try URLParts("https://user:secret@example.com/")
        #expect(parts.hasCredentials)
        #expect(parts.host == "example.com")
        #expect(parts.text == "https://example.com/")
        #expect(try URLParts("https://good.example@evil.example/").host == "evil.example")
        #expect(try URLParts("https://good.example%2f@evil.example/").host == "evil.example")
        #expect(try URLParts("https://us er:s@evil.example/").userInformation.decoded?.user == "us er")
    }

    @Test(
        "what is no URL, or no server's",
        arguments: [
            "", "example.com", "/path", "https://", "https://exa mple.com/", "https://a\u{0}b.com/",
            "https://example.com:0/", "https://example.com:65536/", "https://example.com:x/", "https://[::1/",
            "https://[fe80::1%25eth0]/", "https://example.com/\r\nHost: evil", "https://./", "https://a\\b.com/",
        ])
    func refused(url: String) {
        #expect(throws: URLPartsError.self) { try URLParts(url) }
    }

    @Test(
        "references are resolved as RFC 3986 §5.4 lists",
        arguments: [
            ("g", "https://a.example/b/c/g"), ("./g", "https://a.example/b/c/g"), ("g/", "https://a.example/b/c/g/"),
            ("/g", "https://a.example/g"), ("//g.example", "https://g.example/"), ("?y", "https://a.example/b/c/d;p?y"),
            ("../g", "https://a.example/b/g"), ("../../../g", "https://a.example/g"),
            ("http://other.example/x", "http://other.example/x"), ("https://b.example:1/x", "https://b.example:1/x"),
        ])
    func references(reference: String, expected: String) throws {
        #expect(try URLParts("https://a.example/b/c/d;p?q").resolving(reference).text == expected)
    }
}
