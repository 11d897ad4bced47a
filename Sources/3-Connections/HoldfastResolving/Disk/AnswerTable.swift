import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// The one table of the file: what is read from it is looked at as closely as what comes from a network.
struct AnswerTable {
    static let version: Int64 = 1
    /// `HfRA`, for `PRAGMA application_id`.
    static let application: Int64 = 0x4866_5241
    private static let table =
        "CREATE TABLE answers (resolver TEXT NOT NULL, name TEXT NOT NULL, type INTEGER NOT NULL, "
        + "source TEXT NOT NULL, addresses BLOB NOT NULL, ttl INTEGER, missing INTEGER NOT NULL, "
        + "given INTEGER NOT NULL, PRIMARY KEY (resolver, name, type)) WITHOUT ROWID"
    private static let index = "CREATE INDEX answersByTime ON answers (given)"
    /// Bytes of an identifier, and of a resolver's name.
    static let textLimit = 1_024
    static let addressLimit = 128
    /// RFC 2181 §8.
    private static let longestTimeToLive: Int64 = (1 << 31) - 1

    static let schema = StoreSchema(application: application, version: version, statements: [table, index])

    let database: SQLiteDatabase

    /// The newest answers, the newest last, and how many made no sense; nil for answers from the future.
    func read(limit: Int, now: Instant) throws(SQLiteError) -> (rows: [CacheRow], bad: Int)? {
        let statement = try database.prepare(
            "SELECT resolver, name, type, source, addresses, ttl, missing, given FROM answers "
                + "ORDER BY given DESC LIMIT ?1")
        try statement.bind(1, Int64(max(limit, 0)))
        var (rows, bad) = ([CacheRow](), 0)
        while try statement.step() {
            let given = statement.integer(7) ?? .max
            let (age, overflow) = now.milliseconds.subtractingReportingOverflow(given)
            // A clock that is corrected by a moment was not set back.
            guard !overflow, age > -5_000 else { return nil }
            if let row = Self.row(statement, age: max(age, 0)) { rows.append(row) } else { bad += 1 }
        }
        return (rows.reversed(), bad)
    }

    private static func row(_ statement: SQLiteStatement, age: Int64) -> CacheRow? {
        guard let resolver = statement.text(0, limit: textLimit), !resolver.isEmpty,
            let text = statement.text(1, limit: 253), let name = try? DNSName(text), name.text == text,
            let type = statement.integer(2), let kind = AddressKind.allCases.first(where: { $0.recordType == type }),
            let source = statement.text(3, limit: textLimit),
            let bytes = statement.bytes(4, limit: 16 * addressLimit),
            let missing = statement.integer(6), missing == 0 || missing == 1 && bytes.isEmpty
        else { return nil }
        var timeToLive: Duration?
        if !statement.isNull(5) {
            guard let seconds = statement.integer(5), (0...longestTimeToLive).contains(seconds) else { return nil }
            timeToLive = .seconds(seconds)
        }
        let size = kind == .ipv4 ? 4 : 16
        guard bytes.count % size == 0, bytes.count / size <= addressLimit else { return nil }
        let addresses = stride(from: 0, to: bytes.count, by: size).compactMap {
            IPAddress(bytes: bytes[$0..<($0 + size)])
        }
        return CacheRow(
            CacheKey(resolver: resolver, name: name, kind: kind), resolver: source, addresses: addresses,
            timeToLive: timeToLive, isNoSuchName: missing == 1, age: .milliseconds(age))
    }

    /// Takes answers up in the place of older ones, and drops what is too old or too much.
    func write(_ rows: [(row: CacheRow, given: Instant)], keeping limit: Int, from oldest: Instant)
        throws(SQLiteError)
    {
        try database.transaction { () throws(SQLiteError) in
            let statement = try database.prepare("INSERT OR REPLACE INTO answers VALUES (?1,?2,?3,?4,?5,?6,?7,?8)")
            for (row, given) in rows {
                guard row.key.resolver.utf8.count <= Self.textLimit else { continue }
                try statement.bind(1, row.key.resolver)
                try statement.bind(2, row.key.name.text)
                try statement.bind(3, Int64(row.key.kind.recordType))
                try statement.bind(4, String(row.resolver.unicodeScalars.prefix(Self.textLimit / 4)))
                try statement.bind(5, row.addresses.prefix(Self.addressLimit).flatMap(\.bytes))
                let seconds = row.timeToLive?.components.seconds
                try statement.bind(6, seconds.map { min(max($0, 0), Self.longestTimeToLive) })
                try statement.bind(7, row.isNoSuchName ? 1 : 0)
                try statement.bind(8, given.milliseconds)
                try statement.run()
            }
            try drop(keeping: limit, from: oldest)
        }
    }

    private func drop(keeping limit: Int, from oldest: Instant) throws(SQLiteError) {
        let old = try database.prepare("DELETE FROM answers WHERE given < ?1")
        try old.bind(1, oldest.milliseconds)
        try old.run()
        let many = try database.prepare(
            "DELETE FROM answers WHERE (resolver, name, type) IN "
                + "(SELECT resolver, name, type FROM answers ORDER BY given DESC LIMIT -1 OFFSET ?1)")
        try many.bind(1, Int64(max(limit, 0)))
        try many.run()
    }

    /// Drops the older half.
    func halve() throws(SQLiteError) {
        let count = try database.integer("SELECT count(*) FROM answers") ?? 0
        try drop(keeping: Int(count / 2), from: Instant(secondsSince1970: 0))
    }

    func remove(_ name: DNSName) throws(SQLiteError) {
        let statement = try database.prepare("DELETE FROM answers WHERE name = ?1")
        try statement.bind(1, name.text)
        try statement.run()
    }

    func removeAll() throws(SQLiteError) { try database.execute("DELETE FROM answers") }
}
