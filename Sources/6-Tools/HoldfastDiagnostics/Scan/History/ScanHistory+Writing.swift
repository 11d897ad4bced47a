import HoldfastStore
import HoldfastTrust
import HoldfastX509

extension ScanHistory {
    /// Bytes of a certificate that is kept whole; of a longer one the fields are.
    private static let certificateLimit = 60_000
    /// Certificates of a chain that are kept.
    private static let chainLimit = 20
    /// Codes of a verdict that are kept.
    private static let codeLimit = 200

    /// Adds results to a run, all of them or none; once this returns they are in the file.
    ///
    /// The results of one target had better come together: a run that is gone on with takes a target as done that has
    /// any.
    package func add(_ entries: [ScanEntry], to run: RecordedRun) throws(ScanHistoryError) {
        guard !entries.isEmpty else { return }
        try using { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                for entry in entries { try add(entry, to: run) }
            }
        }
    }

    private func add(_ entry: ScanEntry, to run: RecordedRun) throws(SQLiteError) {
        let record = entry.record
        let target = try identifier(of: record)
        var chain: [Int64] = []
        for certificate in entry.certificates.prefix(Self.chainLimit) {
            chain.append(try identifier(of: certificate, seenIn: run))
        }
        let row = try statement(
            "INSERT OR REPLACE INTO verdicts (run, place, part, target, at, attempts, level, exit_code, findings, "
                + "cause, message, address, tls_version, key_exchange, leaf, chain) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)")
        try row.bind(1, run.number)
        try row.bind(2, Int64(record.index))
        try row.bind(3, record.part)
        try row.bind(4, target)
        try row.bind(5, record.at.secondsSince1970)
        try row.bind(6, Int64(record.attempts))
        try row.bind(7, record.level.rawValue)
        try row.bind(8, Int64(record.exitCode))
        try row.bind(9, Self.text(of: record.findings))
        try row.bind(10, record.cause)
        try row.bind(11, record.message)
        try row.bind(12, record.address)
        try row.bind(13, record.version)
        try row.bind(14, record.keyExchange)
        try row.bind(15, record.leaf == nil ? nil : chain.first)
        try row.bind(16, chain.map { "\($0)" }.joined(separator: " "))
        try row.run()
        guard let verdict = entry.verdict?.text else { return }
        let details = try statement(
            "INSERT OR REPLACE INTO details (run, place, part, target, verdict) VALUES (?1, ?2, ?3, ?4, ?5)")
        try details.bind(1, run.number)
        try details.bind(2, Int64(record.index))
        try details.bind(3, record.part)
        try details.bind(4, target)
        try details.bind(5, verdict)
        try details.run()
    }

    /// `{"CODE":"SEVERITY"}`, which json_each() of SQLite reads; codes are words, in the order of the alphabet.
    private static func text(of findings: [String: Severity]) -> String {
        let pairs = findings.sorted { $0.key < $1.key }.prefix(codeLimit).filter { code, _ in code.isWord }
        return "{" + pairs.map { "\"\($0)\":\"\($1.rawValue)\"" }.joined(separator: ",") + "}"
    }

    /// The findings of a text as ``text(of:)`` writes it; nil for any other.
    static func findings(of text: String) -> [String: Severity]? {
        guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count >= 2 else { return nil }
        var findings: [String: Severity] = [:]
        for pair in text.dropFirst().dropLast().split(separator: ",") {
            let parts = pair.split(separator: ":", omittingEmptySubsequences: false).map { part in
                part.utf8.count > 2 && part.hasPrefix("\"") && part.hasSuffix("\"")
                    ? String(part.dropFirst().dropLast()) : ""
            }
            guard parts.count == 2, parts[0].isWord, let severity = Severity(rawValue: parts[1]) else { return nil }
            findings[parts[0]] = severity
        }
        return findings
    }

    private func identifier(of record: ScanRecord) throws(SQLiteError) -> Int64 {
        let known = try statement("SELECT id, target, owner FROM targets WHERE key = ?1")
        try known.bind(1, record.key)
        defer { known.reset() }
        guard try known.step(), let id = known.integer(0) else {
            let new = try statement("INSERT INTO targets (key, target, owner) VALUES (?1, ?2, ?3)")
            try new.bind(1, record.key)
            try new.bind(2, record.text)
            try new.bind(3, record.owner)
            try new.run()
            return try lastIdentifier()
        }
        let isSame = known.text(1, limit: Self.textLimit) == record.text
        if isSame, known.text(2, limit: Self.textLimit) == record.owner { return id }
        let change = try statement("UPDATE targets SET target = ?2, owner = ?3 WHERE id = ?1")
        try change.bind(1, id)
        try change.bind(2, record.text)
        try change.bind(3, record.owner)
        try change.run()
        return id
    }

    private func identifier(of summary: CertificateSummary, seenIn run: RecordedRun) throws(SQLiteError) -> Int64 {
        let fingerprint = HexString.decode(summary.fingerprintSHA256)
        let known = try statement("SELECT id FROM certificates WHERE fingerprint = ?1")
        try known.bind(1, fingerprint)
        defer { known.reset() }
        if try known.step(), let id = known.integer(0) { return id }
        let certificate = ScanCertificate(summary)
        let new = try statement(
            "INSERT INTO certificates (fingerprint, key, subject, issuer, not_before, not_after, key_type, key_bits, "
                + "signature, first_run, der) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
        try new.bind(1, fingerprint)
        try new.bind(2, certificate.key.flatMap { HexString.decode($0) })
        try new.bind(3, certificate.subject)
        try new.bind(4, certificate.issuer)
        try new.bind(5, certificate.notBefore?.secondsSince1970)
        try new.bind(6, certificate.notAfter?.secondsSince1970)
        try new.bind(7, summary.fields?.key.type)
        try new.bind(8, summary.fields?.key.bits.map(Int64.init))
        try new.bind(9, summary.fields?.signatureAlgorithm)
        try new.bind(10, run.number)
        try new.bind(11, summary.der.count <= Self.certificateLimit ? summary.der : nil)
        try new.run()
        return try lastIdentifier()
    }

    private func lastIdentifier() throws(SQLiteError) -> Int64 {
        let question = try statement("SELECT last_insert_rowid()")
        defer { question.reset() }
        guard try question.step(), let id = question.integer(0) else { throw Self.badRow }
        return id
    }
}

extension String {
    /// Whether it is made of letters and digits of ASCII, as the codes of findings are.
    fileprivate var isWord: Bool { !isEmpty && utf8.allSatisfy(ASCIIText.isLetterOrDigit) }
}
