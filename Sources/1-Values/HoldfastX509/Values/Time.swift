/// A moment in a certificate, with the form in which it is written (RFC 5280 §4.1.2.5).
public struct Time: Hashable, Sendable {
    /// The two forms of ASN.1.
    public enum Encoding: Hashable, Sendable {
        /// Two digits for the year: 50 to 99 are 1950 to 1999, 00 to 49 are 2000 to 2049.
        case utcTime
        /// Four digits for the year.
        case generalizedTime
    }

    /// The moment, in whole seconds.
    public let instant: Instant
    /// The form it has, or is to be written in.
    public let encoding: Encoding

    /// Makes a time in the form that RFC 5280 asks for: UTCTime through 2049, GeneralizedTime from 2050 on.
    ///
    /// - Parameter instant: the moment; its fraction is dropped. Before 1950 it takes GeneralizedTime, since UTCTime
    ///   has no year for it.
    public init(_ instant: Instant) {
        self.init(instant, encoding: Self.prescribedEncoding(of: instant))
    }

    /// Makes a time in a form of your own choice, for certificates that are to be wrong.
    ///
    /// - Parameters:
    ///   - instant: the moment; its fraction is dropped.
    ///   - encoding: the form. A year outside 1950 to 2049 becomes another one when it is written as UTCTime.
    public init(_ instant: Instant, encoding: Encoding) {
        self.instant = Instant(secondsSince1970: instant.secondsSince1970)
        self.encoding = encoding
    }

    /// Whether the form is the one that RFC 5280 §4.1.2.5 asks issuers for; readers take both.
    public var hasPrescribedEncoding: Bool { encoding == Self.prescribedEncoding(of: instant) }

    private static func prescribedEncoding(of instant: Instant) -> Encoding {
        (1950...2049).contains(instant.components.year) ? .utcTime : .generalizedTime
    }
}

extension Time {
    /// The GeneralizedTime of a moment.
    static func generalized(_ instant: Instant) -> Time { Time(instant, encoding: .generalizedTime) }
}

extension Time: CustomStringConvertible {
    /// RFC 3339 in UTC.
    public var description: String { instant.description }
}

extension Time: DERCodable {
    /// Reads a UTCTime or a GeneralizedTime in the one form that RFC 5280 §4.1.2.5.1 and §4.1.2.5.2 leave of each.
    ///
    /// - Throws: ``DERError/Reason/invalidTime(_:)`` for missing seconds, fractions, offsets, a second 60, and dates
    ///   that the calendar does not have.
    public init(from reader: inout DERReader) throws(DERError) {
        let encoding: Encoding = reader.nextIs(.generalizedTime) ? .generalizedTime : .utcTime
        let content = try reader.readContent(encoding == .utcTime ? .utcTime : .generalizedTime)
        try self.init(content: content, encoding)
    }

    /// Reads the content octets of a time.
    init(content: ArraySlice<UInt8>, _ encoding: Encoding) throws(DERError) {
        var scanner = DigitScanner(content)
        guard let year = scanner.number(encoding == .utcTime ? 2 : 4), let month = scanner.number(2),
            let day = scanner.number(2), let hour = scanner.number(2), let minute = scanner.number(2),
            let second = scanner.number(2), scanner.take("Z"), scanner.isAtEnd
        else { throw DERError(.invalidTime(Self.brokenRule(content, encoding)), at: content.startIndex) }
        let fullYear = encoding == .generalizedTime ? year : year < 50 ? 2000 + year : 1900 + year
        guard
            let instant = Instant(
                year: fullYear, month: month, day: day, hour: hour, minute: minute, second: second)
        else {
            throw DERError(.invalidTime(.nonexistent), at: content.startIndex)
        }
        self.init(instant, encoding: encoding)
    }

    /// Reads the content octets of a GeneralizedTime that may have a fraction of a second, of nine digits at most, the
    /// last of which is not 0 (X.690 §11.7.3).
    static func fractional(content: ArraySlice<UInt8>) throws(DERError) -> Instant {
        guard let point = content.firstIndex(of: UInt8(ascii: ".")) else {
            return try Time(content: content, .generalizedTime).instant
        }
        let digits = content[(point + 1)...].dropLast()
        var scanner = DigitScanner(digits)
        guard content.last == UInt8(ascii: "Z"), (1...9).contains(digits.count), digits.last != UInt8(ascii: "0"),
            let nanoseconds = scanner.fraction(), scanner.isAtEnd
        else { throw DERError(.invalidTime(brokenRule(content, .generalizedTime)), at: content.startIndex) }
        let whole = try Time(content: content[..<point] + [UInt8(ascii: "Z")], .generalizedTime).instant
        return Instant(secondsSince1970: whole.secondsSince1970, nanoseconds: nanoseconds)
    }

    private static func brokenRule(_ content: ArraySlice<UInt8>, _ encoding: Encoding) -> DERError.TimeRule {
        let digits = content.prefix { (0x30...0x39).contains($0) }.count
        return switch content.dropFirst(digits).first {
        case UInt8(ascii: "."), UInt8(ascii: ","): .fraction(in: encoding)
        case UInt8(ascii: "+"), UInt8(ascii: "-"): .offset(in: encoding)
        case UInt8(ascii: "Z") where digits == (encoding == .utcTime ? 10 : 12) && content.count == digits + 1:
            .withoutSeconds(in: encoding)
        case nil: .withoutZ(in: encoding)
        default: .otherForm(in: encoding)
        }
    }

    /// Writes a GeneralizedTime with the fraction of its second, where it has one.
    static func writeFractional(_ instant: Instant, into writer: inout DERWriter) {
        guard instant.nanoseconds != 0 else { return writer.value(Time.generalized(instant)) }
        var text = Time.generalized(instant).der.dropFirst(2).dropLast().map { $0 } + [UInt8(ascii: ".")]
        text += Instant.digits(Int(instant.nanoseconds), 9).utf8
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        writer.write(.generalizedTime, content: text + [UInt8(ascii: "Z")])
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
