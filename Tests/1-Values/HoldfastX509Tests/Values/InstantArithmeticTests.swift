import HoldfastX509
import Testing

/// Moments at the ends of what can be counted.
@Suite struct InstantArithmeticTests {
    private let first = Instant(secondsSince1970: .min)
    private let last = Instant(secondsSince1970: .max)

    @Test func sumsSaturate() {
        let rows: [(name: String, sum: Instant, expected: Int64)] = [
            ("one second after the last", last.advanced(bySeconds: 1), .max),
            ("one second before the first", first.advanced(bySeconds: -1), .min),
            ("the most seconds after the last", last.advanced(bySeconds: .max), .max),
            ("the most seconds before the first", first.advanced(bySeconds: .min), .min),
            ("from one end to the other", first.advanced(bySeconds: .max), -1),
            ("more days than seconds can count", last.advanced(byDays: .max), .max),
            ("more days back than seconds can count", first.advanced(byDays: .min), .min),
            ("days that just do not fit", Instant(secondsSince1970: 0).advanced(byDays: .max / 86_400 + 1), .max),
            ("days back that just do not fit", Instant(secondsSince1970: 0).advanced(byDays: .min / 86_400 - 1), .min),
            ("one day", Instant(secondsSince1970: 5).advanced(byDays: 1), 86_405),
            ("one day back", Instant(secondsSince1970: 5).advanced(byDays: -1), -86_395),
        ]
        for (name, sum, expected) in rows { #expect(sum.secondsSince1970 == expected, "\(name)") }
    }

    @Test func differencesSaturate() {
        let epoch = Instant(secondsSince1970: 0)
        #expect(last.seconds(since: first) == .max)
        #expect(first.seconds(since: last) == .min)
        #expect(epoch.seconds(since: first) == .max)
        #expect(epoch.seconds(since: last) == -.max)
        #expect(epoch.advanced(bySeconds: 7).seconds(since: epoch) == 7)
        #expect(epoch.seconds(since: epoch.advanced(bySeconds: 7)) == -7)
    }

    @Test func theFractionTravelsAlong() {
        let instant = Instant(secondsSince1970: 10, nanoseconds: 250_000_000)
        #expect(instant.advanced(byDays: 1) == Instant(secondsSince1970: 86_410, nanoseconds: 250_000_000))
        #expect(instant.advanced(bySeconds: -11) == Instant(secondsSince1970: -1, nanoseconds: 250_000_000))
    }

    @Test func fractionsAreBroughtIntoTheirRange() {
        for (given, kept) in [(Int32.min, Int32(0)), (-1, 0), (0, 0), (999_999_999, 999_999_999), (.max, 999_999_999)] {
            #expect(Instant(secondsSince1970: 0, nanoseconds: given).nanoseconds == kept, "\(given)")
        }
    }

    @Test func theOrderIsThatOfTime() {
        let ascending = [
            first, Instant(secondsSince1970: -1), Instant(secondsSince1970: -1, nanoseconds: 1),
            Instant(secondsSince1970: 0), Instant(secondsSince1970: 0, nanoseconds: 999_999_999),
            Instant(secondsSince1970: 1), last,
        ]
        for (earlier, later) in zip(ascending, ascending.dropFirst()) {
            #expect(earlier < later && !(later < earlier) && earlier != later, "\(earlier) \(later)")
        }
    }

    @Test func momentsBeyondTheCalendarAreShownAsItsEnds() {
        #expect(last.description == "9999-12-31T23:59:59Z")
        #expect(first.description == "0000-01-01T00:00:00Z")
        #expect(last.components == (9999, 12, 31, 23, 59, 59))
        #expect(first.components == (0, 1, 1, 0, 0, 0))
    }
}
