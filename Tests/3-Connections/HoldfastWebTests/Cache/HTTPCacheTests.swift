import Foundation
import HoldfastFiles
import HoldfastHTTP
import HoldfastStore
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastWeb

@Suite("A cache in memory, on a disk, and on both")
struct HTTPCacheTests {
    private typealias Bench = CacheFolderBench
    private let bench: CacheFolderBench

    init() throws { bench = try CacheFolderBench() }

    @Test(
        "what one cache keeps, another in the folder finds: small bodies, large ones, none",
        arguments: [0, 10, 200_000])
    func lasting(_ size: Int) throws {
        let answer = Bench.answer(size, fields: [("ETag", "\"v\""), ("X", ""), ("X", "\u{e9} 2")])
        bench.cache().keep(answer, at: try Bench.place())
        let found = try #require(bench.cache().candidates(at: try Bench.place()).first)
        #expect(found.head == answer.head && found.body() == answer.body)
        #expect(found.source == .disk && found.medium == .any)
        #expect(bench.problems.isEmpty)
    }

    @Test("files are 0600, folders 0700, and nothing is made before anything is kept") func rights() throws {
        let cache = bench.cache()
        #expect(try Bench.bodies(cache).isEmpty && cache.diskUsage == 0)
        #expect(!FileManager.default.fileExists(atPath: bench.folder))
        try bench.fill(200_000)
        #expect(try bench.mode(bench.folder) == 0o700 && bench.mode(bench.bodies) == 0o700)
        for name in try FileManager.default.subpathsOfDirectory(atPath: bench.folder) where name != "bodies" {
            #expect(try bench.mode(bench.folder + "/" + name) == 0o600, "\(name)")
        }
    }

    @Test(
        "requests that differ have answers side by side, up to a limit; a program's own is the only one",
        arguments: [true, false])
    func variants(_ isOnDisk: Bool) throws {
        let cache = isOnDisk ? bench.cache() : HTTPCache(memoryCapacity: 10 << 20)
        for size in 1...3 { cache.keep(Bench.answer(size, sent: UInt8(size)), at: try Bench.place()) }
        cache.keep(Bench.answer(9, sent: 1), at: try Bench.place())
        #expect(Set(try Bench.bodies(cache).map { $0?.count }) == [9, 3, 2])
        #expect(try Bench.bodies(cache).count == 3)
        for size in 1...40 { cache.keep(Bench.answer(size, sent: UInt8(100 + size)), at: try Bench.place()) }
        #expect(try Bench.bodies(cache).count == HTTPCache.variantLimit)
        cache.keep(Bench.answer(5, sent: nil), at: try Bench.place())
        #expect(try Bench.bodies(cache) == [Bench.body(5)])
        cache.keep(Bench.answer(6, sent: 1), at: try Bench.place())
        #expect(try Bench.bodies(cache).count == 2)
        cache.remove(try HTTPSURL("https://example.com/a"))
        #expect(try Bench.bodies(cache).isEmpty)
    }

    @Test("the size is kept to, and what was used least goes first, with its file") func eviction() throws {
        let cache = bench.cache(disk: 200_000)
        for number in 0..<8 { cache.keep(Bench.answer(22_000), at: try Bench.place("\(number)")) }
        #expect(try Bench.bodies(cache, "0") == [Bench.body(22_000)])
        cache.flush()
        for number in 8..<12 { cache.keep(Bench.answer(22_000), at: try Bench.place("\(number)")) }
        #expect(cache.diskUsage <= 200_000 && cache.diskUsage > 100_000)
        #expect(try Bench.bodies(cache, "1").isEmpty && Bench.bodies(cache, "11").count == 1)
        // Each row has its file, and each file its row.
        let kept = try (0..<12).filter { try Bench.bodies(cache, "\($0)").count == 1 }.count
        #expect(try bench.names(bench.bodies).count == kept)
        cache.diskCapacity = 50_000
        #expect(cache.diskUsage <= 50_000)
        cache.keep(Bench.answer(60_000), at: try Bench.place("large"))
        #expect(try Bench.bodies(cache, "large").isEmpty)
        cache.removeAll()
        #expect(try cache.diskUsage == 0 && bench.names(bench.bodies).isEmpty)
    }

    @Test("a capacity that is set counts at once, though nobody had looked, and a larger one is had")
    func capacities() throws {
        try bench.fill(50_000)
        bench.cache().diskCapacity = 0
        #expect(try Bench.bodies(bench.cache()).isEmpty && bench.names(bench.bodies).isEmpty)
        let cache = bench.cache(disk: 1 << 20)
        cache.keep(Bench.answer(10), at: try Bench.place())
        cache.diskCapacity = 64 << 20
        // More than the index might have had.
        for number in 0..<200 { cache.keep(Bench.answer(14_000), at: try Bench.place("\(number)")) }
        #expect(try bench.problems.isEmpty && Bench.bodies(cache, "0").count == 1)
    }

    @Test("a clock that was set back does not make what is new the first to go") func clockSetBack() throws {
        let cache = bench.cache(disk: 200_000)
        for number in 0..<8 { cache.keep(Bench.answer(22_000), at: try Bench.place("\(number)")) }
        try bench.run("UPDATE answers SET used = used + 100000000000")
        for number in 8..<12 { cache.keep(Bench.answer(22_000), at: try Bench.place("\(number)")) }
        #expect(try Bench.bodies(cache, "11") == [Bench.body(22_000)] && Bench.bodies(cache, "0").isEmpty)
    }

    @Test(
        "what could not be removed while another process held the index, answers nothing, and goes later",
        arguments: ["one", "all"])
    func owed(_ kind: String) throws {
        try bench.fill()
        let cache = bench.cache()
        #expect(try Bench.bodies(cache).count == 1)
        let other = try SQLiteDatabase(path: bench.index, waitingFor: 1_000)
        try other.execute("BEGIN IMMEDIATE")
        if kind == "one" { cache.remove(try HTTPSURL("https://example.com/a")) } else { cache.removeAll() }
        #expect(try Bench.bodies(cache).isEmpty && bench.problems == [.busy])
        try other.execute("ROLLBACK")
        #expect(try Bench.bodies(cache).isEmpty && Bench.bodies(bench.cache()).isEmpty)
        try bench.expectWorking()
    }

    @Test("of what is forgotten nothing is left in any file: not in the log, nor of a process that was killed")
    func nothingLeft() throws {
        let cache = bench.cache()
        for size in [10, 50_000] { cache.keep(Bench.answer(size), at: try Bench.place("\(size)")) }
        let left = bench.bodies + "/99999999999-00000000000000000000000000000000"
        #expect(
            FileManager.default.createFile(
                atPath: left, contents: Data("example.com".utf8), attributes: [.posixPermissions: 0o600]))
        #expect(try bench.everything().range(of: Data("example.com".utf8)) != nil)
        cache.removeAll()
        #expect(try bench.names(bench.bodies).isEmpty)
        #expect(try bench.everything().range(of: Data("example.com".utf8)) == nil)
    }

    @Test("what another process keeps or drops counts at once, although it was in memory here") func elsewhere() throws
    {
        let (one, other) = (bench.cache(memory: 1 << 20), bench.cache(memory: 1 << 20))
        one.keep(Bench.answer(10), at: try Bench.place())
        #expect(try Bench.bodies(other) == [Bench.body(10)])
        #expect(other.candidates(at: try Bench.place()).map(\.source) == [.memory])
        one.keep(Bench.answer(30), at: try Bench.place())
        #expect(try Bench.bodies(other) == [Bench.body(30)])
        one.remove(try HTTPSURL("https://example.com/a"))
        #expect(try Bench.bodies(other).isEmpty)
    }

    @Test(
        "an empty folder is looked at again ten milliseconds later, and at once where this process keeps something",
        arguments: ["no index", "an empty one"])
    func emptyFolder(_ kind: String) async throws {
        if kind != "no index" {
            try bench.fill()
            bench.cache().removeAll()
        }
        let (one, other) = (bench.cache(), bench.cache())
        #expect(try Bench.bodies(one).isEmpty && Bench.bodies(other).isEmpty)
        one.keep(Bench.answer(10), at: try Bench.place())
        #expect(try Bench.bodies(one) == [Bench.body(10)])
        try await Task.sleep(for: .milliseconds(11))
        #expect(try Bench.bodies(other) == [Bench.body(10)])
        one.removeAll()
        #expect(try Bench.bodies(other).isEmpty)
    }

    @Test(
        "what was read from the disk is not put into memory once it was dropped or replaced",
        arguments: ["removed", "all removed", "replaced", "removed elsewhere"])
    func readBefore(_ kind: String) throws {
        try bench.fill()
        let cache = bench.cache(memory: 1 << 20)
        let before = try #require(cache.candidates(at: try Bench.place()).first)
        let url = try HTTPSURL("https://example.com/a")
        switch kind {
        case "removed": cache.remove(url)
        case "all removed": cache.removeAll()
        case "replaced": cache.keep(Bench.answer(30), at: try Bench.place())
        default:
            bench.cache().remove(url)
            // Somebody else notices it first.
            #expect(try Bench.bodies(cache).isEmpty)
        }
        #expect(before.body() == Bench.body(10))
        #expect(try Bench.bodies(cache) == (kind == "replaced" ? [Bench.body(30)] : []))
    }

    @Test("what is on its way while it is invalidated is not kept; what is asked for later is (RFC 9111 §4.4)")
    func onItsWay() async throws {
        let cache = HTTPCache()
        let url = try HTTPSURL("https://example.com/a")
        let place = CachePlace("GET", url)
        let sent = OutgoingRequest(
            url, method: "GET", fields: [], as: nil, identity: nil, policyDigest: [1], hasContent: false)
        let fields = [HTTPField(name: "Cache-Control", value: "max-age=60")].compactMap(\.self)
        func keeping() throws -> @Sendable ([UInt8]) async -> Void {
            let head = try #require(
                CacheRules.storable(
                    sent, status: 200, httpVersion: "1.1", fields: fields, requestTime: Bench.now, at: Bench.now))
            return CacheLookup(sent, .useProtocolCachePolicy, mayRefresh: true, cache, at: Bench.now)
                .keeping(head, sent, deciding: nil)
        }
        var keep = try keeping()
        cache.invalidate(at: place)
        await keep([1])
        #expect(cache.candidates(at: place).isEmpty)
        keep = try keeping()
        cache.invalidate(at: CachePlace("GET", try HTTPSURL("https://example.com/b")))
        await keep([2])
        #expect(cache.candidates(at: place).map { $0.body() } == [[2]])
        // More places than are known by themselves.
        keep = try keeping()
        for number in 0..<300 { cache.invalidate(at: try Bench.place("\(number)")) }
        cache.remove(at: place)
        await keep([3])
        #expect(cache.candidates(at: place).isEmpty)
        keep = try keeping()
        cache.removeAll()
        await keep([4])
        #expect(cache.candidates(at: place).isEmpty)
    }

    @Test("what may be in memory alone is not on the disk, and takes the place of what was there") func memoryAlone()
        throws
    {
        let cache = bench.cache(memory: 1 << 20)
        cache.keep(Bench.answer(10), at: try Bench.place())
        cache.keep(Bench.answer(30, on: .memory), at: try Bench.place())
        #expect(try Bench.bodies(cache) == [Bench.body(30)])
        #expect(try Bench.bodies(bench.cache()).isEmpty)
    }

    @Test("removal since a moment") func since() throws {
        let cache = bench.cache(memory: 1 << 20)
        cache.keep(Bench.answer(10), at: try Bench.place())
        cache.removeAll(since: Instant(secondsSince1970: 32_000_000_000))
        #expect(try Bench.bodies(cache).count == 1)
        cache.removeAll(since: Bench.now.advanced(byDays: -10_000))
        #expect(try Bench.bodies(cache).isEmpty && cache.memoryUsage == 0 && cache.diskUsage == 0)
    }

    @Test("a program's value is beside a response in memory, and not on the disk") func attachments() throws {
        let cache = bench.cache(memory: 1 << 20)
        var answer = Bench.answer(10)
        answer.attachment = "own"
        cache.keep(answer, at: try Bench.place())
        #expect(cache.candidates(at: try Bench.place()).first?.attachment as? String == "own")
        #expect(bench.cache().candidates(at: try Bench.place()).first?.attachment == nil)
    }
}
