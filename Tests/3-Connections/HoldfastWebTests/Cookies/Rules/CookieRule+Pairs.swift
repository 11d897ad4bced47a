/// Names and values: §5.6, steps 1 to 5. The shapes are those of the tests of the IETF's http-state group.
extension CookieRule {
    private static let pair =
        "§5.6: the name-value-pair string consists of the characters up to, but not including, the first %x3B"
    private static let nameless =
        "§5.6: if the name-value-pair string lacks a %x3D character, then the name string is empty"
    private static let white = "§5.6: remove any leading or trailing whitespace characters"
    private static let empty =
        "§5.7: if cookie-name is empty and cookie-value is empty, abort these steps and ignore the cookie entirely"
    private static let control = "§5.6: if the set-cookie-string contains a CTL character excluding HTAB, abort"
    private static let long =
        "§5.6: if the sum of the lengths of the name string and the value string is more than 4096 octets, abort"
    private static let first = "§5.6: the (possibly empty) name string consists of the characters up to the first %x3D"
    private static let replaced =
        "§5.7: if the cookie store contains a cookie with the same name, domain, host-only-flag, and path, remove it"

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    static let pairs: [CookieRule] = [
        CookieRule(pair, ["foo=bar"], sent: "foo=bar"),
        CookieRule(pair, ["foo=bar; version=1;"], sent: "foo=bar"),
        CookieRule(pair, ["foo=bar; version=1000;"], sent: "foo=bar"),
        CookieRule(pair, ["foo=bar; customvalue=1000;"], sent: "foo=bar"),
        CookieRule(pair, ["foo=bar; customvalue=\"1000 or more\";"], sent: "foo=bar"),
        CookieRule(pair, ["foo=bar; customvalue=\"no trailing semicolon\""], sent: "foo=bar"),
        CookieRule(pair, ["aBc=\"zzz \"   ;"], sent: "aBc=\"zzz \""),
        CookieRule(pair, ["aBc=\"zz;pp\" ; ;"], sent: "aBc=\"zz"),
        CookieRule(pair, ["aBc=\"zz ;"], sent: "aBc=\"zz"),
        CookieRule(pair, ["aBc=\"zzz \"   \"ppp\"  ;"], sent: "aBc=\"zzz \"   \"ppp\""),
        CookieRule(pair, ["aBc=A\"B ;"], sent: "aBc=A\"B"),
        CookieRule(pair, ["a=\"B"], sent: "a=\"B"),
        CookieRule(pair, ["$Version=1; foo=bar"], sent: "$Version=1"),
        CookieRule(pair, ["foo=\"bar\""], sent: "foo=\"bar\""),
        CookieRule(pair, ["foo=\"  bar \""], sent: "foo=\"  bar \""),
        CookieRule(pair, ["foo=\"bar;baz\""], sent: "foo=\"bar"),
        CookieRule(pair, ["z=y, a=b"], sent: "z=y, a=b"),
        CookieRule(pair, ["z=y; foo=bar, a=b"], sent: "z=y"),
        CookieRule(pair, ["foo=bar, baz=qux"], sent: "foo=bar, baz=qux"),
        CookieRule(pair, ["foo=\"bar, baz=qux\""], sent: "foo=\"bar, baz=qux\""),
        CookieRule(pair, ["foo=bar; b,az=qux"], sent: "foo=bar"),
        CookieRule(pair, ["foo=bar; baz=q,ux"], sent: "foo=bar"),
        CookieRule(pair, ["test=\"fubar! = foo;bar\\\";\" parser; max-age=6"], sent: "test=\"fubar! = foo"),
        CookieRule(pair, ["foo=春节回家路·春运完全手册"], sent: "foo=春节回家路·春运完全手册"),
        CookieRule(pair, ["春节回=家路·春运完全手册"], sent: "春节回=家路·春运完全手册"),
        CookieRule(pair, ["春节回=家路·春运; 完全手册"], sent: "春节回=家路·春运"),
        CookieRule(pair, ["foo=\"春节回家路\""], sent: "foo=\"春节回家路\""),

        CookieRule(first, ["foo=\"bar=baz\""], sent: "foo=\"bar=baz\""),
        CookieRule(first, ["  A=== BC  ;foo;;;   bar"], sent: "A=== BC"),
        CookieRule(first, ["\"a=b\"=bar"], sent: "\"a=b\"=bar"),
        CookieRule(first, ["\"a=bar"], sent: "\"a=bar"),
        CookieRule(first, ["a=b==", "c="], sent: "a=b==; c="),
        CookieRule(first, ["=a=bar"], sent: "a=bar"),
        CookieRule(first, ["===a=bar"], sent: "==a=bar"),
        CookieRule(first, ["a=b", "x=", "c=d"], sent: "a=b; x=; c=d"),
        CookieRule(first, ["ABC=;  path = /"], sent: "ABC="),

        CookieRule(nameless, ["foo"], sent: "foo"),
        CookieRule(nameless, ["foo", "bar"], sent: "bar"),
        CookieRule(nameless, ["foo;bar=baz"], sent: "foo"),
        CookieRule(nameless, ["BLAHHH; path=/;"], sent: "BLAHHH"),
        CookieRule(nameless, ["\"BLA\\\"HHH\"; path=/;"], sent: "\"BLA\\\"HHH\""),
        CookieRule(nameless, ["=ABC"], sent: "ABC"),
        CookieRule(nameless, ["a=b", "=x", "c=d"], sent: "a=b; x; c=d"),
        CookieRule(nameless, ["six", "seven", " =eight"], sent: "eight"),
        CookieRule(nameless, ["six", "test=six"], sent: "six; test=six"),
        CookieRule(nameless, ["\"foo;bar\"=baz"], sent: "\"foo"),
        CookieRule(nameless, ["\"foo\\\"bar", "\"foo\\\"bar;baz\"=qux"], sent: "\"foo\\\"bar"),
        CookieRule(nameless, ["=foo=bar", "aaa"], sent: "aaa"),

        CookieRule(empty, [""], sent: ""),
        CookieRule(empty, ["    "], sent: ""),
        CookieRule(empty, ["="], sent: ""),
        CookieRule(empty, [" = ; Secure"], sent: ""),
        CookieRule(empty, ["a=b", "=", "c=d"], sent: "a=b; c=d"),
        CookieRule(empty, ["foo", ""], sent: "foo"),
        CookieRule(empty, ["foo", "="], sent: "foo"),
        CookieRule(empty, ["foo", "; bar"], sent: "foo"),
        CookieRule(empty, ["foo", "   "], sent: "foo"),

        CookieRule(white, ["   foo=bar"], sent: "foo=bar"),
        CookieRule(white, ["foo=bar    "], sent: "foo=bar"),
        CookieRule(white, ["foo=bar    ;"], sent: "foo=bar"),
        CookieRule(white, ["foo=  bar"], sent: "foo=bar"),
        CookieRule(white, ["a =bar"], sent: "a=bar"),
        CookieRule(white, ["  A  = BC  ;foo;;;   bar"], sent: "A=BC"),
        CookieRule(white, ["   foo     =       bar             ;       ttt"], sent: "foo=bar"),
        CookieRule(white, ["foo bar=baz"], sent: "foo bar=baz"),
        CookieRule(white, ["\tfoo\t=\tbar\t;x"], sent: "foo=bar"),
        CookieRule(white, ["a\tb=c\td"], sent: "a\tb=c\td"),

        CookieRule(control, ["AAA=BB\u{0}ZYX"], sent: ""),
        CookieRule(control, ["a=b\u{1F}"], sent: ""),
        CookieRule(control, ["a\u{7F}=b"], sent: ""),
        CookieRule(control, ["a=b; Path=/\u{8}"], sent: ""),

        CookieRule(long, ["n=" + letters(4_095)], sent: "n=" + letters(4_095)),
        CookieRule(long, ["n=" + letters(4_096)], sent: ""),
        CookieRule(long, [letters(4_097)], sent: ""),
        CookieRule(long, [letters(4_097) + "="], sent: ""),

        CookieRule(replaced, ["foo=bar", "foo=qux"], sent: "foo=qux"),
        CookieRule(replaced, ["foo1=bar", "foo2=qux"], sent: "foo1=bar; foo2=qux"),
        CookieRule(replaced, ["\"a=b\"=bar", "\"a=qux"], sent: "\"a=qux"),
        CookieRule(replaced, ["foo=bar", "FOO=qux"], sent: "foo=bar; FOO=qux"),
        CookieRule(replaced, ["e\u{301}=1", "é=2"], sent: "e\u{301}=1; é=2"),
    ]

    /// Signs that a name may begin with.
    private static let signs = ["1", "$", "!a", "@a", "#a", "$a", "%a", "^a", "&a", "*a", "(a", ")a", "-a", "_a", "+"]

    static let orders: [CookieRule] =
        signs.map { sign in CookieRule(pair, ["\(sign)=bar"], sent: "\(sign)=bar") } + ordered
}
