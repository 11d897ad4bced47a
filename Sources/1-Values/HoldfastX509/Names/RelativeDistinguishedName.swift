/// One level of a distinguished name: mostly one attribute, a set of them where several make the level.
public struct RelativeDistinguishedName: Hashable, Sendable {
    /// The attributes, in the order in which they are written.
    public let attributes: [AttributeValue]

    /// Makes a level.
    ///
    /// - Parameter attributes: one or more; they are brought into the order that DER wants (X.690 §11.6).
    public init(_ attributes: [AttributeValue]) {
        let encoded = attributes.map { (attribute: $0, der: $0.der) }
        self.attributes = encoded.sorted { $0.der.lexicographicallyPrecedes($1.der) }.map(\.attribute)
    }

    /// Makes a level whose attributes keep their order, right or wrong.
    init(asWritten attributes: [AttributeValue]) { self.attributes = attributes }

    /// Reads the set, or what is tagged in its place.
    ///
    /// DER sorts the elements of a SET OF. Certificates in use do not all keep to it, and the order has no meaning:
    /// it is kept and not judged.
    ///
    /// - Throws: ``DERError/Reason/invalidValue(_:)`` for a set without attributes: it is SIZE (1..MAX).
    public init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        var attributes: [AttributeValue] = []
        try Self.readAttributes(&reader, as: tag) { attributes.append($0) }
        self.init(asWritten: attributes)
    }

    /// Reads the set attribute by attribute, so that checking it needs no memory.
    static func readAttributes(
        _ reader: inout DERReader, as tag: DERTag, _ body: (AttributeValue) -> Void
    ) throws(DERError) {
        let start = reader.offset
        try reader.readSequence(as: tag) { (inner: inout DERReader) throws(DERError) in
            guard !inner.isAtEnd else {
                throw DERError(.invalidValue(.emptyRelativeName), at: start)
            }
            var index = 0
            while !inner.isAtEnd {
                do throws(DERError) {
                    body(try AttributeValue(from: &inner))
                } catch {
                    throw error.inside(index: index)
                }
                index += 1
            }
        }
    }

    /// Writes the set, or what is tagged in its place, in the order of ``attributes``.
    public func write(into writer: inout DERWriter, as tag: DERTag) { writer.sequenceOf(attributes, as: tag) }
}

extension RelativeDistinguishedName: DERTaggable {
    package static var ownTag: DERTag { .set }

    public func write(into writer: inout DERWriter) { write(into: &writer, as: .set) }
}
