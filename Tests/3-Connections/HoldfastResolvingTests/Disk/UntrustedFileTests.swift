import Foundation
import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastResolving

/// Files that are not to be believed: nothing of them is, and the cache works on.
struct UntrustedFileTests {
    private let bench: StoreBench

    init() throws { bench = try StoreBench() }

    /// A cache over the file works, and knows so many answers.
    private func expectWorking(fromDisk count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        let cache = bench.cache()
        #expect(cache.statistics.fromDisk == count, sourceLocation: sourceLocation)
        let resolver = ScriptedResolver { _, _ in .of(9, seconds: 3_600) }
        let query = ResolverQuery(try dnsName("fresh.example.com"), .ipv4)
        #expect(
            try await cache.answer(to: query, from: resolver).addresses == [try address(9)],
            sourceLocation: sourceLocation)
        cache.flush()
    }

    @Test func aLink() async throws {
        try await bench.fill()
        let other = bench.folder + "/other.sqlite"
        try FileManager.default.moveItem(atPath: bench.path, toPath: other)
        try FileManager.default.createSymbolicLink(atPath: bench.path, withDestinationPath: other)
        try await expectWorking()
        #expect(bench.problems == [.wrongKind])
    }

    @Test func aLinkedFolder() async throws {
        try await bench.fill()
        let link = bench.folder + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bench.folder)
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(bench.cache(bench.store(at: link + "/answers.sqlite")).statistics.fromDisk == 0)
        #expect(bench.problems == [.wrongKind])
    }

    @Test(arguments: [0o644, 0o620, 0o602, 0o660]) func openToOthers(mode: Int) async throws {
        try await bench.fill()
        try bench.setMode(mode, of: bench.path)
        try await expectWorking()
        #expect(bench.problems == [.openToOthers(UInt32(mode))])
        // It was left as it is.
        try bench.setMode(0o600, of: bench.path)
        try await expectWorking(fromDisk: 1)
    }

    @Test func aFolderThatOthersMayEnter() async throws {
        try await bench.fill()
        try bench.setMode(0o755, of: bench.folder)
        try await expectWorking()
        #expect(bench.problems == [.openToOthers(0o755)])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away")) func anotherOwner() async throws {
        try await bench.fill()
        #expect(unsafe chown(bench.path, 65_534, 65_534) == 0)
        try await expectWorking()
        #expect(bench.problems == [.foreignOwner(65_534)])
    }

    /// The other name may stand in a folder where others exchange what is in it.
    @Test func aSecondName() async throws {
        try await bench.fill()
        let other = bench.folder + "/other.sqlite"
        try FileManager.default.linkItem(atPath: bench.path, toPath: other)
        try await expectWorking()
        #expect(bench.problems == [.wrongKind])
        try FileManager.default.removeItem(atPath: other)
        try await expectWorking(fromDisk: 1)
    }

    /// Nobody reads or writes a pipe: an open that waited for that would never return.
    @Test func aPipe() async throws {
        #expect(unsafe mkfifo(bench.path, 0o600) == 0)
        try await expectWorking()
        #expect(bench.problems == [.wrongKind])
    }

    @Test func noFolderToBeHad() async throws {
        try bench.write(Data(), to: bench.folder + "/file")
        #expect(bench.cache(bench.store(at: bench.folder + "/file/answers.sqlite")).statistics.fromDisk == 0)
        #expect(bench.problems == [.wrongKind])
    }

    @Test func noDatabase() async throws {
        let text = Data(String(repeating: "this is not a database\n", count: 1_000).utf8)
        try bench.write(text, to: bench.path)
        try await expectWorking()
        let aside = bench.path + ".corrupt-1"
        #expect(bench.contents(aside) == text)
        guard case .corrupt(_, keptAs: aside) = bench.problems.first else {
            Issue.record("reported: \(bench.problems)")
            return
        }
        // What was learnt went into a new file.
        try await expectWorking(fromDisk: 1)
        #expect(bench.problems.count == 1)
    }

    static let foreign = [
        "CREATE TABLE moz_places (url TEXT)",
        "PRAGMA application_id = 1",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = \(AnswerTable.application)",
        "PRAGMA application_id = \(AnswerTable.application); PRAGMA user_version = 1; CREATE TABLE answers (a)",
    ]

    @Test(arguments: foreign) func anotherProgramsDatabase(sql: String) async throws {
        try bench.write(Data(), to: bench.path)
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute(sql)
        try await expectWorking()
        #expect(bench.files.contains("answers.sqlite.corrupt-1"))
        try await expectWorking(fromDisk: 1)
        #expect(bench.problems.count == 1)
    }

    @Test func aTriggerIsNoneOfOurs() async throws {
        try await bench.fill()
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute(
            "CREATE TRIGGER t AFTER INSERT ON answers BEGIN UPDATE answers SET addresses = x'7f000001'; END")
        try await expectWorking()
        try await expectWorking(fromDisk: 1)
    }

    @Test func aNewerVersionIsLeftAsItIs() async throws {
        try await bench.fill()
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute("PRAGMA user_version = 2")
        try await expectWorking()
        #expect(bench.problems == [.newer(2)])
        #expect(!bench.files.contains { $0.contains("corrupt") })
    }

    static let badValues = [
        "name = 'WWW.example.com'", "name = 'www.example.com.'", "name = 'exa mple.com'", "name = '192.0.2.1'",
        "name = ''", "name = x'ff'", "name = CAST(x'ff' AS TEXT)", "resolver = ''", "resolver = CAST(x'c0af' AS TEXT)",
        "resolver = printf('%.2000c', 'a')", "type = 5", "type = 'A'", "type = 28", "addresses = x'c000020100'",
        "addresses = '1234'", "addresses = zeroblob(4096)", "ttl = -1", "ttl = 2147483648", "ttl = 'x'", "ttl = 1.5",
        "missing = 1", "missing = 2", "source = x''", "source = CAST(x'80' AS TEXT)",
    ]

    @Test(arguments: badValues) func aRowThatMakesNoSense(change: String) async throws {
        try await bench.fill()
        try SQLiteDatabase(path: bench.path, waitingFor: 0).execute("UPDATE answers SET " + change)
        try await expectWorking()
        #expect(bench.problems == [.badEntries(1)])
    }

    /// The clock was set back by more than what it is corrected by: no age can be believed.
    @Test func answersFromTheFuture() async throws {
        let cache = bench.cache()
        let resolver = ScriptedResolver { _, _ in .of(1, seconds: 3_600) }
        for number in 0..<5 {
            _ = try await cache.answer(to: ResolverQuery(try dnsName("n\(number).example.com"), .ipv4), from: resolver)
            cache.flush()
            bench.clock.advance(by: .seconds(100))
        }
        bench.clock.advance(by: .seconds(-104))
        #expect(bench.cache().statistics.fromDisk == 5)
        bench.clock.advance(by: .seconds(-100))
        #expect(bench.cache().statistics.fromDisk == 0)
        #expect(bench.problems == [.clockWentBack])
        #expect(bench.cache().statistics.fromDisk == 0)
    }

    @Test func aTimeThatOverflows() async throws {
        for time in [Int64.max, Int64.min] {
            try await bench.fill()
            try SQLiteDatabase(path: bench.path, waitingFor: 0).execute("UPDATE answers SET given = \(time)")
            #expect(bench.cache().statistics.fromDisk == 0)
        }
    }

    @Test func anotherProcessHoldsIt() async throws {
        try await bench.fill()
        let cache = bench.cache()
        let other = try SQLiteDatabase(path: bench.path, waitingFor: 0)
        try other.execute("BEGIN EXCLUSIVE")
        let resolver = ScriptedResolver { _, _ in .of(9, seconds: 3_600) }
        _ = try await cache.answer(to: ResolverQuery(try dnsName("a.example.com"), .ipv4), from: resolver)
        cache.flush()
        #expect(bench.problems == [.busy])
        try other.execute("ROLLBACK")
        _ = try await cache.answer(to: ResolverQuery(try dnsName("b.example.com"), .ipv4), from: resolver)
        cache.flush()
        #expect(bench.cache().statistics.fromDisk == 2)
    }

    private func fillWithMany() async throws {
        let cache = bench.cache()
        let resolver = ScriptedResolver { _, _ in .of(1, 2, 3, seconds: 3_600) }
        for number in 0..<200 {
            _ = try await cache.answer(to: ResolverQuery(try dnsName("n\(number).example.com"), .ipv4), from: resolver)
        }
        cache.flush()
    }

    /// Whatever bytes are damaged, what comes from the file are addresses of the right kind, or nothing.
    @Test func damagedBytes() async throws {
        try await fillWithMany()
        // One file without a log beside it.
        let copy = bench.folder + "/copy.sqlite"
        try SQLiteDatabase(path: bench.path, waitingFor: 60_000).execute("VACUUM INTO '\(copy)'")
        let whole = try #require(bench.contents(copy))
        var random = SeededGenerator(99)
        var losses = 0
        for round in 0..<150 {
            var bytes = whole
            if round % 10 == 9 {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            } else {
                for _ in 0..<(1 << (round % 8)) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
            }
            let path = bench.folder + "/damaged-\(round).sqlite"
            try bench.write(bytes, to: path)
            let rows = bench.store(at: path).load(limit: 1_000)
            #expect(rows.count <= 200)
            #expect(rows.allSatisfy { row in row.addresses.allSatisfy { AddressKind(of: $0) == row.key.kind } })
            if rows.count < 200 { losses += 1 }
        }
        #expect(losses > 50)
    }
}
