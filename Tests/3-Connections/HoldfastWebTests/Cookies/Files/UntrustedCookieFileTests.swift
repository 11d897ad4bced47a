import Foundation
import HoldfastFiles
import HoldfastStore
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastWeb

/// Files of cookies that are not to be believed: nothing of them is, the store works on in memory, and says so.
@Suite("A file of cookies that is not to be believed", .ownThread)
struct UntrustedCookieFileTests {
    private typealias Bench = CookieFileBench
    private let bench: CookieFileBench

    init() throws {
        bench = try CookieFileBench()
        try Bench.keep("a=1; Max-Age=600", in: bench.store())
    }

    /// A store over the file works for its process, and knows so many cookies of the file.
    private func expectWorking(fromFile count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let store = bench.store()
        #expect(store.all.count == count, sourceLocation: sourceLocation)
        try Bench.keep("fresh=1; Max-Age=600", in: store)
        #expect(try Bench.sent(store).contains("fresh=1"), sourceLocation: sourceLocation)
    }

    @Test(arguments: [0o644, 0o620, 0o602, 0o660]) func openToOthers(mode: Int) throws {
        try bench.folder.setMode(mode, of: "cookies.sqlite")
        try expectWorking()
        #expect(bench.problems == [.openToOthers(UInt32(mode))])
        try bench.folder.setMode(0o600, of: "cookies.sqlite")
        try expectWorking(fromFile: 1)
    }

    @Test func aFolderThatOthersMayEnter() throws {
        try bench.folder.setMode(0o755, of: "")
        try expectWorking()
        #expect(bench.problems == [.openToOthers(0o755)])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away")) func anotherUsers() throws {
        try bench.folder.setOwner(65_534, of: "cookies.sqlite")
        try expectWorking()
        #expect(bench.problems == [.foreignOwner(65_534)])
    }

    @Test func aLink() throws {
        try FileManager.default.moveItem(atPath: bench.path, toPath: bench.folder.path("other.sqlite"))
        try bench.folder.link("cookies.sqlite", to: "other.sqlite")
        try expectWorking()
        #expect(bench.problems == [.wrongKind])
    }

    @Test func aPipe() throws {
        try bench.folder.remove("cookies.sqlite")
        #expect(unsafe mkfifo(bench.path, 0o600) == 0)
        try expectWorking()
        #expect(bench.problems == [.wrongKind])
    }

    @Test("no database at all, half of one, one with damage in each of its pages: counted as empty and put aside")
    func damaged() throws {
        let good = try bench.folder.bytes("cookies.sqlite")
        var kinds: [[UInt8]] = [
            Array(String(repeating: "no database\n", count: 1_000).utf8), Array(good.prefix(good.count / 2)),
            // One octet is none to SQLite (ticket 3260).
            [1, 2],
        ]
        var random = SeededGenerator(27)
        for page in stride(from: 0, to: good.count, by: 4_096) {
            var bytes = good
            for offset in 0..<200 { bytes[page + offset] = UInt8(random.below(256)) }
            kinds.append(bytes)
        }
        for (number, bytes) in kinds.enumerated() {
            let bench = try CookieFileBench()
            try bench.folder.write(bytes, to: "cookies.sqlite", mode: 0o600)
            let store = bench.store()
            // What can be read of it may be kept; nothing ends the process, and what is written is there.
            _ = store.all
            try Bench.keep("fresh=1; Max-Age=600", in: store)
            _ = store.all
            #expect(try Bench.sent(bench.store()).contains("fresh=1"), "kind \(number)")
            if number < 3 {
                #expect(bench.folder.names.contains("cookies.sqlite.corrupt-1"), "kind \(number)")
                #expect(try bench.folder.bytes("cookies.sqlite.corrupt-1") == bytes)
                guard case .corrupt = bench.problems.first else {
                    Issue.record("kind \(number): \(bench.problems)")
                    continue
                }
            }
        }
    }

    private static let application = CookieDatabase.schema.application

    @Test(arguments: [
        "CREATE TABLE moz_cookies (id INTEGER)", "PRAGMA application_id = 1", "PRAGMA user_version = 1",
        "PRAGMA application_id = \(application)",
        "PRAGMA application_id = \(application); PRAGMA user_version = 1; CREATE TABLE cookies (a)",
    ]) func anotherProgramsDatabase(sql: String) throws {
        let bench = try CookieFileBench()
        try bench.folder.write([], to: "cookies.sqlite", mode: 0o600)
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute(sql)
        let store = bench.store()
        #expect(store.all.isEmpty)
        try Bench.keep("fresh=1; Max-Age=600", in: store)
        #expect(bench.folder.names.contains("cookies.sqlite.corrupt-1"))
        #expect(try Bench.sent(bench.store()) == ["fresh=1"])
    }

    @Test func aTriggerIsNoneOfOurs() throws {
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute(
            "CREATE TRIGGER t AFTER INSERT ON cookies BEGIN UPDATE cookies SET domain = 'evil.com'; END")
        try expectWorking()
        #expect(bench.folder.names.contains("cookies.sqlite.corrupt-1"))
    }

    @Test func aNewerVersionIsLeftAsItIs() throws {
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute("PRAGMA user_version = 2")
        try expectWorking()
        #expect(bench.problems == [.newer(2)])
        #expect(!bench.folder.names.contains { $0.contains("corrupt") })
    }

    /// One value of a row that is another's; none of them can be one that a server has set.
    private static let changes = [
        "name = 'a=b'", "name = x'ff'", "value = 'x' || char(10) || 'Host: evil'", "value = 'a; b=c'",
        "name = '', value = ''", "name = '__Host-a'", "name = '__Secure-a'", "domain = 'com', hostOnly = 0",
        "domain = 'EXAMPLE.com'", "domain = 'a b'", "domain = ''", "domain = '192.0.2.1', hostOnly = 0", "hostOnly = 2",
        "path = 'a'", "path = ''", "secure = 7", "httpOnly = 'yes'", "sameSite = 'Never'", "sameSite = 'None'",
        "expires = 'tomorrow'", "created = x'00'", "used = 1.5", "value = printf('%.*c', 60000, 'x')",
        "value = printf('%.*c', 4096, 'x')",
    ]

    @Test("a row that no server could have set is left out, and counted", arguments: changes)
    func rows(change: String) throws {
        try Bench.keep("good=1; Max-Age=600", in: bench.store())
        try SQLiteDatabase(path: bench.path, waitingFor: 100).execute("UPDATE cookies SET \(change) WHERE name = 'a'")
        let store = bench.store()
        #expect(store.all.map(\.name) == ["good"])
        // Found again with each reading, they are told once.
        try Bench.keep("other=1; Max-Age=600", in: bench.store())
        #expect(store.all.map(\.name) == ["good", "other"])
        #expect(bench.problems == [.badEntries(1), .badEntries(1)], "once by each of the two stores")
    }

    @Test("times of far away do no harm", arguments: [Int64.min, -1, 0, Int64.max]) func times(time: Int64) throws {
        try SQLiteDatabase(path: bench.path, waitingFor: 100).execute(
            "UPDATE cookies SET expires = \(Int64.max), created = \(time), used = \(time)")
        let cookie = try #require(bench.store().all.first)
        #expect(cookie.expires == CookieBench.now.advanced(bySeconds: 400 * 86_400))
        #expect(cookie.created <= CookieBench.now)
    }

    @Test("another process that holds the file is waited for, and what could not be written is written later")
    func busy() throws {
        let store = bench.store()
        let other = try SQLiteDatabase(path: bench.path, waitingFor: 0)
        try other.execute("BEGIN IMMEDIATE")
        try Bench.keep("b=1; Max-Age=600", in: store)
        #expect(bench.problems == [.busy])
        #expect(try Bench.sent(store) == ["a=1", "b=1"])
        #expect(try Bench.sent(bench.store()) == ["a=1"])
        try other.execute("COMMIT")
        #expect(try Bench.sent(store) == ["a=1", "b=1"])
        #expect(try Bench.sent(bench.store()) == ["a=1", "b=1"])
    }
}
