import HoldfastCrypto
import HoldfastJSON
import HoldfastStatements
public import HoldfastX509

/// Memory of the updates that a program has taken, against going back to an old one and against a clock that goes back.
public struct PinUpdateHistory: Hashable, Sendable {
    /// An update that was taken.
    public struct Entry: Hashable, Sendable {
        public let counter: UInt64
        /// SHA-256 of its bytes.
        public let digest: [UInt8]
    }

    /// Entries that are kept; 32, of which all but the last only tell a replay from another rollback.
    static let maximumEntries = 32

    /// The updates in the order in which they were taken, the last of them last; the older ones are forgotten.
    public internal(set) var entries: [Entry] = []
    /// The latest time that is known to have passed; nil where none is. Never later than the end of an update that was
    /// taken: a clock that ran ahead for a while can end that one for good, and no later one.
    public internal(set) var latest: Instant?

    /// Nothing was taken yet.
    public init() {}

    /// The update that was taken last.
    public var last: Entry? { entries.last }

    /// The history after an update was taken.
    func taking(_ update: PinUpdate, digest: [UInt8], at now: Instant) -> PinUpdateHistory {
        var history = self
        let entry = Entry(counter: update.counter, digest: digest)
        if history.last != entry {
            history.entries.append(entry)
            history.entries.removeFirst(max(0, history.entries.count - Self.maximumEntries))
        }
        return history.noting(now, of: update)
    }

    /// The history after a time was seen while an update was the last one.
    func noting(_ now: Instant, of update: PinUpdate) -> PinUpdateHistory {
        var history = self
        // That it was issued at that time, the key's owner says.
        let seen = min(max(now, update.issued), update.expires)
        history.latest = latest.map { max($0, seen) } ?? seen
        return history
    }
}

/// An error for bytes that are no record of an update or a report.
struct PinRecordError: Error, Hashable {
    let statement: Statement

    init(_ fault: PinStateSentence) { statement = fault.statement }

    /// The members of the object that a record is; none for another value.
    static func members(of bytes: [UInt8]) throws(PinRecordError) -> [String: JSONValue] {
        do throws(JSONValue.SyntaxError) { return try JSONValue(bytes).object ?? [:] } catch {
            throw PinRecordError(error)
        }
    }

    private init(_ error: JSONValue.SyntaxError) { statement = error.statement }
}

/// File of a store, schema `holdfast.pin-state/1`: the documents of the last update and the history, replaced as a
/// whole.
///
/// A digest lies beside them, against accidents; against whoever may write the file, its rights and the update's
/// signature.
struct PinUpdateState: Hashable {
    static let schema = "holdfast.pin-state/1"

    var signed: SignedPinUpdate
    var history: PinUpdateHistory
    /// The server's name for these bytes (RFC 9110 §8.8.3); nil for none.
    var entityTag: String?

    init(_ signed: SignedPinUpdate, _ history: PinUpdateHistory, entityTag: String?) {
        (self.signed, self.history, self.entityTag) = (signed, history, entityTag)
    }

    /// Reads the file's bytes.
    init(_ bytes: [UInt8]) throws(PinRecordError) {
        let members = try PinRecordError.members(of: bytes)
        guard members["schema"]?.text == Self.schema else { throw PinRecordError(.otherSchema(expected: Self.schema)) }
        let names: Set = ["schema", "update", "signature", "latest", "accepted", "entityTag", "digest"]
        guard Set(members.keys).union(["entityTag"]) == names else {
            throw PinRecordError(.otherMembers)
        }
        func document(_ name: String) throws(PinRecordError) -> [UInt8] {
            guard let text = members[name]?.text, let bytes = Base64.decode(text) else {
                throw PinRecordError(.noBase64(name: name))
            }
            return bytes
        }
        signed = SignedPinUpdate(update: try document("update"), signature: try document("signature"))
        history = PinUpdateHistory()
        guard let latest = members["latest"]?.text.flatMap(Instant.init(rfc3339:)) else {
            throw PinRecordError(.noLatest)
        }
        history.latest = latest
        guard let list = members["accepted"]?.array, !list.isEmpty, list.count <= PinUpdateHistory.maximumEntries
        else { throw PinRecordError(.noAccepted) }
        for item in list {
            guard let members = item.object, Set(members.keys) == ["counter", "sha256"],
                let counter = members["counter"]?.text.flatMap({ UInt64($0) }),
                let digest = members["sha256"]?.text.flatMap({ HexString.decode($0) }), digest.count == 32
            else { throw PinRecordError(.badEntry) }
            history.entries.append(PinUpdateHistory.Entry(counter: counter, digest: digest))
        }
        entityTag = members["entityTag"]?.text
        guard members["digest"]?.text == digest else { throw PinRecordError(.otherDigest) }
        guard history.last?.digest == Digest.sha256(signed.update[...]) else {
            throw PinRecordError(.otherUpdate)
        }
    }

    /// SHA-256 over all texts, each with its length in front (four octets, the most significant first).
    private var digest: String {
        HexString.encode(Digest.sha256(texts.flatMap { TLSWriter.vector($0.utf8, lengthOctets: 4) }[...]))
    }

    private var latest: String { history.latest?.description ?? "" }

    private var texts: [String] {
        [Self.schema, Base64.encode(signed.update), Base64.encode(signed.signature), latest]
            + history.entries.flatMap { ["\($0.counter)", HexString.encode($0.digest)] }
            + (entityTag.map { ["1", $0] } ?? ["0"])
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        let entries = history.entries.map {
            "    {\"counter\": \"\($0.counter)\", \"sha256\": \"\(HexString.encode($0.digest))\"}"
        }
        var lines = [
            "  \"schema\": \(JSONText.string(Self.schema))",
            "  \"update\": \"\(Base64.encode(signed.update))\"",
            "  \"signature\": \"\(Base64.encode(signed.signature))\"",
            "  \"latest\": \(JSONText.string(latest))",
            "  \"accepted\": [\n\(entries.joined(separator: ",\n"))\n  ]",
        ]
        if let entityTag { lines.append("  \"entityTag\": \(JSONText.string(entityTag))") }
        lines.append("  \"digest\": \"\(digest)\"")
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }
}
