import HoldfastStore
import HoldfastX509

extension ScanHistory {
    private static let recordColumns =
        "t.key, t.target, t.owner, v.place, v.part, v.at, v.attempts, v.level, v.exit_code, v.findings, v.cause, "
        + "v.message, v.address, v.tls_version, v.key_exchange, c.fingerprint, c.key, c.subject, c.issuer, "
        + "c.not_before, c.not_after"
    private static let records =
        "FROM verdicts v JOIN targets t ON t.id = v.target LEFT JOIN certificates c ON c.id = v.leaf "
    /// Verdicts of one target: without being told, SQLite may look through the whole run for them.
    private static let recordsOfTarget =
        "FROM targets t CROSS JOIN verdicts v INDEXED BY verdicts_target ON v.target = t.id "
        + "LEFT JOIN certificates c ON c.id = v.leaf "

    /// Gives every result of a run, in the order of the list.
    package func forEach(
        of run: RecordedRun, _ body: (ScanRecord) throws(ScanHistoryError) -> Void
    ) throws(ScanHistoryError) {
        // The body may ask, too: the statement is this reading's own.
        let question = try using { () throws(SQLiteError) in
            let question = try database.prepare(
                "SELECT \(Self.recordColumns) \(Self.records) WHERE v.run = ?1 ORDER BY v.place, v.part")
            try question.bind(1, run.number)
            return question
        }
        while let record = try using({ () throws(SQLiteError) in try question.step() ? Self.record(question) : nil }) {
            try body(record)
        }
    }

    /// The record of a target in a run; nil where it was not in the list.
    ///
    /// - Parameter part: the address, where each has a verdict; without one of its own, any of the target is meant.
    package func record(
        ofKey key: String, part: String, in run: RecordedRun
    ) throws(ScanHistoryError) -> ScanRecord? {
        try using { () throws(SQLiteError) in
            try first(
                "SELECT \(Self.recordColumns) \(Self.recordsOfTarget) WHERE t.key = ?1 AND v.run = ?2 "
                    + "ORDER BY v.part = ?3 DESC, v.place, v.part LIMIT 1"
            ) { question throws(SQLiteError) in
                try question.bind(1, key)
                try question.bind(2, run.number)
                try question.bind(3, part)
            }
        }
    }

    /// The certificate that a target showed last, in a run or before it; nil where it never showed one.
    private func certificate(
        lastShownBy key: String, part: String, upTo run: RecordedRun
    ) throws(ScanHistoryError) -> ScanCertificate? {
        try using { () throws(SQLiteError) in
            try first(
                "SELECT \(Self.recordColumns) \(Self.recordsOfTarget) WHERE t.key = ?1 AND v.run <= ?2 "
                    + "AND v.leaf IS NOT NULL ORDER BY v.run DESC, v.part = ?3 DESC, v.place, v.part LIMIT 1"
            ) { question throws(SQLiteError) in
                try question.bind(1, key)
                try question.bind(2, run.number)
                try question.bind(3, part)
            }
        }?.leaf
    }

    /// The differences of a result to an earlier run, with the gravity of what is new.
    package func comparison(
        of record: ScanRecord, since run: RecordedRun
    ) throws(ScanHistoryError) -> ScanComparison {
        let earlier = try self.record(ofKey: record.key, part: record.part, in: run)
        let shown =
            if let leaf = earlier?.leaf { leaf } else {
                try certificate(lastShownBy: record.key, part: record.part, upTo: run)
            }
        return ScanComparison(
            record: record, changes: record.changes(since: earlier, lastShowing: shown),
            newLevel: record.newLevel(since: earlier))
    }

    /// Gives the targets of an earlier run that a later one has not.
    package func forEachGone(
        from earlier: RecordedRun, to later: RecordedRun, _ body: (ScanRecord) throws(ScanHistoryError) -> Void
    ) throws(ScanHistoryError) {
        let question = try using { () throws(SQLiteError) in
            let question = try database.prepare(
                "SELECT \(Self.recordColumns) \(Self.records) WHERE v.run = ?1 AND NOT EXISTS "
                    + "(SELECT 1 FROM verdicts w WHERE w.target = v.target AND w.run = ?2) AND NOT EXISTS "
                    + "(SELECT 1 FROM verdicts w WHERE w.target = v.target AND w.run = ?1 "
                    + "AND (w.place, w.part) < (v.place, v.part)) ORDER BY v.place")
            try question.bind(1, earlier.number)
            try question.bind(2, later.number)
            return question
        }
        while let record = try using({ () throws(SQLiteError) in try question.step() ? Self.record(question) : nil }) {
            try body(record)
        }
    }

    /// Gives every difference between two runs: of the later one's results in the order of its list, and then the
    /// targets that are gone.
    package func forEachDifference(
        from earlier: RecordedRun, to later: RecordedRun, _ body: (ScanComparison) throws(ScanHistoryError) -> Void
    ) throws(ScanHistoryError) {
        try forEach(of: later) { record throws(ScanHistoryError) in
            let comparison = try self.comparison(of: record, since: earlier)
            if !comparison.changes.isEmpty { try body(comparison) }
        }
        try forEachGone(from: earlier, to: later) { record throws(ScanHistoryError) in
            try body(ScanComparison(record: record, changes: [ScanChange(.gone)], newLevel: .none))
        }
    }

    private func first(
        _ sql: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> ScanRecord? {
        let question = try statement(sql)
        try bind(question)
        defer { question.reset() }
        return try question.step() ? Self.record(question) : nil
    }

    private static func record(_ row: SQLiteStatement) throws(SQLiteError) -> ScanRecord {
        func text(_ column: Int32) throws(SQLiteError) -> String? {
            if row.isNull(column) { return nil }
            guard let text = row.text(column, limit: textLimit) else { throw badRow }
            return text
        }
        func moment(_ column: Int32) -> Instant? { row.integer(column).map { Instant(secondsSince1970: $0) } }
        guard let key = try text(0), let name = try text(1), let index = row.integer(3), let part = try text(4),
            let at = moment(5), let attempts = row.integer(6),
            let level = try text(7).flatMap(ScanLevel.init(rawValue:)),
            let exitCode = row.integer(8), let findings = try text(9).flatMap(findings(of:))
        else { throw badRow }
        let leaf = row.bytes(15, limit: 32).map { HexString.encode($0) }
        return ScanRecord(
            key: key, text: name, owner: try text(2), index: Int(index), part: part, at: at, attempts: Int(attempts),
            level: level, exitCode: Int32(clamping: exitCode), findings: findings, cause: try text(10),
            message: try text(11), address: try text(12), version: try text(13), keyExchange: try text(14),
            leaf: try leaf.map { fingerprint throws(SQLiteError) in
                ScanCertificate(
                    fingerprint: fingerprint, key: row.bytes(16, limit: 32).map { HexString.encode($0) },
                    subject: try text(17), issuer: try text(18), notBefore: moment(19), notAfter: moment(20))
            })
    }
}

/// A result beside that of an earlier run.
package struct ScanComparison: Hashable, Sendable {
    package let record: ScanRecord
    /// The differences; empty where there is none.
    package let changes: [ScanChange]
    /// The gravity of what was not found in the earlier run.
    package let newLevel: ScanLevel
}
