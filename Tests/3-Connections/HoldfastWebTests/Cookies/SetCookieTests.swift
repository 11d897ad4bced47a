import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

/// Cookies of a fixed day, and a list of public suffixes that is not the machine's.
enum CookieBench {
    static let now = Instant(secondsSince1970: 1_800_000_000)
    static let suffixes = PublicSuffixes(identity: "test") { domain in
        switch domain {
        case "com", "co.uk", "test": .icann
        case "github.io": .privateDomains
        default: nil
        }
    }

    static func cookie(
        _ text: String, from url: String = "https://www.example.com/shop/cart?x=/y", at now: Instant = now
    ) throws -> Cookie? {
        Cookie(text, from: try HTTPSURL(url), at: now, publicSuffixes: suffixes)
    }
}

@Suite("Set-Cookie is read as draft-ietf-httpbis-rfc6265bis §5.6 says")
struct SetCookieTests {
    @Test(
        "names and values",
        arguments: [
            ("foo=bar", "foo", "bar"), ("z=y, a=b", "z", "y, a=b"), ("  A  = BC  ;foo;;;   bar", "A", "BC"),
            ("  A=== BC  ;foo", "A", "== BC"), ("x=", "x", ""), ("=x", "", "x"), ("foo", "", "foo"),
            ("aBc=\"zzz \"   \"ppp\"  ;", "aBc", "\"zzz \"   \"ppp\""), ("aBc=\"zz;pp\" ; ;", "aBc", "\"zz"),
            ("a\tb=c\td", "a\tb", "c\td"), ("foo=春节", "foo", "春节"),
        ])
    func pairs(text: String, name: String, value: String) throws {
        let cookie = try CookieBench.cookie(text)
        #expect(cookie?.name == name && cookie?.value == value)
        #expect(cookie?.domain == "www.example.com" && cookie?.isHostOnly == true)
        #expect(cookie?.path == "/shop")
        #expect(cookie?.expires == nil && cookie?.isSecure == false && cookie?.isHTTPOnly == false)
        #expect(cookie?.sameSite == .unspecified)
        #expect(cookie?.created == CookieBench.now)
    }

    @Test(
        "what is no cookie",
        arguments: ["", "   ", "=", " = ; Secure", "; Secure", "a=b\u{0}", "a\u{1F}=b", "a=b; Path=/\u{7F}"])
    func refused(text: String) throws {
        #expect(try CookieBench.cookie(text) == nil)
    }

    @Test("limits: 4,096 octets of name and value, 1,024 of an attribute")
    func limits() throws {
        let long = String(repeating: "a", count: 4095)
        #expect(try CookieBench.cookie("n=" + long)?.value.utf8.count == 4095)
        #expect(try CookieBench.cookie("nn=" + long) == nil)
        #expect(try CookieBench.cookie(long + "a") != nil)
        #expect(try CookieBench.cookie(long + "ab") == nil)
        let path = "/" + String(repeating: "p", count: 1023)
        #expect(try CookieBench.cookie("a=b; Path=/x; Path=" + path)?.path == path)
        #expect(try CookieBench.cookie("a=b; Path=/x; Path=" + path + "p")?.path == "/x")
        let domain = String(repeating: "a", count: 1025)
        #expect(try CookieBench.cookie("a=b; Domain=" + domain)?.isHostOnly == true)
    }

    @Test(
        "attributes, the last of a name counting",
        arguments: [
            ("a=b; secure; HTTPONLY", true, true, "/shop", Cookie.SameSite.unspecified),
            ("a=b;Secure=no;httponly=x", true, true, "/shop", .unspecified),
            ("a=b; Secure qux; \"HttpOnly\"", false, false, "/shop", .unspecified),
            ("a=b; Path=/qux; Path=/", false, false, "/", .unspecified),
            ("a=b; Path=/qux; Path=", false, false, "/shop", .unspecified),
            ("a=b; path = /x  ; Path=y", false, false, "/shop", .unspecified),
            ("a=b; SameSite=STRICT", false, false, "/shop", .strict),
            ("a=b; SameSite=Lax; samesite=other", false, false, "/shop", .unspecified),
            ("a=b; SameSite=None; Secure", true, false, "/shop", .none),
        ])
    func attributes(
        text: String, isSecure: Bool, isHTTPOnly: Bool, path: String, sameSite: Cookie.SameSite
    ) throws {
        let cookie = try CookieBench.cookie(text)
        #expect(cookie?.isSecure == isSecure && cookie?.isHTTPOnly == isHTTPOnly)
        #expect(cookie?.path == path && cookie?.sameSite == sameSite)
    }

    @Test(
        "how long a cookie lives, 400 days at most",
        arguments: [
            ("Max-Age=60", Int64(60)), ("max-age=34560001", 34_560_000),
            ("Max-Age=99999999999999999999999", 34_560_000),
            ("Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 60), ("Max-Age=60; Max-Age=70", 70),
            ("Max-Age=60; Max-Age=x", 60), ("Expires=Fri, 15 Jan 2027 08:00:10 GMT", 10),
            ("Expires=Fri, 15 Jan 2099 08:00:10 GMT", 34_560_000),
        ])
    func ends(text: String, seconds: Int64) throws {
        #expect(CookieBench.now.description == "2027-01-15T08:00:00Z")
        #expect(try CookieBench.cookie("a=b; " + text)?.expires == CookieBench.now.advanced(bySeconds: seconds))
    }

    @Test("what has ended, and what ends with the session")
    func endings() throws {
        for text in [
            "Max-Age=0", "Max-Age=-1", "Max-Age=-999999999999999999999", "Expires=Fri, 15 Jan 2027 08:00:00 GMT",
        ] {
            #expect(try CookieBench.cookie("a=b; " + text)?.isExpired(at: CookieBench.now) == true, "\(text)")
        }
        for text in ["Max-Age=", "Max-Age=-", "Max-Age=+5", "Max-Age=1 0", "Max-Age=0x10", "Expires=tomorrow"] {
            #expect(try CookieBench.cookie("a=b; " + text)?.expires == nil, "\(text)")
        }
    }

    @Test("no text form shows a value")
    func secrets() throws {
        let cookie = try #require(try CookieBench.cookie("session=hush-hush; Domain=example.com"))
        var dumped = ""
        dump(cookie, to: &dumped)
        dump([cookie], to: &dumped)
        for text in ["\(cookie)", String(reflecting: cookie), dumped, "\([cookie])"] {
            #expect(!text.contains("hush-hush"))
        }
        #expect(cookie.value == "hush-hush")
        #expect(cookie.description.contains("example.com"))
    }
}
