import HoldfastFiles
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

@Suite("Cookies in a file", .ownThread)
struct CookieFileStoreTests {
    private typealias Bench = CookieFileBench
    private let bench: CookieFileBench

    init() throws { bench = try CookieFileBench() }

    @Test("what does not end with the session is there for the next process, with all that it said")
    func lasting() throws {
        let first = bench.store()
        try Bench.keep(
            "a=1; Domain=example.com; Path=/a; Secure; HttpOnly; SameSite=Strict; Max-Age=60", "s=2", "b=3; Max-Age=90",
            "\"q=x y\tz; Max-Age=90", "n; Max-Age=90", in: first)
        let second = bench.store()
        #expect(try Bench.sent(second) == ["a=1", "b=3", "\"q=x y\tz", "=n"])
        #expect(second.all == first.all.filter { $0.expires != nil })
        #expect(try Bench.sent(first).contains("s=2"))
        #expect(bench.problems == [])
        #expect(try bench.folder.mode(of: "cookies.sqlite") == 0o600)
    }

    /// §5.7: "When "the current session is over" (as defined by the user agent), the user agent MUST remove from the
    /// cookie store all cookies with the persistent-flag set to false."
    @Test("a cookie that ends with the session is in no file, nor is what it was put in the place of")
    func sessionCookies() throws {
        let store = bench.store()
        try Bench.keep("a=lasting-value; Max-Age=60", "b=1; Max-Age=60", in: store)
        try Bench.keep("a=of-this-session", in: store)
        #expect(try Bench.sent(store) == ["a=of-this-session", "b=1"])
        #expect(try Bench.sent(bench.store()) == ["b=1"])
        // Neither value is in the file any more, in no page of it.
        store.removeAll()
        for name in bench.folder.names {
            let text = String(decoding: try bench.folder.bytes(name), as: UTF8.self)
            #expect(!text.contains("lasting-value") && !text.contains("of-this-session"), "\(name)")
        }
    }

    @Test("nothing is made before there is something to keep")
    func nothingMade() throws {
        let store = bench.store()
        #expect(try Bench.sent(store) == [])
        try Bench.keep("s=1", in: store)
        #expect(bench.folder.names == [])
        try Bench.keep("a=1; Max-Age=60", in: store)
        #expect(bench.folder.names.contains("cookies.sqlite"))
    }

    @Test("each sees what the other has written, and its own session's cookies alone")
    func twoStores() throws {
        let (one, other) = (bench.store(), bench.store())
        try Bench.keep("a=1; Max-Age=60", "s=1", in: one)
        try Bench.keep("b=2; Max-Age=60", "s=2", in: other)
        #expect(Set(try Bench.sent(one)) == ["a=1", "b=2", "s=1"])
        #expect(Set(try Bench.sent(other)) == ["a=1", "b=2", "s=2"])
        try Bench.keep("a=3; Max-Age=60", in: other)
        #expect(try Bench.sent(one).contains("a=3"))
        try Bench.keep("b=; Max-Age=0", in: one)
        #expect(Set(try Bench.sent(other)) == ["a=3", "s=2"])
        other.removeAll()
        #expect(try Bench.sent(one) == ["s=1"])
        #expect(bench.problems == [])
    }

    @Test("what replaces a cookie keeps the time of its creation and its place, whoever replaces it")
    func creation() throws {
        let first = bench.store()
        try Bench.keep("a=1; Max-Age=600", "b=1; Max-Age=600", "c=1; Max-Age=600", in: first)
        bench.clock.now = CookieBench.now.advanced(bySeconds: 10)
        let second = bench.store()
        try Bench.keep("a=2; Max-Age=600", "d=1; Max-Age=600", in: second)
        for store in [first, second, bench.store()] {
            #expect(try Bench.sent(store) == ["a=2", "b=1", "c=1", "d=1"])
            #expect(store.all.first?.created == CookieBench.now)
        }
    }

    @Test("what has run out is read by nobody, and is taken out by whoever writes next")
    func expired() throws {
        try Bench.keep("a=1; Max-Age=60", "b=1; Max-Age=90", in: bench.store())
        bench.clock.now = CookieBench.now.advanced(bySeconds: 60)
        let store = bench.store()
        #expect(try Bench.sent(store) == ["b=1"])
        #expect(try Bench.sent(bench.store()) == ["b=1"])
        // A clock that goes back brings nothing back.
        bench.clock.now = CookieBench.now
        #expect(try Bench.sent(bench.store()) == ["b=1"])
    }

    @Test("a public suffix that is known now, and was not then, takes its cookies away; so does no list at all")
    func suffixes() throws {
        try Bench.keep("a=1; Domain=example.com; Max-Age=60", "h=1; Max-Age=60", in: bench.store())
        let problems = Notes<StoreError.Reason>()
        func store(_ suffixes: PublicSuffixes?) -> CookieFileStore {
            let clock = bench.clock
            return CookieFileStore(path: bench.path, publicSuffixes: suffixes, clock: { clock.now }) {
                problems.add($0.reason)
            }
        }
        #expect(try Bench.sent(store(nil)) == ["h=1"])
        #expect(try Bench.sent(store(PublicSuffixes(identity: "t") { $0 == "example.com" ? .icann : nil })) == ["h=1"])
        #expect(problems.all == [.badEntries(1), .badEntries(1)])
        #expect(try Bench.sent(bench.store()) == ["a=1", "h=1"])
    }

    @Test("the limits hold for the file as for memory")
    func limits() throws {
        let first = store(perOwner: 20, total: 40)
        for number in 0..<100 {
            try Bench.keep("c\(number)=1; Max-Age=60", in: first, from: "https://h\(number % 3).d\(number % 7).com/")
        }
        #expect(first.all.count <= 40)
        let next = store(perOwner: 20, total: 40)
        #expect(next.all.map(\.description).sorted() == first.all.map(\.description).sorted())
    }

    private func store(perOwner: Int, total: Int) -> CookieFileStore {
        var limits = MemoryCookieStore.Limits()
        (limits.perOwner, limits.total) = (perOwner, total)
        let clock = bench.clock
        return CookieFileStore(
            path: bench.path, limits: limits, publicSuffixes: CookieBench.suffixes, clock: { clock.now }
        ) { Issue.record("\($0)") }
    }

    /// §5.7: "If two cookies have the same removal priority, the user agent MUST evict the cookie with the earliest
    /// last-access-time first."
    @Test("a use of a day later is known to the next process: what was not used for longest goes first")
    func lastUse() throws {
        let first = store(perOwner: 3, total: 9)
        for name in ["a", "b", "c"] {
            try Bench.keep("\(name)=1; Path=/\(name); Max-Age=1000000", in: first)
            clock(later: 1)
        }
        clock(later: 86_400)
        #expect(try Bench.sent(first, "https://www.example.com/a") == ["a=1"])
        clock(later: 1)
        let second = store(perOwner: 3, total: 9)
        try Bench.keep("d=1; Path=/d; Max-Age=1000000", in: second)
        #expect(second.all.map(\.name) == ["a", "c", "d"])
        #expect(bench.store().all.map(\.name) == ["a", "c", "d"])
    }

    private func clock(later seconds: Int64) { bench.clock.now = bench.clock.now.advanced(bySeconds: seconds) }

    @Test("of a file with more than a store may have, it knows those that were used last, in their order")
    func tooMany() throws {
        let large = bench.store()
        for name in ["a", "b", "c", "d"] {
            try Bench.keep("\(name)=1; Max-Age=600", in: large)
            clock(later: 1)
        }
        #expect(store(perOwner: 3, total: 3).all.map(\.name) == ["b", "c", "d"])
    }

    @Test("cookies that no server could have set stay in memory")
    func programs() throws {
        let store = bench.store()
        let url = try HTTPSURL("https://www.example.com/")
        for (number, path) in ["/", "/" + String(repeating: "p", count: 4_000)].enumerated() {
            store.set(
                Cookie(
                    name: "p\(number)", value: "1", domain: "www.example.com", isHostOnly: true, path: path,
                    isSecure: false, isHTTPOnly: false, sameSite: .unspecified,
                    expires: CookieBench.now.advanced(bySeconds: 60), created: CookieBench.now))
        }
        store.set(
            Cookie(
                name: "everybody", value: "1", domain: "com", isHostOnly: false, path: "/", isSecure: false,
                isHTTPOnly: false, sameSite: .unspecified, expires: CookieBench.now.advanced(bySeconds: 60),
                created: CookieBench.now))
        #expect(store.cookies(for: url).map(\.name) == ["p0", "everybody"])
        #expect(store.all.count == 3)
        #expect(bench.store().all.map(\.name) == ["p0"])
        try Bench.keep("x=1; Max-Age=60", in: bench.store())
        #expect(Set(store.all.map(\.name)) == ["p0", "p1", "everybody", "x"])
    }

    @Test("settings stand beside the cookies, for every process")
    func settings() throws {
        let store = bench.store()
        #expect(store.setting("x") == nil)
        store.set("x", to: 7)
        #expect(bench.store().setting("x") == 7)
        store.removeAll()
        #expect(bench.store().setting("x") == 7)
    }

    @Test("the name of a program's file leads nowhere else") func names() {
        #expect(CookieFileStore.path(ofProgram: "app", in: "/s/holdfast") == "/s/holdfast/cookies-app.sqlite")
        for name in ["", "../x", "a/b", ".hidden", "a\0b", String(repeating: "a", count: 101)] {
            #expect(CookieFileStore.path(ofProgram: name, in: "/s") == nil)
        }
    }
}
