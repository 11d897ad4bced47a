/// Brings strings of names into the form in which they are compared (RFC 4518 with RFC 5280 §7.1's clarifications).
///
/// Three things differ from RFC 4518. Of the compatibility mappings of Form KC (§2.3), only those of full-width ASCII
/// and of ligatures that folding takes apart are done, since Swift's standard library has no table of the others: `²`
/// stays different from `2`. A string with a NUL is prohibited instead of losing it: whoever reads up to the NUL would
/// take it for another name (CVE-2009-2408). So is one with more than 30 combining characters in a row.
enum StringPreparation {
    /// The prepared string; `nil` for one with a character that is prohibited (RFC 4518 §2.4).
    ///
    /// Strings are prepared in canonically equivalent forms only; compare them as `String`, never by their bytes.
    static func prepared(_ text: String) -> String? {
        var octets: [UInt8] = []
        if appendPrepared(ascii: text.utf8, to: &octets) { return String(decoding: octets, as: UTF8.self) }
        var mapped: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            guard map(scalar, into: &mapped) else { return nil }
        }
        return isStreamSafe(mapped) ? withSignificantSpaces(mapped) : nil
    }

    /// Appends a string of printable ASCII in its prepared form.
    ///
    /// - Returns: `false` for another string, part of which may have been appended.
    static func appendPrepared(ascii text: some Collection<UInt8>, to octets: inout [UInt8]) -> Bool {
        octets.append(0x20)
        let start = octets.count
        var hasSpace = false
        for octet in text {
            guard (0x20...0x7E).contains(octet) else { return false }
            if octet == 0x20 {
                hasSpace = true
                continue
            }
            if hasSpace, octets.count > start {
                octets.append(0x20)
                octets.append(0x20)
            }
            hasSpace = false
            octets.append(ASCIIText.lowercased(octet))
        }
        octets.append(0x20)
        return true
    }

    // MARK: Insignificant spaces (§2.6.1)

    /// One space at either end, two for each series inside, two in all where there is nothing else.
    private static func withSignificantSpaces(_ scalars: [Unicode.Scalar]) -> String {
        var result: [Unicode.Scalar] = [" "]
        result.reserveCapacity(scalars.count + 8)
        var hasSpace = false
        for (index, scalar) in scalars.enumerated() {
            // "a space is defined to be the SPACE (U+0020) code point followed by no combining marks"
            if scalar == " ", index + 1 == scalars.count || !isCombiningMark(scalars[index + 1]) {
                hasSpace = true
                continue
            }
            if hasSpace, result.count > 1 { result += [" ", " "] }
            hasSpace = false
            result.append(scalar)
        }
        result.append(" ")
        return String(String.UnicodeScalarView(result))
    }

    /// At most 30 combining characters in a row, as in Unicode's Stream-Safe Text Format (UAX #15 §13): the time for
    /// normalizing a row grows with the square of its length, and a certificate has room for some hundred thousand.
    private static func isStreamSafe(_ scalars: [Unicode.Scalar]) -> Bool {
        var row = 0
        for scalar in scalars {
            row = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : row + 1
            if row > 30 { return false }
        }
        return true
    }

    private static func isCombiningMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    // MARK: Map (§2.2) and prohibit (§2.4)

    /// Appends what the character is mapped to; `false` where it is prohibited.
    private static func map(_ scalar: Unicode.Scalar, into mapped: inout [Unicode.Scalar]) -> Bool {
        switch scalar.value {
        case 0: return false
        case 0x09...0x0D, 0x85, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x3000:
            mapped.append(" ")
        case 0x01...0x1F, 0x7F...0x9F, 0xAD, 0x034F, 0x06DD, 0x070F, 0x1806, 0x180B...0x180E, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x2063, 0x206A...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFC,
            0x1D173...0x1D17A, 0xE0001, 0xE0020...0xE007F:
            break
        case 0x21...0x7E: mapped.append(Unicode.Scalar(ASCIIText.lowercased(UInt8(truncatingIfNeeded: scalar.value))))
        // The two characters beyond ASCII whose canonical equivalents are within, but for those that fold to letters.
        case 0x37E: mapped.append(";")
        case 0x1FEF: mapped.append("`")
        // Full-width ASCII stands in the order of ASCII.
        case 0xFF01...0xFF5E:
            mapped.append(Unicode.Scalar(ASCIIText.lowercased(UInt8(truncatingIfNeeded: scalar.value - 0xFF00 + 0x20))))
        default:
            guard !isProhibited(scalar) else { return false }
            fold(scalar, into: &mapped)
        }
        return true
    }

    /// Lower case of upper case brings together what RFC 3454 table B.2 does, as `ß` and `SS`, `ς` and `Σ`.
    private static func fold(_ scalar: Unicode.Scalar, into mapped: inout [Unicode.Scalar]) {
        // Only Turkish makes `I` of the dotless `ı`; table B.2 keeps it apart.
        if scalar.value == 0x131 {
            mapped.append(scalar)
            return
        }
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
            mapped += upper.properties.lowercaseMapping.unicodeScalars
        }
    }

    /// Characters that RFC 4518 §2.4 prohibits: those that Unicode 3.2 does not have, private use, non-characters,
    /// U+FFFD.
    private static func isProhibited(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard let age = properties.age, age.major < 3 || (age.major == 3 && age.minor <= 2) else { return true }
        return properties.generalCategory == .privateUse || properties.isNoncharacterCodePoint
            || scalar.value == 0xFFFD
    }
}
