import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@Suite("URLs come in through one door")
struct HTTPSURLTests {
    @Test(
        "what is used of a URL",
        arguments: [
            ("https://example.com", "https://example.com/", "example.com", 443),
            ("https://EXAMPLE.com:8443/a/../b?c#d", "https://example.com:8443/b?c", "example.com", 8443),
            ("https://user:secret@example.com/", "https://example.com/", "example.com", 443),
            ("https://[2001:DB8::1]:444/", "https://[2001:db8::1]:444/", "2001:db8::1", 444),
            ("https://192.0.2.1/", "https://192.0.2.1/", "192.0.2.1", 443),
            ("https://bücher.example/ä b", "https://xn--bcher-kva.example/%C3%A4%20b", "xn--bcher-kva.example", 443),
            ("HTTPS://example.com./", "https://example.com/", "example.com", 443),
        ])
    func parts(text: String, used: String, name: String, port: Int) throws {
        let url = try HTTPSURL(text)
        #expect(url.description == used)
        #expect(url.serverName.description == name)
        #expect(Int(url.port) == port)
    }

    @Test(
        "what is no URL for a session",
        arguments: [
            "", "example.com", "http://example.com/", "ftp://example.com/", "https://",
            "https://example.com:0/", "https://example.com:65536/", "https://exa mple.com/", "https://[::1/",
            "https://[fe80::1%25eth0]/", "https://a..b/", "https://example.com/\u{0}", "https://example.com:port/",
            "file:///etc/passwd", "https://*.example.com/",
        ])
    func refused(text: String) {
        #expect(throws: HTTPSURLError.self, "\(text)") { try HTTPSURL(text) }
    }

    /// RFC 3986 §3.5: the fragment is "separated from the rest of the URI prior to a dereference".
    @Test(
        "a URL is the same once it is written and read",
        arguments: [
            "https://rep#rts.example.co%/", "https://a.test/b#c", "https://a.test#", "https://a.test/#a?b",
            "https://user:secret@a.test./x y?z w#f", "https://[0:0::1]:/", "https://a.test//pins",
            "https://a.test/%2e%2e/b",
        ])
    func writtenAnew(text: String) throws {
        let url = try HTTPSURL(text)
        #expect(try HTTPSURL(url.description) == url)
        #expect(try HTTPSURL(url.description).description == url.description)
        #expect(url.host == url.serverName.description)
        let reference = try HTTPSURL("https://b.test/").resolving(text)
        #expect(reference == url)
    }

    @Test(
        "no other server is dialled than the one that the URL names, and it says why",
        arguments: [
            ("https://a.test../", "'a.test..' has a label that is not 1-63 letters, digits, hyphens or underscores"),
            ("https://reports.exaDefaultIn..//pins", "has a label that is not"), ("https:/h", "two slashes"),
            ("https:///h", "names no host"), ("https://2130706433/", "ends in a number and is no IPv4 address"),
            ("https://0x7f.1/", "ends in a number and is no IPv4 address"), ("https://a@b@c/", "two @"),
            ("https://a\\@b/", "backslash"), ("https://%61.test/", "percent-encoded"),
            ("https://１２７.0.0.1/", "'127.0.0.1'"), ("https://[fe80::1%25eth0]/", "zone identifier"),
        ])
    func reasons(text: String, reason: String) {
        let error = #expect(throws: HTTPSURLError.self) { try HTTPSURL(text) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "it is read")")
        #expect(error?.isOtherScheme == false)
    }

    @Test(
        "a name as people write it is a name alone",
        arguments: [
            "ä.test/\u{301}b", "ä.test?\u{301}", "ä.test#\u{301}", "ä.test:\u{301}", "a@\u{301}ä.test", "１.2.3.4",
        ])
    func unicodeNames(text: String) {
        #expect(throws: ServerNameError.self) { try ServerName(unicode: text) }
    }

    @Test(
        "references are resolved as RFC 3986 §5.4 says",
        arguments: [
            ("g", "https://a.test/b/c/g"), ("/g", "https://a.test/g"), ("../g?y", "https://a.test/b/g?y"),
            ("//g.test/x", "https://g.test/x"), ("?y", "https://a.test/b/c/d;p?y"),
            ("https://other.test:444/", "https://other.test:444/"),
        ])
    func references(reference: String, result: String) throws {
        let base = try HTTPSURL("https://a.test/b/c/d;p?q")
        #expect(try base.resolving(reference).description == result, "\(reference)")
    }

    @Test("a reference to another scheme is told apart from what is no URL")
    func otherScheme() throws {
        let base = try HTTPSURL("https://a.test/")
        let plain = #expect(throws: HTTPSURLError.self) { try base.resolving("http://a.test/") }
        #expect(plain?.isOtherScheme == true)
        let broken = #expect(throws: HTTPSURLError.self) { try base.resolving("https://a..b/") }
        #expect(broken?.isOtherScheme == false)
    }

    @Test(
        "what is used of a URL that may be plain",
        arguments: [
            ("http://example.com", "http://example.com/", 80),
            ("http://example.com:443/a#b", "http://example.com:443/a", 443),
            ("HTTP://[2001:DB8::1]/", "http://[2001:db8::1]/", 80),
            ("https://example.com/", "https://example.com/", 443),
        ])
    func plainParts(text: String, used: String, port: Int) throws {
        let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: text)
        #expect(url.description == used)
        #expect(Int(url.port) == port)
        #expect(url.isPlainHTTP == used.hasPrefix("http:"))
        #expect(url.scheme == (url.isPlainHTTP ? "http" : "https"))
    }

    @Test(
        "other schemes stay refused where plain HTTP is allowed",
        arguments: ["ftp://a.test/", "file:///a", "ws://a.test/"])
    func plainRefused(text: String) {
        #expect(throws: HTTPSURLError.self) { try HTTPSURL(dangerouslyAllowingPlainHTTP: text) }
    }

    @Test("the permission goes with the URL that has it, and is no part of it")
    func permission() throws {
        let (usual, allowed) = (
            try HTTPSURL("https://a.test/"), try HTTPSURL(dangerouslyAllowingPlainHTTP: "https://a.test/")
        )
        #expect(usual == allowed && usual.hashValue == allowed.hashValue)
        #expect(try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://a.test:443/") != usual)
        let refused = #expect(throws: HTTPSURLError.self) { try usual.resolving("http://a.test/") }
        #expect(refused?.isOtherScheme == true)
        // Away and back: the permission is the first URL's.
        let plain = try allowed.resolving("http://b.test/x")
        #expect(plain.isPlainHTTP)
        #expect(try plain.resolving("y").description == "http://b.test/y")
        #expect(try plain.resolving("https://c.test/").resolving("http://d.test/").isPlainHTTP)
        #expect(throws: HTTPSURLError.self) { try allowed.resolving("ftp://a.test/") }
    }
}
