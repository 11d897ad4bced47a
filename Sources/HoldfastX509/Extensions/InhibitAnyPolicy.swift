/// From which certificate on anyPolicy no longer counts (RFC 5280 §4.2.1.14).
public struct InhibitAnyPolicy: Hashable, Sendable {
    /// How many certificates may follow before anyPolicy no longer counts.
    public var skipCertificates: Int

    /// Makes the extension.
    public init(skipCertificates: Int) { self.skipCertificates = skipCertificates }
}

extension InhibitAnyPolicy: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { skipCertificates = try reader.readCount() }

    public func write(into writer: inout DERWriter) { writer.integer(skipCertificates) }
}
