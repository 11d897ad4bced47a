/// Signed certificate timestamps that the issuer put in (RFC 6962 §3.3): TLS encoding inside an OCTET STRING.
public struct EmbeddedSCTList: Hashable, Sendable {
    /// The SignedCertificateTimestampList, not read further.
    public var bytes: ArraySlice<UInt8>

    /// Makes the extension.
    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
}

extension EmbeddedSCTList: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { bytes = try reader.readOctetString() }

    public func write(into writer: inout DERWriter) { writer.octetString(bytes) }
}
