/// A string of ASCII octets, as the names of servers, mailboxes and resources are (RFC 5280 §4.2.1.6).
public struct IA5String: Hashable, Sendable {
    /// The octets, all below 128; a NUL or another control character can be among them.
    public let bytes: ArraySlice<UInt8>

    /// The string without an octet.
    public static let empty = IA5String()

    private init() { bytes = [] }

    /// Takes octets; `nil` where one is not ASCII.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.bytes = bytes
    }

    /// Takes text; `nil` where a character is not ASCII.
    public init?(_ text: String) { self.init(Array(text.utf8)[...]) }
}

extension IA5String: DERTaggable {
    package static var ownTag: DERTag { .ia5String }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        let content = try reader.readContent(tag)
        guard let string = IA5String(content) else {
            let offset = content.firstIndex { $0 >= 0x80 } ?? content.startIndex
            throw DERError(.invalidString(.notASCII), at: offset)
        }
        self = string
    }

    public func write(into writer: inout DERWriter) { writer.write(.ia5String, content: bytes) }
}

extension IA5String: CustomStringConvertible {
    /// The text, control characters written as `\00` to `\1f` and `\7f`, a backslash as `\\`.
    ///
    /// A NUL in a name must be seen: software that reads up to it takes `bank.example\00.evil.example` for
    /// `bank.example` (CVE-2009-2408). Compare ``bytes``, never this.
    public var description: String { VisibleText.escaped(String(decoding: bytes, as: UTF8.self), alsoEscaping: "\\") }
}

/// Escaping of untrusted text for display: invisible characters, and those that steer a terminal, are written out.
///
/// An ESC in a name moves the cursor, and U+202E turns the direction of what follows (CVE-2021-42574).
enum VisibleText {
    /// The text with invisible characters as a backslash and two digits for each octet of UTF-8 (RFC 4514 §2.4).
    static func escaped(_ text: String, alsoEscaping special: String = "") -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) || text.contains(where: special.contains) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            if special.unicodeScalars.contains(scalar) { result += "\\" }
            append(scalar, to: &result)
        }
        return result
    }

    /// Appends one character, escaped where it cannot be seen.
    static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            for octet in String(scalar).utf8 { text += "\\" + HexString.encode(CollectionOfOne(octet)) }
        default: text.unicodeScalars.append(scalar)
        }
    }
}
