import HoldfastStore
import HoldfastWeb

/// The index of evidence on a disk: a row a place and question, small answers in it, long lists in files that it names.
struct EvidenceTable {
    /// `HfEV`, for `PRAGMA application_id`.
    static let schema = StoreSchema(
        application: 0x4866_4556, version: 1,
        statements: [
            "CREATE TABLE evidence (id INTEGER PRIMARY KEY, question BLOB NOT NULL, confirmed INTEGER NOT NULL, "
                + "until INTEGER NOT NULL, cost INTEGER NOT NULL, digest BLOB NOT NULL, tag TEXT, modified TEXT, "
                + "body BLOB, file TEXT)",
            "CREATE UNIQUE INDEX evidenceByQuestion ON evidence (question)",
        ], checksPages: false)
    /// Bytes of an answer that stands in its row.
    static let inlineLimit = 16 << 10
    /// Bytes of a mark; a place that gives longer ones is asked without.
    static let markLimit = 256
    private static let nameLimit = 80

    /// A row.
    struct Row {
        /// SHA-256 of the question, its place included.
        let question: [UInt8]
        /// Seconds since 1970.
        var confirmed: Int64
        /// Seconds since 1970.
        let until: Int64
        let cost: Int64
        /// SHA-256 of the answer: a file may be cut short where the machine stops.
        let digest: [UInt8]
        let entityTag: String?
        let lastModified: String?
        /// Nil where it is in a file.
        let body: [UInt8]?
        let file: String?
    }

    private static let columns = "question, confirmed, until, cost, digest, tag, modified, body, file"

    let database: SQLiteDatabase

    /// The row of a question; nil where there is none, or it makes no sense.
    func row(of question: [UInt8]) throws(SQLiteError) -> Row? {
        let statement = try database.prepare("SELECT \(Self.columns) FROM evidence WHERE question = ?1")
        try statement.bind(1, question)
        guard try statement.step() else { return nil }
        guard let confirmed = statement.integer(1), let until = statement.integer(2), let cost = statement.integer(3),
            cost >= 0, let digest = statement.bytes(4, limit: 32)
        else { return nil }
        let body = statement.bytes(7, limit: Self.inlineLimit)
        let file = statement.text(8, limit: Self.nameLimit).flatMap { CacheBodies.isName($0) ? $0 : nil }
        // One of the two.
        guard (body == nil) != (file == nil), statement.isNull(7) == (body == nil), statement.isNull(8) == (file == nil)
        else { return nil }
        return Row(
            question: question, confirmed: confirmed, until: until, cost: cost, digest: digest,
            entityTag: statement.text(5, limit: Self.markLimit), lastModified: statement.text(6, limit: Self.markLimit),
            body: body, file: file)
    }

    /// Takes a row up in the place of the one of its question, and drops what has ended and what is too much, the
    /// oldest first.
    ///
    /// - Returns: the files whose rows are gone.
    func keep(
        _ row: Row, at now: Int64, bytes: Int64, entries: Int
    ) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in
            dropped = try drop("question = ?1") { statement throws(SQLiteError) in
                try statement.bind(1, row.question)
            }
            dropped += try drop("until <= ?1") { statement throws(SQLiteError) in try statement.bind(1, now) }
            let statement = try database.prepare(
                "INSERT INTO evidence (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
            try statement.bind(1, row.question)
            try statement.bind(2, row.confirmed)
            try statement.bind(3, row.until)
            try statement.bind(4, row.cost)
            try statement.bind(5, row.digest)
            try Self.bind(statement, 6, row.entityTag)
            try Self.bind(statement, 7, row.lastModified)
            if let body = row.body { try statement.bind(8, body) } else { try statement.bind(8, Int64?.none) }
            try Self.bind(statement, 9, row.file)
            try statement.run()
            dropped += try shrink(to: bytes, entries)
        }
        return dropped
    }

    private static func bind(_ statement: SQLiteStatement, _ place: Int32, _ text: String?) throws(SQLiteError) {
        if let text { try statement.bind(place, text) } else { try statement.bind(place, Int64?.none) }
    }

    private func shrink(to bytes: Int64, _ entries: Int) throws(SQLiteError) -> [String] {
        let statement = try database.prepare("SELECT id, cost FROM evidence ORDER BY id DESC")
        var (sum, count, last) = (Int64(0), 0, Int64?.none)
        while try statement.step() {
            // A cost that makes no sense goes with all that is older.
            let cost = statement.integer(1).flatMap { $0 >= 0 ? $0 : nil } ?? .max
            let (total, isTooMuch) = sum.addingReportingOverflow(cost)
            guard !isTooMuch, total <= bytes, count < entries else { break }
            (sum, count, last) = (total, count + 1, statement.integer(0))
        }
        statement.reset()
        guard let last else { return try drop("id IS NOT NULL") { _ throws(SQLiteError) in } }
        return try drop("id < ?1") { statement throws(SQLiteError) in try statement.bind(1, last) }
    }

    /// Notes that a place has said that its answer is still the newest.
    func confirm(_ question: [UInt8], at now: Int64) throws(SQLiteError) {
        let statement = try database.prepare("UPDATE evidence SET confirmed = ?2 WHERE question = ?1")
        try statement.bind(1, question)
        try statement.bind(2, now)
        try statement.run()
    }

    /// Drops the row of a question.
    ///
    /// - Returns: the files whose rows are gone.
    func remove(_ question: [UInt8]) throws(SQLiteError) -> [String] {
        var dropped: [String] = []
        try database.transaction { () throws(SQLiteError) in
            dropped = try drop("question = ?1") { statement throws(SQLiteError) in try statement.bind(1, question) }
        }
        return dropped
    }

    /// Forgets everything; it does not stay in the log, unless another process reads there just now.
    func removeAll() throws(SQLiteError) {
        try database.execute("DELETE FROM evidence")
        try? database.checkpoint()
    }

    private func drop(
        _ condition: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> [String] {
        let found = try database.prepare("SELECT file FROM evidence WHERE \(condition)")
        try bind(found)
        var files: [String] = []
        while try found.step() {
            if let file = found.text(0, limit: Self.nameLimit), CacheBodies.isName(file) { files.append(file) }
        }
        let statement = try database.prepare("DELETE FROM evidence WHERE \(condition)")
        try bind(statement)
        try statement.run()
        return files
    }

    /// The names of all files.
    func files() throws(SQLiteError) -> Set<String> {
        let statement = try database.prepare("SELECT file FROM evidence WHERE file IS NOT NULL")
        var names: Set<String> = []
        while try statement.step() { if let name = statement.text(0, limit: Self.nameLimit) { names.insert(name) } }
        return names
    }
}
