import HoldfastX509
import Testing

/// The Gregorian calendar, as RFC 3339 counts its days.
@Suite struct CalendarTests {
    private struct Row: Sendable {
        var name: String
        var date: (Int, Int, Int, Int, Int, Int)
        var seconds: Int64?
    }

    private static let dates: [Row] = [
        Row(name: "the epoch", date: (1970, 1, 1, 0, 0, 0), seconds: 0),
        Row(name: "the second before it", date: (1969, 12, 31, 23, 59, 59), seconds: -1),
        Row(name: "UTCTime's first", date: (1950, 1, 1, 0, 0, 0), seconds: -631_152_000),
        Row(name: "UTCTime's last", date: (2049, 12, 31, 23, 59, 59), seconds: 2_524_607_999),
        Row(name: "the first of GeneralizedTime", date: (2050, 1, 1, 0, 0, 0), seconds: 2_524_608_000),
        Row(name: "the end of 32 bits", date: (2038, 1, 19, 3, 14, 7), seconds: 2_147_483_647),
        Row(name: "the last of all", date: (9999, 12, 31, 23, 59, 59), seconds: 253_402_300_799),
        Row(name: "the first of all", date: (0, 1, 1, 0, 0, 0), seconds: -62_167_219_200),
        Row(name: "29 February in a year by 400", date: (2000, 2, 29, 0, 0, 0), seconds: 951_782_400),
        Row(name: "29 February in a year by 4", date: (2024, 2, 29, 0, 0, 0), seconds: 1_709_164_800),
        Row(name: "29 February of year 0, a year by 400", date: (0, 2, 29, 0, 0, 0), seconds: -62_162_121_600),
    ]

    @Test func datesAreSecondsAndSecondsAreDates() {
        for row in Self.dates {
            let (year, month, day, hour, minute, second) = row.date
            let instant = Instant(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
            #expect(instant?.secondsSince1970 == row.seconds, "\(row.name)")
            #expect(instant.map { $0.components == row.date } == true, "\(row.name): \(String(describing: instant))")
        }
    }

    /// RFC 3339 Appendix C: a year is a leap year if it is "divisible by 4 and (not divisible by 100 or divisible by
    /// 400)"; §5.7 has the last day of each month.
    @Test func datesThatDoNotExist() {
        let rows: [(name: String, date: (Int, Int, Int, Int, Int, Int))] = [
            ("29 February 1900", (1900, 2, 29, 0, 0, 0)), ("29 February 2100", (2100, 2, 29, 0, 0, 0)),
            ("29 February 2023", (2023, 2, 29, 0, 0, 0)), ("30 February 2000", (2000, 2, 30, 0, 0, 0)),
            ("31 April", (2026, 4, 31, 0, 0, 0)), ("31 June", (2026, 6, 31, 0, 0, 0)),
            ("31 September", (2026, 9, 31, 0, 0, 0)), ("31 November", (2026, 11, 31, 0, 0, 0)),
            ("32 January", (2026, 1, 32, 0, 0, 0)), ("day 0", (2026, 1, 0, 0, 0, 0)),
            ("month 0", (2026, 0, 1, 0, 0, 0)), ("month 13", (2026, 13, 1, 0, 0, 0)),
            ("24 o'clock", (2026, 1, 1, 24, 0, 0)), ("minute 60", (2026, 1, 1, 0, 60, 0)),
            ("second 60", (2016, 12, 31, 23, 59, 60)), ("year -1", (-1, 1, 1, 0, 0, 0)),
            ("year 10000", (10_000, 1, 1, 0, 0, 0)), ("negative hour", (2026, 1, 1, -1, 0, 0)),
            ("smallest numbers", (.min, .min, .min, .min, .min, .min)),
            ("largest numbers", (.max, .max, .max, .max, .max, .max)),
        ]
        for (name, date) in rows {
            let instant = Instant(
                year: date.0, month: date.1, day: date.2, hour: date.3, minute: date.4, second: date.5)
            #expect(instant == nil, "\(name)")
        }
    }

    /// Every eleventh day from 1800 to 2200, reckoned by counting days, and the ends of the calendar day by day.
    @Test func componentsComeBack() {
        var wrong: [String] = []
        func check(_ days: Int64) {
            let instant = Instant(secondsSince1970: days * 86_400 + 86_399)
            let parts = instant.components
            let again = Instant(
                year: parts.year, month: parts.month, day: parts.day, hour: parts.hour, minute: parts.minute,
                second: parts.second)
            if again != instant { wrong.append("day \(days): \(parts)") }
            let next = instant.advanced(bySeconds: 1).components
            let follows =
                next.day == parts.day + 1 && next.month == parts.month
                || next.day == 1 && next.month == parts.month + 1 && next.year == parts.year
                || next.day == 1 && next.month == 1 && parts.month == 12 && next.year == parts.year + 1
            if !follows { wrong.append("day \(days): \(parts) is followed by \(next)") }
        }
        for days in stride(from: Int64(-62_091), to: 84_006, by: 11) { check(days) }
        for days in Int64(-719_528)..<(-719_528 + 800) { check(days) }
        for days in Int64(2_932_896 - 800)..<2_932_896 { check(days) }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }
}
