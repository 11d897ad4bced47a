import HoldfastHTTP
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@Suite("A store of cookies in memory", .ownThread)
struct MemoryCookieStoreTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let state = Mutex(CookieBench.now)
        var now: Instant { state.withLock { $0 } }
        func advance(_ seconds: Int64) { state.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    }

    private let clock = Clock()

    private func store(perOwner: Int = 180, total: Int = 3_000) -> MemoryCookieStore {
        var limits = MemoryCookieStore.Limits()
        (limits.perOwner, limits.total) = (perOwner, total)
        let clock = clock
        return MemoryCookieStore(limits: limits, publicSuffixes: CookieBench.suffixes) { clock.now }
    }

    private func keep(_ texts: [String], in store: MemoryCookieStore, from url: String = "https://www.example.com/")
        throws
    {
        store.keep(texts.compactMap { HTTPField(name: "set-cookie", value: $0) }, from: try HTTPSURL(url))
    }

    private func sent(_ store: MemoryCookieStore, _ url: String = "https://www.example.com/") throws -> String {
        store.cookies(for: try HTTPSURL(url)).map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    @Test("longer paths come first, then the older cookies; what replaces one keeps its place")
    func order() throws {
        let store = store()
        try keep(["a=1; Path=/", "b=1; Path=/x", "c=1; Path=/x/y"], in: store)
        clock.advance(10)
        try keep(["d=1; Path=/x", "a=2; Path=/", "b=2; Path=/x; Domain=example.com"], in: store)
        #expect(try sent(store, "https://www.example.com/x/y/z") == "c=1; b=1; d=1; b=2; a=2")
        #expect(store.cookies(for: try HTTPSURL("https://www.example.com/")).first?.created == CookieBench.now)
        #expect(try sent(store, "https://example.com/x") == "b=2")
        #expect(try sent(store, "https://com/") == "")
    }

    @Test("keeping the same fields twice is keeping them once")
    func idempotent() throws {
        let (once, twice) = (store(), store())
        let fields = ["a=1", "b=2; Max-Age=50", "c=3; Domain=example.com; Path=/x", "d=4; Max-Age=0", "broken\u{1}=5"]
        try keep(fields, in: once)
        for _ in 0..<2 { try keep(fields, in: twice) }
        #expect(once.all == twice.all)
        #expect(once.all.map(\.name) == ["a", "b", "c"])
    }

    @Test("cookies end by the clock, by what replaces them, and with the session")
    func ends() throws {
        let store = store()
        try keep(["a=1; Max-Age=100", "b=1; Max-Age=10", "c=1", "d=1; Max-Age=1000"], in: store)
        clock.advance(10)
        #expect(try sent(store) == "a=1; c=1; d=1")
        try keep(["a=; Max-Age=0"], in: store)
        #expect(try sent(store) == "c=1; d=1")
        store.removeSessionCookies()
        #expect(try sent(store) == "d=1")
        clock.advance(990)
        #expect(store.all.isEmpty)
        try keep(["e=1"], in: store)
        let cookie = try #require(store.all.first)
        store.remove(cookie)
        #expect(store.all.isEmpty)
    }

    @Test("of one owner's too many, those without Secure go first, then what was not used for longest")
    func limitPerOwner() throws {
        let store = store(perOwner: 20)
        try keep((0..<10).map { "s\($0)=1; Secure" }, in: store)
        try keep((0..<10).map { "p\($0)=1" }, in: store, from: "https://shop.example.com/")
        try keep(["z=1"], in: store, from: "https://other.com/")
        #expect(store.all.count == 21)
        // 21 of one owner: 19 stay.
        try keep(["new=1; Secure"], in: store)
        #expect(store.all.map(\.name) == (0..<10).map { "s\($0)" } + (2..<10).map { "p\($0)" } + ["z", "new"])
        _ = store.cookies(for: try HTTPSURL("https://www.example.com/"))
        for number in 0..<9 { try keep(["q\(number)=1; Secure"], in: store, from: "https://x.example.com/") }
        #expect(store.all.filter { $0.domain.hasSuffix("example.com") }.count <= 20)
        #expect(store.all.contains { $0.name == "z" })
        #expect(try sent(store).hasPrefix("s0=1; s1=1"))
    }

    @Test("of too many in all, what was not used for longest goes; one owner's sub-domains do not push out the others")
    func limitInAll() throws {
        let store = store(perOwner: 20, total: 40)
        for number in 0..<40 { try keep(["a=1"], in: store, from: "https://host\(number).com/") }
        _ = try sent(store, "https://host0.com/")
        try keep(["b=1"], in: store, from: "https://one.more.com/")
        #expect(store.all.count == 38)
        #expect(try sent(store, "https://host0.com/") == "a=1")
        #expect(try sent(store, "https://host1.com/") == "")
        let before = store.all.count { !$0.domain.hasSuffix("evil.com") }
        for number in 0..<1_000 { try keep(["a=1"], in: store, from: "https://sub\(number).evil.com/") }
        #expect(store.all.count { $0.domain.hasSuffix("evil.com") } <= 20)
        #expect(store.all.count <= 40)
        #expect(before - store.all.count { !$0.domain.hasSuffix("evil.com") } <= 20)
    }

    @Test("addresses and private suffixes have owners of their own")
    func owners() throws {
        let store = store(perOwner: 2)
        for host in ["192.0.2.1", "192.0.3.1", "alice.github.io", "bob.github.io", "[2001:db8::1]"] {
            try keep(["a=1", "b=1"], in: store, from: "https://\(host)/")
        }
        #expect(store.all.count == 10)
    }

    @Test("whatever a server writes, the store stays within its limits")
    func mutations() throws {
        let seeds = [
            "SID=31d4d96e407aad42; Path=/; Secure; HttpOnly; SameSite=Lax; Expires=Wed, 09 Jun 2027 10:18:14 GMT",
            "__Host-a=b; Path=/; Secure; Max-Age=2592000",
            "x=\"y z\", q; Domain=.example.com; domain=; path=\t/a/b ;;;=",
        ]
        let pieces = [
            ";", "=", " ", "\t", ",", "\"", "Domain=", "Max-Age=", "Expires=", "-", "9999999999", "__Host-", "é",
            "\u{0}",
            ".", "com", "example.com", String(repeating: "a", count: 700), "Path=/", "SameSite=None",
        ]
        var random = SeededGenerator(7)
        let store = store(perOwner: 30, total: 40)
        let urls = try (0..<50).map { try HTTPSURL("https://h\($0 % 7).d\($0).example.com/p\($0)/q") }
        for round in 0..<20_000 {
            var text = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<random.below(6) {
                let place = random.below(text.count + 1)
                switch random.below(3) {
                case 0: text.insert(contentsOf: Array(pieces[random.below(pieces.count)].utf8), at: place)
                case 1: text.removeSubrange(place..<min(text.count, place + random.below(8)))
                default: if place < text.count { text[place] = UInt8(random.below(256)) }
                }
            }
            let url = urls[random.below(urls.count)]
            guard
                let cookie = Cookie(
                    String(decoding: text, as: UTF8.self), from: url, at: clock.now,
                    publicSuffixes: CookieBench.suffixes)
            else { continue }
            #expect(cookie.name.utf8.count + cookie.value.utf8.count <= 4096)
            #expect(cookie.path.utf8.count <= 1024 && cookie.path.hasPrefix("/"))
            #expect(url.host == cookie.domain || !cookie.isHostOnly && url.host.hasSuffix("." + cookie.domain))
            #expect(cookie.domain.contains("."))
            store.set(cookie)
            if round % 100 == 0 {
                clock.advance(1)
                #expect(store.all.count <= 40)
                #expect(store.cookies(for: url).allSatisfy { $0.matches(url) })
            }
        }
    }
}
