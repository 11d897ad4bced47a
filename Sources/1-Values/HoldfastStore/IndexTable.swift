/// The place of a body: the row itself, or a file that the row names.
package enum IndexedBody: Sendable {
    case inRow([UInt8])
    case inFile(String)
}

/// The rows of an indexed folder: each has a cost, and a body that stands in it or in a file.
///
/// The table has an integer key `id` and the columns `cost`, `body` and `file` beside those of its user.
package struct IndexTable {
    /// The names by which a table is spoken to.
    package struct Layout: Sendable {
        let table: String
        let order: String
        let sums: String?

        /// Names a table.
        ///
        /// - Parameters:
        ///   - order: the column by which rows go, the smallest value first; of equal ones, the older row.
        ///   - sums: the table of named values in which `bytes` is the sum of all costs, so that not each new row has
        ///     all of them counted; nil where there is none.
        package init(table: String, order: String, sums: String? = nil) {
            (self.table, self.order, self.sums) = (table, order, sums)
        }
    }

    /// The most that is kept.
    package struct Limits: Sendable {
        /// The sum of all costs.
        package var bytes: Int
        package var entries: Int

        package init(bytes: Int, entries: Int = .max) { (self.bytes, self.entries) = (bytes, entries) }
    }

    /// Bytes of a body that stands in its row.
    package static let inlineLimit = 16 << 10

    package let database: SQLiteDatabase
    private let layout: Layout
    private let sums: NamedValues?
    /// The question of each look-up, prepared once.
    private let versionQuestion: SQLiteStatement

    init(_ database: SQLiteDatabase, _ layout: Layout) throws(SQLiteError) {
        (self.database, self.layout) = (database, layout)
        sums = layout.sums.map { NamedValues($0, of: database) }
        versionQuestion = try database.prepare("PRAGMA data_version")
    }

    /// A number that is another one whenever another connection has changed the file.
    func dataVersion() throws(SQLiteError) -> Int64 {
        defer { versionQuestion.reset() }
        return try versionQuestion.step() ? versionQuestion.integer(0) ?? 0 : 0
    }

    /// Lets the file of the index reach another size than when it was opened.
    func allow(bytes: Int) throws(SQLiteError) {
        _ = try database.integer("PRAGMA max_page_count = \(max(bytes / 4_096, 16))")
    }

    /// The sum of all costs.
    package func cost() throws(SQLiteError) -> Int64 {
        let sum =
            if let sums { try sums.integer("bytes") } else {
                try database.integer("SELECT sum(cost) FROM \(layout.table)")
            }
        return max(sum ?? 0, 0)
    }

    /// The body of the row that a statement stands at, in two columns, of which one has to be NULL; nil for anything
    /// else.
    package func body(_ statement: SQLiteStatement, at column: Int32) -> IndexedBody? {
        let body = statement.bytes(column, limit: Self.inlineLimit)
        let file = fileName(statement, at: column + 1)
        switch (body, file) {
        case (let body?, nil) where statement.isNull(column + 1): return .inRow(body)
        case (nil, let file?) where statement.isNull(column): return .inFile(file)
        default: return nil
        }
    }

    private func fileName(_ statement: SQLiteStatement, at column: Int32) -> String? {
        statement.text(column, limit: BodyFolder.nameLimit).flatMap { BodyFolder.isName($0) ? $0 : nil }
    }

    // MARK: Changes

    /// Does all of a change or nothing.
    ///
    /// - Parameter change: gives the files whose rows are gone.
    package func changing(_ change: () throws(SQLiteError) -> [String]) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in dropped = try change() }
        return dropped
    }

    /// Takes a row up.
    ///
    /// - Parameters:
    ///   - columns: those of the user's own.
    ///   - bind: binds them, from 1 on.
    package func insert(
        _ columns: [String], cost: Int64, _ body: IndexedBody, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let names = columns + ["cost", "body", "file"]
        let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let statement = try database.prepare(
            "INSERT INTO \(layout.table) (\(names.joined(separator: ", "))) VALUES (\(places))")
        try bind(statement)
        let first = Int32(columns.count) + 1
        try statement.bind(first, cost)
        switch body {
        case .inRow(let bytes): try statement.bind(first + 1, bytes)
        case .inFile(let name): try statement.bind(first + 2, name)
        }
        try statement.run()
        if let sums { try sums.set("bytes", Self.sum(try self.cost(), cost)) }
    }

    /// Drops the rows that a condition holds for.
    ///
    /// - Returns: the files whose rows are gone.
    package func drop(
        _ condition: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> [String] {
        let found = try database.prepare("SELECT cost, file FROM \(layout.table) WHERE \(condition)")
        try bind(found)
        var (files, freed, count) = ([String](), Int64(0), 0)
        while try found.step() {
            freed = Self.sum(freed, max(found.integer(0) ?? 0, 0))
            count += 1
            if let file = fileName(found, at: 1) { files.append(file) }
        }
        guard count > 0 else { return [] }
        let statement = try database.prepare("DELETE FROM \(layout.table) WHERE \(condition)")
        try bind(statement)
        try statement.run()
        if let sums { try sums.set("bytes", max(try cost() - freed, 0)) }
        return files
    }

    package func drop(_ id: Int64) throws(SQLiteError) -> [String] {
        try drop("id = ?1") { statement throws(SQLiteError) in try statement.bind(1, id) }
    }

    /// Drops what is too much, in the order of the table; where a sum is kept a twentieth more than it must, so that
    /// not each new row has them all counted. A cost that makes no sense goes with all that goes before it.
    ///
    /// - Returns: the files whose rows are gone.
    package func shrink(to limits: Limits) throws(SQLiteError) -> [String] {
        let most = Int64(max(limits.bytes, 0))
        if sums != nil, try cost() <= most { return [] }
        let rest = sums == nil ? most : most - most / 20
        let statement = try database.prepare(
            "SELECT id, cost FROM \(layout.table) ORDER BY \(layout.order) DESC, id DESC")
        var (sum, count, ids) = (Int64(0), 0, [Int64]())
        while try statement.step() {
            let cost = statement.integer(1).flatMap { $0 >= 0 ? $0 : nil } ?? .max
            let total = Self.sum(sum, cost)
            // The last one that came stays wherever it fits.
            if ids.isEmpty, total < .max, total <= (count == 0 ? most : rest), count < limits.entries {
                (sum, count) = (total, count + 1)
            } else {
                ids.append(statement.integer(0) ?? 0)
            }
        }
        statement.reset()
        var dropped: [String] = []
        for id in ids { dropped += try drop(id) }
        // The sum in the file may not have been that of its rows.
        try sums?.set("bytes", sum)
        return dropped
    }

    /// Forgets everything; it does not stay in the log, unless another process reads there just now.
    package func removeAll() throws(SQLiteError) {
        try removeAll { () throws(SQLiteError) in }
        try? database.checkpoint()
    }

    /// Forgets everything, and does something else with it or nothing.
    package func removeAll(and change: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            try database.execute("DELETE FROM \(layout.table)")
            try sums?.set("bytes", 0)
            try change()
        }
    }

    /// The names of all files.
    func files() throws(SQLiteError) -> Set<String> {
        let statement = try database.prepare("SELECT file FROM \(layout.table) WHERE file IS NOT NULL")
        var names: Set<String> = []
        while try statement.step() { if let name = fileName(statement, at: 0) { names.insert(name) } }
        return names
    }

    /// The sum of two numbers that are not negative; no number of a file's, however large, is more than can be counted.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isTooMuch) = one.addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }
}
