import Testing

@testable import HoldfastHTTP

/// The examples of RFC 3986 §5.4, with the base that stands there: `http://a/b/c/d;p?q`.
@Suite("References")
struct URLResolutionTests {
    private static let base = "http://a/b/c/d;p?q"

    @Test(
        "normal examples (RFC 3986 §5.4.1)",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"),
        ])
    func normal(reference: String, expected: String) throws {
        #expect(try URLParts(Self.base).resolving(reference).text == expected)
    }

    @Test(
        "abnormal examples (RFC 3986 §5.4.2)",
        arguments: [
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
        ])
    func abnormal(reference: String, expected: String) throws {
        #expect(try URLParts(Self.base).resolving(reference).text == expected)
    }

    /// §5.4.2: `http:g` is "for strict parsers" an absolute URL, and for others a relative reference: two servers.
    /// `g:h` has a scheme and no server.
    @Test("a scheme without an authority leads nowhere", arguments: ["http:g", "g:h", "http:/g", "https:"])
    func schemes(reference: String) {
        #expect(throws: URLPartsError.self) { try URLParts(Self.base).resolving(reference) }
    }

    @Test(
        "a fragment is the reference's own, and belongs to no request",
        arguments: [("g#s", "s"), ("g?y#s/../x", "s/../x"), ("//g#é", "%C3%A9"), ("g#", nil), ("g", nil), ("#s", nil)])
    func fragments(reference: String, fragment: String?) throws {
        let parts = try URLParts(Self.base + "#base").resolving(reference)
        #expect(parts.fragment == fragment)
        #expect(parts.withoutFragment.fragment == nil)
    }

    /// §5.2.2: user information is a part of the authority, and comes with one alone. A session keeps its own
    /// (`HTTPSURL`).
    @Test("user information is that of the reference's authority")
    func userInformation() throws {
        let base = try URLParts("http://user:secret@a/b")
        #expect(try !base.resolving("c").hasCredentials)
        #expect(try !base.resolving("//c/").hasCredentials)
        #expect(try base.resolving("//other@c/").userInformation.decoded?.user == "other")
        #expect(try URLParts("http://u:p:q@a/").userInformation.decoded?.password == "p:q")
        #expect(try URLParts("http://u:@a/").userInformation.decoded?.password?.isEmpty == true)
        #expect(try URLParts("http://u@a/").userInformation.decoded?.password == nil)
    }

    @Test(
        "a resolved URL is the same once it is written and read",
        arguments: ["..//x", ".//", "a b?c d", "?", "/%2e%2e/ä", "//B.Example:80/./?x", "....//", "/a/.../..a/"])
    func writtenAnew(reference: String) throws {
        let parts = try URLParts(Self.base).resolving(reference)
        #expect(try URLParts(parts.text) == parts)
        #expect(try parts.resolving(parts.text) == parts)
    }
}
