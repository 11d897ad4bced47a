import HoldfastFiles
import HoldfastStore
import HoldfastX509
import TestSupport
import Testing

@Suite("A folder with an index and bodies beside it")
struct IndexedFolderTests {
    private static let now = Instant(secondsSince1970: 1_800_000_000)
    private static let schema = StoreSchema(
        application: 0x4866_5454, version: 1,
        statements: [
            "CREATE TABLE facts (name TEXT NOT NULL, value NOT NULL, PRIMARY KEY (name)) WITHOUT ROWID",
            "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cost INTEGER NOT NULL, body BLOB, "
                + "file TEXT)",
        ])
    private let place: TemporaryFolder
    private var path: String { place.path("kept") }

    init() throws { place = try TemporaryFolder() }

    /// The folder as another process would have it.
    ///
    /// - Parameter reason: what keeps its key from being had; nil where it is there.
    private func folder(
        bytes: Int = 1 << 20, entries: Int = .max, sums: Bool = true, without reason: StoreError.Reason? = nil
    ) -> IndexedFolder<Int> {
        let layout = IndexTable.Layout(table: "things", order: "id", sums: sums ? "facts" : nil)
        let plan = IndexedFolder<Int>.Plan(
            path, index: "index.sqlite", bodies: "bodies", Self.schema, layout, waitingFor: .milliseconds(20))
        return IndexedFolder(plan, IndexTable.Limits(bytes: bytes, entries: entries)) { () throws(IndexedFolderError) in
            if let reason { throw .reason(reason) }
            return { _, _ throws(IndexedFolderError) in (7, nil) }
        }
    }

    private func keep(_ name: String, _ count: Int, in folder: inout IndexedFolder<Int>) -> Bool {
        let limits = folder.limits
        return folder.keep([UInt8](repeating: 1, count: count), now: Self.now) { files, body throws(SQLiteError) in
            try files.index.insert(["name"], cost: Int64(count), body) { statement throws(SQLiteError) in
                try statement.bind(1, name)
            }
            return try files.index.shrink(to: limits)
        }
    }

    private func names(_ folder: inout IndexedFolder<Int>) -> [String] {
        let found = folder.ask { files throws(SQLiteError) in
            let statement = try files.index.database.prepare("SELECT name, body, file FROM things ORDER BY id")
            var names: [String] = []
            while try statement.step() {
                guard let body = files.index.body(statement, at: 1), files.bytes(of: body, limit: 1 << 20) != nil else {
                    continue
                }
                names.append(statement.text(0, limit: 100) ?? "")
            }
            return names
        }
        return found ?? []
    }

    private var files: Int { (try? PrivateFolder(path + "/bodies").names().count) ?? 0 }

    @Test("small bodies stand in the index, large ones in files; who only looks leaves nothing behind")
    func places() throws {
        var folder = folder()
        #expect(names(&folder) == [] && place.names == [])
        #expect(keep("small", IndexTable.inlineLimit, in: &folder) && files == 0)
        #expect(keep("large", IndexTable.inlineLimit + 1, in: &folder) && files == 1)
        var other = self.folder()
        #expect(names(&other) == ["small", "large"])
        #expect(other.with { $0.contents } == 7)
        #expect(folder.hasChangedElsewhere() == false)
        other.drop { files throws(SQLiteError) in
            try files.index.drop("name = ?1") { statement throws(SQLiteError) in try statement.bind(1, "large") }
        }
        #expect(files == 0 && folder.hasChangedElsewhere() && names(&folder) == ["small"])
        #expect(folder.newProblems() == [] && other.newProblems() == [])
    }

    @Test("what is too much goes, the oldest first, with or without a kept sum", arguments: [false, true])
    func limits(sums: Bool) throws {
        var folder = folder(bytes: 100_000, sums: sums)
        for number in 0..<8 { #expect(keep("\(number)", 30_000, in: &folder)) }
        #expect(names(&folder) == ["5", "6", "7"] && files == 3)
        #expect(folder.ask { files throws(SQLiteError) in try files.index.cost() } == 90_000)
        // The one that has just come stays wherever it fits, though it leaves room for none beside it.
        #expect(keep("whole", 99_000, in: &folder))
        #expect(names(&folder) == ["whole"] && files == 1)
        folder.shrink(to: IndexTable.Limits(bytes: 10))
        #expect(names(&folder) == [] && files == 0)
    }

    @Test("no more entries than there may be") func entries() throws {
        var folder = folder(entries: 2, sums: false)
        for name in ["a", "b", "c"] { #expect(keep(name, 10, in: &folder)) }
        #expect(names(&folder) == ["b", "c"])
    }

    @Test("a sum that is not that of the rows is put right") func wrongSum() throws {
        var folder = folder(bytes: 100_000)
        for name in ["a", "b"] { #expect(keep(name, 30_000, in: &folder)) }
        folder.ask { files throws(SQLiteError) in
            try files.index.database.execute("UPDATE facts SET value = 9223372036854775807 WHERE name = 'bytes'")
        }
        #expect(keep("c", 30_000, in: &folder))
        #expect(names(&folder) == ["a", "b", "c"])
        #expect(folder.ask { files throws(SQLiteError) in try files.index.cost() } == 90_000)
    }

    @Test("without its key nothing is made, and the folder is not looked at again")
    func noKey() throws {
        var folder = folder(without: .otherKey)
        #expect(!keep("a", 10, in: &folder) && place.names == [])
        #expect(folder.newProblems() == [StoreError(path: path, reason: .otherKey)])
        #expect(!keep("a", 10, in: &folder) && folder.newProblems() == [])
    }

    @Test("the trouble names what it is with: the folder, the index or the folder of bodies")
    func told() throws {
        var folder = folder()
        #expect(keep("a", 10, in: &folder))
        for (name, wrong, right) in [
            ("kept/bodies", 0o770, 0o700), ("kept/index.sqlite", 0o640, 0o600), ("kept", 0o750, 0o700),
        ] {
            try place.setMode(wrong, of: name)
            var other = self.folder()
            #expect(names(&other) == [])
            #expect(
                other.newProblems()
                    == [StoreError(path: place.path(name), reason: .openToOthers(UInt32(wrong)))])
            try place.setMode(right, of: name)
        }
    }
}
