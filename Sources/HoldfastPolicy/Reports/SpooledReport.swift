import HoldfastCrypto
import HoldfastHTTPS
import HoldfastX509

/// A report on its way to one URI, as a file of the spool has it, schema `holdfast.spooled-report/1`.
struct SpooledReport: Hashable {
    static let schema = "holdfast.spooled-report/1"

    let uri: HTTPSURL
    let created: Instant
    /// How often it was tried.
    var attempts: Int
    /// When it is tried next.
    var due: Instant
    /// Until when somebody is at it, who may have ended meanwhile.
    var leasedUntil: Instant
    let body: [UInt8]

    /// Why bytes are no such file.
    struct Fault: Error, Hashable {
        let words: String
        init(_ words: String) { self.words = words }
    }

    init(to uri: HTTPSURL, created: Instant, body: [UInt8]) {
        (self.uri, self.created, self.body) = (uri, created, body)
        (attempts, due, leasedUntil) = (0, created, created)
    }

    init(_ bytes: [UInt8]) throws(Fault) {
        let members: [String: JSONValue]
        do throws(JSONValue.SyntaxError) {
            members = try JSONValue(bytes).object ?? [:]
        } catch {
            throw Fault(error.description)
        }
        let texts = members.compactMapValues(\.text)
        guard texts.count == members.count,
            Set(texts.keys) == ["schema", "uri", "created", "attempts", "due", "leased", "body", "digest"],
            texts["schema"] == Self.schema
        else { throw Fault("it has other members than it should") }
        guard let uri = texts["uri"].flatMap({ try? HTTPSURL($0) }),
            let created = texts["created"].flatMap(Instant.init(rfc3339:)),
            let due = texts["due"].flatMap(Instant.init(rfc3339:)),
            let leased = texts["leased"].flatMap(Instant.init(rfc3339:)),
            let attempts = texts["attempts"].flatMap({ Int($0) }), attempts >= 0,
            let body = texts["body"].flatMap({ Base64.decode($0) })
        else { throw Fault("a member of it cannot be read") }
        (self.uri, self.created, self.attempts, self.body) = (uri, created, attempts, body)
        (self.due, leasedUntil) = (due, leased)
        guard texts["digest"] == digest else { throw Fault("its digest does not fit its contents") }
    }

    /// Whether it may be tried now.
    ///
    /// - Parameter everything: also what was put off.
    func isFree(at now: Instant, everything: Bool) -> Bool {
        Self.hasCome(leasedUntil, now) && (everything || Self.hasCome(due, now))
    }

    /// What lies further ahead than anything is put off was written by a clock that ran ahead.
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
