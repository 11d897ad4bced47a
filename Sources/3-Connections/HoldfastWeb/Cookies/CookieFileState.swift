import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// Cookies in memory beside the file that keeps those which outlast the process.
struct CookieFileState: TroubledStore {
    /// Bytes that the file may have.
    private static let bytes = 64 << 20

    var table: CookieTable
    private var mirror: StoreMirror<CookieTable.Change>
    private let limit: Int
    private let suffixes: PublicSuffixes?

    init(
        _ file: StoreFile, _ limits: MemoryCookieStore.Limits, publicSuffixes: PublicSuffixes?,
        waitingFor wait: Duration
    ) {
        table = CookieTable(limits, publicSuffixes: publicSuffixes, isWritten: true)
        let access = StoreAccess(file, CookieDatabase.schema, bytes: Self.bytes, waitingFor: wait)
        mirror = StoreMirror(access) { database, changes throws(SQLiteError) in
            try CookieDatabase(database: database).apply(changes)
            if changes.contains(where: \.isEmptying) { try database.checkpoint() }
        }
        limit = limits.total
        suffixes = publicSuffixes
    }

    /// Takes over what other processes have written.
    mutating func refresh(at now: Instant) {
        let (limit, suffixes) = (limit, suffixes)
        let found = mirror.changed { database throws(SQLiteError) in
            try CookieDatabase(database: database).rows(limit: limit, at: now, publicSuffixes: suffixes)
        }
        guard let found else { return }
        table.replaceLasting(with: found.rows)
        mirror.note(badRows: found.bad)
    }

    /// Writes what was done to the table since it was last written.
    mutating func writeOut() { mirror.write(table.takeChanges()) }

    /// A setting of the file; nil where nobody has set it, or there is no file.
    mutating func setting(_ name: String) -> Int64? {
        let value: Int64?? = mirror.with(makingFile: false) { database throws(SQLiteError) in
            try CookieDatabase(database: database).settings.integer(name)
        }
        return value ?? nil
    }

    mutating func set(_ name: String, to value: Int64) {
        _ = mirror.with(makingFile: true) { database throws(SQLiteError) in
            try CookieDatabase(database: database).settings.set(name, value)
        }
    }

    /// Troubles that were not told yet.
    mutating func newProblems() -> [StoreError] { mirror.newProblems() }
}

extension CookieTable.Change {
    fileprivate var isEmptying: Bool { if case .emptied = self { true } else { false } }
}
