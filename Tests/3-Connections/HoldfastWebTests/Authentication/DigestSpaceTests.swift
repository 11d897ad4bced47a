import Testing

@testable import HoldfastWeb

/// RFC 2617 §3.2.1, `domain`, and RFC 7616 §3.3 alike: "any URI that has a URI in this list as a prefix (after both
/// have been made absolute) may be assumed to be in the same protection space. If this directive is omitted or its
/// value is empty, the client should assume that the protection space consists of all URIs on the responding server."
@Suite("Where a Digest credential goes unasked")
struct DigestSpaceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let domain: String?
        let covered: [String]
        let others: [String]

        init(_ name: String, _ domain: String?, covers covered: [String], not others: [String]) {
            testDescription = name
            self.domain = domain
            self.covered = covered
            self.others = others
        }
    }

    static let foreign = [
        "https://other.test/private/a", "https://a.test/private/a", "https://a.test:444/private/a",
        "https://sub.a.test:8443/private/a",
    ]

    @Test(
        "by what the server lists",
        arguments: [
            Row("nothing", nil, covers: ["/", "/private/a?b"], not: []),
            Row("an empty list", " \t ", covers: ["/", "/private/a?b"], not: []),
            Row(
                "a path", "/private", covers: ["/private", "/private/", "/private/a/b", "/private?c"],
                not: ["/", "/privateer", "/privat", "/a/private", "/private/../other", "/Private", "/private%2fa"]),
            Row("a folder", "/private/", covers: ["/private/", "/private/a"], not: ["/private", "/privateer/"]),
            Row("the root", "/", covers: ["/", "/a"], not: []),
            Row(
                "several", "/a https://a.test:8443/b  /c", covers: ["/a", "/b/c", "/c?"], not: ["/", "/d"]),
            Row("the origin itself", "https://A.test:8443", covers: ["/", "/a"], not: []),
            Row("a path with steps back", "/a/../b", covers: ["/b"], not: ["/a", "/a/b"]),
            Row(
                "other origins only", "https://other.test/ //other.test/ https://a.test/",
                covers: [], not: ["/", "/a"]),
            Row("the same over http", "http://a.test:8443/", covers: [], not: ["/", "/a"]),
            Row(
                "no path from the root, and no URL", "private ../a ? https:// https://[ ", covers: [],
                not: ["/", "/private"]),
            Row("another host in front", "https://a.test:8443@other.test/", covers: [], not: ["/"]),
        ])
    func domain(row: Row) throws {
        var session = try DigestTest.session(.server(HTTPSURL("https://a.test:8443/private/index?x")))
        #expect(try !session.covers(HTTPSURL("https://a.test:8443/private/a")), "before any challenge")
        let domain = row.domain.map { ", domain=\"\($0)\"" } ?? ""
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(more: domain)))
        for path in row.covered { #expect(try session.covers(HTTPSURL("https://a.test:8443\(path)")), "\(path)") }
        for path in row.others { #expect(try !session.covers(HTTPSURL("https://a.test:8443\(path)")), "\(path)") }
        for url in Self.foreign { #expect(try !session.covers(HTTPSURL(url)), "\(url)") }
    }

    @Test("a list is read to its limit")
    func limit() throws {
        let origin = try HTTPSURL("https://a.test/")
        let list = (0...DigestAuthenticationSpace.limit).map { "/\($0)" }.joined(separator: " ")
        let space = DigestAuthenticationSpace(domain: list, at: origin)
        #expect(try space.covers(HTTPSURL("https://a.test/\(DigestAuthenticationSpace.limit - 1)")))
        #expect(try !space.covers(HTTPSURL("https://a.test/\(DigestAuthenticationSpace.limit)")))
    }

    /// RFC 7616 §3.3: for a proxy the parameter means nothing, and is ignored.
    @Test("a proxy is one space")
    func proxy() throws {
        var session = try DigestTest.session(.proxy)
        let url = try HTTPSURL("https://a.test/b")
        #expect(!session.covers(url))
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(more: ", domain=\"/a\"")))
        #expect(session.covers(url))
    }
}
