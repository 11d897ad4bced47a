/// One attribute of a distinguished name, as a common name (AttributeTypeAndValue, RFC 5280 §4.1.2.4).
public struct AttributeValue: Hashable, Sendable {
    /// The kind of attribute, as `commonName`.
    public let type: ObjectIdentifier
    /// The string type, or any other, in which the value is written.
    public let valueTag: DERTag
    /// The content octets of the value.
    public let value: ArraySlice<UInt8>

    /// Makes an attribute from a value that is already encoded.
    ///
    /// - Parameters:
    ///   - type: what it is.
    ///   - valueTag: the type of the value.
    ///   - value: its content octets; they are not checked.
    public init(_ type: ObjectIdentifier, valueTag: DERTag, value: ArraySlice<UInt8>) {
        self.type = type
        self.valueTag = valueTag
        self.value = value
    }

    /// Makes an attribute with the string type that RFC 5280 appendix A asks for.
    ///
    /// That is PrintableString for countries, serial numbers and qualifiers, IA5String for domain components and
    /// e-mail addresses, UTF8String for all others, and for text with characters that the asked type does not have.
    public init(_ type: ObjectIdentifier, _ text: String) {
        let octets = Array(text.utf8)
        let valueTag: DERTag =
            switch type {
            case .countryName, .serialNumberAttribute, .distinguishedNameQualifier, .jurisdictionCountry:
                octets.allSatisfy(Self.isPrintable) ? .printableString : .utf8String
            case .domainComponent, .emailAddress:
                octets.allSatisfy { $0 < 0x80 } ? .ia5String : .utf8String
            default: .utf8String
            }
        self.init(type, valueTag: valueTag, value: octets[...])
    }

    /// The characters of a PrintableString (X.680 §41.4).
    package static func isPrintable(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "'")...UInt8(ascii: ")"),
            UInt8(ascii: "+")...UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "="),
            UInt8(ascii: "?"):
            true
        default: false
        }
    }

    /// The value as text; `nil` where it is no string, or has octets that its type cannot have.
    ///
    /// A PrintableString may have any ASCII character, since `*`, `@` and `_` are met in it. TeletexString is read as
    /// Latin-1, which is what those who write it mean.
    public var string: String? {
        switch valueTag {
        case .utf8String: String(validating: value, as: UTF8.self)
        case .printableString, .ia5String, .visibleString, .numericString:
            value.allSatisfy { $0 < 0x80 } ? String(decoding: value, as: UTF8.self) : nil
        case .teletexString: String(String.UnicodeScalarView(value.lazy.map { Unicode.Scalar($0) }))
        case .bmpString: Self.text(value, width: 2)
        case .universalString: Self.text(value, width: 4)
        default: nil
        }
    }

    private static func text(_ octets: ArraySlice<UInt8>, width: Int) -> String? {
        guard octets.count.isMultiple(of: width) else { return nil }
        var scalars = String.UnicodeScalarView()
        for start in stride(from: octets.startIndex, to: octets.endIndex, by: width) {
            let code = octets[start..<(start + width)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // A surrogate is no character: BMPString has only those that need none (X.680 §41.15).
            guard let scalar = Unicode.Scalar(code) else { return nil }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}

// AttributeTypeAndValue ::= SEQUENCE {
//     type   AttributeType,
//     value  AttributeValue }  -- ANY, mostly a DirectoryString
extension AttributeValue: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        type = try reader.value("type", as: ObjectIdentifier.self)
        let element = try reader.any("value")
        valueTag = element.tag
        value = element.content
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(type)
            inner.write(valueTag, content: value)
        }
    }
}
