import HoldfastX509
import Testing

/// RFC 3339, the form in which moments are written on the command line and in reports.
@Suite struct RFC3339Tests {
    /// §5.8 gives the first five; §5.6: "the "T" and "Z" characters in this syntax may alternatively be lower case
    /// "t" or "z" respectively", and applications "may choose […] a full-date and full-time separated by (say) a
    /// space character".
    @Test func whatIsRead() {
        let rows: [(text: String, utc: String)] = [
            ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.52Z"),
            ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
            ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.87Z"),
            ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"), ("2026-11-21t10:00:00z", "2026-11-21T10:00:00Z"),
            ("2026-11-21 10:00:00Z", "2026-11-21T10:00:00Z"),
            ("2026-11-21T10:00:00-00:00", "2026-11-21T10:00:00Z"),
            ("2027-01-01T00:30:00+01:00", "2026-12-31T23:30:00Z"),
            ("2024-02-28T23:59:59-23:59", "2024-02-29T23:58:59Z"),
            ("2026-11-21T10:00:00.000000001Z", "2026-11-21T10:00:00.000000001Z"),
            ("2026-11-21T10:00:00.9999999999999Z", "2026-11-21T10:00:00.999999999Z"),
            ("2026-11-21T10:00:00.0Z", "2026-11-21T10:00:00Z"),
            ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ]
        for (text, utc) in rows {
            #expect(Instant(rfc3339: text)?.description == utc, "\(text)")
        }
    }

    /// §5.6: "time-numoffset = ("+" / "-") time-hour ":" time-minute", "time-secfrac = "." 1*DIGIT", digits in fixed
    /// numbers; a leap second is legal there, and does not exist in X.509's counting.
    @Test func whatIsRefused() {
        let rows = [
            "", "2026", "2026-11-21", "2026-11-21T10:00Z", "2026-11-21T10:00:00", "2026-11-21T10:00:00.Z",
            "2026-11-21T10:00:00,5Z", "2026-11-21T10:00:00Z ", " 2026-11-21T10:00:00Z", "2026-11-21T10:00:00ZZ",
            "2026-11-21T10:00:00+1:00", "2026-11-21T10:00:00+0100", "2026-11-21T10:00:00+01",
            "2026-11-21T10:00:00+24:00", "2026-11-21T10:00:00+00:60", "2026-11-21T10:00:00\u{2212}01:00",
            "1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-11-21T24:00:00Z", "26-11-21T10:00:00Z", "+2026-11-21T10:00:00Z", "-026-11-21T10:00:00Z",
            "12026-11-21T10:00:00Z", "2026-1-21T10:00:00Z", "2026/11/21T10:00:00Z", "2026-11-21_10:00:00Z",
            "２０２６-11-21T10:00:00Z", "2026-11-21T10:00:00Z\0", "20261121T100000Z", "2026-11-21T-1:00:00Z",
        ]
        for text in rows { #expect(Instant(rfc3339: text) == nil, "\(text)") }
    }

    @Test func offsetsBeyondTheCalendarDoNotTrap() {
        let before = Instant(secondsSince1970: -62_167_219_200 - 86_340)
        #expect(Instant(rfc3339: "0000-01-01T00:00:00+23:59") == before)
        let after = Instant(secondsSince1970: 253_402_300_799 + 86_340)
        #expect(Instant(rfc3339: "9999-12-31T23:59:59-23:59") == after)
    }

    @Test func aFractionOfAnySizeIsReadInOneGo() {
        let text = "2026-11-21T10:00:00." + String(repeating: "1", count: 200_000) + "Z"
        #expect(Instant(rfc3339: text)?.nanoseconds == 111_111_111)
    }
}
