/// A distinguished name in the form in which RFC 5280 §7.1 compares it; equal forms are matching names.
public struct NormalizedName: Hashable, Sendable {
    /// Each level prepared, unambiguously encoded.
    let levels: [[UInt8]]

    init(_ name: DistinguishedName) { levels = name.relativeNames.map(Self.level) }

    /// Whether the levels of `base` are the first ones of this name, which so lies in its subtree.
    public func isWithin(_ base: NormalizedName) -> Bool { levels.starts(with: base.levels) }

    /// A set: its attributes are sorted, so that their order does not count.
    private static func level(_ name: RelativeDistinguishedName) -> [UInt8] {
        let attributes = name.attributes.map(attribute)
        if attributes.count == 1 { return attributes[0] }
        return attributes.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }

    /// Type and value with their lengths in front: no two pairs give the same bytes.
    private static func attribute(_ attribute: AttributeValue) -> [UInt8] {
        let type = attribute.type.content
        var kind: UInt8 = 0
        var value: [UInt8]
        switch attribute.valueTag {
        // "attribute values encoded in different types (e.g., PrintableString and BMPString) may be assumed to
        // represent different strings" is RFC 5280's least; the rule of LDAP, caseIgnoreMatch over any directory
        // string, is what it recommends and what certificate authorities count on.
        case .utf8String, .printableString, .ia5String, .teletexString, .bmpString, .universalString, .visibleString:
            if let text = attribute.string {
                value = prepared(text)
            } else {
                kind = 1
                value = Array(attribute.value)
            }
        default:
            kind = 2
            value = attribute.valueTag.description.utf8 + [0] + attribute.value
        }
        return [kind] + length(type.count) + type + length(value.count) + value
    }

    private static func length(_ count: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
    }

    /// RFC 4518 with the profile of RFC 5280 §7.1: case folded, white space at the ends dropped and inside made one.
    private static func prepared(_ text: String) -> [UInt8] {
        var prepared: [UInt8] = []
        prepared.reserveCapacity(text.utf8.count)
        var isSpacePending = false
        for scalar in text.unicodeScalars {
            if isIgnored(scalar) { continue }
            if isSpace(scalar) {
                isSpacePending = !prepared.isEmpty
                continue
            }
            if isSpacePending {
                prepared.append(0x20)
                isSpacePending = false
            }
            if scalar.isASCII {
                let octet = UInt8(truncatingIfNeeded: scalar.value)
                prepared.append((0x41...0x5A).contains(octet) ? octet | 0x20 : octet)
            } else {
                // Lower case of the upper case brings together what folds together, "ß" and "SS" among it.
                prepared += scalar.properties.uppercaseMapping.lowercased().utf8
            }
        }
        return prepared
    }

    /// RFC 4518 §2.2: mapped to SPACE.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// RFC 4518 §2.2: mapped to nothing. Control characters stay: a NUL in a name makes it another one.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x1806, 0x034F, 0x180B...0x180D, 0xFE00...0xFE0F, 0xFFFC, 0x200B: true
        default: false
        }
    }
}
