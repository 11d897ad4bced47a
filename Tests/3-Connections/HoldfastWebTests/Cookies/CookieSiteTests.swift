import HoldfastHTTP
import HoldfastX509
import Testing

@testable import HoldfastWeb

/// draft-ietf-httpbis-rfc6265bis §5.2, §5.7 and §5.8.3: the sites that cause requests.
@Suite("Cookies with SameSite")
struct CookieSiteTests {
    private static func site(
        _ document: String?, _ url: String = "https://www.example.com/", method: String = "GET",
        navigates: Bool = false, after passed: [String] = []
    ) throws -> CookieSite {
        CookieSite(
            of: try HTTPSURL(dangerouslyAllowingPlainHTTP: url), method: method,
            from: try document.map { try HTTPSURL(dangerouslyAllowingPlainHTTP: $0) }, isNavigation: navigates,
            after: try passed.map { try HTTPSURL(dangerouslyAllowingPlainHTTP: $0) },
            publicSuffixes: CookieBench.suffixes)
    }

    @Test(
        "one site is one scheme, and one owner below a public suffix",
        arguments: [
            ("https://www.example.com/", true), ("https://example.com:8443/x", true),
            ("https://a.b.example.com/", true),
            ("https://other.com/", false), ("https://com/", false), ("http://www.example.com/", false),
            ("https://192.0.2.1/", false), ("https://badexample.com/", false),
        ])
    func sites(document: String, isSame: Bool) throws {
        #expect((try Self.site(document) == .same) == isSame)
        #expect(try Self.site(nil) == .same)
    }

    /// §5.2: "The request is not the result of a cross-site redirect. That is, the origin of every url in the
    /// request's url list is same-site with the request's current url's origin."
    @Test(
        "what has been redirected by another site is a request of another site",
        arguments: [
            (["https://www.example.com/"], true), (["https://a.example.com/", "https://example.com:8443/"], true),
            (["https://other.com/"], false), (["https://www.example.com/", "https://other.com/"], false),
            (["https://other.com/", "https://www.example.com/"], false), (["http://www.example.com/"], false),
        ])
    func redirected(passed: [String], isSame: Bool) throws {
        let site = try Self.site("https://example.com/", after: passed)
        #expect(site == (isSame ? .same : .other))
        // Without a document nobody else can have caused it.
        #expect(try Self.site(nil, after: passed) == .same)
    }

    @Test("shops below a suffix that many share are sites of their own")
    func suffixes() throws {
        #expect(try Self.site("https://alice.github.io/", "https://bob.github.io/") == .other)
        #expect(try Self.site("https://x.alice.github.io/", "https://alice.github.io/") == .same)
        #expect(try Self.site("https://192.0.2.1/", "https://192.0.2.1:8443/") == .same)
    }

    @Test("what goes along: the whole table")
    func sent() {
        let all: [Cookie.SameSite] = [.strict, .lax, .unspecified, Cookie.SameSite.none]
        func sent(_ site: CookieSite) -> [Cookie.SameSite] { all.filter(site.sends) }
        #expect(sent(.same) == all)
        #expect(sent(.otherNavigation(isSafe: true)) == [.lax, .unspecified, Cookie.SameSite.none])
        #expect(sent(.otherNavigation(isSafe: false)) == [Cookie.SameSite.none])
        #expect(sent(.other) == [Cookie.SameSite.none])
    }

    @Test(arguments: [("GET", true), ("HEAD", true), ("OPTIONS", true), ("POST", false), ("get", false)])
    func safety(method: String, isSafe: Bool) throws {
        let site = try Self.site("https://other.com/", method: method, navigates: true)
        #expect(site == .otherNavigation(isSafe: isSafe))
    }

    @Test(
        "what another site's request brings is kept with SameSite=None alone; what the user goes to, all of it",
        arguments: [
            ("a=b", false), ("a=b; SameSite=Lax", false), ("a=b; SameSite=Strict", false),
            ("a=b; SameSite=None; Secure", true), ("a=b; SameSite=None; SameSite=Lax", false), ("", false),
        ])
    func kept(text: String, isKept: Bool) throws {
        let field = try #require(HTTPField(name: "Set-Cookie", value: text))
        let other = try #require(HTTPField(name: "X-Other", value: "1"))
        #expect(CookieSite.other.keeps(field, at: CookieBench.now) == isKept)
        for site in [CookieSite.same, .otherNavigation(isSafe: true), .otherNavigation(isSafe: false)] {
            #expect(site.keeps(field, at: CookieBench.now))
        }
        #expect(CookieSite.other.keeps(other, at: CookieBench.now))
    }
}
