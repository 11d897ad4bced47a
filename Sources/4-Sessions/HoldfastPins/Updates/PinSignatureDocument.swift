import HoldfastCrypto
import HoldfastJSON
import HoldfastStatements
import HoldfastX509

/// The detached signatures of a pin update, schema `holdfast.pin-signature/1`.
///
/// What is signed is ``prefix`` and the exact bytes of the update, by Ed25519 (RFC 8032): nothing that the same key
/// signs for another purpose can be taken for an update.
struct PinSignatureDocument: Hashable {
    static let schema = "holdfast.pin-signature/1"
    /// Bytes of such a document; 16 KiB.
    static let maximumBytes = 16 << 10
    /// Signatures of one update; 16: two keys, and those of the versions before and after.
    static let maximumSignatures = 16
    /// In front of the update where it is signed; no JSON text begins with it.
    static let prefix = Array("holdfast.pin-update/1 signature\0".utf8)

    struct Signature: Hashable {
        /// The key's name, as ``PinUpdateKeys/name(of:)`` gives it.
        let key: String
        let bytes: [UInt8]
    }

    let signatures: [Signature]

    init(_ signatures: [Signature]) { self.signatures = signatures }

    /// Reads the document; of its entries, those too that are by keys that nobody here knows.
    init(_ bytes: [UInt8]) throws(PinUpdateFailure) {
        guard bytes.count <= Self.maximumBytes else {
            throw PinUpdateFailure(.tooLarge(.signature, limit: Self.maximumBytes))
        }
        func malformed(_ fault: PinSignatureSentence) -> PinUpdateFailure {
            PinUpdateFailure(.malformedSignature(fault.statement))
        }
        guard !PinUpdateText.isCut(bytes) else { throw PinUpdateFailure(.truncated(.signature)) }
        let members: [String: JSONValue]
        do throws(JSONValue.SyntaxError) {
            members = try JSONValue(bytes).object ?? [:]
        } catch {
            throw PinUpdateFailure(.malformedSignature(error.statement))
        }
        guard let schema = members["schema"]?.text else { throw malformed(.noSchema) }
        guard schema == Self.schema else { throw malformed(.otherSchema(expected: Self.schema)) }
        guard Set(members.keys) == ["schema", "signatures"], let list = members["signatures"]?.array else {
            throw malformed(.otherMembers)
        }
        guard !list.isEmpty, list.count <= Self.maximumSignatures else {
            throw malformed(.count(list.count, limit: Self.maximumSignatures))
        }
        var signatures: [Signature] = []
        for (number, item) in list.enumerated() {
            guard let members = item.object, Set(members.keys) == ["key", "signature"],
                let key = members["key"]?.text, let text = members["signature"]?.text
            else { throw malformed(.members(number: number + 1)) }
            guard let bytes = Base64.decode(text), bytes.count == 64 else {
                throw malformed(.noBase64(number: number + 1))
            }
            guard !signatures.contains(where: { $0.key == key }) else {
                throw malformed(.sameKey(number: number + 1))
            }
            signatures.append(Signature(key: key, bytes: bytes))
        }
        self.signatures = signatures
    }

    /// The document's bytes.
    var bytes: [UInt8] {
        let list = signatures.map { signature in
            let text = JSONText.string(Base64.encode(signature.bytes))
            return "    {\"key\": \(JSONText.string(signature.key)), \"signature\": \(text)}"
        }
        let text = """
            {
              "schema": \(JSONText.string(Self.schema)),
              "signatures": [
            \(list.joined(separator: ",\n"))
              ]
            }

            """
        return Array(text.utf8)
    }

    /// Whether one of the keys has signed these bytes.
    ///
    /// - Throws: ``PinUpdateFailure``: that none of the signatures is by one of the keys, or that none of those holds.
    func verify(_ update: [UInt8], by keys: PinUpdateKeys) throws(PinUpdateFailure) {
        let message = Self.prefix + update
        var known: [String] = []
        for signature in signatures {
            guard let key = keys.keys.first(where: { $0.name == signature.key }) else { continue }
            if key.key.isValidSignature(signature.bytes[...], for: message[...], algorithm: .ed25519) { return }
            known.append(signature.key)
        }
        guard !known.isEmpty else { throw PinUpdateFailure(.unknownKey(signatures.map(\.key))) }
        throw PinUpdateFailure(PinUpdateText.isCut(update) ? .truncated(.update) : .wrongSignature(known))
    }
}

/// A look at a JSON text without reading it.
enum PinUpdateText {
    /// Whether a text that begins as an object ends before the object does, as one does that was cut short on its way.
    ///
    /// Only for the words of a refusal: nothing is believed of what it looks at.
    static func isCut(_ bytes: [UInt8]) -> Bool {
        let space: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        guard let first = bytes.first(where: { !space.contains($0) }) else { return true }
        guard first == UInt8(ascii: "{") else { return false }
        var depth = 0
        var (isInText, isEscaped) = (false, false)
        for octet in bytes {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if octet == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if octet == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch octet {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth <= 0 { return false }
            default: break
            }
        }
        return true
    }
}
