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
    /// Bytes of a closed body that stands in the row.
    static let inlineLimit = 16 << 10
    /// Bytes of a file's name.
    private static let nameLimit = 80

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
        /// Closed; nil where it is in a file.
        let body: [UInt8]?
        let file: String?
    }

    private let database: SQLiteDatabase
    /// The questions of each look-up, prepared once.
    private let versionQuestion: SQLiteStatement
    private let rowsQuestion: SQLiteStatement

    /// Names the index in a database that has its tables.
    init(_ database: SQLiteDatabase) throws(SQLiteError) {
        self.database = database
        versionQuestion = try database.prepare("PRAGMA data_version")
        rowsQuestion = try database.prepare(
            "SELECT \(Self.columns) FROM answers WHERE place = ?1 ORDER BY stored DESC, id DESC LIMIT ?2")
    }

    // MARK: Facts

    func blob(_ name: String) throws(SQLiteError) -> [UInt8]? {
        let statement = try database.prepare("SELECT value FROM facts WHERE name = ?1")
        try statement.bind(1, name)
        return try statement.step() ? statement.bytes(0, limit: 64) : nil
    }

    func number(_ name: String) throws(SQLiteError) -> Int64? {
        let statement = try database.prepare("SELECT value FROM facts WHERE name = ?1")
        try statement.bind(1, name)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Sets a fact unless it is there.
    func begin(_ name: String, _ value: [UInt8]) throws(SQLiteError) {
        let statement = try database.prepare("INSERT OR IGNORE INTO facts VALUES (?1, ?2)")
        try statement.bind(1, name)
        try statement.bind(2, value)
        try statement.run()
    }

    /// Sets a fact.
    func set(_ name: String, _ value: Int64) throws(SQLiteError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO facts VALUES (?1, ?2)")
        try statement.bind(1, name)
        try statement.bind(2, value)
        try statement.run()
    }

    /// Forgets everything, and takes another code of the key.
    func beginAnew(check: [UInt8]) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            try database.execute("DELETE FROM answers; DELETE FROM facts WHERE name = 'check'")
            try begin("check", check)
            try set("bytes", 0)
        }
        // What was readable does not stay in the log.
        try database.checkpoint()
    }

    /// Forgets everything.
    func removeAll() throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            try database.execute("DELETE FROM answers")
            try set("bytes", 0)
        }
        // Nor does it stay in the log, unless another process reads there just now.
        try? database.checkpoint()
    }

    /// Lets the file of the index reach another size than when it was opened.
    func allow(bytes: Int) throws(SQLiteError) {
        _ = try database.integer("PRAGMA max_page_count = \(max(bytes / 4_096, 16))")
    }

    /// Bytes of all responses.
    func cost() throws(SQLiteError) -> Int64 { max(try number("bytes") ?? 0, 0) }

    /// The sum of two numbers that are not negative; no number of a file's, however large, is more than can be counted.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isTooMuch) = one.addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }

    /// A number that is another one whenever another connection has changed the file.
    func dataVersion() throws(SQLiteError) -> Int64 {
        defer { versionQuestion.reset() }
        return try versionQuestion.step() ? versionQuestion.integer(0) ?? 0 : 0
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
            if let row = Self.row(statement) { rows.append(row) } else { bad.append(statement.integer(0) ?? 0) }
        }
        return (rows, bad)
    }

    private static func row(_ statement: SQLiteStatement) -> Row? {
        guard let id = statement.integer(0), let place = statement.bytes(1, limit: 32),
            let variant = statement.bytes(2, limit: 32), let stored = statement.integer(3),
            let cost = statement.integer(4), cost >= 0,
            let head = statement.bytes(5, limit: CacheRecord.limit + CacheSeal.overhead)
        else { return nil }
        let body = statement.bytes(6, limit: inlineLimit)
        let file = statement.text(7, limit: nameLimit).flatMap { CacheBodies.isName($0) ? $0 : nil }
        // One of the two.
        guard (body == nil) != (file == nil), statement.isNull(6) == (body == nil), statement.isNull(7) == (file == nil)
        else { return nil }
        return Row(
            id: id, place: place, variant: variant, stored: stored, cost: cost, head: head, body: body, file: file)
    }

    /// Takes a response up in the place of the one for the same request, and drops what is too much.
    ///
    /// - Parameters:
    ///   - isOnly: whether it takes the place of all at its place.
    ///   - now: milliseconds since 1970.
    ///   - capacity: bytes of all responses.
    /// - Returns: the files whose rows are gone.
    func keep(_ row: Row, isOnly: Bool, variants: Int, now: Int64, capacity: Int64) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in
            dropped = try drop(at: row.place, isOnly ? nil : row.variant)
            let old = try rows(at: row.place, limit: 10 * variants).rows.dropFirst(variants - 1)
            for row in old { dropped += try drop("id = ?1", row.id) }
            let statement = try database.prepare(
                "INSERT INTO answers (place, variant, stored, used, cost, head, body, file) "
                    + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            try statement.bind(1, row.place)
            try statement.bind(2, row.variant)
            try statement.bind(3, row.stored)
            try statement.bind(4, try use(at: now))
            try statement.bind(5, row.cost)
            try statement.bind(6, row.head)
            if let body = row.body { try statement.bind(7, body) } else { try statement.bind(7, Int64?.none) }
            if let file = row.file { try statement.bind(8, file) } else { try statement.bind(8, Int64?.none) }
            try statement.run()
            try set("bytes", Self.sum(try cost(), row.cost))
            dropped += try shrink(to: capacity)
        }
        return dropped
    }

    /// The time that stands for a use: none before another, though the clock was set back meanwhile, or what is new
    /// would be the first to go.
    private func use(at now: Int64) throws(SQLiteError) -> Int64 {
        max(try database.integer("SELECT max(used) FROM answers") ?? now, now)
    }

    /// Drops what was not used for longest; a twentieth more than it must, so that not each new one has to.
    private func shrink(to capacity: Int64) throws(SQLiteError) -> [String] {
        var rest = try cost()
        guard rest > capacity else { return [] }
        var (dropped, ids, isEverything) = ([String](), [Int64](), false)
        let statement = try database.prepare("SELECT id, cost FROM answers ORDER BY used, id")
        while rest > capacity - capacity / 20 {
            guard try statement.step() else {
                isEverything = true
                break
            }
            ids.append(statement.integer(0) ?? 0)
            rest -= max(statement.integer(1) ?? 0, 0)
        }
        statement.reset()
        for id in ids { dropped += try drop("id = ?1", id) }
        // The sum in the file was not that of its rows.
        if isEverything { try set("bytes", 0) }
        return dropped
    }

    /// Drops rows in a transaction of its own.
    ///
    /// - Returns: the files whose rows are gone.
    func remove(at place: [UInt8], variant: [UInt8]? = nil) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in dropped = try drop(at: place, variant) }
        return dropped
    }

    func remove(ids: [Int64]) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in for id in ids { dropped += try drop("id = ?1", id) } }
        return dropped
    }

    /// Drops what was kept at a time or after it, in milliseconds since 1970.
    func remove(since moment: Int64) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in dropped = try drop("stored >= ?1", moment) }
        return dropped
    }

    /// Brings the whole down to a size.
    func shrinkNow(to capacity: Int64) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in dropped = try shrink(to: capacity) }
        return dropped
    }

    private func drop(at place: [UInt8], _ variant: [UInt8]?) throws(SQLiteError) -> [String] {
        try drop(variant == nil ? "place = ?1" : "place = ?1 AND variant = ?2") { statement throws(SQLiteError) in
            try statement.bind(1, place)
            if let variant { try statement.bind(2, variant) }
        }
    }

    private func drop(_ condition: String, _ number: Int64) throws(SQLiteError) -> [String] {
        try drop(condition) { statement throws(SQLiteError) in try statement.bind(1, number) }
    }

    private func drop(
        _ condition: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> [String] {
        let found = try database.prepare("SELECT cost, file FROM answers WHERE \(condition)")
        try bind(found)
        var (files, freed, count) = ([String](), Int64(0), 0)
        while try found.step() {
            freed = Self.sum(freed, max(found.integer(0) ?? 0, 0))
            count += 1
            if let file = found.text(1, limit: Self.nameLimit), CacheBodies.isName(file) { files.append(file) }
        }
        guard count > 0 else { return [] }
        let statement = try database.prepare("DELETE FROM answers WHERE \(condition)")
        try bind(statement)
        try statement.run()
        try set("bytes", max(try cost() - freed, 0))
        return files
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

    /// The names of all files.
    func files() throws(SQLiteError) -> Set<String> {
        let statement = try database.prepare("SELECT file FROM answers WHERE file IS NOT NULL")
        var names: Set<String> = []
        while try statement.step() { if let name = statement.text(0, limit: Self.nameLimit) { names.insert(name) } }
        return names
    }
}
