extension Time {
    /// Reads a GeneralizedTime, in the one form that RFC 5280 §4.1.2.5.2 leaves of it, where no other time may stand:
    /// the form of all times in responses (RFC 6960 §4.2.1).
    static func generalized(_ reader: inout DERReader) throws(DERError) -> Instant {
        guard reader.isAtEnd || reader.nextIs(.generalizedTime) else {
            let start = reader.offset
            let found = try reader.readElement().tag
            throw DERError(.unexpectedTag(expected: .generalizedTime, found: found), at: start)
        }
        guard !reader.isAtEnd else {
            throw DERError(.missing(expected: .generalizedTime), at: reader.offset)
        }
        return try Time(from: &reader).instant
    }

    /// The GeneralizedTime of a moment.
    static func generalized(_ instant: Instant) -> Time { Time(instant, encoding: .generalizedTime) }
}
