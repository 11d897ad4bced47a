import Testing

@testable import HoldfastTransport

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

    @Test(
        "numbers that other readers take for addresses become the address that is dialled",
        arguments: [
            "https://127.1/", "https://0x7f.0.0.1/", "https://2130706433/", "https://0177.0.0.1/",
        ])
    func oddAddresses(url: String) throws { #expect(try URLParts(url).host == "127.0.0.1") }

    @Test("a user and a password are noticed and kept out of the text")
    func credentials() throws {
        let parts = try URLParts("https://user:secret@example.com/")
        #expect(parts.hasCredentials)
        #expect(parts.host == "example.com")
        #expect(parts.text == "https://example.com/")
        #expect(try URLParts("https://good.example@evil.example/").host == "evil.example")
        #expect(try URLParts("https://good.example%2f@evil.example/").host == "evil.example")
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
