/// Domains, paths and the order in which cookies are named: §5.1.3, §5.1.4, §5.7, §5.8.3.
extension CookieRule {
    private static let covers = "§5.1.3: a string domain-matches a given domain string if they are identical, or"
    private static let dot = "§5.6.3: let cookie-domain be the attribute-value without the leading %x2E"
    private static let foreign =
        "§5.7: if the canonicalized request-host does not domain-match the domain-attribute, ignore the cookie"
    private static let ascii =
        "§5.7: if the domain-attribute contains a character that is not in the range of [USASCII] characters, abort"
    private static let lastDomain = "§5.7: the last attribute in the cookie-attribute-list with the name \"Domain\""
    private static let hostOnly = "§5.7: otherwise set the cookie's host-only-flag to true"
    private static let suffix =
        "§5.7: if the domain-attribute is a public suffix and not the canonicalized request-host, ignore the cookie"
    private static let address = "§5.1.3: the string is a host name (i.e., not an IP address)"
    private static let below = "§5.1.4: the cookie-path is a prefix of the request-path, and"
    private static let folder = "§5.1.4: the default-path of the URI up to, but not including, the right-most %x2F"
    private static let longer = "§5.8.3: cookies with longer paths are listed before cookies with shorter paths"

    private static let home = "http://home.example.org:8888/cookie-parser-result?x"
    private static let sibling = "http://sibling.example.org:8888/cookie-parser-result?x"
    private static let lower = "http://subdomain.home.example.org:8888/cookie-parser-result?x"

    private static func refused(_ sentence: String, _ domain: String, to: String = home) -> CookieRule {
        CookieRule(sentence, ["foo=bar; domain=\(domain)"], to: to, sent: "")
    }

    private static func taken(_ sentence: String, _ domain: String, to: String = home) -> CookieRule {
        CookieRule(sentence, ["foo=bar; domain=\(domain)"], to: to, sent: "foo=bar")
    }

    private static func at(_ host: String, _ text: String, to: String? = nil, sent: String) -> CookieRule {
        CookieRule(suffix, [text], from: "https://\(host)/", to: "https://\(to ?? host)/", sent: sent)
    }

    static let domains: [CookieRule] = [
        taken(covers, "home.example.org"), taken(covers, "home.example.org", to: lower),
        taken(covers, "example.org"), taken(covers, "example.org", to: sibling),
        taken(covers, "home.eXaMpLe.org"),
        taken(covers, "home.example.org", to: "http://hoMe.eXaMplE.org:8888/cookie-parser-result?x"),
        refused(covers, "home.example.org", to: sibling),
        refused(covers, "home.example.org", to: "http://example.org/"),
        refused(covers, "example.org", to: "http://badexample.org/"),
        taken(dot, ".home.example.org"), taken(dot, ".home.example.org", to: lower), taken(dot, ".example.org"),
        taken(dot, "  .home.example.org"), refused(dot, ".home.example.org", to: sibling),
        refused(dot, "..home.example.org"), refused(dot, "  .  home.example.org"),
        refused(foreign, "sibling.example.org", to: sibling), refused(foreign, ".sibling.example.org", to: sibling),
        refused(foreign, "subdomain.home.example.org", to: lower), refused(foreign, "home.example.com"),
        refused(foreign, ".sibling.home.example.org", to: "http://sibling.home.example.org/cookie-parser-result"),
        refused(foreign, "home..example.org"), refused(foreign, "home.example.org."),
        refused(foreign, "home.example.org.."), refused(foreign, "home.example.org ."),
        refused(foreign, "\"home.example.org\""), refused(foreign, "home.example.org:8888"),
        refused(foreign, ".parser.test; ;; ;=; ,,, ===,abc,=; abracadabra! max-age=20;=;;"),
        refused(ascii, "höme.example.org"), refused(ascii, ".home.example\u{3002}org"),
        CookieRule(
            ascii, ["a=b; Domain=boo\u{212A}.example.org"], from: "https://book.example.org/",
            to: "https://book.example.org/", sent: ""),
        refused(suffix, ".org"), refused(suffix, "org"), refused(suffix, ".org."),
        at("shop.co.uk", "a=b; Domain=co.uk", sent: ""), at("co.uk", "a=b; Domain=co.uk", sent: "a=b"),
        at("co.uk", "a=b; Domain=co.uk", to: "shop.co.uk", sent: ""),
        at("alice.github.io", "a=b; Domain=github.io", sent: ""),
        at("alice.github.io", "a=b; Domain=alice.github.io", to: "x.alice.github.io", sent: "a=b"),
        at("localhost", "a=b; Domain=localhost", to: "x.localhost", sent: ""),
        at("localhost", "a=b; Domain=localhost", sent: "a=b"),
        CookieRule(address, ["a=b; Domain=0.2.1"], from: "https://192.0.2.1/", to: "https://192.0.2.1/", sent: ""),
        CookieRule(
            address, ["a=b; Domain=192.0.2.1"], from: "https://192.0.2.1/", to: "https://192.0.2.1/", sent: "a=b"),
        CookieRule(
            address, ["a=b; Domain=2001:db8::1"], from: "https://[2001:db8::1]/", to: "https://[2001:db8::1]/",
            sent: "a=b"),
        CookieRule(hostOnly, ["foo=bar"], to: lower, sent: ""),
        CookieRule(hostOnly, ["foo=bar"], to: "http://example.org/cookie-parser-result", sent: ""),
        CookieRule(hostOnly, ["foo=bar; domain="], to: home, sent: "foo=bar"),
        CookieRule(hostOnly, ["foo=bar; domain=example.org; domain="], to: home, sent: "foo=bar"),
        CookieRule(hostOnly, ["foo=bar; domain=example.org; domain="], to: sibling, sent: ""),
        CookieRule(hostOnly, ["foo=bar; domain=foo.example.org; domain="], to: lower, sent: ""),
        CookieRule(hostOnly, ["a=1", "a=2; domain=home.example.org"], to: home, sent: "a=1; a=2"),
        CookieRule(lastDomain, ["foo=bar; domain=.example.org; domain=home.example.org"], to: sibling, sent: ""),
        CookieRule(lastDomain, ["foo=bar; domain=home.example.org; domain=.example.org"], to: sibling, sent: "foo=bar"),
        CookieRule(lastDomain, ["foo=bar; domain=home.example.org; domain=home.example.com"], to: home, sent: ""),
        CookieRule(lastDomain, ["a=b; domain=home.example.com; domain=home.example.org"], to: home, sent: "a=b"),
        CookieRule(lastDomain, ["a=b; domain=example.com; domain=example.org; domain=example.com"], to: home, sent: ""),
        CookieRule(lastDomain, ["a=b; domain=home.example.org; domain=example.org"], to: home, sent: "a=b"),
        CookieRule(lastDomain, ["a=b; domain=example.org; domain=home.example.org"], to: home, sent: "a=b"),
    ]

    private static func path(_ path: String, to: String, _ isSent: Bool) -> CookieRule {
        CookieRule(below, ["foo=bar; path=\(path)"], to: to, sent: isSent ? "foo=bar" : "")
    }

    private static let result = "/cookie-parser-result"

    static let paths: [CookieRule] = [
        path("\(result)/foo", to: "\(result)?x", false), path("\(result)/foo", to: "\(result)/foo?x", true),
        path("\(result)/foo", to: "\(result)/bar?x", false), path("\(result)/foo/qux", to: "\(result)/foo?x", false),
        path("\(result)/foo/qux", to: "\(result)/foo/qux?x", true),
        path("\(result)/foo/qux", to: "\(result)/bar/qux?x", false),
        path("\(result)/foo/qux/", to: "\(result)/foo/baz?x", false),
        path("\(result)/foo/qux/", to: "\(result)/foo/qux?x", false),
        path("\(result)/foo/qux/", to: "\(result)/foo/qux/?x", true),
        path("\(result)/foo/", to: "\(result)/foo/qux?x", true),
        path("\(result)/foo/", to: "\(result)/foo//qux?x", true),
        path("\(result)/foo/", to: "\(result)/fooqux?x", false), path("\(result)/fo", to: "\(result)/foo?x", false),
        path("/cookie-PARSER-result", to: "\(result)?x", false),
        path("\(result)/foo/qux?", to: "\(result)/foo/qux?x", false),
        path("\(result)/foo/qux#", to: "\(result)/foo/qux?x", false),
        path("\(result)/foo/qux;", to: "\(result)/foo/qux?x", true),
        path("\"\(result)/foo/qux;\"", to: "\(result)/foo/qux?x", true),
        path("\(result)/f%6Fo/bar", to: "\(result)/foo/bar?x", false),
        CookieRule(below, ["a=b;   path  =   \(result)   ", "x=y;   path  =  /book   "], sent: "a=b"),
        CookieRule(below, ["foo=bar", "foo=qux; path=\(result)/foo"], sent: "foo=bar"),
        inFolder("/a/b/c?d/e", "/a/b", true), inFolder("/a/b/c", "/a", false), inFolder("/a/b/", "/a/b/c", true),
        inFolder("/a", "/z", true), inFolder("?x", "/z", true), inFolder("/a/b", "/ab", false),
    ]

    private static func inFolder(_ answered: String, _ asked: String, _ isSent: Bool) -> CookieRule {
        let host = "https://home.example.org"
        return CookieRule(folder, ["a=b"], from: host + answered, to: host + asked, sent: isSent ? "a=b" : "")
    }

    static let ordered: [CookieRule] = [
        CookieRule(longer, ["a=b; path=/", "x=y; path=\(result)"], sent: "x=y; a=b"),
        CookieRule(longer, ["a=b; path=\(result)", "x=y; path=/"], sent: "a=b; x=y"),
        CookieRule(longer, ["x=y; path=/", "a=b; path=\(result)"], sent: "a=b; x=y"),
        CookieRule(longer, ["z=y", "a=b"], sent: "z=y; a=b"),
        CookieRule(longer, ["a=b", "z=y", "a=c"], sent: "a=c; z=y"),
        CookieRule(longer, ["b=1; domain=.home.example.org", "a=1; domain=home.example.org"], sent: "b=1; a=1"),
        CookieRule(longer, ["b=1; domain=.example.org", "a=1"], sent: "b=1; a=1"),
        CookieRule(
            longer, ["foo=bar; path=\(result)", "foo=qux; path=\(result)/"], to: "\(result)/dog",
            sent: "foo=qux; foo=bar"),
        CookieRule(
            longer,
            [
                "key=val0;", "key=val1; path=\(result)", "key=val2; path=/", "key=val3; path=/bar",
                "key=val4; domain=.example.org", "key=val5; domain=.example.org; path=\(result)/foo",
            ], to: "\(result)/foo/baz?x", sent: "key=val5; key=val1; key=val2; key=val4"),
    ]
}
