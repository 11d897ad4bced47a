import HoldfastStore
import HoldfastTrust
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

    /// Some results of a run that was not done, in the order of the list, with what is kept of their verdicts.
    ///
    /// - Parameters:
    ///   - last: the place behind which they begin; nil for the beginning.
    ///   - limit: results at most; fewer are the last ones.
    func kept(
        of run: RecordedRun, after last: KeptPlace?, limit: Int
    ) throws(ScanHistoryError) -> (results: [(ScanRecord, VerdictReport)], last: KeptPlace?) {
        try using { () throws(SQLiteError) in
            let question = try statement(
                "SELECT \(Self.recordColumns), d.verdict, v.chain, v.target \(Self.records) LEFT JOIN details d "
                    + "ON d.run = v.run AND d.place = v.place AND d.part = v.part AND d.target = v.target "
                    + "WHERE v.run = ?1 AND (v.place, v.part, v.target) > (?2, ?3, ?4) "
                    + "ORDER BY v.place, v.part, v.target LIMIT ?5")
            try question.bind(1, run.number)
            try question.bind(2, last.map { Int64($0.index) } ?? -1)
            try question.bind(3, last?.part ?? "")
            try question.bind(4, last?.target ?? 0)
            try question.bind(5, Int64(limit))
            defer { question.reset() }
            var results: [(ScanRecord, VerdictReport)] = []
            var end: KeptPlace?
            while try question.step() {
                let record = try Self.record(question)
                guard let chain = question.text(22, limit: Self.textLimit), let target = question.integer(23) else {
                    throw Self.badRow
                }
                let verdict = question.text(21, limit: Self.textLimit).flatMap { KeptVerdict(text: $0) }
                let report = (verdict ?? KeptVerdict(record)).report(record, try certificates(of: chain))
                results.append((record, report))
                end = KeptPlace(index: record.index, part: record.part, target: target)
            }
            return (results, end)
        }
    }

    /// The certificates whose identifiers stand in a text, with spaces between them; those whose bytes are not kept
    /// end the list.
    private func certificates(of chain: String) throws(SQLiteError) -> [CertificateSummary] {
        var certificates: [CertificateSummary] = []
        for identifier in chain.split(separator: " ").compactMap({ Int64($0) }) {
            let question = try statement("SELECT der FROM certificates WHERE id = ?1")
            try question.bind(1, identifier)
            defer { question.reset() }
            guard try question.step(), let der = question.bytes(0, limit: Self.textLimit) else { break }
            certificates.append(CertificateSummary(PresentedCertificate(der: der)))
        }
        return certificates
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

/// The place of a result that a run has, in the order in which they are read.
package struct KeptPlace: Hashable, Sendable {
    let index: Int
    let part: String
    /// The identifier of the target.
    let target: Int64
}

/// A result beside that of an earlier run.
package struct ScanComparison: Hashable, Sendable {
    package let record: ScanRecord
    /// The differences; empty where there is none.
    package let changes: [ScanChange]
    /// The gravity of what was not found in the earlier run.
    package let newLevel: ScanLevel
}
