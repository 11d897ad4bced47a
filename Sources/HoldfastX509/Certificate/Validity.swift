/// When a certificate is valid (RFC 5280 §4.1.2.5). An end before the beginning is carried; rules judge it.
public struct Validity: Hashable, Sendable {
    /// The first moment.
    public var notBefore: Time
    /// The last moment.
    public var notAfter: Time

    /// Makes a period.
    public init(notBefore: Time, notAfter: Time) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Whether the moment lies in the period, both ends included.
    public func contains(_ moment: Instant) -> Bool {
        notBefore.instant <= moment && moment <= notAfter.instant
    }
}

extension Validity: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> Validity in
            Validity(
                notBefore: try inner.field("notBefore") { (field: inout DERReader) throws(DERError) in
                    try Time(from: &field)
                },
                notAfter: try inner.field("notAfter") { (field: inout DERReader) throws(DERError) in
                    try Time(from: &field)
                })
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(notBefore)
            inner.value(notAfter)
        }
    }
}
