import Foundation
import HoldfastFiles
import HoldfastStore
import TestSupport
import Testing

/// A folder that another user may exchange with one of their own lies in one that they may write to, as a project's
/// folder of a group: what was looked at is what is opened, whatever the path leads to by then.
@Suite("A database is opened where it was looked at")
struct StorePlaceTests {
    private let folder: TemporaryFolder
    private let file: StoreFile

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("cache", mode: 0o700)
        file = StoreFile(path: folder.path("cache/index.sqlite"), unnamed: "")
    }

    private func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
    }

    /// Puts another folder, with a database that anybody may write, in the place of the one that was looked at.
    private func exchange(byLink isLink: Bool = false) throws {
        try folder.write("", to: "other/index.sqlite", mode: 0o666)
        try folder.setMode(0o777, of: "other")
        try FileManager.default.moveItem(atPath: folder.path("cache"), toPath: folder.path("moved"))
        if isLink {
            try folder.link("cache", to: folder.path("other"))
        } else {
            try FileManager.default.moveItem(atPath: folder.path("other"), toPath: folder.path("cache"))
        }
    }

    @Test("exchanged between the look and the opening, by a folder or a link", arguments: [false, true])
    func exchanged(byLink isLink: Bool) throws {
        let place = try file.prepare()
        try exchange(byLink: isLink)
        let database = try SQLiteDatabase(at: place, waitingFor: 0)
        try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES ('secret')")
        #expect(try names("moved") == ["index.sqlite", "index.sqlite-shm", "index.sqlite-wal"])
        #expect(try names("cache") == ["index.sqlite"])
        #expect(try folder.bytes("cache/index.sqlite").isEmpty)
        withExtendedLifetime(database) {}
    }

    /// SQLite makes its log when it is first written to.
    @Test("exchanged while it is open: the log is made beside it", arguments: ["WAL", "PERSIST"])
    func exchangedLater(mode: String) throws {
        let database = try SQLiteDatabase(at: try file.prepare(), waitingFor: 0)
        try exchange()
        try database.execute("PRAGMA journal_mode = \(mode); CREATE TABLE t (a); INSERT INTO t VALUES ('secret')")
        #expect(try names("cache") == ["index.sqlite"])
        #expect(try names("moved").count == (mode == "WAL" ? 3 : 2))
        withExtendedLifetime(database) {}
    }

    @Test("what lies beside it is opened and put aside there too") func beside() throws {
        let place = try file.prepare()
        try exchange()
        _ = try place.folder.folder("bodies")
        #expect(try names("moved") == ["bodies", "index.sqlite"])
        #expect(try names("cache") == ["index.sqlite"])
    }

    /// Connections to one file share what SQLite has beside it, by the path of the first.
    @Test("the last connection clears up its own folder, whichever was the first") func shared() throws {
        var first: SQLiteDatabase? = try SQLiteDatabase(at: try file.prepare(), waitingFor: 0)
        try first?.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
        var second: SQLiteDatabase? = try SQLiteDatabase(at: try file.prepare(), waitingFor: 0)
        try second?.execute("INSERT INTO t VALUES (1)")
        first = nil
        // Whatever number the first one's folder had is free for these.
        let others = try (0..<8).map { number in
            let other = StoreFile(path: folder.path("other\(number)/index.sqlite"), unnamed: "")
            let database = try SQLiteDatabase(at: try other.prepare(), waitingFor: 0)
            try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            return database
        }
        second = nil
        #expect(try names("cache") == ["index.sqlite"])
        for number in others.indices { #expect(try names("other\(number)").count == 3) }
        withExtendedLifetime(others) {}
    }
}
