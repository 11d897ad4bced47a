import HoldfastTrust
import HoldfastX509

/// curl's `--pinnedpubkey` (curl.se/docs/manpage.html): hashes `sha256//BASE64` with semicolons between them, or a file
/// with a public key, PEM or DER.
///
/// curl compares the key of the server's own certificate alone, on every connection of the call: there are no hosts.
enum CurlPins {
    /// Reads the pins of curl's `--pinnedpubkey`.
    ///
    /// - Parameter pattern: whose pins they are; empty for every server.
    static func read(_ bytes: [UInt8], for pattern: String) throws(PinFileError) -> PinFile {
        var entry = PinFile.Entry(pattern, at: "--pinnedpubkey")
        if let key = try publicKey(bytes) {
            entry.pins = [WrittenPin(Pin(key), .leaf, at: entry.place)]
            return PinFile(.curl, entries: [entry])
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PinFileError("it is neither a public key nor the text of --pinnedpubkey")
        }
        let option = option(in: text)
        guard option.hasPrefix("sha256//") else {
            throw PinFileError("it is neither sha256//BASE64 nor a public key; name the file with the key itself")
        }
        for (index, part) in option.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
            if part.isEmpty, option.hasSuffix(";") { continue }
            entry.pins.append(WrittenPin(String(part), as: .curl, .leaf, at: "\(entry.place)[\(index)]"))
        }
        return PinFile(.curl, entries: [entry])
    }

    /// The option's value alone: a command line or a line of curl's configuration may be around it.
    private static func option(in text: String) -> String {
        var value = text[...]
        if let range = text.firstRange(of: "pinnedpubkey") {
            value = text[range.upperBound...].drop { $0.isWhitespace || $0 == "=" || $0 == ":" }
        }
        value = value.drop { $0.isWhitespace }
        if let mark = value.first, mark == "\"" || mark == "'" {
            return String(value.dropFirst().prefix { $0 != mark })
        }
        return String(value.prefix { !$0.isWhitespace })
    }

    private static func publicKey(_ bytes: [UInt8]) throws(PinFileError) -> SubjectPublicKeyInfo? {
        guard let objects = try? EncodedObject.all(in: bytes), let object = objects.first else { return nil }
        guard case .publicKey = object.kind, objects.count == 1 else {
            throw PinFileError("it holds something else than one public key, and curl reads nothing else")
        }
        do throws(DERError) {
            return try SubjectPublicKeyInfo(publicKeyDER: object.bytes)
        } catch {
            throw PinFileError("the public key is damaged: \(error)")
        }
    }

    /// The value of the option for one server.
    static func option(
        _ set: PinSet?, _ notation: PinNotation, of place: String, _ notes: inout [PinNote]
    ) throws(PinFileError) -> String {
        guard let set else { throw PinFileError("it has no pins", at: place) }
        guard set.enforcement == .enforce else {
            throw PinFileError("its pins only report, and curl's refuse", at: place)
        }
        if set.expiry != nil { notes.append(PinNote(.cannotExpress, "an end", at: place)) }
        let group: PinSet.Group = set.leaf.isEmpty ? .anywhere : .leaf
        guard !set.pins(of: group).isEmpty else {
            throw PinFileError("its pins are those of authorities, and curl compares the server's own alone", at: place)
        }
        for other in PinSet.Group.allCases where other != group && !set.pins(of: other).isEmpty {
            notes.append(PinNote(.cannotExpress, "pins for \(other.words): left out", at: place))
        }
        if group == .anywhere {
            notes.append(
                PinNote(.cannotExpress, "pins of authorities: curl compares the server's own key alone", at: place))
        }
        guard let keys = PinnedKeys.keys(set.pins(of: group), notation, of: place, &notes) else {
            throw PinFileError("it has no SHA-256 of a key", at: place)
        }
        return keys.map { "sha256//\($0.base64)" }.joined(separator: ";")
    }
}
