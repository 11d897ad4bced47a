/// The period in which a certificate is valid (RFC 5280 §4.1.2.5). An end before the beginning is carried; rules judge
/// it.
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

// Validity ::= SEQUENCE {
//     notBefore  Time,
//     notAfter   Time }
extension Validity: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        notBefore = try reader.value("notBefore", as: Time.self)
        notAfter = try reader.value("notAfter", as: Time.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(notBefore)
            inner.value(notAfter)
        }
    }
}
