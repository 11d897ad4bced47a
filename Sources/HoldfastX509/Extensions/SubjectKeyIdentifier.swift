/// A name for the certificate's own key, often a hash of it (RFC 5280 §4.2.1.2).
public struct SubjectKeyIdentifier: Hashable, Sendable {
    /// The identifier.
    public var keyIdentifier: ArraySlice<UInt8>

    /// Makes the extension.
    public init(_ keyIdentifier: ArraySlice<UInt8>) { self.keyIdentifier = keyIdentifier }
}

extension SubjectKeyIdentifier: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { keyIdentifier = try reader.readOctetString() }

    public func write(into writer: inout DERWriter) { writer.octetString(keyIdentifier) }
}
