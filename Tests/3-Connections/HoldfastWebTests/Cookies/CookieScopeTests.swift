import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@Suite("Who may set a cookie, and who gets it: draft-ietf-httpbis-rfc6265bis §5.1.3, §5.1.4, §5.7")
struct CookieScopeTests {
    @Test(
        "a server sets cookies for itself and for what it is below, but for no public suffix",
        arguments: [
            ("www.example.com", "example.com", "example.com", false),
            ("www.example.com", ".EXAMPLE.com", "example.com", false),
            ("www.example.com", "www.example.com", "www.example.com", false),
            ("www.example.com", "", "www.example.com", true),
            ("example.com", "example.com", "example.com", false),
            ("alice.github.io", "alice.github.io", "alice.github.io", false),
            // What is listed and is the host itself is for the host alone.
            ("github.io", "github.io", "github.io", true), ("localhost", "localhost", "localhost", true),
            ("192.0.2.1", "192.0.2.1", "192.0.2.1", true), ("[2001:db8::1]", "2001:db8::1", "2001:db8::1", true),
        ])
    func allowed(host: String, attribute: String, domain: String, isHostOnly: Bool) throws {
        let cookie = try CookieBench.cookie("a=b; Domain=\(attribute)", from: "https://\(host)/")
        #expect(cookie?.domain == domain && cookie?.isHostOnly == isHostOnly)
    }

    @Test(
        "for others it sets none",
        arguments: [
            ("www.example.com", "other.com"), ("www.example.com", "com"), ("www.example.com", "ww.example.com"),
            ("example.com", "www.example.com"), ("shop.co.uk", "co.uk"), ("alice.github.io", "github.io"),
            ("badexample.com", "example.com"), ("192.0.2.1", "0.2.1"), ("192.0.2.1", "2.1"), ("192.0.2.1", "1"),
            ("192.0.2.1", "192.0.2.2"), ("www.example.com", "192.0.2.1"),
            ("www.bücher.example.com", "bücher.example.com"),
            ("www.example.com", "..example.com"), ("www.example.com", "example.com."),
        ])
    func refused(host: String, attribute: String) throws {
        #expect(try CookieBench.cookie("a=b; Domain=\(attribute)", from: "https://\(host)/") == nil)
    }

    /// RFC 6265 §5.3, step 5, of a public suffix: where it is the host, "Let the domain-attribute be the empty string.
    /// Otherwise: Ignore the cookie entirely and abort these steps."
    @Test(
        "without a list any domain may be a public suffix: a cookie is the host's alone, or is none",
        arguments: [
            ("www.example.co.uk", "uk", false), ("www.example.co.uk", "co.uk", false),
            ("www.example.co.uk", "example.co.uk", false), ("a.com", "com", false), ("a.b.test", "b.test", false),
            ("www.example.co.uk", "www.example.co.uk", true), ("www.example.co.uk", ".WWW.example.co.uk", true),
            ("co.uk", "co.uk", true), ("localhost", "localhost", true), ("www.example.co.uk", "", true),
            ("192.0.2.1", "192.0.2.1", true), ("www.example.co.uk", "other.co.uk", false),
        ])
    func withoutList(host: String, attribute: String, isKept: Bool) throws {
        let url = try HTTPSURL("https://\(host)/")
        let cookie = Cookie("a=b; Domain=\(attribute)", from: url, at: CookieBench.now, publicSuffixes: nil)
        #expect((cookie != nil) == isKept)
        #expect(cookie.map { $0.domain == host && $0.isHostOnly } ?? true)
        // The same of a cookie that somebody else has read.
        let domain = attribute.lowercased().drop { $0 == "." }
        let read = Cookie(
            name: "a", value: "b", domain: domain.isEmpty ? host : String(domain), isHostOnly: domain.isEmpty,
            path: "/",
            isSecure: false, isHTTPOnly: false, sameSite: .unspecified, expires: nil, created: CookieBench.now)
        let kept = read.set(by: url, isPlain: false, publicSuffixes: nil)
        #expect(kept == cookie)
    }

    @Test("with a list the suffixes are those that it has")
    func withList() throws {
        let (url, now) = (try HTTPSURL("https://www.example.co.uk/"), CookieBench.now)
        #expect(Cookie("a=b; Domain=co.uk", from: url, at: now, publicSuffixes: CookieBench.suffixes) == nil)
        #expect(Cookie("a=b; Domain=example.co.uk", from: url, at: now, publicSuffixes: CookieBench.suffixes) != nil)
    }

    @Test(
        "names that promise something keep it, whatever their case, and so does what looks like such a name",
        arguments: [
            ("__Secure-a=b; Secure", true), ("__Secure-a=b", false), ("__secure-a=b", false),
            ("__Host-a=b; Secure; Path=/", true), ("__Host-a=b; Secure", false), ("__Host-a=b; Path=/", false),
            ("__Host-a=b; Secure; Path=/; Domain=www.example.com", false), ("__hOST-a=b; Secure; Path=/x", false),
            ("__Host-a=b; Secure; Path=/; Domain=", true), ("=__Host-a=b; Secure; Path=/", false),
            ("=__Secure-a; Secure", false), ("__Secure-", false), ("a=__Host-", true), ("_Secure-a=b", true),
            ("a=b; SameSite=None", false), ("a=b; SameSite=None; Secure", true),
            // The octets of the names above, and a mark that Swift draws onto the last.
            ("__Host-\u{301}=b; Path=/", false), ("__Secure-\u{301}=b", false), ("=__Host-\u{301}", false),
        ])
    func promises(text: String, isKept: Bool) throws {
        #expect((try CookieBench.cookie(text, from: "https://www.example.com/") != nil) == isKept)
    }

    @Test(
        "hosts",
        arguments: [
            ("Domain=example.com", "example.com", true), ("Domain=example.com", "www.example.com", true),
            ("Domain=example.com", "a.b.example.com", true), ("Domain=example.com", "badexample.com", false),
            ("Domain=example.com", "com", false), ("HttpOnly", "www.example.com", true),
            ("HttpOnly", "a.www.example.com", false), ("HttpOnly", "example.com", false),
        ])
    func hosts(attribute: String, host: String, isSent: Bool) throws {
        let cookie = try #require(try CookieBench.cookie("a=b; Path=/; \(attribute)"))
        #expect(cookie.matches(try HTTPSURL("https://\(host):8443/x")) == isSent)
    }

    @Test(
        "paths",
        arguments: [
            ("/shop", "/shop", true), ("/shop", "/shop/", true), ("/shop", "/shop/a", true), ("/shop", "/shop?q", true),
            ("/shop", "/shopping", false), ("/shop", "/", false), ("/shop/", "/shop", false),
            ("/shop/", "/shop/a", true),
            ("/", "/anything", true), ("/Shop", "/shop", false), ("/a", "/?/a", false), ("/shop", "/x?/shop", false),
        ])
    func paths(path: String, asked: String, isSent: Bool) throws {
        let cookie = try #require(try CookieBench.cookie("a=b; Path=\(path)"))
        #expect(cookie.matches(try HTTPSURL("https://www.example.com\(asked)")) == isSent)
    }

    @Test(
        "the path of a cookie without one is the folder of the URL",
        arguments: [("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b/c?d/e", "/a/b"), ("?x", "/")])
    func defaultPath(asked: String, expected: String) throws {
        #expect(try CookieBench.cookie("a=b", from: "https://www.example.com\(asked)")?.path == expected)
    }
}
