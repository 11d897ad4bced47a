/// One level of a distinguished name: usually one attribute, a set of them where several make the level.
public struct RelativeDistinguishedName: Hashable, Sendable {
    /// The attributes in the order in which they are written.
    public let attributes: [AttributeValue]

    /// One level with these attributes; they are written in DER's order.
    public init(_ attributes: [AttributeValue]) {
        self.attributes = attributes.sorted { $0.der.lexicographicallyPrecedes($1.der) }
    }

    /// Reads the set, or what is tagged in its place.
    ///
    /// DER sorts the elements of a SET OF; certificates in use do not all keep to it, and the order changes no meaning,
    /// so that it is kept and not judged.
    public init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        let start = reader.offset
        let attributes = try reader.readSequenceOf(as: tag) { (element: inout DERReader) throws(DERError) in
            try AttributeValue(from: &element)
        }
        // RelativeDistinguishedName ::= SET SIZE (1..MAX)
        guard !attributes.isEmpty else {
            throw DERError(.invalidValue("relative distinguished name without an attribute"), at: start)
        }
        self.init(asWritten: attributes)
    }

    private init(asWritten attributes: [AttributeValue]) { self.attributes = attributes }

    /// Writes the set, or what is tagged in its place, in the order of ``attributes``.
    public func write(into writer: inout DERWriter, as tag: DERTag) { writer.sequenceOf(attributes, as: tag) }
}

extension RelativeDistinguishedName: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { try self.init(from: &reader, as: .set) }
    public func write(into writer: inout DERWriter) { write(into: &writer, as: .set) }
}
