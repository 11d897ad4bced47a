import HoldfastStore

/// The index of a cache on a disk: one row a response, small bodies in it, large ones in files that it names.
struct CacheTable {
    /// `HfCA`, for `PRAGMA application_id`.
    static let application: Int64 = 0x4866_4341
    static let version: Int64 = 1
    private static let statements = [
        "CREATE TABLE facts (name TEXT NOT NULL, value NOT NULL, PRIMARY KEY (name)) WITHOUT ROWID",
        "CREATE TABLE answers (id INTEGER PRIMARY KEY, place BLOB NOT NULL, variant BLOB NOT NULL, "
            + "stored INTEGER NOT NULL, used INTEGER NOT NULL, cost INTEGER NOT NULL, head BLOB NOT NULL, "
            + "body BLOB, file TEXT)",
        "CREATE UNIQUE INDEX answersByPlace ON answers (place, variant)",
        "CREATE INDEX answersByUse ON answers (used)",
    ]
    static let schema = StoreSchema(
        application: application, version: version, statements: statements, checksPages: false)
    static let layout = IndexTable.Layout(table: "answers", order: "used", sums: "facts")

    /// A row.
    struct Row {
        var id: Int64 = 0
        let place: [UInt8]
        let variant: [UInt8]
        /// Milliseconds since 1970.
        let stored: Int64
        let cost: Int64
        /// Closed.
        let head: [UInt8]
        /// Closed.
        let body: IndexedBody
    }

    private let index: IndexTable
    private var database: SQLiteDatabase { index.database }
    /// The salt, the code of the key, and the sum of all costs.
    let facts: NamedValues
    /// The question of each look-up, prepared once.
    private let rowsQuestion: SQLiteStatement

    /// Names the rows in an index that has its tables.
    init(_ index: IndexTable) throws(SQLiteError) {
        self.index = index
        facts = NamedValues("facts", of: index.database)
        rowsQuestion = try index.database.prepare(
            "SELECT \(Self.columns) FROM answers WHERE place = ?1 ORDER BY stored DESC, id DESC LIMIT ?2")
    }

    /// A fact that is bytes.
    func fact(_ name: String) throws(SQLiteError) -> [UInt8]? { try facts.bytes(name, limit: 64) }

    /// Forgets everything, and takes another code of the key.
    func beginAnew(check: [UInt8]) throws(SQLiteError) {
        try index.removeAll { () throws(SQLiteError) in
            try facts.remove("check")
            try facts.begin("check", check)
        }
        // What was readable does not stay in the log.
        try database.checkpoint()
    }

    // MARK: Rows

    private static let columns = "id, place, variant, stored, cost, head, body, file"

    /// The rows of a place, what was kept last first; what makes no sense is left out, with its number.
    func rows(at place: [UInt8], limit: Int) throws(SQLiteError) -> (rows: [Row], bad: [Int64]) {
        let statement = rowsQuestion
        defer { statement.reset() }
        try statement.bind(1, place)
        try statement.bind(2, Int64(limit))
        var (rows, bad) = ([Row](), [Int64]())
        while try statement.step() {
            if let row = row(statement) { rows.append(row) } else { bad.append(statement.integer(0) ?? 0) }
        }
        return (rows, bad)
    }

    private func row(_ statement: SQLiteStatement) -> Row? {
        guard let id = statement.integer(0), let place = statement.bytes(1, limit: 32),
            let variant = statement.bytes(2, limit: 32), let stored = statement.integer(3),
            let cost = statement.integer(4), cost >= 0,
            let head = statement.bytes(5, limit: CacheRecord.limit + CacheSeal.overhead),
            let body = index.body(statement, at: 6)
        else { return nil }
        return Row(id: id, place: place, variant: variant, stored: stored, cost: cost, head: head, body: body)
    }

    /// Takes a response up in the place of the one for the same request, and drops what is too much.
    ///
    /// - Parameters:
    ///   - isOnly: whether it takes the place of all at its place.
    ///   - now: milliseconds since 1970.
    /// - Returns: the files whose rows are gone.
    func keep(
        _ row: Row, isOnly: Bool, variants: Int, now: Int64, limits: IndexTable.Limits
    ) throws(SQLiteError) -> [String] {
        var dropped = try drop(at: row.place, isOnly ? nil : row.variant)
        let old = try rows(at: row.place, limit: 10 * variants).rows.dropFirst(variants - 1)
        for row in old { dropped += try index.drop(row.id) }
        let columns = ["place", "variant", "stored", "used", "head"]
        let moment = try use(at: now)
        try index.insert(columns, cost: row.cost, row.body) { statement throws(SQLiteError) in
            try statement.bind(1, row.place)
            try statement.bind(2, row.variant)
            try statement.bind(3, row.stored)
            try statement.bind(4, moment)
            try statement.bind(5, row.head)
        }
        return try dropped + index.shrink(to: limits)
    }

    /// The time that stands for a use: none before another, though the clock was set back meanwhile, or what is new
    /// would be the first to go.
    private func use(at now: Int64) throws(SQLiteError) -> Int64 {
        max(try database.integer("SELECT max(used) FROM answers") ?? now, now)
    }

    /// Drops what stands at a place, or the one for a request there.
    ///
    /// - Returns: the files whose rows are gone.
    func drop(at place: [UInt8], _ variant: [UInt8]?) throws(SQLiteError) -> [String] {
        try index.drop(variant == nil ? "place = ?1" : "place = ?1 AND variant = ?2") { statement throws(SQLiteError) in
            try statement.bind(1, place)
            if let variant { try statement.bind(2, variant) }
        }
    }

    /// Drops what was kept at a time or after it, in milliseconds since 1970.
    ///
    /// - Returns: the files whose rows are gone.
    func drop(since moment: Int64) throws(SQLiteError) -> [String] {
        try index.drop("stored >= ?1") { statement throws(SQLiteError) in try statement.bind(1, moment) }
    }

    /// Marks responses as used.
    func touch(_ ids: Set<Int64>, at now: Int64) throws(SQLiteError) {
        guard !ids.isEmpty else { return }
        try database.transaction { () throws(SQLiteError) in
            let moment = try use(at: now)
            let statement = try database.prepare("UPDATE answers SET used = max(used, ?2) WHERE id = ?1")
            for id in ids {
                try statement.bind(1, id)
                try statement.bind(2, moment)
                try statement.run()
            }
        }
    }
}
