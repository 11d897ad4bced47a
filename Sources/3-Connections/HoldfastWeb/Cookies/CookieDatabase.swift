import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// The tables of a file of cookies: what is read from them is looked at as closely as what a server sends.
struct CookieDatabase {
    private static let cookies =
        "CREATE TABLE cookies (number INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL, "
        + "domain TEXT NOT NULL, hostOnly INTEGER NOT NULL, path TEXT NOT NULL, secure INTEGER NOT NULL, "
        + "httpOnly INTEGER NOT NULL, sameSite TEXT NOT NULL, expires INTEGER NOT NULL, created INTEGER NOT NULL, "
        + "used INTEGER NOT NULL)"
    private static let index = "CREATE UNIQUE INDEX cookiesByPlace ON cookies (domain, path, name, hostOnly)"
    private static let settingsTable =
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID"
    /// `HfCk`, for `PRAGMA application_id`.
    static let schema = StoreSchema(
        application: 0x4866_436B, version: 1, statements: [cookies, index, settingsTable])
    /// Octets of a text.
    private static let textLimit = SetCookie.pairLimit

    let database: SQLiteDatabase

    /// The cookies in the order of their creation, those that were used last where there are too many, and how many
    /// made no sense.
    func rows(
        limit: Int, at now: Instant, publicSuffixes suffixes: PublicSuffixes?
    ) throws(SQLiteError) -> (rows: [CookieTable.Row], bad: Int) {
        let statement = try database.prepare(
            "SELECT name, value, domain, hostOnly, path, secure, httpOnly, sameSite, expires, created, used "
                + "FROM (SELECT * FROM cookies ORDER BY used DESC, number DESC LIMIT ?1) ORDER BY created, number")
        try statement.bind(1, Int64(max(limit, 0)))
        var (rows, bad) = ([CookieTable.Row](), 0)
        while try statement.step() {
            if let row = Self.row(statement, at: now, suffixes) { rows.append(row) } else { bad += 1 }
        }
        return (rows, bad)
    }

    private static func row(
        _ statement: SQLiteStatement, at now: Instant, _ suffixes: PublicSuffixes?
    ) -> CookieTable.Row? {
        guard let name = statement.text(0, limit: textLimit), let value = statement.text(1, limit: textLimit),
            let domain = statement.text(2, limit: 253), let isHostOnly = statement.flag(3),
            let path = statement.text(4, limit: textLimit), let isSecure = statement.flag(5),
            let isHTTPOnly = statement.flag(6),
            let sameSite = statement.text(7, limit: 16).flatMap(Cookie.SameSite.init(rawValue:)),
            let expires = statement.integer(8), let created = statement.integer(9), let used = statement.integer(10)
        else { return nil }
        let stored = Cookie.Stored(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, expires: Instant(secondsSince1970: expires),
            created: Self.instant(created))
        guard let cookie = Cookie(stored, at: now, publicSuffixes: suffixes) else { return nil }
        return CookieTable.Row(cookie: cookie, lastUse: min(Instant(secondsSince1970: used), now))
    }

    /// Does what was done to the table, all of it or nothing.
    func apply(_ changes: [CookieTable.Change]) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            // What replaces a cookie keeps the time of its creation, and its place among those of that time (§5.7, step
            // 23).
            let keep = try database.prepare(
                "INSERT INTO cookies (name, value, domain, hostOnly, path, secure, httpOnly, sameSite, expires, "
                    + "created, used) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11) "
                    + "ON CONFLICT (domain, path, name, hostOnly) DO UPDATE SET value = ?2, secure = ?6, "
                    + "httpOnly = ?7, sameSite = ?8, expires = ?9, used = ?11")
            let place = "domain = ?1 AND path = ?2 AND name = ?3 AND hostOnly = ?4"
            let use = try database.prepare("UPDATE cookies SET used = max(used, ?5) WHERE \(place)")
            let remove = try database.prepare("DELETE FROM cookies WHERE \(place)")
            for change in changes {
                switch change {
                case .kept(let cookie, let lastUse): try Self.keep(cookie, lastUse, by: keep)
                case .used(let cookie, let time):
                    try Self.bindPlace(of: cookie, to: use)
                    try use.bind(5, time.secondsSince1970)
                    try use.run()
                case .removed(let cookie):
                    try Self.bindPlace(of: cookie, to: remove)
                    try remove.run()
                case .emptied: try database.execute("DELETE FROM cookies")
                }
            }
        }
    }

    private static func keep(
        _ cookie: Cookie, _ lastUse: Instant, by statement: SQLiteStatement
    ) throws(SQLiteError) {
        try statement.bind(1, cookie.name)
        try statement.bind(2, cookie.value)
        try statement.bind(3, cookie.domain)
        try statement.bind(4, cookie.isHostOnly ? 1 : 0)
        try statement.bind(5, cookie.path)
        try statement.bind(6, cookie.isSecure ? 1 : 0)
        try statement.bind(7, cookie.isHTTPOnly ? 1 : 0)
        try statement.bind(8, cookie.sameSite.rawValue)
        try statement.bind(9, cookie.expires?.secondsSince1970 ?? 0)
        try statement.bind(10, Self.nanoseconds(cookie.created))
        try statement.bind(11, lastUse.secondsSince1970)
        try statement.run()
    }

    private static func bindPlace(of cookie: Cookie, to statement: SQLiteStatement) throws(SQLiteError) {
        try statement.bind(1, cookie.domain)
        try statement.bind(2, cookie.path)
        try statement.bind(3, cookie.name)
        try statement.bind(4, cookie.isHostOnly ? 1 : 0)
    }

    /// A moment as one number: exact for some 292 years before and after 1970, and bounded beyond.
    private static func nanoseconds(_ instant: Instant) -> Int64 {
        let second: Int64 = 1_000_000_000
        let seconds = min(max(instant.secondsSince1970, -Int64.max / second), Int64.max / second - 1)
        return seconds * second + Int64(instant.nanoseconds)
    }

    private static func instant(_ nanoseconds: Int64) -> Instant {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0
            ? Instant(secondsSince1970: seconds - 1, nanoseconds: Int32(rest + 1_000_000_000))
            : Instant(secondsSince1970: seconds, nanoseconds: Int32(rest))
    }

    /// The settings of whoever uses the file.
    var settings: NamedValues { NamedValues("settings", of: database) }
}
