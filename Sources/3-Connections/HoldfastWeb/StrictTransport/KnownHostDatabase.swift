import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// The table of a file of known hosts: what is read from it is looked at as closely as what a server sends.
struct KnownHostDatabase {
    private static let hosts =
        "CREATE TABLE hosts (name TEXT PRIMARY KEY, subdomains INTEGER NOT NULL, expires INTEGER NOT NULL) "
        + "WITHOUT ROWID"
    /// `HfHS`, for `PRAGMA application_id`.
    static let schema = StoreSchema(application: 0x4866_4853, version: 1, statements: [hosts])

    let database: SQLiteDatabase

    /// The hosts that have not ended, those that end last where there are too many, and how many rows made no sense.
    func rows(
        limit: Int, at now: Instant
    ) throws(SQLiteError) -> (rows: [String: KnownHostTable.Entry], bad: Int) {
        let statement = try database.prepare(
            "SELECT name, subdomains, expires FROM hosts WHERE expires > ?1 OR typeof(expires) <> 'integer' "
                + "ORDER BY expires DESC LIMIT ?2")
        try statement.bind(1, now.secondsSince1970)
        try statement.bind(2, Int64(limit))
        var (rows, bad) = ([String: KnownHostTable.Entry](), 0)
        while try statement.step() {
            guard let name = statement.text(0, limit: 253), case .dns(let host)? = try? ServerName(name),
                host.text == name, let includesSubdomains = statement.flag(1), let expires = statement.integer(2)
            else {
                bad += 1
                continue
            }
            // Nobody is known for longer than a host can say.
            let latest = now.advanced(bySeconds: StrictTransportField.longestAge)
            rows[name] = KnownHostTable.Entry(
                includesSubdomains: includesSubdomains, expires: min(Instant(secondsSince1970: expires), latest))
        }
        return (rows, bad)
    }

    /// Does what was done to the table, all of it or nothing, and takes out what has ended: the file tells no longer
    /// than it must which hosts somebody has visited, and does not fill with them.
    func apply(_ changes: [KnownHostTable.Change], at now: Instant) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            let keep = try database.prepare("INSERT OR REPLACE INTO hosts VALUES (?1, ?2, ?3)")
            let remove = try database.prepare("DELETE FROM hosts WHERE name = ?1")
            for change in changes {
                switch change {
                case .kept(let name, let entry):
                    try keep.bind(1, name)
                    try keep.bind(2, entry.includesSubdomains ? 1 : 0)
                    try keep.bind(3, entry.expires.secondsSince1970)
                    try keep.run()
                case .removed(let name):
                    try remove.bind(1, name)
                    try remove.run()
                case .emptied: try database.execute("DELETE FROM hosts")
                }
            }
            let ended = try database.prepare("DELETE FROM hosts WHERE expires <= ?1")
            try ended.bind(1, now.secondsSince1970)
            try ended.run()
        }
        if changes.contains(where: { if case .emptied = $0 { true } else { false } }) { try database.checkpoint() }
    }
}
