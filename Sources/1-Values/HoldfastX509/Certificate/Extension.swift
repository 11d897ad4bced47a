/// One extension, its value not read (RFC 5280 §4.2).
public struct Extension: Sendable {
    /// The kind of extension.
    public let oid: ObjectIdentifier
    /// Whether a reader that does not understand the extension must refuse the certificate.
    public let isCritical: Bool
    /// The content of `extnValue`: mostly DER of its own.
    public let value: ArraySlice<UInt8>
    /// The whole SEQUENCE.
    public let bytes: ArraySlice<UInt8>
    /// Whether `critical FALSE` was written out, which DER forbids for a default value (X.690 §11.5).
    public let hasExplicitDefault: Bool

    /// Makes an extension.
    ///
    /// - Parameters:
    ///   - oid: which extension.
    ///   - isCritical: whether a reader that does not understand it must refuse the certificate.
    ///   - value: the encoded value, as `BasicConstraints(isCA: true).der`.
    public init(_ oid: ObjectIdentifier, isCritical: Bool = false, value: [UInt8]) {
        var writer = DERWriter(capacity: value.count + 24)
        Self.write(oid, isCritical ? true : nil, value[...], into: &writer)
        self.oid = oid
        self.isCritical = isCritical
        self.value = value[...]
        self.bytes = writer.bytes[...]
        self.hasExplicitDefault = false
    }
}

// Extension ::= SEQUENCE {
//     extnID     OBJECT IDENTIFIER,
//     critical   BOOLEAN DEFAULT FALSE,
//     extnValue  OCTET STRING }
extension Extension: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        oid = try reader.value("extnID", as: ObjectIdentifier.self)
        let critical = try reader.optional("critical", as: ASN1.Boolean.self)
        value = try reader.value("extnValue", as: ASN1.OctetString.self)
        isCritical = critical ?? false
        hasExplicitDefault = critical == false
    }

    public func write(into writer: inout DERWriter) {
        Self.write(oid, isCritical || hasExplicitDefault ? isCritical : nil, value, into: &writer)
    }

    private static func write(
        _ oid: ObjectIdentifier, _ critical: Bool?, _ value: ArraySlice<UInt8>, into writer: inout DERWriter
    ) {
        writer.sequence { inner in
            inner.oid(oid)
            if let critical { inner.boolean(critical) }
            inner.octetString(value)
        }
    }
}

extension Extension: Hashable, EqualByBytes {}
