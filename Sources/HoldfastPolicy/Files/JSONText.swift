import HoldfastX509

/// JSON as this room writes it.
enum JSONText {
    /// A text in quotes; control characters escaped, everything else as it is.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5c: result += "\\\\"
            case ..<0x20, 0x7f..<0xa0: result += "\\u00" + HexString.encode([UInt8(scalar.value)])
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
