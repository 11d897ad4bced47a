/// A date of a certificate, with the form in which it was written (RFC 5280 §4.1.2.5).
public struct Time: Hashable, Sendable, CustomStringConvertible {
    /// The two ASN.1 forms.
    public enum Encoding: Hashable, Sendable {
        /// Two digits for the year: 50-99 are 1950-1999, 00-49 are 2000-2049.
        case utcTime
        /// Four digits for the year.
        case generalizedTime
    }

    /// The instant, in whole seconds.
    public let instant: Instant
    /// The form it has or gets.
    public let encoding: Encoding

    /// A date in the form that RFC 5280 §4.1.2.5 asks for: UTCTime through 2049, GeneralizedTime from 2050 on.
    ///
    /// Fractions are dropped. Dates before 1950 take GeneralizedTime, since UTCTime cannot say them.
    public init(_ instant: Instant) {
        let year = instant.components.year
        self.init(instant, encoding: (1950...2049).contains(year) ? .utcTime : .generalizedTime)
    }

    /// A date in a given form. In UTCTime, a year outside 1950-2049 comes out as another one.
    public init(_ instant: Instant, encoding: Encoding) {
        self.instant = Instant(secondsSince1970: instant.secondsSince1970)
        self.encoding = encoding
    }

    public var description: String { instant.description }
}

extension Time: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let encoding: Encoding = reader.nextIs(.generalizedTime) ? .generalizedTime : .utcTime
        let start = reader.offset
        let content = try reader.readContent(encoding == .utcTime ? .utcTime : .generalizedTime)
        var scanner = DigitScanner(content)
        let year = scanner.number(encoding == .utcTime ? 2 : 4).map { year in
            encoding == .generalizedTime ? year : year < 50 ? 2000 + year : 1900 + year
        }
        // RFC 5280 §4.1.2.5.1 and .2: seconds always, no fraction, no offset but Z.
        guard let year, let month = scanner.number(2), let day = scanner.number(2), let hour = scanner.number(2),
            let minute = scanner.number(2), let second = scanner.number(2), scanner.take("Z"), scanner.isAtEnd
        else {
            let form = encoding == .utcTime ? "YYMMDDHHMMSSZ" : "YYYYMMDDHHMMSSZ"
            throw DERError(.invalidTime("time not of the form \(form)"), at: start)
        }
        guard
            let instant = Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { throw DERError(.invalidTime("date or time of day that does not exist"), at: start) }
        self.init(instant, encoding: encoding)
    }

    public func write(into writer: inout DERWriter) {
        let (year, month, day, hour, minute, second) = instant.components
        let rest = [month, day, hour, minute, second].map { Instant.digits($0, 2) }.joined() + "Z"
        switch encoding {
        case .utcTime: writer.write(.utcTime, content: (Instant.digits(year % 100, 2) + rest).utf8)
        case .generalizedTime: writer.write(.generalizedTime, content: (Instant.digits(year, 4) + rest).utf8)
        }
    }
}
