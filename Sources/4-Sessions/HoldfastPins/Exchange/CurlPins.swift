import HoldfastCrypto
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
            throw PinFileError(.noCurl)
        }
        let option = option(in: text)
        guard option.drop(while: \.isWhitespace).hasPrefix(start) else {
            throw PinFileError(.noCurlText)
        }
        let parts = option.split(separator: ";", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !part.isEmpty || parts.count == 1 {
            let next = parts.indices.contains(index + 1) ? parts[index + 1] : nil
            entry.pins.append(pin(String(part), before: next, at: "\(entry.place)[\(index)]"))
        }
        return PinFile(.curl, entries: [entry])
    }

    /// The beginning of a pin.
    private static let start = "sha256//"

    /// One pin of a list, as curl takes it.
    ///
    /// CURLOPT_PINNEDPUBLICKEY(3): "any number of base64 encoded sha256 hashes preceded by \"sha256//\" and separated
    /// by \";\"". A semicolon without `sha256//` right behind it, and any blank, is part of the hash, which then is
    /// none.
    private static func pin(_ text: String, before next: Substring?, at place: String) -> WrittenPin {
        let trimmed = text.split(whereSeparator: \.isWhitespace)
        let meant = trimmed.count == 1 ? WrittenPin(String(trimmed[0]), as: .curl, .leaf, at: place).pin : nil
        if text.contains(where: \.isWhitespace) {
            return WrittenPin(text, error: .blank(meant), .leaf, at: place)
        }
        if let next, !next.hasPrefix(start), let meant {
            return WrittenPin(text + ";", error: .separator(meant), .leaf, at: place)
        }
        return WrittenPin(text, as: .curl, .leaf, at: place)
    }

    /// The option's value alone: a command line or a line of curl's configuration may be around it.
    private static func option(in text: String) -> String {
        guard let range = text.firstRange(of: "pinnedpubkey") else {
            // A file of the value alone, which ends with a line end as files do.
            let value = text.last?.isNewline == true ? text.dropLast() : text[...]
            return quoted(value) ?? String(value)
        }
        let value = text[range.upperBound...].drop { $0.isWhitespace || $0 == "=" || $0 == ":" }
        if let option = quoted(value) { return option }
        // Without quotes the value ends at a blank; pins behind one are told, and not dropped.
        let words = value.prefix { !$0.isNewline }.split(whereSeparator: \.isWhitespace)
        return words.prefix(1).joined() + words.dropFirst().prefix { $0.hasPrefix(start) }.map { " " + $0 }.joined()
    }

    /// The text between quotes at the beginning; nil where there are none.
    private static func quoted(_ value: Substring) -> String? {
        guard let mark = value.first, mark == "\"" || mark == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != mark })
    }

    private static func publicKey(_ bytes: [UInt8]) throws(PinFileError) -> SubjectPublicKeyInfo? {
        guard let objects = try? EncodedObject.all(in: bytes), let object = objects.first else { return nil }
        guard case .publicKey = object.kind, objects.count == 1 else {
            throw PinFileError(.notOneKey)
        }
        do throws(CryptoError) { return try SubjectPublicKeyInfo(publicKey: object) } catch {
            throw PinFileError(.noPublicKey(error.reasonStatement))
        }
    }

    /// The value of the option for one server.
    static func option(
        _ set: PinSet?, _ notation: PinNotation, of place: String, _ notes: inout [PinNote]
    ) throws(PinFileError) -> String {
        guard let set else { throw PinFileError(.noPins, at: place) }
        guard set.enforcement == .enforce else {
            throw PinFileError(.onlyReport, at: place)
        }
        if set.expiry != nil { notes.add(.cannotExpress, .end, at: place) }
        let group: PinSet.Group = set.leaf.isEmpty ? .anywhere : .leaf
        guard !set.pins(of: group).isEmpty else {
            throw PinFileError(.ofAuthorities, at: place)
        }
        for other in PinSet.Group.allCases where other != group && !set.pins(of: other).isEmpty {
            notes.add(.cannotExpress, .group(other), at: place)
        }
        if group == .anywhere { notes.add(.cannotExpress, .authorities, at: place) }
        guard let keys = PinnedKeys.keys(set.pins(of: group), notation, of: place, &notes) else {
            throw PinFileError(.noKeyHash, at: place)
        }
        return keys.map { "sha256//\($0.base64)" }.joined(separator: ";")
    }
}
