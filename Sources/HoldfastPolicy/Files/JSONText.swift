import HoldfastX509

/// JSON as this room writes it.
package enum JSONText {
    /// A text in quotes; control characters escaped, everything else as it is.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5c: result += "\\\\"
            default: result += shown(scalar)
            }
        }
        return result + "\""
    }

    /// A text of somebody else's for a message: on one line, and its middle left out where it is long. The end stays,
    /// which says whose a server's name is.
    package static func excerpt(_ text: String, limit: Int = 80) -> String {
        let scalars = text.unicodeScalars
        guard scalars.dropFirst(limit).first != nil else { return scalars.map(shown).joined() }
        let (start, end) = (scalars.prefix(limit / 2), scalars.suffix(limit / 2))
        return start.map(shown).joined() + "…" + end.map(shown).joined()
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case ..<0x20, 0x7f..<0xa0: "\\u00" + HexString.encode([UInt8(scalar.value)])
        default: String(Character(scalar))
        }
    }
}
