import Foundation
import HoldfastFiles
import HoldfastStore
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastWeb

/// Files that are not to be believed: nothing of them is, and the cache works on.
@Suite("What a cache makes of the files that it finds")
struct CacheFileTests {
    private typealias Bench = CacheFolderBench
    private let bench: CacheFolderBench

    init() throws { bench = try CacheFolderBench() }

    @Test("links, pipes, folders of others are not used, and left as they are") func kinds() throws {
        try bench.fill()
        let other = bench.folder + "/other"
        try FileManager.default.moveItem(atPath: bench.index, toPath: other)
        try FileManager.default.createSymbolicLink(atPath: bench.index, withDestinationPath: other)
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        #expect(bench.problems == [.wrongKind])
        try FileManager.default.removeItem(atPath: bench.index)
        #expect(unsafe mkfifo(bench.index, 0o600) == 0)
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        #expect(bench.problems == [.wrongKind, .wrongKind])
    }

    @Test("rights of others", arguments: [0o644, 0o620, 0o602]) func rights(_ mode: Int) throws {
        try bench.fill()
        try bench.setMode(mode, of: bench.index)
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        try bench.setMode(0o600, of: bench.index)
        try bench.setMode(0o755, of: bench.folder)
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        try bench.setMode(0o700, of: bench.folder)
        try bench.setMode(0o750, of: bench.bodies)
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        #expect(bench.problems == [.openToOthers(UInt32(mode)), .openToOthers(0o755), .openToOthers(0o750)])
        try bench.setMode(0o700, of: bench.bodies)
        try bench.expectWorking(finding: 1)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away")) func anotherOwner() throws {
        try bench.fill()
        #expect(unsafe chown(bench.index, 65_534, 65_534) == 0)
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        #expect(bench.problems == [.foreignOwner(65_534)])
    }

    @Test("a damaged index is put aside, loudly, and counts as empty", arguments: ["head", "middle", "text", "empty"])
    func damaged(_ kind: String) throws {
        try bench.fillMany()
        var data = try #require(FileManager.default.contents(atPath: bench.index))
        switch kind {
        case "head": data.replaceSubrange(0..<16, with: Data(count: 16))
        // All pages but the first: of tables, of indices, of facts.
        case "middle": data.replaceSubrange(4_096..<data.count, with: Data(repeating: 0xA5, count: data.count - 4_096))
        case "text": data = Data("no database at all".utf8)
        default: data = Data()
        }
        let found = try bench.rewritten(data)
        try found.expectWorking()
        if kind != "empty" {
            guard case .corrupt(_, let other?) = found.problems.first else { throw CancellationError() }
            #expect(FileManager.default.contents(atPath: other) == data)
        }
        #expect(found.problems.count == (kind == "empty" ? 0 : 1))
    }

    @Test(
        "what another program, another version or another schema wrote",
        arguments: [
            "CREATE TABLE t (a); INSERT INTO t VALUES (1)", "PRAGMA application_id = 7",
            "PRAGMA application_id = \(CacheTable.application)",
            "PRAGMA application_id = \(CacheTable.application); PRAGMA user_version = 1; CREATE TABLE answers (a)",
        ])
    func foreign(_ sql: String) throws {
        try bench.begin(with: sql)
        try bench.expectWorking()
        guard case .corrupt = bench.problems.first else { throw CancellationError() }
    }

    @Test("a newer version's file is left as it is") func newer() throws {
        try bench.begin(
            with: "PRAGMA application_id = \(CacheTable.application); PRAGMA user_version = 2; CREATE TABLE t (a)")
        let cache = bench.cache()
        cache.keep(Bench.answer(10), at: try Bench.place())
        #expect(try Bench.bodies(cache).isEmpty && bench.problems == [.newer(2)])
    }

    @Test(
        "rows that make no sense are dropped, and the others stay",
        arguments: [
            "UPDATE answers SET head = x'00'", "UPDATE answers SET head = zeroblob(40000)",
            "UPDATE answers SET head = 'text'", "UPDATE answers SET body = NULL",
            "UPDATE answers SET body = 'text'", "UPDATE answers SET file = '../../etc/passwd', body = NULL",
            "UPDATE answers SET file = '1-00000000000000000000000000000000'",
            "UPDATE answers SET cost = -1", "UPDATE answers SET variant = zeroblob(33)",
            "UPDATE answers SET stored = 'x'",
        ])
    func rows(_ sql: String) throws {
        try bench.fill()
        try bench.run(sql)
        #expect(try Bench.bodies(bench.cache()).compactMap(\.self).isEmpty)
        #expect(bench.problems == [.badEntries(1)])
        try bench.expectWorking()
    }

    @Test(
        "numbers as large as they may be end nothing",
        arguments: [
            "UPDATE facts SET value = 9223372036854775807 WHERE name = 'bytes'",
            "UPDATE facts SET value = -9223372036854775808 WHERE name = 'bytes'",
            "UPDATE answers SET cost = 9223372036854775807", "UPDATE answers SET stored = -9223372036854775808",
            "UPDATE answers SET used = 9223372036854775807",
        ])
    func extremes(_ sql: String) throws {
        let cache = bench.cache()
        for sent in 1...3 { cache.keep(Bench.answer(10, sent: UInt8(sent)), at: try Bench.place()) }
        try bench.run(sql)
        // Kept beside them, in the place of them all, and removed.
        for sent in [UInt8?.some(4), nil] { bench.cache().keep(Bench.answer(10, sent: sent), at: try Bench.place()) }
        let other = bench.cache()
        #expect(other.diskUsage >= 0)
        other.removeAll()
        #expect(other.diskUsage == 0 && bench.problems.isEmpty)
        try bench.expectWorking()
    }

    @Test("a cache of any size") func sizes() throws {
        let cache = HTTPCache(memoryCapacity: .max, diskCapacity: .max, folder: bench.folder)
        cache.keep(Bench.answer(50_000), at: try Bench.place())
        #expect(try Bench.bodies(cache) == [Bench.body(50_000)])
        #expect(try Bench.bodies(bench.cache()) == [Bench.body(50_000)])
    }

    @Test("a body that is gone, short, longer, another or a link counts as none", arguments: 0..<5)
    func bodies(_ kind: Int) throws {
        try bench.fill(50_000)
        let path = bench.bodies + "/" + (try #require(try bench.names(bench.bodies).first))
        var data = try #require(FileManager.default.contents(atPath: path))
        switch kind {
        case 0: try FileManager.default.removeItem(atPath: path)
        case 1: data.removeLast()
        case 2: data.append(0)
        case 3: data[data.count / 2] ^= 1
        default:
            try FileManager.default.moveItem(atPath: path, toPath: path + ".other")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".other")
        }
        if (1...3).contains(kind) { try data.write(to: URL(filePath: path)) }
        #expect(try Bench.bodies(bench.cache()) == [nil])
        #expect(try Bench.bodies(bench.cache()).isEmpty)
        try bench.expectWorking()
    }

    @Test("a body stands in no other response's place") func exchanged() throws {
        let cache = bench.cache()
        cache.keep(Bench.answer(50_000), at: try Bench.place("a"))
        cache.keep(Bench.answer(50_000, sent: 2), at: try Bench.place("b"))
        try bench.run("UPDATE answers SET file = (SELECT file FROM answers ORDER BY id LIMIT 1)")
        #expect(try Bench.bodies(bench.cache(), "b") == [nil])
        try bench.run("UPDATE answers SET place = (SELECT place FROM answers ORDER BY id LIMIT 1), variant = x'00'")
        #expect(try Bench.bodies(bench.cache(), "a").compactMap(\.self).isEmpty)
    }

    @Test("files that nothing names are swept up, once nobody can be writing them") func orphans() throws {
        try bench.fill(50_000)
        let old = "1000-00000000000000000000000000000000"
        let young = "99999999999-00000000000000000000000000000000"
        for name in [old, young, "notes.txt"] {
            #expect(
                FileManager.default.createFile(
                    atPath: bench.bodies + "/" + name, contents: Data(), attributes: [.posixPermissions: 0o600]))
        }
        bench.cache().keep(Bench.answer(10), at: try Bench.place("b"))
        let names = try bench.names(bench.bodies)
        #expect(!names.contains(old) && names.contains(young) && names.contains("notes.txt") && names.count == 3)
    }
}

extension CacheFolderBench {
    /// A hundred answers in an index that is closed again, so that nothing is left in a log.
    func fillMany() throws {
        let cache = cache()
        for number in 0..<100 { cache.keep(Self.answer(5_000), at: try Self.place("\(number)")) }
        cache.keep(Self.answer(10), at: try Self.place())
    }

    /// The same folder with other bytes in the place of the index, for caches that have not opened it.
    func rewritten(_ data: Data) throws -> CacheFolderBench {
        let other = try CacheFolderBench()
        try FileManager.default.createDirectory(
            atPath: other.folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(
            FileManager.default.createFile(
                atPath: other.index, contents: data, attributes: [.posixPermissions: 0o600]))
        return other
    }

    /// A folder with an index that somebody else has made.
    func begin(with sql: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(
            FileManager.default.createFile(
                atPath: index, contents: Data(), attributes: [.posixPermissions: 0o600]))
        try run(sql)
    }

    /// Runs statements in the index, as whoever may write to it could.
    func run(_ sql: String) throws {
        let database = try SQLiteDatabase(path: index, waitingFor: 1_000)
        try database.execute(sql)
    }
}
