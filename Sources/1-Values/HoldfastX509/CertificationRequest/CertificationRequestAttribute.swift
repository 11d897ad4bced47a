/// One attribute of a request (RFC 2986 §4.1): a type, and a set of values that are carried as they are encoded.
public struct CertificationRequestAttribute: Hashable, Sendable {
    /// The kind of attribute, as `extensionRequest`.
    public let type: ObjectIdentifier
    /// The encodings of the values, in the order in which they are written.
    public let values: [ArraySlice<UInt8>]

    /// Makes an attribute.
    ///
    /// - Parameter values: one or more encodings; they are brought into the order that DER wants (X.690 §11.6).
    public init(_ type: ObjectIdentifier, values: [[UInt8]]) {
        self.type = type
        self.values = values.sorted { $0.lexicographicallyPrecedes($1) }.map { $0[...] }
    }

    /// Asks for extensions (RFC 2985 §5.4.2).
    public static func extensionRequest(_ extensions: [Extension]) -> CertificationRequestAttribute {
        var writer = DERWriter()
        writer.sequenceOf(extensions)
        return CertificationRequestAttribute(.extensionRequest, values: [writer.bytes])
    }

    /// States a password (RFC 2985 §5.4.1), readable for everybody who sees the request.
    public static func challengePassword(_ text: String) -> CertificationRequestAttribute {
        var writer = DERWriter()
        writer.utf8String(text)
        return CertificationRequestAttribute(.challengePassword, values: [writer.bytes])
    }
}

// Attribute ::= SEQUENCE {
//     type    OBJECT IDENTIFIER,
//     values  SET SIZE (1..MAX) OF ANY DEFINED BY type }
extension CertificationRequestAttribute: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        type = try reader.value("type", as: ObjectIdentifier.self)
        let start = reader.offset
        values = try reader.field("values") { (field: inout DERReader) throws(DERError) in
            try field.readSetOf { (element: inout DERReader) throws(DERError) in try element.readAny().bytes }
        }
        guard !values.isEmpty else { throw DERError(.invalidValue(.attributeWithoutValue), at: start) }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(type)
            inner.set { set in for value in values { set.raw(value) } }
        }
    }
}
