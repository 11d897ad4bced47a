import HoldfastHTTP
import HoldfastWeb
import Testing

/// What connections without TLS may see and set (draft-ietf-httpbis-rfc6265bis §5.7 and §5.8.3).
@Suite("Cookies without TLS")
struct PlainCookieTests {
    private static let plain = "http://www.example.com/"
    private static let encrypted = "https://www.example.com/"
    private let store = MemoryCookieStore(publicSuffixes: CookieBench.suffixes) { CookieBench.now }

    private func keep(_ texts: [String], from url: String) throws {
        store.keep(
            texts.compactMap { HTTPField(name: "Set-Cookie", value: $0) },
            from: try HTTPSURL(dangerouslyAllowingPlainHTTP: url))
    }

    private func sent(to url: String) throws -> String {
        store.cookies(for: try HTTPSURL(dangerouslyAllowingPlainHTTP: url)).map { "\($0.name)=\($0.value)" }
            .joined(separator: "; ")
    }

    @Test("those with `Secure` are not sent, the others are")
    func sent() throws {
        try keep(["a=1; Secure", "b=1", "__Host-c=1; Secure; Path=/"], from: Self.encrypted)
        #expect(try sent(to: Self.encrypted) == "a=1; b=1; __Host-c=1")
        #expect(try sent(to: Self.plain) == "b=1")
    }

    @Test(
        "those with `Secure` are not taken, whatever they promise",
        arguments: [
            "a=1; Secure", "__Secure-a=1; Secure", "__Host-a=1; Secure; Path=/", "__Host-a=1; Path=/",
            "a=1; SameSite=None; Secure",
        ])
    func received(text: String) throws {
        try keep([text], from: Self.plain)
        #expect(store.all.isEmpty)
    }

    @Test(
        "one with `Secure` is neither replaced nor ended nor covered from there",
        arguments: [
            ("a=1; Secure; Path=/", "a=2; Path=/", false), ("a=1; Secure; Path=/", "a=; Path=/; Max-Age=0", false),
            // The new one's path is below the old one's, and not the other way round.
            ("a=1; Secure; Path=/x", "a=2; Path=/x/y", false), ("a=1; Secure; Path=/x/y", "a=2; Path=/x", true),
            // Domains that one of them is above.
            ("a=1; Secure; Path=/; Domain=example.com", "a=2; Path=/", false),
            ("a=1; Secure; Path=/", "a=2; Path=/; Domain=example.com", false),
            ("b=1; Secure; Path=/", "a=2; Path=/", true), ("a=1; Path=/", "a=2; Path=/", true),
        ])
    func replaced(old: String, new: String, isTaken: Bool) throws {
        try keep([old], from: Self.encrypted)
        try keep([new], from: Self.plain)
        #expect(store.all.contains { $0.value == "2" } == isTaken)
        if !isTaken { #expect(store.all.map(\.value) == ["1"]) }
    }

    @Test("one that has run out covers nothing")
    func expired() throws {
        try keep(["a=1; Secure; Path=/"], from: Self.encrypted)
        try keep(["a=1; Secure; Path=/; Max-Age=0"], from: Self.encrypted)
        try keep(["a=2; Path=/"], from: Self.plain)
        #expect(store.all.map(\.value) == ["2"])
    }
}
