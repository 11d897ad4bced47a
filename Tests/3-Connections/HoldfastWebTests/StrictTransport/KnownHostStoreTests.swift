import Foundation
import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastWeb

@Suite("Hosts that want nothing but TLS, RFC 6797 §8", .ownThread)
struct KnownHostStoreTests {
    private let folder: TemporaryFolder
    private let clock = RuleClock(CookieBench.now)
    private let told = Notes<StoreError.Reason>()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path("hsts.sqlite") }

    /// A store over the file, as another process would have one.
    private func store(_ preloaded: PreloadedHosts = .none) -> KnownHostStore {
        let clock = clock
        return KnownHostStore(path: path, preloaded: preloaded, clock: { clock.now }) { [told] in told.add($0.reason) }
    }

    private func note(_ value: String, of host: String, in store: KnownHostStore) throws {
        store.note(try #require(StrictTransportField(value)), of: try ServerName(host))
    }

    private func known(_ host: String, in store: KnownHostStore) throws -> String? {
        store.knowledge(of: try ServerName(host))?.host
    }

    /// §8.2: "If the Known HSTS Host's domain name matches […] Congruent match […] Superdomain match".
    @Test(
        "a host is known by itself, and those below it where it says so",
        arguments: [
            ("max-age=9", "example.com", "example.com"), ("max-age=9", "www.example.com", nil),
            ("max-age=9", "com", nil), ("max-age=9; includeSubDomains", "example.com", "example.com"),
            ("max-age=9; includeSubDomains", "a.b.example.com", "example.com"),
            ("max-age=9; includeSubDomains", "badexample.com", nil), ("max-age=9; includeSubDomains", "com", nil),
            ("max-age=9", "EXAMPLE.com", "example.com"), ("max-age=9", "192.0.2.1", nil),
        ])
    func covering(value: String, host: String, expected: String?) throws {
        let store = KnownHostStore { CookieBench.now }
        try note(value, of: "example.com", in: store)
        #expect(try known(host, in: store) == expected)
    }

    /// §8.1.1: "If the substring matching the host production […] syntactically matches the IP-literal or IPv4address
    /// productions […], then the UA MUST NOT note this host as a Known HSTS Host."
    @Test("an address is never noted, nor found", arguments: ["192.0.2.1", "2001:db8::1"])
    func addresses(host: String) throws {
        let store = KnownHostStore(preloaded: PreloadedHosts(Array("\(host)\n.\(host)\n".utf8))) { CookieBench.now }
        try note("max-age=9; includeSubDomains", of: host, in: store)
        #expect(store.all.isEmpty)
        #expect(try known(host, in: store) == nil)
    }

    @Test("a host's word ends in time, is replaced by the next one, and taken back by 0")
    func ends() throws {
        let store = store()
        try note("max-age=100; includeSubDomains", of: "example.com", in: store)
        clock.now = CookieBench.now.advanced(bySeconds: 99)
        #expect(try known("www.example.com", in: store) == "example.com")
        try note("max-age=100", of: "example.com", in: store)
        #expect(try known("www.example.com", in: store) == nil && known("example.com", in: store) != nil)
        clock.now = CookieBench.now.advanced(bySeconds: 199)
        #expect(try known("example.com", in: store) == nil)
        try note("max-age=100", of: "example.com", in: store)
        try note("max-age=0", of: "example.com", in: store)
        #expect(try known("example.com", in: store) == nil)
        // A host below one that is known cannot take that back.
        try note("max-age=100; includeSubDomains", of: "example.com", in: store)
        try note("max-age=0", of: "www.example.com", in: store)
        #expect(try known("www.example.com", in: store) == "example.com")
    }

    @Test("a list knows hosts that have said nothing, and no word of theirs takes that back")
    func preloaded() throws {
        let list = PreloadedHosts(
            Array(
                """
                # remark
                .bank.example "20270101 00:00:00"
                only.example
                \tspaced.example unlimited
                bücher.example
                only.example
                n!t
                .
                192.0.2.1

                """.utf8))
        #expect(list.count == 4 && list.problems == [7, 8, 9])
        let store = KnownHostStore(preloaded: list) { CookieBench.now }
        #expect(try known("www.bank.example", in: store) == "bank.example")
        #expect(try known("only.example", in: store) == "only.example" && known("a.only.example", in: store) == nil)
        #expect(try known("spaced.example", in: store) != nil && known("xn--bcher-kva.example", in: store) != nil)
        try note("max-age=0", of: "bank.example", in: store)
        let knowledge = try #require(store.knowledge(of: try ServerName("bank.example")))
        #expect(knowledge.isPreloaded)
    }

    @Test("a list is read only where nobody else can have written it")
    func listFile() throws {
        try folder.write("example.com\n", to: "list", mode: 0o600)
        #expect(try PreloadedHosts(path: folder.path("list")).count == 1)
        try folder.setMode(0o666, of: "list")
        #expect(throws: StoreError(path: folder.path("list"), reason: .openToOthers(0o666))) {
            try PreloadedHosts(path: folder.path("list"))
        }
        #expect(throws: StoreError.self) { try PreloadedHosts(path: folder.path("nowhere")) }
    }

    @Test("the next process knows what this one was told, and each sees what the other was told")
    func lasting() throws {
        let (one, other) = (store(), store())
        #expect(try known("example.com", in: one) == nil)
        #expect(folder.names == [])
        try note("max-age=100; includeSubDomains", of: "example.com", in: one)
        try note("max-age=50", of: "other.com", in: other)
        for store in [one, other, store()] {
            #expect(store.all.map(\.host) == ["example.com", "other.com"])
            #expect(try known("www.example.com", in: store) == "example.com")
        }
        try note("max-age=0", of: "other.com", in: one)
        #expect(try known("other.com", in: other) == nil)
        other.removeAll()
        #expect(one.all.isEmpty && store().all.isEmpty)
        #expect(told.all == [])
        #expect(try folder.mode(of: "hsts.sqlite") == 0o600)
    }

    @Test("a host that says the same with each answer is not written with each, and is known to its end")
    func repeated() throws {
        let (first, second) = (store(), store())
        try note("max-age=1000", of: "example.com", in: first)
        let database = try SQLiteDatabase(path: path, waitingFor: 100)
        func written() throws -> Int64? {
            try database.integer("SELECT expires FROM hosts WHERE name = 'example.com'")
        }
        let end = CookieBench.now.advanced(bySeconds: 1_000).secondsSince1970
        clock.now = CookieBench.now.advanced(bySeconds: 10)
        try note("max-age=1000", of: "example.com", in: first)
        #expect(try written() == end)
        // Another process writes something else: what this one knows beyond the file stays.
        try note("max-age=9", of: "other.com", in: second)
        #expect(try known("other.com", in: first) == "other.com")
        clock.now = CookieBench.now.advanced(bySeconds: 1_005)
        #expect(try known("example.com", in: first) == "example.com")
        #expect(try known("example.com", in: second) == nil)
        // Another end, a shorter one, or other hosts: each is written.
        clock.now = CookieBench.now
        try note("max-age=1000", of: "example.com", in: first)
        for (value, later) in [("max-age=1011", 1_011), ("max-age=500", 500), ("max-age=500; includeSubDomains", 500)] {
            try note(value, of: "example.com", in: first)
            #expect(try written() == CookieBench.now.advanced(bySeconds: Int64(later)).secondsSince1970)
        }
        #expect(try known("www.example.com", in: second) == "example.com")
    }

    @Test("what has ended is in the file no longer than until somebody writes to it")
    func endedRows() throws {
        try note("max-age=50", of: "short.example", in: store())
        clock.now = CookieBench.now.advanced(bySeconds: 50)
        try note("max-age=100", of: "long.example", in: store())
        let database = try SQLiteDatabase(path: path, waitingFor: 100)
        #expect(try database.integer("SELECT count(*) FROM hosts") == 1)
        // A clock that goes back brings nothing back.
        clock.now = CookieBench.now
        #expect(store().all.map(\.host) == ["long.example"])
    }

    @Test("of too many, those that end first go")
    func limit() throws {
        let store = KnownHostStore { CookieBench.now }
        for number in 0...KnownHostStore.limit {
            try note("max-age=\(1_000 + number)", of: "h\(number).example", in: store)
        }
        #expect(store.all.count == KnownHostStore.limit - KnownHostStore.limit / 20)
        #expect(try known("h0.example", in: store) == nil)
        #expect(try known("h\(KnownHostStore.limit).example", in: store) != nil)
    }

    @Test(
        "rows that no server could have brought are left out, and counted",
        arguments: [
            "name = 'a b'", "name = '192.0.2.1'", "name = 'EXAMPLE.com'", "name = ''", "name = x'00'", "subdomains = 2",
            "subdomains = 'yes'", "expires = 'never'",
        ])
    func rows(change: String) throws {
        try note("max-age=100", of: "example.com", in: store())
        try note("max-age=100", of: "good.com", in: store())
        try SQLiteDatabase(path: path, waitingFor: 100).execute("UPDATE hosts SET \(change) WHERE name = 'example.com'")
        let store = store()
        #expect(store.all.map(\.host) == ["good.com"])
        // Found again with each reading, they are told once.
        try note("max-age=100", of: "other.com", in: self.store())
        #expect(store.all.map(\.host) == ["good.com", "other.com"])
        #expect(told.all == [.badEntries(1), .badEntries(1)], "once by each of the two stores")
    }

    @Test("a file of others, a link, no database: the store works in memory, and says so")
    func untrusted() throws {
        try note("max-age=100", of: "example.com", in: store())
        try folder.setMode(0o640, of: "hsts.sqlite")
        let open = store()
        try note("max-age=100", of: "other.com", in: open)
        #expect(open.all.map(\.host) == ["other.com"])
        #expect(told.all == [.openToOthers(0o640)])
        try folder.write("no database\n", to: "hsts.sqlite", mode: 0o600)
        let second = store()
        try note("max-age=100", of: "new.com", in: second)
        _ = second.all
        #expect(folder.names.contains("hsts.sqlite.corrupt-1"))
        #expect(store().all.map(\.host) == ["new.com"])
    }

    /// As with cookies: what one process had been told was kept is there after it was killed, or what it was keeping.
    @Test("processes that are killed while they write leave what they had kept", .hangLimit)
    func kills() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try KnownHostStoreTests.writers(Effort.rounds(1_000)) }
        }
    }

    private static func writers(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("hsts.sqlite")
        func store() -> KnownHostStore { KnownHostStore(path: path, clock: { CookieBench.now }) { _ in _exit(9) } }
        guard let field = StrictTransportField("max-age=600"), let kept = try? ServerName("kept.example") else {
            throw SystemError.absent
        }
        do {
            let store = store()
            store.note(field, of: kept)
            for number in 0..<10 { store.note(field, of: try ServerName("other\(number).example")) }
        }
        var writers = try KilledWriters()
        try writers.run(count, open: store) { store, number in
            store.note(field, of: try ServerName("h\(number).example"))
        } kept: { round in
            let hosts = Set(store().all.map(\.host))
            try #require(hosts.contains("kept.example"), "round \(round)")
            let last = hosts.compactMap { UInt64($0.dropFirst().prefix { $0 != "." }) }.max() ?? 0
            // Not so many that the oldest go.
            if hosts.count > 5_000 {
                store().removeAll()
                store().note(field, of: kept)
                if last > 0 { store().note(field, of: try ServerName("h\(last).example")) }
            }
            return last
        }
    }
}
