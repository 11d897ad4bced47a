/// For which purposes a key may be used (RFC 5280 §4.2.1.12). An empty list is carried; rules judge it.
public struct ExtendedKeyUsage: Hashable, Sendable {
    /// The purposes, in order.
    public var purposes: [ObjectIdentifier]

    /// Makes a list of purposes.
    public init(_ purposes: [ObjectIdentifier]) { self.purposes = purposes }
}

extension ExtendedKeyUsage: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        purposes = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try element.readObjectIdentifier()
        }
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(purposes) }
}
