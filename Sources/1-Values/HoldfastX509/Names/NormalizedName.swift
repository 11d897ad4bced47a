/// A distinguished name in the form in which RFC 5280 §7.1 compares it; equal forms are matching names.
///
/// Strings of all types are prepared as RFC 4518 says and then are the same whatever their type. Domain components
/// compare as ASCII without regard to case (RFC 5280 §7.3). Everything else compares as it is encoded: values that are
/// no strings, that cannot be decoded, or that RFC 4518 §2.4 prohibits.
public struct NormalizedName: Sendable {
    /// Two ways to hold a name; one name is always held in the same way.
    private enum Form: Hashable {
        /// All levels as ASCII, ``levelEnd`` behind each.
        case ascii([UInt8])
        /// One text a level, one of them at least beyond ASCII. Strings compare by canonical equivalence, which is what
        /// RFC 4518 §2.3 normalizes for.
        case unicode([String])

        func hash(into hasher: inout Hasher) {
            switch self {
            case .ascii(let octets): hasher.combine(octets: octets[...])
            case .unicode(let levels): hasher.combine(levels)
            }
        }
    }

    private static let levelEnd: UInt8 = 2

    private let form: Form
    /// Whether every value is a string of printable ASCII, with characters alone that its type has: of such a name
    /// there is nothing to object to. False for some others like that, which are then looked at one by one.
    package let isPlainText: Bool
    /// The hash, worked out once: a string beyond ASCII is normalized each time it is hashed.
    private let hash: Int

    init(_ name: DistinguishedName) {
        if let (octets, isPlain) = Self.ascii(name) {
            form = .ascii(octets)
            isPlainText = isPlain
        } else {
            isPlainText = false
            let levels = name.relativeNames.map(Self.level)
            let isASCII = levels.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
            form = isASCII ? .ascii(levels.flatMap { $0.utf8 + [Self.levelEnd] }) : .unicode(levels)
        }
        hash = form.hashValue
    }

    /// Whether the levels of `base` are the first ones of this name, which so is within its subtree.
    public func isWithin(_ base: NormalizedName) -> Bool {
        switch (form, base.form) {
        case (.ascii(let octets), .ascii(let first)): octets.starts(with: first)
        case (.unicode(let levels), .unicode(let first)): levels.starts(with: first)
        case (.unicode(let levels), .ascii(let first)):
            levels.lazy.flatMap { $0.utf8 + [Self.levelEnd] }.starts(with: first)
        case (.ascii, .unicode): false
        }
    }

    // MARK: Names of ASCII strings: nearly all

    /// The form of a name all of whose levels are one string of printable ASCII, and whether each is what its type
    /// says; `nil` for any other name.
    private static func ascii(_ name: DistinguishedName) -> (octets: [UInt8], isPlain: Bool)? {
        var octets: [UInt8] = []
        octets.reserveCapacity(name.bytes.count + 32)
        var isSimple = true
        var isPlain = true
        let wasRead: Void? = try? name.forEachLevel { (reader: inout DERReader) throws(DERError) in
            var attributes = 0
            try RelativeDistinguishedName.readAttributes(&reader, as: .set) { attribute in
                attributes += 1
                isSimple = isSimple && attributes == 1 && append(attribute, to: &octets)
                if attribute.valueTag == .printableString {
                    isPlain = isPlain && attribute.value.allSatisfy(AttributeValue.isPrintable)
                }
            }
            octets.append(levelEnd)
        }
        return wasRead != nil && isSimple ? (octets, isPlain) : nil
    }

    private static func append(_ attribute: AttributeValue, to octets: inout [UInt8]) -> Bool {
        switch attribute.valueTag {
        case .utf8String, .printableString, .ia5String, .visibleString, .teletexString: break
        default: return false
        }
        if attribute.type == .domainComponent { return false }
        HexString.append(attribute.type.content, to: &octets)
        octets.append(stringMark)
        return StringPreparation.appendPrepared(ascii: attribute.value, to: &octets)
    }

    // MARK: All others

    private static let stringMark = UInt8(ascii: "=")

    /// RFC 5280 §7.1 pairs the attributes of two levels off whatever their order: here they are sorted.
    private static func level(_ name: RelativeDistinguishedName) -> String {
        if name.attributes.count == 1, let only = name.attributes.first { return text(of: only) }
        return name.attributes.map(text).sorted().joined(separator: "\u{1}")
    }

    /// Type, manner of comparison, value. Neither hexadecimal digits nor prepared strings have control characters, and
    /// a prepared string begins and ends with a space: no two attributes give the same text by accident.
    private static func text(of attribute: AttributeValue) -> String {
        let type = HexString.encode(attribute.type.content)
        if let string = comparableString(of: attribute) {
            if attribute.type == .domainComponent, let ascii = lowercasedASCII(string) { return type + "~" + ascii }
            if let prepared = StringPreparation.prepared(string) { return type + "=" + prepared }
        }
        return type + "#\(attribute.valueTag)#" + HexString.encode(attribute.value)
    }

    private static func comparableString(of attribute: AttributeValue) -> String? {
        switch attribute.valueTag {
        case .utf8String, .printableString, .ia5String, .teletexString, .bmpString, .universalString, .visibleString:
            attribute.string
        default: nil
        }
    }

    private static func lowercasedASCII(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return text.asciiLowercased()
    }
}

extension NormalizedName: Hashable {
    public static func == (left: NormalizedName, right: NormalizedName) -> Bool {
        left.hash == right.hash && left.form == right.form
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
