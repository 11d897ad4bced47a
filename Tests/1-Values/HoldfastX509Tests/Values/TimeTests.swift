import HoldfastX509
import TestSupport
import Testing

/// UTCTime and GeneralizedTime in certificates (RFC 5280 §4.1.2.5).
@Suite struct TimeTests {
    private func bytes(_ tag: UInt8, _ text: String) -> [UInt8] { tlv(tag, Array(text.utf8)) }

    /// §4.1.2.5.1: "Where YY is greater than or equal to 50, the year SHALL be interpreted as 19YY; and Where YY is
    /// less than 50, the year SHALL be interpreted as 20YY."
    @Test func utcTimeTurnsAtFifty() throws {
        for (text, moment) in [
            ("500101000000Z", "1950-01-01T00:00:00Z"), ("491231235959Z", "2049-12-31T23:59:59Z"),
            ("991231235959Z", "1999-12-31T23:59:59Z"), ("000101000000Z", "2000-01-01T00:00:00Z"),
            ("000229120000Z", "2000-02-29T12:00:00Z"), ("700101000000Z", "1970-01-01T00:00:00Z"),
        ] {
            let time = try Time(der: bytes(0x17, text))
            #expect(time.description == moment, "\(text)")
            #expect(time.encoding == .utcTime, "\(text)")
            #expect(hexText(time.der) == hexText(bytes(0x17, text)), "\(text)")
        }
    }

    /// "CAs conforming to this profile MUST always encode certificate validity dates through the year 2049 as
    /// UTCTime; certificate validity dates in 2050 or later MUST be encoded as GeneralizedTime": issuers must, so a
    /// reader takes the other form too and keeps it.
    @Test func generalizedTimeIsReadForAnyYear() throws {
        for text in ["20500101000000Z", "20261121100000Z", "19491231235959Z", "00000101000000Z", "99991231235959Z"] {
            let time = try Time(der: bytes(0x18, text))
            #expect(time.encoding == .generalizedTime, "\(text)")
            #expect(hexText(time.der) == hexText(bytes(0x18, text)), "\(text)")
        }
    }

    /// §4.1.2.5: "the GeneralizedTime value of 99991231235959Z" stands for no well-defined expiration date.
    @Test func theEndThatIsNone() throws {
        let time = try Time(der: bytes(0x18, "99991231235959Z"))
        #expect(time.instant.secondsSince1970 == 253_402_300_799)
    }

    @Test func theFormThatIsWritten() {
        for (moment, form) in [
            ("1949-12-31T23:59:59Z", Time.Encoding.generalizedTime), ("1950-01-01T00:00:00Z", .utcTime),
            ("2049-12-31T23:59:59Z", .utcTime), ("2050-01-01T00:00:00Z", .generalizedTime),
        ] {
            let time = Instant(rfc3339: moment).map { Time($0) }
            #expect(time?.encoding == form, "\(moment)")
            let again = time.flatMap { try? Time(der: $0.der) }
            #expect(again == time && again?.description == moment, "\(moment)")
        }
    }

    @Test func fractionsAreNotKept() {
        let time = Time(Instant(secondsSince1970: 1, nanoseconds: 999_999_999))
        #expect(time.instant == Instant(secondsSince1970: 1))
        #expect(hexText(time.der) == hexText(bytes(0x17, "700101000001Z")))
    }

    @Test func aMomentBeyondTheCalendarIsStillWritten() throws {
        for seconds in [Int64.min, .max] {
            #expect((try? Time(der: Time(Instant(secondsSince1970: seconds)).der)) != nil, "\(seconds)")
        }
    }
}
