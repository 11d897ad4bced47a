import HoldfastX509
import Testing

/// A malformed time says which rule of RFC 5280 §4.1.2.5 it breaks.
@Suite struct TimeRuleTests {
    private static func utc(_ text: String) -> [UInt8] { tlv(0x17, Array(text.utf8)) }
    private static func generalized(_ text: String) -> [UInt8] { tlv(0x18, Array(text.utf8)) }

    static let noDate = "date or time of day that does not exist"

    static let attacks: [(name: String, der: [UInt8], rule: String)] = [
        // "UTCTime values MUST be expressed in Greenwich Mean Time (Zulu) and MUST include seconds (i.e., times are
        // YYMMDDHHMMSSZ), even where the number of seconds is zero."
        ("no seconds", utc("2611211000Z"), "without seconds"),
        ("offset", utc("261121100000+0000"), "with an offset from UTC"),
        ("offset before UTC", utc("261121100000-0100"), "with an offset from UTC"),
        ("no zone", utc("261121100000"), "without the final Z"),
        ("lower-case z", utc("261121100000z"), "of another form"),
        ("four-digit year in UTCTime", utc("20261121100000Z"), "of another form"),
        ("NUL behind", utc("261121100000Z\0"), "of another form"),
        ("space in front", utc(" 61121100000Z"), "of another form"),
        ("sign as a digit", utc("-11121100000Z"), "with an offset from UTC"),
        ("empty", utc(""), "without the final Z"),
        ("letters", utc("YYMMDDHHMMSSZ"), "of another form"),
        // "GeneralizedTime values MUST NOT include fractional seconds."
        ("fraction", generalized("20500101000000.5Z"), "with a fraction of a second"),
        ("fraction with a comma", generalized("20500101000000,5Z"), "with a fraction of a second"),
        ("GeneralizedTime without seconds", generalized("205001010000Z"), "without seconds"),
        ("GeneralizedTime with offset", generalized("20500101000000+0100"), "with an offset from UTC"),
        ("GeneralizedTime, local", generalized("20500101000000"), "without the final Z"),
        ("two-digit year in GeneralizedTime", generalized("500101000000Z"), "without seconds"),
        ("five-digit year", generalized("120500101000000Z"), "of another form"),
        ("30 February", utc("260230000000Z"), noDate),
        ("29 February 2026", utc("260229000000Z"), noDate),
        ("29 February 2100, which is no leap year", generalized("21000229000000Z"), noDate),
        ("29 February 1900", generalized("19000229000000Z"), noDate),
        ("31 April", utc("260431000000Z"), noDate),
        ("month 0", utc("260001000000Z"), noDate),
        ("month 13", utc("261301000000Z"), noDate),
        ("day 0", utc("260100000000Z"), noDate),
        ("hour 24", utc("260101240000Z"), noDate),
        ("minute 60", utc("260101006000Z"), noDate),
        ("leap second", utc("161231235960Z"), noDate),
    ]

    @Test func refuses() {
        for (name, der, rule) in Self.attacks {
            let error = derError { () throws(DERError) in _ = try Time(der: der) }
            guard case .invalidTime = error?.reason else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
            let text = error?.reason.description ?? ""
            #expect(text.contains(rule), "\(name): \(text)")
            #expect(error?.offset == 2, "\(name)")
        }
    }

    /// "CAs conforming to this profile MUST always encode certificate validity dates through the year 2049 as UTCTime;
    /// certificate validity dates in 2050 or later MUST be encoded as GeneralizedTime."
    @Test func takesTheFormThatTheRFCAsksFor() throws {
        let rows: [(String, [UInt8])] = [
            ("2049-12-31T23:59:59Z", Self.utc("491231235959Z")),
            ("2050-01-01T00:00:00Z", Self.generalized("20500101000000Z")),
            ("1950-01-01T00:00:00Z", Self.utc("500101000000Z")),
            ("1949-12-31T23:59:59Z", Self.generalized("19491231235959Z")),
            ("2026-11-21T10:00:00.75Z", Self.utc("261121100000Z")),
        ]
        for (text, der) in rows {
            let time = Time(try #require(Instant(rfc3339: text)))
            #expect(time.der == der, "\(text)")
            #expect(time.hasPrescribedEncoding)
        }
        #expect(try !Time(der: Self.generalized("20491231235959Z")).hasPrescribedEncoding)
        #expect(try Time(der: Self.generalized("20500101000000Z")).hasPrescribedEncoding)
    }
}
