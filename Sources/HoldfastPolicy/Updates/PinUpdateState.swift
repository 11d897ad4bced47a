import HoldfastCrypto
import HoldfastX509

/// What a store keeps of the last update: its documents and what has to be remembered, in one file that is replaced as a
/// whole, schema `holdfast.pin-state/1`.
///
/// A digest lies beside them, against accidents; against whoever may write the file, its rights and the update's signature.
struct PinUpdateState: Hashable {
    static let schema = "holdfast.pin-state/1"

    var signed: SignedPinUpdate
    var history: PinUpdateHistory
    /// The server's name for these bytes (RFC 9110 §8.8.3); nil for none.
    var entityTag: String?

    /// Why bytes are no such file.
    struct Fault: Error, Hashable {
        let words: String
        init(_ words: String) { self.words = words }
    }

    init(_ signed: SignedPinUpdate, _ history: PinUpdateHistory, entityTag: String?) {
        (self.signed, self.history, self.entityTag) = (signed, history, entityTag)
    }

    /// Reads the file's bytes.
    init(_ bytes: [UInt8]) throws(Fault) {
        let members: [String: JSONValue]
        do throws(JSONValue.SyntaxError) {
            members = try JSONValue(bytes).object ?? [:]
        } catch {
            throw Fault(error.description)
        }
        guard members["schema"]?.text == Self.schema else { throw Fault("its schema is not \(Self.schema)") }
        let names: Set = ["schema", "update", "signature", "latest", "accepted", "entityTag", "digest"]
        guard Set(members.keys).union(["entityTag"]) == names else {
            throw Fault("it has other members than it should")
        }
        func document(_ name: String) throws(Fault) -> [UInt8] {
            guard let text = members[name]?.text, let bytes = Base64.decode(text) else {
                throw Fault("its \(name) is no Base64")
            }
            return bytes
        }
        signed = SignedPinUpdate(update: try document("update"), signature: try document("signature"))
        history = PinUpdateHistory()
        guard let latest = members["latest"]?.text.flatMap(Instant.init(rfc3339:)) else {
            throw Fault("it names no latest time")
        }
        history.latest = latest
        guard let list = members["accepted"]?.array, !list.isEmpty, list.count <= PinUpdateHistory.maximumEntries
        else { throw Fault("it does not say what was accepted") }
        for item in list {
            guard let members = item.object, Set(members.keys) == ["counter", "sha256"],
                let counter = members["counter"]?.text.flatMap({ UInt64($0) }),
                let digest = members["sha256"]?.text.flatMap({ HexString.decode($0) }), digest.count == 32
            else { throw Fault("an entry of what was accepted is none") }
            history.entries.append(PinUpdateHistory.Entry(counter: counter, digest: digest))
        }
        entityTag = members["entityTag"]?.text
        guard members["digest"]?.text == digest else { throw Fault("its digest does not fit its contents") }
        guard history.last?.digest == Digest.sha256(signed.update[...]) else {
            throw Fault("its update is not the one that was accepted last")
        }
    }

    /// SHA-256 over all texts, each with its length in front (four octets, the most significant first).
    private var digest: String {
        var input: [UInt8] = []
        for text in texts {
            let count = text.utf8.count
            input += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
            input += text.utf8
        }
        return HexString.encode(Digest.sha256(input[...]))
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
