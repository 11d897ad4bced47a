import Foundation
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastNetworkingNames

@Suite("A storage as a session uses it")
struct SessionCookiesTests {
    private typealias Bench = CookieStorageBench

    private func keep(_ texts: String..., in cookies: SessionCookies, from url: String = "https://www.example.com/a/b")
        async throws
    {
        await cookies.keep(texts.compactMap { HTTPField(name: "Set-Cookie", value: $0) }, from: try HTTPSURL(url))
    }

    @Test("a server's cookie has everything that it said") func everything() async throws {
        let storage = Bench.storage()
        try await keep(
            "a=b=c; Domain=example.com; Path=/a; Secure; HttpOnly; SameSite=Lax; Max-Age=60", "s=1",
            in: SessionCookies(storage))
        let cookie = try #require(storage.cookies?.first)
        #expect(cookie.name == "a" && cookie.value == "b=c" && cookie.domain == ".example.com" && cookie.path == "/a")
        #expect(cookie.isSecure && cookie.isHTTPOnly && !cookie.isSessionOnly && cookie.sameSitePolicy == .sameSiteLax)
        #expect(cookie.expiresDate == Bench.now.date.addingTimeInterval(60))
        let other = try #require(storage.cookies?.last)
        #expect(other.domain == "www.example.com" && other.path == "/a" && other.isSessionOnly && !other.isSecure)
        #expect(other.expiresDate == nil && other.sameSitePolicy == nil)
        // The way back loses nothing either.
        let before = storage.store.all
        let second = Bench.storage()
        for cookie in storage.cookies ?? [] { second.setCookie(cookie) }
        #expect(second.store.all == before)
    }

    /// RFC 6265 §5.3, step 5, of a public suffix: where it is the host, "Let the domain-attribute be the empty string.
    /// Otherwise: Ignore the cookie entirely and abort these steps."
    @Test("without a list of public suffixes both doors keep cookies for their host alone") func withoutList()
        async throws
    {
        let storage = HTTPCookieStorage(publicSuffixes: nil) { Bench.now }
        let (text, url) = ("https://shop.example.co.uk/", try Bench.url("https://shop.example.co.uk/"))
        let domains = [".co.uk", ".uk", ".example.co.uk", ".shop.example.co.uk", "shop.example.co.uk"]
        storage.setCookies(
            try domains.enumerated().map { try Bench.cookie("f\($0.offset)", [.domain: $0.element]) }, for: url,
            mainDocumentURL: nil)
        let cookies = SessionCookies(storage)
        for (number, domain) in domains.dropLast().enumerated() {
            try await keep("s\(number)=1; Domain=\(domain)", in: cookies, from: text)
        }
        try await keep("s4=1", in: cookies, from: text)
        #expect(storage.cookies?.map(\.name) == ["f3", "f4", "s3", "s4"])
        #expect(storage.store.all.allSatisfy { $0.isHostOnly && $0.domain == "shop.example.co.uk" })
        #expect(!cookies.knowsPublicSuffixes && SessionCookies(Bench.storage()).knowsPublicSuffixes)
    }

    @Test("the program's cookies are sent, the server's are seen") func both() async throws {
        let storage = Bench.storage()
        storage.setCookie(try Bench.cookie("own"))
        let cookies = SessionCookies(storage)
        #expect(await cookies.cookies(for: try HTTPSURL("https://www.example.com/")).map(\.name) == ["own"])
        try await keep("own=2; Path=/", in: cookies)
        #expect(try Bench.sent(storage, "https://www.example.com/") == ["own=2"])
        try await keep("own=; Max-Age=0; Path=/", in: cookies)
        #expect(storage.cookies == [])
    }

    @Test("both policies count, and the main document of the task") func policies() async throws {
        let storage = Bench.storage()
        try await keep("a=1", in: SessionCookies(storage) { .never })
        #expect(storage.cookies == [])
        let cookies = SessionCookies(storage) { .onlyFromMainDocumentDomain }
        try await SessionCookies.$mainDocumentURL.withValue(try Bench.url("https://other.com/")) {
            try await keep("a=1", in: cookies)
        }
        #expect(storage.cookies == [])
        try await SessionCookies.$mainDocumentURL.withValue(try Bench.url("https://example.com/")) {
            try await keep("a=1", in: cookies)
        }
        #expect(storage.cookies?.count == 1)
        storage.cookieAcceptPolicy = .never
        try await keep("b=1", in: cookies)
        #expect(storage.cookies?.count == 1)
    }

    /// As programs override it to see or to forge what goes by.
    private final class Forging: HTTPCookieStorage, @unchecked Sendable {
        override func cookies(for url: URL) -> [HTTPCookie]? {
            [HTTPCookie(properties: [.name: "forged", .value: "1", .domain: "a.example", .path: "/"])].compactMap { $0 }
        }

        override func setCookies(_ cookies: [HTTPCookie], for url: URL?, mainDocumentURL: URL?) {
            cookies.forEach(super.setCookie)
        }
    }

    @Test("a subclass is asked") func subclass() async throws {
        let storage = Forging()
        let cookies = SessionCookies(storage)
        #expect(await cookies.cookies(for: try HTTPSURL("https://www.example.com/")).map(\.name) == ["forged"])
        storage.cookieAcceptPolicy = .onlyFromMainDocumentDomain
        try await keep("a=1", in: cookies)
        #expect(storage.cookies?.map(\.name) == ["a"])
    }
}
