import CSQLite
import HoldfastFiles
package import HoldfastStatements

/// A result code of SQLite that is no success (sqlite.org/rescode.html).
package struct SQLiteError: Error, Hashable, Sendable {
    private let code: Int32
    /// The fault: SQLite's words, or what was found wrong here.
    package let statement: Statement

    init(code: Int32, message: String) { (self.code, statement) = (code, Statement(verbatim: message)) }

    init(code: Int32, _ sentence: StoreSentence) { (self.code, statement) = (code, sentence.statement) }

    /// The error of a file that was found to be damaged.
    package init(damage sentence: any Sentence) { (code, statement) = (SQLITE_CORRUPT, Statement(sentence)) }

    /// The code without its details.
    private var primary: Int32 { code & 0xff }
    /// Whether the file is damaged, or no database.
    package var isCorrupt: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }
    /// Whether there is no room for more.
    package var isFull: Bool { primary == SQLITE_FULL }
    /// Whether another process holds it.
    package var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }
}

/// A database that one caller at a time uses.
@safe package final class SQLiteDatabase {
    private let handle: OpaquePointer
    /// The folder of the file, held open for as long as the database is: the files that SQLite makes beside it later,
    /// as its log, are in that folder too, wherever its name leads by then.
    private let folder: PrivateFolder

    /// Opens a file that is there, in a folder that was looked at.
    ///
    /// - Parameter milliseconds: how long another process is waited for that writes.
    package init(at place: StorePlace, waitingFor milliseconds: Int32) throws(SQLiteError) {
        guard UnresolvedPaths.isUsable else { throw SQLiteError(code: SQLITE_ERROR, .noUnixVFS) }
        folder = OpenFolders.shared(place.folder)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        let path = folder.path(of: place.name)
        let code = unsafe sqlite3_open_v2(path, &opened, flags, UnresolvedPaths.name)
        guard let opened = unsafe opened else { throw SQLiteError(code: code, .noMemory) }
        unsafe handle = unsafe opened
        guard code == SQLITE_OK else { throw failure(code) }
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_timeout(handle, milliseconds)
        // Nothing that is kept is longer, and no text of the schema.
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 16)
    }

    // Statements that are still there keep it open until they end.
    deinit { unsafe sqlite3_close_v2(handle) }

    package func execute(_ sql: String) throws(SQLiteError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement = unsafe statement else { throw failure(code) }
        return unsafe SQLiteStatement(statement, of: self)
    }

    /// The first value of the first row; nil where there is none.
    package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Does all or nothing.
    package func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try body()
            try execute("COMMIT")
        } catch {
            // It may have been rolled back already; then this fails, and does nothing.
            try? execute("ROLLBACK")
            throw error
        }
    }

    func failure(_ code: Int32) -> SQLiteError {
        let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
        return SQLiteError(code: code, message: message ?? "error \(code)")
    }
}

/// A prepared statement; its parameters are counted from 1, its columns from 0.
@safe package final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase

    init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
        unsafe self.handle = unsafe handle
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Whether there is a row.
    package func step() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.failure(code)
        }
    }

    /// Runs it for its effect, so that it can be run again.
    package func run() throws(SQLiteError) {
        defer { unsafe sqlite3_reset(handle) }
        while try step() {}
    }

    /// Ends it, with what it holds, so that it can be run again.
    package func reset() { _ = unsafe sqlite3_reset(handle) }

    package func bind(_ place: Int32, _ value: Int64?) throws(SQLiteError) {
        if let value {
            try check(unsafe sqlite3_bind_int64(handle, place, value))
        } else {
            try check(unsafe sqlite3_bind_null(handle, place))
        }
    }

    package func bind(_ place: Int32, _ text: String?) throws(SQLiteError) {
        guard let text else { return try bind(place, Int64?.none) }
        let bytes = Array(text.utf8)
        let code = unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_text(
                handle, place, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count),
                Self.copied)
        }
        try check(code)
    }

    package func bind(_ place: Int32, _ bytes: [UInt8]?) throws(SQLiteError) {
        guard let bytes else { return try bind(place, Int64?.none) }
        // No address would make it NULL.
        guard !bytes.isEmpty else { return try check(unsafe sqlite3_bind_zeroblob(handle, place, 0)) }
        let code = unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_blob(handle, place, buffer.baseAddress, Int32(clamping: buffer.count), Self.copied)
        }
        try check(code)
    }

    /// An integer; nil for anything else.
    package func integer(_ column: Int32) -> Int64? {
        unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
    }

    /// A truth as 0 or 1; nil for anything else.
    package func flag(_ column: Int32) -> Bool? {
        switch integer(column) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// A text of UTF-8, of no more than so many bytes; nil for anything else.
    package func text(_ column: Int32, limit: Int) -> String? {
        guard unsafe sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
        // The text first: the count is that of the form which was asked for last.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        guard count <= limit else { return nil }
        return unsafe String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Bytes, no more than so many; nil for anything else.
    package func bytes(_ column: Int32, limit: Int) -> [UInt8]? {
        guard unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        guard count <= limit else { return nil }
        guard count > 0, let start = unsafe start else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw database.failure(code) }
    }

    /// `SQLITE_TRANSIENT`, a cast that Swift does not import: SQLite makes a copy of its own.
    private static var copied: sqlite3_destructor_type? { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
