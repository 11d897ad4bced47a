/// Text of strangers made fit to be shown: what cannot be seen, or steers a terminal, is written out.
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
