import HoldfastStore

/// The tables of a history of scans. Docs/scan-history.md describes them, for queries of users' own: what is changed
/// here has another version, and is told of there.
enum ScanHistorySchema {
    /// `HfSc`, for `PRAGMA application_id`.
    static let application: Int64 = 0x4866_5363
    /// The number of `PRAGMA user_version`.
    static let version: Int64 = 1

    static let schema = StoreSchema(
        application: application, version: version,
        statements: [
            runs, targets, targetsByKey, certificates, certificatesByFingerprint, verdicts, verdictsByTarget, details,
        ],
        // Of a file of gigabytes, that would take minutes each time.
        checksPages: false)

    private static let runs =
        "CREATE TABLE runs (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, list TEXT NOT NULL, "
        + "part TEXT NOT NULL, resumptions INTEGER NOT NULL)"

    private static let targets =
        "CREATE TABLE targets (id INTEGER PRIMARY KEY, key TEXT NOT NULL, target TEXT NOT NULL, owner TEXT, "
        + "muted_until INTEGER)"
    private static let targetsByKey = "CREATE UNIQUE INDEX targets_key ON targets (key)"

    private static let certificates =
        "CREATE TABLE certificates (id INTEGER PRIMARY KEY, fingerprint BLOB NOT NULL, key BLOB, subject TEXT, "
        + "issuer TEXT, not_before INTEGER, not_after INTEGER, key_type TEXT, key_bits INTEGER, signature TEXT, "
        + "first_run INTEGER NOT NULL, der BLOB)"
    private static let certificatesByFingerprint =
        "CREATE UNIQUE INDEX certificates_fingerprint ON certificates (fingerprint)"

    private static let verdicts =
        "CREATE TABLE verdicts (run INTEGER NOT NULL, place INTEGER NOT NULL, part TEXT NOT NULL, "
        + "target INTEGER NOT NULL, at INTEGER NOT NULL, attempts INTEGER NOT NULL, level TEXT NOT NULL, "
        + "exit_code INTEGER NOT NULL, findings TEXT NOT NULL, cause TEXT, message TEXT, address TEXT, "
        + "tls_version TEXT, key_exchange TEXT, leaf INTEGER, chain TEXT NOT NULL, "
        + "PRIMARY KEY (run, place, part, target)) WITHOUT ROWID"
    private static let verdictsByTarget = "CREATE INDEX verdicts_target ON verdicts (target, run)"

    private static let details =
        "CREATE TABLE details (run INTEGER NOT NULL, place INTEGER NOT NULL, part TEXT NOT NULL, "
        + "target INTEGER NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (run, place, part, target)) WITHOUT ROWID"
}
