import HoldfastAuthority
import HoldfastCrypto
import HoldfastJSON
import HoldfastX509

/// Logs of certificates for one server of the catalogue, and the list by which a client knows them.
///
/// Keys and operators are made up; states and times are right for one moment. No log keeps anything, and nothing
/// listens at its address: a judge needs the list alone.
struct TestLogs: Sendable {
    /// Two logs of one operator, which are in use.
    let amber, ambergris: TransparencyLog
    /// A log of another operator, which is in use.
    let beryl: TransparencyLog
    /// A log of a third operator, which was retired ``retirement`` seconds before the moment.
    let cobalt: TransparencyLog
    /// A log that the list does not have.
    let stranger: TransparencyLog
    /// The moment for which the list is made.
    let moment: Instant

    /// Seconds between the end of ``cobalt`` and the moment: half a day.
    static let retirement: Int64 = 43_200

    init(at moment: Instant) throws(TestBedError) {
        // Times in the list have whole seconds.
        self.moment = Instant(secondsSince1970: moment.secondsSince1970)
        (amber, ambergris, beryl) = (try Self.log(), try Self.log(), try Self.log())
        (cobalt, stranger) = (try Self.log(), try Self.log())
    }

    private static func log() throws(TestBedError) -> TransparencyLog {
        let key: PrivateKey
        do throws(CryptoError) { key = try .generate(.p256) } catch { throw .authority(.crypto(error)) }
        do throws(AuthorityError) { return try TransparencyLog(key: key) } catch { throw .authority(error) }
    }

    /// The list as Google and Apple publish theirs: `log_list.json`, version 3
    /// (https://www.gstatic.com/ct/log_list/v3/log_list_schema.json).
    var json: String {
        let draft = JSONDraft.members([
            ("version", .text("1.0")), ("log_list_timestamp", .text("\(moment)")),
            (
                "operators",
                .list([
                    operated(by: "Amber", [entry(amber, "Amber 1"), entry(ambergris, "Amber 2")]),
                    operated(by: "Beryl", [entry(beryl, "Beryl 1")]),
                    operated(
                        by: "Cobalt",
                        [entry(cobalt, "Cobalt 1", "retired", since: moment.advanced(bySeconds: -Self.retirement))]),
                ])
            ),
        ])
        return draft.pretty + "\n"
    }

    private func operated(by name: String, _ logs: [JSONDraft]) -> JSONDraft {
        .members([
            ("name", .text("\(name) Test Logs")),
            ("email", .list([.text("logs@\(name.asciiLowercased()).holdfast.test")])),
            ("logs", .list(logs)), ("tiled_logs", .list([])),
        ])
    }

    private func entry(
        _ log: TransparencyLog, _ name: String, _ state: String = "usable", since: Instant? = nil
    ) -> JSONDraft {
        let place = name.asciiLowercased().replacing(" ", with: "-")
        let year: Int64 = 31_536_000
        return .members([
            ("description", .text("Holdfast Test '\(name)'")), ("log_id", .text(Base64.encode(log.id))),
            ("key", .text(Base64.encode(log.key.subjectPublicKeyInfo.bytes))),
            ("url", .text("https://\(place).holdfast.test/")), ("mmd", .number(86_400)),
            (
                "state",
                .members([
                    (
                        state,
                        .members([("timestamp", .text("\(since ?? moment.advanced(bySeconds: -year))"))])
                    )
                ])
            ),
            (
                "temporal_interval",
                .members([
                    ("start_inclusive", .text("\(moment.advanced(bySeconds: -year))")),
                    ("end_exclusive", .text("\(moment.advanced(bySeconds: year))")),
                ])
            ),
        ])
    }
}

/// A certificate, or its precertificate, as it is shown to logs.
struct LoggedEntry: Sendable {
    let logs: TestLogs
    private let entry: TimestampedEntry

    init(_ entry: TimestampedEntry, _ logs: TestLogs) { (self.entry, self.logs) = (entry, logs) }

    /// Takes a log's timestamp.
    ///
    /// - Parameter seconds: from the moment of the list to that of the timestamp; an hour before unless given.
    func by(
        _ log: TransparencyLog, after seconds: Int64 = -3_600
    ) throws(AuthorityError) -> SignedCertificateTimestamp {
        try log.timestamp(entry, at: logs.moment.advanced(bySeconds: seconds))
    }

    /// Makes a timestamp that names a log, and that another key has signed.
    func forged(
        inNameOf log: TransparencyLog, by other: TransparencyLog
    ) throws(AuthorityError) -> SignedCertificateTimestamp {
        let own = try by(other)
        guard var content = own.version1 else { return own }
        content.logID = log.id[...]
        return SignedCertificateTimestamp(content)
    }

    /// The timestamps of these logs, an hour before the moment.
    func by(each logs: TransparencyLog...) throws(AuthorityError) -> [SignedCertificateTimestamp] {
        var timestamps: [SignedCertificateTimestamp] = []
        for log in logs { timestamps.append(try by(log)) }
        return timestamps
    }
}
