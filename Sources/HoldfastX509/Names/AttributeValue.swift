/// One attribute of a distinguished name, such as a common name (RFC 5280 §4.1.2.4).
public struct AttributeValue: Hashable, Sendable {
    /// What the attribute is.
    public let type: ObjectIdentifier
    /// The string type, or another, in which the value is written.
    public let valueTag: DERTag
    /// The content octets of the value.
    public let value: ArraySlice<UInt8>

    /// An attribute with a text, as RFC 5280 wants it: PrintableString for countries and serial numbers, IA5String for
    /// domain components and e-mail addresses, otherwise UTF8String.
    public init(_ type: ObjectIdentifier, _ text: String) {
        self.type = type
        switch type {
        case .countryName, .serialNumberAttribute, .distinguishedNameQualifier: valueTag = .printableString
        case .domainComponent, .emailAddress: valueTag = .ia5String
        default: valueTag = .utf8String
        }
        value = Array(text.utf8)[...]
    }

    /// The value as text; nil where it is no string, or not one of its type.
    public var string: String? {
        switch valueTag {
        case .utf8String: String(validating: value, as: UTF8.self)
        case .printableString, .ia5String, .visibleString, .numericString:
            value.allSatisfy { $0 < 0x80 } ? String(decoding: value, as: UTF8.self) : nil
        // X.680's T.61 is written by nobody; what is marked so is Latin-1 in practice.
        case .teletexString: String(String.UnicodeScalarView(value.map(UnicodeScalar.init)))
        case .bmpString: Self.text(value, octets: 2)
        case .universalString: Self.text(value, octets: 4)
        default: nil
        }
    }

    private static func text(_ octets: ArraySlice<UInt8>, octets width: Int) -> String? {
        guard octets.count.isMultiple(of: width) else { return nil }
        var scalars = String.UnicodeScalarView()
        for start in stride(from: octets.startIndex, to: octets.endIndex, by: width) {
            let code = octets[start..<(start + width)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // Surrogates are no characters of UCS-2 (BMPString) either.
            guard let scalar = UnicodeScalar(code) else { return nil }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}

extension AttributeValue: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let (type, element) = try reader.readSequence {
            (inner: inout DERReader) throws(DERError) -> (ObjectIdentifier, DERElement) in
            let type = try inner.field("type") { (field: inout DERReader) throws(DERError) in
                try field.readObjectIdentifier()
            }
            return (type, try inner.field("value") { (field: inout DERReader) throws(DERError) in try field.readAny() })
        }
        self.type = type
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
