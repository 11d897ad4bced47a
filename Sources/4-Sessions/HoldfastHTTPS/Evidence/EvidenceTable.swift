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
    static let layout = IndexTable.Layout(table: "evidence", order: "id")
    /// Bytes of a mark; a place that gives longer ones is asked without.
    static let markLimit = 256

    /// A row.
    struct Row {
        /// SHA-256 of the question, its place included.
        let question: [UInt8]
        /// Seconds since 1970.
        var confirmed: Int64
        /// Seconds since 1970.
        let until: Int64
        /// SHA-256 of the answer: a file may be cut short where the machine stops.
        let digest: [UInt8]
        let entityTag: String?
        let lastModified: String?
        let body: IndexedBody
    }

    let index: IndexTable

    /// The row of a question; nil where there is none, or it makes no sense.
    func row(of question: [UInt8]) throws(SQLiteError) -> Row? {
        let statement = try index.database.prepare(
            "SELECT confirmed, until, cost, digest, tag, modified, body, file FROM evidence WHERE question = ?1")
        try statement.bind(1, question)
        guard try statement.step(), let confirmed = statement.integer(0), let until = statement.integer(1),
            let cost = statement.integer(2), cost >= 0, let digest = statement.bytes(3, limit: 32),
            let body = index.body(statement, at: 6)
        else { return nil }
        return Row(
            question: question, confirmed: confirmed, until: until, digest: digest,
            entityTag: statement.text(4, limit: Self.markLimit), lastModified: statement.text(5, limit: Self.markLimit),
            body: body)
    }

    /// Takes a row up in the place of the one of its question, and drops what has ended and what is too much, the
    /// oldest first.
    ///
    /// - Returns: the files whose rows are gone.
    func keep(
        _ row: Row, cost: Int64, at now: Int64, limits: IndexTable.Limits
    ) throws(SQLiteError) -> [String] {
        var dropped = try drop(row.question)
        dropped += try index.drop("until <= ?1") { statement throws(SQLiteError) in try statement.bind(1, now) }
        let columns = ["question", "confirmed", "until", "digest", "tag", "modified"]
        try index.insert(columns, cost: cost, row.body) { statement throws(SQLiteError) in
            try statement.bind(1, row.question)
            try statement.bind(2, row.confirmed)
            try statement.bind(3, row.until)
            try statement.bind(4, row.digest)
            try statement.bind(5, row.entityTag)
            try statement.bind(6, row.lastModified)
        }
        return try dropped + index.shrink(to: limits)
    }

    /// Notes that a place has said that its answer is still the newest.
    func confirm(_ question: [UInt8], at now: Int64) throws(SQLiteError) {
        let statement = try index.database.prepare("UPDATE evidence SET confirmed = ?2 WHERE question = ?1")
        try statement.bind(1, question)
        try statement.bind(2, now)
        try statement.run()
    }

    /// Drops the row of a question.
    ///
    /// - Returns: the files whose rows are gone.
    func drop(_ question: [UInt8]) throws(SQLiteError) -> [String] {
        try index.drop("question = ?1") { statement throws(SQLiteError) in try statement.bind(1, question) }
    }
}
