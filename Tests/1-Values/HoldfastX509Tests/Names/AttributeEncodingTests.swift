import HoldfastX509
import TestSupport
import Testing

/// The string types in which attributes are written (RFC 5280 appendix A).
@Suite struct AttributeEncodingTests {
    /// Appendix A: "X520countryName ::= PrintableString (SIZE (2))", "X520SerialNumber ::= PrintableString",
    /// "DomainComponent ::= IA5String", "EmailAddress ::= IA5String"; §4.1.2.4: CAs "MUST use either the
    /// PrintableString or UTF8String encoding of DirectoryString".
    @Test func theTypeIsTheOneAskedFor() {
        let rows: [(type: ObjectIdentifier, text: String, tag: DERTag)] = [
            (.countryName, "DE", .printableString), (.serialNumberAttribute, "A-1 (x)", .printableString),
            (.distinguishedNameQualifier, "7", .printableString), (.domainComponent, "example", .ia5String),
            (.emailAddress, "a@example.com", .ia5String), (.commonName, "Example", .utf8String),
            (.organizationName, "Ünited", .utf8String),
            // Characters that PrintableString and IA5String do not have would make the certificate malformed.
            (.countryName, "Ü", .utf8String), (.serialNumberAttribute, "a*b", .utf8String),
            (.serialNumberAttribute, "a_b@c&d", .utf8String), (.emailAddress, "ü@example.com", .utf8String),
            (.domainComponent, "münchen", .utf8String),
        ]
        for (type, text, tag) in rows {
            let attribute = AttributeValue(type, text)
            #expect(attribute.valueTag == tag, "\(type) \(text): \(attribute.valueTag)")
            #expect(attribute.string == text, "\(type) \(text)")
        }
    }

    @Test func everyStringTypeIsRead() {
        let rows: [(name: String, tag: DERTag, value: [UInt8], text: String?)] = [
            ("UTF8String", .utf8String, hex("C3 BC"), "ü"),
            ("PrintableString", .printableString, hex("61 2A 40 5F"), "a*@_"),
            ("IA5String", .ia5String, hex("61 40 62"), "a@b"), ("VisibleString", .visibleString, hex("61"), "a"),
            ("TeletexString as Latin-1", .teletexString, hex("FC"), "ü"),
            ("BMPString", .bmpString, hex("00 FC 20 AC"), "ü€"),
            ("UniversalString", .universalString, hex("00 01 F6 00"), "\u{1F600}"),
            ("empty", .utf8String, [], ""), ("empty BMPString", .bmpString, [], ""),
            ("BMPString with a pair of surrogates", .bmpString, hex("D8 3D DE 00"), nil),
            ("IA5String above ASCII", .ia5String, hex("80"), nil), ("UTF-8 cut", .utf8String, hex("C3"), nil),
            ("UTF-8 of a NUL in two octets", .utf8String, hex("C0 80"), nil), ("INTEGER", .integer, hex("61"), nil),
        ]
        for (name, tag, value, text) in rows {
            #expect(AttributeValue(.commonName, valueTag: tag, value: value[...]).string == text, "\(name)")
        }
    }
}
