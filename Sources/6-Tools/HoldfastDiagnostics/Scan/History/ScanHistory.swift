import HoldfastFiles
import HoldfastStore
package import HoldfastX509

/// A file of the runs of scans, in SQLite: targets, the certificates that were seen, and every verdict.
///
/// Docs/scan-history.md describes the tables for whoever asks them in SQL. What is added is in the file before the
/// function returns: a process that is killed then has lost none of it. A file that is not as this program makes it is
/// left as it is. Belongs to one caller at a time.
package final class ScanHistory {
    package let path: String
    let database: SQLiteDatabase
    private let place: StorePlace
    /// The lock of the run that is under way here.
    private var lock: HeldLock?
    /// Statements by their SQL, prepared once.
    private var statements: [String: SQLiteStatement] = [:]
    /// Whether the list is seen to be another one than when the run that is gone on with began.
    private var isOtherList = false

    /// Milliseconds for which another process is waited for that writes.
    private static let wait: Int32 = 30_000
    /// The most that a file may hold, 256 GiB: the disk is full before.
    private static let bytes = 1 << 38

    /// Opens a file; nothing but the file itself may be wrong with it.
    ///
    /// - Parameter isMade: whether one that is not there is made.
    package init(_ path: String, isMade: Bool) throws(ScanHistoryError) {
        self.path = path
        if !isMade, FileStamp.isOfNothing(path) { throw .absent(path: path) }
        do throws(StoreError) {
            place = try StoreFile(path: path, unnamed: "scans").prepareNamedByUser()
        } catch {
            throw .store(error)
        }
        do throws(SQLiteError) {
            database = try SQLiteDatabase(at: place, waitingFor: Self.wait)
        } catch {
            throw ScanHistoryError(error, path)
        }
        do throws(StoreSchema.OpeningError) { try ScanHistorySchema.schema.adopt(database, bytes: Self.bytes) } catch {
            throw ScanHistoryError(error, path)
        }
        try using { () throws(SQLiteError) in
            // What was told as kept stays kept where the machine stops, too.
            try database.execute("PRAGMA synchronous = FULL")
        }
    }

    /// Does something with the database; its errors become those of the history.
    func using<Value>(_ body: () throws(SQLiteError) -> Value) throws(ScanHistoryError) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw ScanHistoryError(error, path) }
    }

    /// The statement of an SQL text, prepared once, ready to be bound.
    func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        let statement = try database.prepare(sql)
        statements[sql] = statement
        return statement
    }
}

extension ScanHistory {
    // MARK: Runs

    /// Begins a run.
    package func begin(_ source: ScanSource, at now: Instant) throws(ScanHistoryError) -> RecordedRun {
        var number: Int64 = 0
        var failure: ScanHistoryError?
        try using { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                let insertion = try statement(
                    "INSERT INTO runs (began, list, part, resumptions) VALUES (?1, ?2, ?3, 0)")
                try insertion.bind(1, now.secondsSince1970)
                try insertion.bind(2, source.list)
                try insertion.bind(3, source.part)
                try insertion.run()
                number = try database.integer("SELECT last_insert_rowid()") ?? 0
                // Before anybody else can see the run.
                failure = takeLock(of: number)
            }
        }
        if let failure { throw failure }
        return RecordedRun(number: number, source: source, began: now.inWholeSeconds, ended: nil, resumptions: 0)
    }

    /// Goes on with the last run over a list that was not done; nil where there is none.
    ///
    /// Runs that were begun before the last one that was done are past.
    package func resume(_ source: ScanSource) throws(ScanHistoryError) -> RecordedRun? {
        let found = try using { () throws(SQLiteError) in
            try first(
                "SELECT \(Self.runColumns) FROM runs WHERE list = ?1 AND part = ?2 AND ended IS NULL AND id > "
                    + "(SELECT ifnull(max(id), 0) FROM runs WHERE list = ?1 AND part = ?2 AND ended IS NOT NULL) "
                    + "ORDER BY id DESC LIMIT 1"
            ) { statement throws(SQLiteError) in
                try statement.bind(1, source.list)
                try statement.bind(2, source.part)
            }
        }
        guard let found else { return nil }
        if let failure = takeLock(of: found.number) { throw failure }
        isOtherList = false
        return try using { () throws(SQLiteError) in
            let change = try statement("UPDATE runs SET resumptions = resumptions + 1 WHERE id = ?1")
            try change.bind(1, found.number)
            try change.run()
            return RecordedRun(
                number: found.number, source: source, began: found.began, ended: nil,
                resumptions: found.resumptions + 1)
        }
    }

    private func takeLock(of run: Int64) -> ScanHistoryError? {
        do throws(PrivateFolderError) {
            lock = try place.folder.lock(run, of: place.name + ".lock")
        } catch {
            return .store(StoreError(error, path + ".lock", isWriting: true))
        }
        return lock == nil ? .underWay(path: path, run: run) : nil
    }

    /// Notes that a run's list is done. What is kept of verdicts only to go on with a run is dropped: of this one, and
    /// of those over the same list that were begun before it.
    package func finish(_ run: RecordedRun, at now: Instant) throws(ScanHistoryError) {
        try using { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                let change = try statement("UPDATE runs SET ended = ?2 WHERE id = ?1")
                try change.bind(1, run.number)
                try change.bind(2, max(now, run.began).secondsSince1970)
                try change.run()
                let removal = try statement(
                    "DELETE FROM details WHERE run IN (SELECT id FROM runs WHERE id <= ?1 AND list = ?2 AND part = ?3)")
                try removal.bind(1, run.number)
                try removal.bind(2, run.source.list)
                try removal.bind(3, run.source.part)
                try removal.run()
            }
        }
        lock = nil
    }

    /// Whether a run that is gone on with has the results of a target already.
    ///
    /// As long as the list is what it was, each of its lines is by itself, whatever else it says; where lines have
    /// moved, a target that was judged is done wherever it stands now.
    package func contains(_ target: ScanTarget, in run: RecordedRun) throws(ScanHistoryError) -> Bool {
        try using { () throws(SQLiteError) in
            let there = try statement(
                "SELECT t.key FROM verdicts v JOIN targets t ON t.id = v.target WHERE v.run = ?1 AND v.place = ?2")
            try there.bind(1, run.number)
            try there.bind(2, Int64(target.index))
            defer { there.reset() }
            while try there.step() {
                if there.text(0, limit: Self.textLimit) == target.key { return true }
                isOtherList = true
            }
            guard isOtherList else { return false }
            let elsewhere = try statement(
                "SELECT 1 FROM targets t CROSS JOIN verdicts v INDEXED BY verdicts_target ON v.target = t.id "
                    + "AND v.run = ?1 WHERE t.key = ?2 LIMIT 1")
            try elsewhere.bind(1, run.number)
            try elsewhere.bind(2, target.key)
            defer { elsewhere.reset() }
            return try elsewhere.step()
        }
    }

    // MARK: Looking runs up

    /// The run of a name.
    ///
    /// - Parameters:
    ///   - source: the list that it has to be a run over; nil for any.
    ///   - limit: runs before this one only.
    package func run(
        _ name: ScanRunName, over source: ScanSource? = nil, before limit: RecordedRun? = nil
    ) throws(ScanHistoryError) -> RecordedRun? {
        try using { () throws(SQLiteError) in
            var conditions = ["id < ?2"]
            switch name {
            case .number: conditions.append("id = ?1")
            case .asOf: conditions.append("ended IS NOT NULL AND began <= ?1")
            case .last: conditions.append("ended IS NOT NULL AND ?1 IS NULL")
            }
            if source != nil, !name.isNumber { conditions.append("list = ?3 AND part = ?4") }
            return try first(
                "SELECT \(Self.runColumns) FROM runs WHERE \(conditions.joined(separator: " AND ")) "
                    + "ORDER BY id DESC LIMIT 1"
            ) { statement throws(SQLiteError) in
                switch name {
                case .number(let number): try statement.bind(1, number)
                case .asOf(let moment): try statement.bind(1, moment.secondsSince1970)
                case .last: try statement.bind(1, Int64?.none)
                }
                try statement.bind(2, limit?.number ?? .max)
                guard let source, !name.isNumber else { return }
                try statement.bind(3, source.list)
                try statement.bind(4, source.part)
            }
        }
    }

    /// The last runs, the latest first.
    package func runs(limit: Int) throws(ScanHistoryError) -> [RecordedRun] {
        try using { () throws(SQLiteError) in
            let question = try statement("SELECT \(Self.runColumns) FROM runs ORDER BY id DESC LIMIT ?1")
            try question.bind(1, Int64(limit))
            var runs: [RecordedRun] = []
            while try question.step() { runs.append(try Self.run(question)) }
            return runs
        }
    }

    /// The numbers of a run.
    package func counts(of run: RecordedRun) throws(ScanHistoryError) -> ScanRunCounts {
        try using { () throws(SQLiteError) in
            let question = try statement("SELECT level, count(*) FROM verdicts WHERE run = ?1 GROUP BY level")
            try question.bind(1, run.number)
            var counts = ScanRunCounts()
            while try question.step() {
                guard let level = question.text(0, limit: 20).flatMap(ScanLevel.init(rawValue:)),
                    let count = question.integer(1)
                else { throw Self.badRow }
                counts.add(count, of: level)
            }
            return counts
        }
    }

    private func first(
        _ sql: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> RecordedRun? {
        let question = try statement(sql)
        try bind(question)
        defer { question.reset() }
        return try question.step() ? Self.run(question) : nil
    }

    private static let runColumns = "id, began, ended, list, part, resumptions"

    private static func run(_ row: SQLiteStatement) throws(SQLiteError) -> RecordedRun {
        guard let number = row.integer(0), let began = row.integer(1), row.isNull(2) || row.integer(2) != nil,
            let list = row.text(3, limit: textLimit), let part = row.text(4, limit: textLimit),
            let resumptions = row.integer(5)
        else { throw badRow }
        return RecordedRun(
            number: number, source: ScanSource(list: list, part: part), began: Instant(secondsSince1970: began),
            ended: row.integer(2).map { Instant(secondsSince1970: $0) }, resumptions: resumptions)
    }

    /// Bytes of a text that is read.
    static let textLimit = 1 << 16

    static var badRow: SQLiteError { SQLiteError(damage: ScanHistorySentence.badRow) }
}

extension ScanRunName {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
