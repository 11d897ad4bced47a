/// Attributes, the ends of cookies, and what their names promise: §5.6.1 to §5.6.7, §5.7.
extension CookieRule {
    private static let secure = "§5.6.5: if the attribute-name case-insensitively matches the string \"Secure\""
    private static let path = "§5.6.4: if the attribute-value is empty or its first character is not %x2F"
    private static let last = "§5.7: the attribute-value of the last attribute with an attribute-name of"
    private static let tooLong =
        "§5.6: if the attribute-value is longer than 1024 octets, ignore the cookie-av string"
    private static let maxAge =
        "§5.6.2: if the remainder of attribute-value contains a non-DIGIT character, ignore the cookie-av"
    private static let over = "§5.6.2: if delta-seconds is less than or equal to zero, let expiry-time be the earliest"
    private static let capped = "§5.5: the limit SHOULD NOT be greater than 400 days in the future"
    private static let expires = "§5.6.1: let the expiry-time be the result of parsing as cookie-date"
    private static let first = "§5.7: Max-Age, otherwise, if the cookie-attribute-list contains Expires"
    private static let evicted = "§5.7: the user agent MUST evict all expired cookies"
    private static let plain =
        "§5.7: if the request-uri does not denote a \"secure\" connection and the secure-only-flag is true, abort"
    private static let overlaid =
        "§5.7: if the cookie store contains a cookie whose secure-only-flag is true, of the same name, abort"
    private static let prefix = "§5.7: if the cookie-name begins with a case-insensitive match for the string"
    private static let nameless =
        "§5.7: if the cookie-name is empty and the cookie-value begins with such a string, abort"
    private static let none = "§5.7: if the same-site-flag is \"None\", abort unless the secure-only-flag is true"

    private static let encrypted = "https://home.example.org:8888/cookie-parser?x"
    private static let encryptedResult = "https://home.example.org:8888/cookie-parser-result?x"

    private static func byTLS(_ sentence: String, _ received: [String], sent: String) -> CookieRule {
        CookieRule(sentence, received, from: encrypted, to: encryptedResult, sent: sent)
    }

    /// A cookie that TLS brought, and the next request without.
    private static func notByPlain(_ text: String) -> CookieRule {
        CookieRule(secure, [text], from: encrypted, sent: "")
    }

    private static let secureShapes: [String] = [
        "foo=bar; Secure", "foo=bar; seCURe", "foo=bar; Secure=", "foo=bar; Secure=aaaa", "foo=bar; Secure =aaaaa",
        "foo=bar; Secure= aaaaa", "foo=bar; Secure; qux", "foo=bar; Secure;qux", "foo=bar; Secure    ; qux",
        "foo=bar;            Secure", "foo=bar;       Secure     ;", "foo=bar; qux; Secure",
        "foo=bar; qux=\"aaa;bbb\"; Secure", "foo=bar; secure;",
    ]

    static let attributes: [CookieRule] = secureShapes.flatMap(ofSecure) + otherAttributes

    private static func ofSecure(_ text: String) -> [CookieRule] {
        [notByPlain(text), byTLS(secure, [text], sent: "foo=bar"), CookieRule(plain, [text], sent: "")]
    }

    private static let otherAttributes: [CookieRule] = [
        CookieRule(secure, ["foo=bar; \"Secure\""], sent: "foo=bar"),
        CookieRule(secure, ["foo=bar; Secure qux"], sent: "foo=bar"),
        CookieRule(path, ["foo=bar; Path"], sent: "foo=bar"),
        CookieRule(path, ["foo=bar; Path="], sent: "foo=bar"),
        CookieRule(path, ["foo=bar; Path=/"], sent: "foo=bar"),
        CookieRule(path, ["foo=bar; Path=/qux"], sent: ""),
        CookieRule(path, ["foo=bar; Path    =/qux"], sent: ""),
        CookieRule(path, ["foo=bar; Path=    /qux"], sent: ""),
        CookieRule(path, ["foo=bar; Path=/qux      ; taz"], sent: ""),
        CookieRule(path, ["foo=bar; path= /"], sent: "foo=bar"),
        CookieRule(path, ["foo=bar; path=qux"], sent: "foo=bar"),
        CookieRule(last, ["foo=bar; Path=/qux; Path=/"], sent: "foo=bar"),
        CookieRule(last, ["foo=bar; Path=/; Path=/qux"], sent: ""),
        CookieRule(last, ["foo=bar; Path=/qux; Path=/cookie-parser-result"], sent: "foo=bar"),
        CookieRule(last, ["foo=bar; Path=/cookie-parser-result; Path=/qux"], sent: ""),
        CookieRule(last, ["foo=bar; path=/dog; path="], sent: "foo=bar"),
        CookieRule(last, ["foo=bar; path=; path=/dog"], sent: ""),
        CookieRule(tooLong, ["foo=bar; Path=/" + String(repeating: "p", count: 1_024)], sent: "foo=bar"),
        CookieRule(tooLong, ["foo=bar; Domain=" + String(repeating: "d", count: 1_025)], sent: "foo=bar"),
    ]

    static let ends: [CookieRule] = [
        CookieRule(maxAge, ["foo=bar; max-age=10000;"], sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; max-age=60"], later: 59, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age=50,399"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age=+1"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age=1.5"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age="], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age=--1"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=bar; Max-Age=-"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(maxAge, ["foo=b;max-age=3600, c=d;path=/"], sent: "foo=b"),
        CookieRule(evicted, ["foo=bar; max-age=60"], later: 60, sent: ""),
        CookieRule(evicted, ["foo=bar; max-age=60", "foo1=bar; max-age=61"], later: 60, sent: "foo1=bar"),
        CookieRule(over, ["foo=bar; max-age=0;"], sent: ""),
        CookieRule(over, ["foo=bar; max-age=-1"], sent: ""),
        CookieRule(over, ["foo=bar; max-age=-20"], sent: ""),
        CookieRule(over, ["foo=bar; max-age=60", "foo1=bar; max-age=60", "foo=x; max-age=0"], sent: "foo1=bar"),
        CookieRule(over, ["foo=bar", "foo2=x; max-age=0"], sent: "foo=bar"),
        CookieRule(over, ["test=kill; max-age=0", "five; max-age=0"], sent: ""),
        CookieRule(capped, ["a=b; Max-Age=99999999999999999999"], later: 34_559_999, sent: "a=b"),
        CookieRule(capped, ["a=b; Max-Age=99999999999999999999"], later: 34_560_000, sent: ""),
        CookieRule(capped, ["a=b; Expires=Fri, 15 Jan 2099 08:00:00 GMT"], later: 34_560_000, sent: ""),
        CookieRule(expires, ["foo=bar; Expires=Fri, 07 Aug 2027 08:04:19 GMT"], sent: "foo=bar"),
        CookieRule(expires, ["foo=bar; Expires=Fri 07 Aug 2027 08:04:19 GMT, baz=qux"], sent: "foo=bar"),
        CookieRule(expires, ["foo=x; expires=Sun, 18-Apr-2027 21:06:29 GMT ; path=/  ;  "], sent: "foo=x"),
        CookieRule(expires, ["foo=bar; Expires=Fri, 07 Aug 2007 08:04:19 GMT", "c=d"], sent: "c=d"),
        CookieRule(expires, ["foo=bar; expires=Thu, 10 Apr 1980 16:33:12 GMT"], sent: ""),
        CookieRule(expires, ["foo=bar; expires=tomorrow"], later: 1_000_000, sent: "foo=bar"),
        CookieRule(first, ["a=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], sent: "a=b"),
        CookieRule(first, ["a=b; Expires=Fri, 07 Aug 2027 08:04:19 GMT; Max-Age=0"], sent: ""),
        CookieRule(first, ["a=b; Max-Age=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], sent: ""),
        CookieRule(first, ["five; max-age=2.63,"], sent: "five"),
    ]

    static let promises: [CookieRule] = [
        byTLS(prefix, ["__Secure-a=b; Secure"], sent: "__Secure-a=b"),
        byTLS(prefix, ["__Secure-a=b"], sent: ""),
        byTLS(prefix, ["__SECURE-a=b"], sent: ""),
        byTLS(prefix, ["__Host-a=b; Secure; Path=/"], sent: "__Host-a=b"),
        byTLS(prefix, ["__host-a=b; Secure; Path=/"], sent: "__host-a=b"),
        byTLS(prefix, ["__Host-a=b; Secure"], sent: ""),
        byTLS(prefix, ["__Host-a=b; Path=/"], sent: ""),
        byTLS(prefix, ["__Host-a=b; Secure; Path=/cookie-parser-result"], sent: ""),
        byTLS(prefix, ["__Host-a=b; Secure; Path=/; Domain=home.example.org"], sent: ""),
        byTLS(prefix, ["__Host-a=b; Secure; Path=/; Domain="], sent: "__Host-a=b"),
        byTLS(prefix, ["_Host-a=b", "__Host=c"], sent: "_Host-a=b; __Host=c"),
        CookieRule(prefix, ["__Secure-a=b; Secure"], sent: ""),
        CookieRule(prefix, ["__Host-a=b; Secure; Path=/"], sent: ""),
        byTLS(nameless, ["=__Secure-a=b; Secure"], sent: ""),
        byTLS(nameless, ["__Host-a; Secure; Path=/"], sent: ""),
        byTLS(nameless, ["a=__Host-b"], sent: "a=__Host-b"),
        byTLS(none, ["a=b; SameSite=None"], sent: ""),
        byTLS(none, ["a=b; SameSite=None; Secure"], sent: "a=b"),
        byTLS(none, ["a=b; SameSite=none; SameSite=Lax"], sent: "a=b"),
        byTLS(none, ["a=b; SameSite=Strict", "c=d; SameSite=Lax", "e=f; SameSite=x"], sent: "a=b; c=d; e=f"),
        CookieRule(none, ["a=b; SameSite=None; Secure"], sent: ""),
        CookieRule(overlaid, ["a=b; Secure", "a=c"], from: encrypted, to: encryptedResult, sent: "a=c"),
        CookieRule(overlaid, ["a=c"], sent: "a=c"),
    ]
}
