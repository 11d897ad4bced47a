import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastStatements
import HoldfastWeb
import HoldfastX509

/// A report on its way to one URI, as a file of the spool has it, schema `holdfast.spooled-report/1`.
struct SpooledReport: Hashable {
    static let schema = "holdfast.spooled-report/1"

    let uri: HTTPSURL
    let created: Instant
    /// Attempts at delivering the report so far.
    var attempts: Int
    /// When it is tried next.
    var due: Instant
    /// End of the lease of the process that is sending this report; that process may have died.
    var leasedUntil: Instant
    let body: [UInt8]

    init(to uri: HTTPSURL, created: Instant, body: [UInt8]) {
        (self.uri, self.created, self.body) = (uri, created, body)
        (attempts, due, leasedUntil) = (0, created, created)
    }

    init(_ bytes: [UInt8]) throws(PinRecordError) {
        let members = try PinRecordError.members(of: bytes)
        let texts = members.compactMapValues(\.text)
        guard texts.count == members.count,
            Set(texts.keys) == ["schema", "uri", "created", "attempts", "due", "leased", "body", "digest"],
            texts["schema"] == Self.schema
        else { throw PinRecordError(.otherMembers) }
        guard let uri = texts["uri"].flatMap({ try? HTTPSURL($0) }),
            let created = texts["created"].flatMap(Instant.init(rfc3339:)),
            let due = texts["due"].flatMap(Instant.init(rfc3339:)),
            let leased = texts["leased"].flatMap(Instant.init(rfc3339:)),
            let attempts = texts["attempts"].flatMap({ Int($0) }), attempts >= 0,
            let body = texts["body"].flatMap({ Base64.decode($0) })
        else { throw PinRecordError(.unreadableMember) }
        (self.uri, self.created, self.attempts, self.body) = (uri, created, attempts, body)
        (self.due, leasedUntil) = (due, leased)
        guard texts["digest"] == digest else { throw PinRecordError(.otherDigest) }
    }

    /// Whether it may be tried now.
    ///
    /// - Parameter everything: also what was put off.
    func isFree(at now: Instant, everything: Bool) -> Bool {
        Self.hasCome(leasedUntil, now) && (everything || Self.hasCome(due, now))
    }

    /// Whether an instant has come. One that is further ahead than any report is put off was written by a clock that
    /// ran ahead, and counts as come.
    private static func hasCome(_ instant: Instant, _ now: Instant) -> Bool {
        instant <= now || instant.seconds(since: now) > 86_400
    }

    private var texts: [(name: String, value: String)] {
        [
            ("schema", Self.schema), ("uri", uri.description), ("created", created.description),
            ("attempts", "\(attempts)"), ("due", due.description), ("leased", leasedUntil.description),
            ("body", Base64.encode(body)),
        ]
    }

    /// Against accidents; against whoever may write the file, its rights.
    private var digest: String {
        HexString.encode(Digest.sha256(texts.map(\.value).joined(separator: "\n").utf8))
    }

    var bytes: [UInt8] {
        let members = (texts + [("digest", digest)]).map { (name: $0.name, value: JSONDraft.text($0.value)) }
        return Array((JSONDraft.members(members).pretty + "\n").utf8)
    }
}

/// An index of the failures that were spooled lately, lest one be sent again and again; schema
/// `holdfast.pin-report-index/1`.
struct RecentReports: Hashable {
    static let schema = "holdfast.pin-report-index/1"
    /// Entries that are kept; 1,000.
    static let maximumEntries = 1_000

    struct Entry: Hashable {
        let digest: [UInt8]
        let at: Instant
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Nil where the bytes are no such file.
    init?(_ bytes: [UInt8]) {
        guard let members = try? JSONValue(bytes).object, members["schema"]?.text == Self.schema,
            let list = members["reports"]?.array, list.count <= Self.maximumEntries
        else { return nil }
        for item in list {
            guard let digest = item.object?["failure"]?.text.flatMap({ HexString.decode($0) }), digest.count == 32,
                let at = item.object?["at"]?.text.flatMap(Instant.init(rfc3339:))
            else { return nil }
            entries.append(Entry(digest: digest, at: at))
        }
    }

    var bytes: [UInt8] {
        let list = entries.map { entry in
            JSONDraft.members([
                ("failure", .text(HexString.encode(entry.digest))), ("at", .text(entry.at.description)),
            ])
        }
        let draft = JSONDraft.members([("schema", .text(Self.schema)), ("reports", .list(list))])
        return Array((draft.pretty + "\n").utf8)
    }

    /// Whether a failure was spooled less than so many seconds ago, or as much ahead where the clock was set back.
    func has(_ digest: [UInt8], within seconds: Int64, of now: Instant) -> Bool {
        entries.contains { $0.digest == digest && $0.isWithin(seconds, of: now) }
    }

    func count(within seconds: Int64, of now: Instant) -> Int {
        entries.count { $0.isWithin(seconds, of: now) }
    }

    /// Takes a failure up, and forgets what was longer ago.
    mutating func add(_ digest: [UInt8], at now: Instant, keeping seconds: Int64) {
        entries.removeAll { !$0.isWithin(seconds, of: now) }
        entries.append(Entry(digest: digest, at: now))
        entries.removeFirst(max(0, entries.count - Self.maximumEntries))
    }
}

extension RecentReports.Entry {
    fileprivate func isWithin(_ seconds: Int64, of now: Instant) -> Bool {
        let age = now.seconds(since: at)
        return age < seconds && age > -seconds
    }
}
