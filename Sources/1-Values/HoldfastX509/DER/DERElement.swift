/// One element as it stands in the input: identifier, length and content octets.
public struct DERElement: Hashable, EqualByBytes, Sendable {
    /// The element's class, number and form.
    public let tag: DERTag
    /// The whole encoding, header included.
    public let bytes: ArraySlice<UInt8>
    /// The beginning of the content: an index into `bytes`.
    public let contentOffset: Int

    init(tag: DERTag, bytes: ArraySlice<UInt8>, contentOffset: Int) {
        self.tag = tag
        self.bytes = bytes
        self.contentOffset = contentOffset
    }

    /// The content octets, header not included.
    public var content: ArraySlice<UInt8> { bytes[contentOffset...] }
}

/// The identifier of a DER element: class, number, and whether other elements are inside (X.690 §8.1.2).
public struct DERTag: Hashable, Sendable {
    /// The four tag classes, with the two bits that encode them.
    public enum TagClass: UInt8, Hashable, Sendable {
        case universal = 0x00
        case application = 0x40
        case contextSpecific = 0x80
        case `private` = 0xC0
    }

    /// The tag number; from 31 on it is encoded in octets of its own.
    public let number: UInt32
    /// Class and constructed bit, as in the first identifier octet.
    let leadingBits: UInt8

    /// Makes a tag from its three parts.
    public init(_ tagClass: TagClass, _ number: UInt32, constructed: Bool) {
        self.number = number
        self.leadingBits = tagClass.rawValue | (constructed ? 0x20 : 0)
    }

    init(leadingBits: UInt8, number: UInt32) {
        self.number = number
        self.leadingBits = leadingBits & 0xE0
    }

    /// The class of the tag.
    public var tagClass: TagClass { TagClass(rawValue: leadingBits & 0xC0) ?? .universal }

    /// Whether the content is a series of elements (`true`) or a plain value (`false`).
    public var isConstructed: Bool { leadingBits & 0x20 != 0 }

    /// The identifier octet of a tag below 31, `nil` for one that needs more octets.
    var singleOctet: UInt8? { number < 31 ? leadingBits | UInt8(truncatingIfNeeded: number) : nil }
}

extension DERTag {
    public static let boolean = DERTag(.universal, 1, constructed: false)
    public static let integer = DERTag(.universal, 2, constructed: false)
    public static let bitString = DERTag(.universal, 3, constructed: false)
    public static let octetString = DERTag(.universal, 4, constructed: false)
    public static let null = DERTag(.universal, 5, constructed: false)
    public static let objectIdentifier = DERTag(.universal, 6, constructed: false)
    public static let enumerated = DERTag(.universal, 10, constructed: false)
    public static let utf8String = DERTag(.universal, 12, constructed: false)
    public static let sequence = DERTag(.universal, 16, constructed: true)
    public static let set = DERTag(.universal, 17, constructed: true)
    public static let numericString = DERTag(.universal, 18, constructed: false)
    public static let printableString = DERTag(.universal, 19, constructed: false)
    public static let teletexString = DERTag(.universal, 20, constructed: false)
    public static let ia5String = DERTag(.universal, 22, constructed: false)
    public static let utcTime = DERTag(.universal, 23, constructed: false)
    public static let generalizedTime = DERTag(.universal, 24, constructed: false)
    public static let visibleString = DERTag(.universal, 26, constructed: false)
    public static let universalString = DERTag(.universal, 28, constructed: false)
    public static let bmpString = DERTag(.universal, 30, constructed: false)

    /// The context-specific tag `[number]`.
    ///
    /// - Parameter constructed: `true` for EXPLICIT tags and for IMPLICIT tags of SEQUENCE and SET.
    public static func context(_ number: UInt32, constructed: Bool = false) -> DERTag {
        DERTag(.contextSpecific, number, constructed: constructed)
    }
}

extension DERTag: CustomStringConvertible {
    /// The ASN.1 name of a universal tag, `[3]` for a context-specific one.
    public var description: String {
        switch tagClass {
        case .universal:
            let name = Self.universalNames[number] ?? "[UNIVERSAL \(number)]"
            let usuallyConstructed = number == 16 || number == 17
            if usuallyConstructed == isConstructed { return name }
            return (isConstructed ? "constructed " : "primitive ") + name
        case .application: return "[APPLICATION \(number)]"
        case .private: return "[PRIVATE \(number)]"
        case .contextSpecific: return "[\(number)]" + (isConstructed ? " constructed" : "")
        }
    }

    private static let universalNames: [UInt32: String] = [
        0: "end-of-contents", 1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL",
        6: "OBJECT IDENTIFIER", 10: "ENUMERATED", 12: "UTF8String", 16: "SEQUENCE", 17: "SET",
        18: "NumericString", 19: "PrintableString", 20: "TeletexString", 22: "IA5String", 23: "UTCTime",
        24: "GeneralizedTime", 26: "VisibleString", 28: "UniversalString", 30: "BMPString",
    ]
}
