import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// Cookies in memory beside the file that keeps those which outlast the process.
///
/// The file is read when it is first needed, and again after another process has written to it. What is done to the
/// table is written before the call returns: a process that is killed afterwards has lost none of it.
struct CookieFileState {
    /// Changes that wait for a file that another process holds, or that is full; beyond, the oldest are lost.
    private static let mostWaiting = 4_096
    /// Bytes that the file may have.
    private static let bytes = 64 << 20

    var table: CookieTable
    private var access: StoreAccess
    private let limit: Int
    private let suffixes: PublicSuffixes?
    private var waiting: [CookieTable.Change] = []
    /// The opening and the version of the file that the table knows.
    private var seen: (opening: UInt64, version: Int64)?
    private var badRows = 0

    init(
        _ file: StoreFile, _ limits: MemoryCookieStore.Limits, publicSuffixes: PublicSuffixes?,
        waitingFor wait: Duration
    ) {
        table = CookieTable(limits, publicSuffixes: publicSuffixes, isWritten: true)
        access = StoreAccess(file, CookieDatabase.schema, bytes: Self.bytes, waitingFor: wait)
        limit = limits.total
        suffixes = publicSuffixes
    }

    private struct Found {
        let version: Int64
        /// Nil where nobody else has written since.
        let rows: [CookieTable.Row]?
        let bad: Int
    }

    /// Takes over what other processes have written.
    mutating func refresh(at now: Instant) {
        // What the file does not have yet must not be lost to what it has.
        if !waiting.isEmpty { writeOut() }
        guard waiting.isEmpty else { return }
        let (known, limit, suffixes) = (seen, limit, suffixes)
        let found: Found? = access.with(makingFile: false) { database throws(SQLiteError) in
            let file = CookieDatabase(database: database)
            let version = try file.version()
            guard known?.version != version else { return Found(version: version, rows: nil, bad: 0) }
            let (rows, bad) = try file.rows(limit: limit, at: now, publicSuffixes: suffixes)
            return Found(version: version, rows: rows, bad: bad)
        }
        guard let found else { return }
        if let rows = found.rows {
            table.replaceLasting(with: rows)
            badRows = found.bad
        } else if known?.opening != access.openings {
            // The number of another opening says nothing: it may be the same by chance.
            seen = nil
            return refresh(at: now)
        }
        seen = (access.openings, found.version)
    }

    /// Writes what was done to the table since it was last written.
    mutating func writeOut() {
        waiting += table.takeChanges()
        guard !waiting.isEmpty else { return }
        let changes = waiting
        let isWritten: Void? = access.with { database throws(SQLiteError) in
            let file = CookieDatabase(database: database)
            try file.apply(changes)
            if changes.contains(where: \.isEmptying) { try file.checkpoint() }
        }
        if isWritten != nil { waiting = [] }
        if waiting.count > Self.mostWaiting { waiting.removeFirst(waiting.count - Self.mostWaiting) }
    }

    /// A setting of the file; nil where nobody has set it, or there is no file.
    mutating func setting(_ name: String) -> Int64? {
        let value: Int64?? = access.with(makingFile: false) { database throws(SQLiteError) in
            try CookieDatabase(database: database).setting(name)
        }
        return value ?? nil
    }

    mutating func set(_ name: String, to value: Int64) {
        _ = access.with { database throws(SQLiteError) in
            try CookieDatabase(database: database).set(name, to: value)
        }
    }

    /// Troubles that were not told yet.
    mutating func newProblems(_ path: String) -> [StateFileError] {
        var problems = access.newProblems().map { StateFileError($0, path: path) }
        if badRows > 0 { problems.append(StateFileError(path: path, reason: .badEntries(badRows))) }
        badRows = 0
        return problems
    }
}

extension CookieTable.Change {
    fileprivate var isEmptying: Bool { if case .emptied = self { true } else { false } }
}
