/// A list of names: subject and issuer alternative names (RFC 5280 §4.2.1.6, §4.2.1.7) and fields of others.
///
/// An empty list is carried; rules judge it.
public struct GeneralNames: Hashable, Sendable {
    /// The names, in order.
    public var names: [GeneralName]

    /// Makes a list of names.
    public init(_ names: [GeneralName]) { self.names = names }

    init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        names = try reader.readSequenceOf(as: tag) { (element: inout DERReader) throws(DERError) in
            try GeneralName(from: &element)
        }
    }

    func write(into writer: inout DERWriter, as tag: DERTag) { writer.sequenceOf(names, as: tag) }
}

extension GeneralNames: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { try self.init(from: &reader, as: .sequence) }

    public func write(into writer: inout DERWriter) { write(into: &writer, as: .sequence) }
}
