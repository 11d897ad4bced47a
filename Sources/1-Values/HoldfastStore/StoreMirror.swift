package import HoldfastFiles

/// The file of a table that stands in memory: read when it is first needed, and again after another process has written
/// to it; what is done to the table is written at once.
///
/// A process that is killed after a writing has lost none of it. What cannot be written, since another process holds
/// the file or it is full, waits for the next writing.
package struct StoreMirror<Change: Sendable> {
    /// Changes that wait; beyond, the oldest are lost.
    private static var mostWaiting: Int { 4_096 }

    private var access: StoreAccess
    private let apply: @Sendable (SQLiteDatabase, [Change]) throws(SQLiteError) -> Void
    private var waiting: [Change] = []
    /// The opening and the version of the file that the table knows.
    private var seen: (opening: UInt64, version: Int64)?
    /// The rows that made no sense when the file was last read, and those that were told of.
    private var badRows = (found: 0, told: 0)
    private let path: String

    /// Names a file; nothing is opened, and none is made before there is something to write.
    ///
    /// - Parameter apply: does to the file what was done to the table, all of it or nothing.
    package init(
        _ access: StoreAccess, _ apply: @escaping @Sendable (SQLiteDatabase, [Change]) throws(SQLiteError) -> Void
    ) {
        self.access = access
        path = access.path
        self.apply = apply
    }

    /// Reads the file anew, where anybody else has written to it since it was last read; nil where nobody has.
    package mutating func changed<Rows>(_ read: (SQLiteDatabase) throws(SQLiteError) -> Rows) -> Rows? {
        // What the file does not have yet must not be lost to what it has.
        if !waiting.isEmpty { write([]) }
        guard waiting.isEmpty else { return nil }
        let known = seen?.version
        let found: (version: Int64, rows: Rows?)? = access.with(makingFile: false) { database throws(SQLiteError) in
            // A number that another connection's writing changes, for this one.
            let version = try database.integer("PRAGMA data_version") ?? 0
            return try (version, known == version ? nil : read(database))
        }
        guard let found else { return nil }
        if found.rows == nil, seen?.opening != access.openings {
            // The number of another opening says nothing: it may be the same by chance.
            seen = nil
            return changed(read)
        }
        seen = (access.openings, found.version)
        return found.rows
    }

    /// Writes what was done to the table, and what waits.
    package mutating func write(_ changes: [Change]) {
        waiting += changes
        guard !waiting.isEmpty else { return }
        let (all, apply) = (waiting, apply)
        let isWritten: Void? = access.with { database throws(SQLiteError) in try apply(database, all) }
        if isWritten != nil { waiting = [] }
        if waiting.count > Self.mostWaiting { waiting.removeFirst(waiting.count - Self.mostWaiting) }
    }

    /// Does something else with the file; nil where there is none, or it failed.
    package mutating func with<Value>(
        makingFile: Bool, _ body: (SQLiteDatabase) throws(SQLiteError) -> Value
    ) -> Value? {
        access.with(makingFile: makingFile, body)
    }

    /// Notes how many rows made no sense when the file was last read.
    package mutating func note(badRows count: Int) { badRows.found = count }

    /// Troubles that were not told yet, each kind once. Rows that make no sense are found again with each reading, and
    /// told of where they are more than before.
    package mutating func newProblems() -> [StoreError] {
        var problems = access.newProblems()
        if badRows.found > badRows.told {
            problems.append(StoreError(path: path, reason: .badEntries(badRows.found)))
            badRows.told = badRows.found
        }
        return problems
    }
}

extension SQLiteDatabase {
    /// Writes what is in the log into the file, and empties the log.
    package func checkpoint() throws(SQLiteError) { _ = try integer("PRAGMA wal_checkpoint(TRUNCATE)") }
}
