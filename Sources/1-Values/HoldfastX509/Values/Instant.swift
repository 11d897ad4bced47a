/// A moment in UTC, counted in seconds since 1970 without leap seconds.
///
/// Arithmetic saturates at both ends of `Int64`, some 292 billion years away: no hostile date traps.
public struct Instant: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z; negative before.
    public let secondsSince1970: Int64
    /// The fraction of the second, 0 to 999,999,999.
    public let nanoseconds: Int32

    /// Makes a moment from its distance to 1970-01-01T00:00:00Z.
    ///
    /// - Parameters:
    ///   - secondsSince1970: whole seconds, negative before 1970.
    ///   - nanoseconds: the fraction after that second; brought into 0 to 999,999,999 where it is outside.
    public init(secondsSince1970: Int64, nanoseconds: Int32 = 0) {
        self.secondsSince1970 = secondsSince1970
        self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
    }

    /// Makes a moment from a date of the Gregorian calendar and a time of day, UTC.
    ///
    /// - Parameters:
    ///   - year: 0 to 9999, the calendar reckoned back before its introduction.
    ///   - month: 1 to 12.
    ///   - day: 1 to 31, as far as the month goes.
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59; there are no leap seconds.
    /// - Returns: `nil` for a date or time of day that does not exist.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...Calendar.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = Calendar.daysSince1970(year: year, month: month, day: day)
        self.init(secondsSince1970: Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second))
    }

    /// The date and time of day, UTC; a moment outside the years 0 to 9999 gives that range's first or last second.
    public var components: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let bounded = min(max(secondsSince1970, -62_167_219_200), 253_402_300_799)
        var days = bounded / 86_400
        var rest = Int(bounded % 86_400)
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        let date = Calendar.date(daysSince1970: Int(days))
        return (date.year, date.month, date.day, rest / 3600, rest / 60 % 60, rest % 60)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        (left.secondsSince1970, left.nanoseconds) < (right.secondsSince1970, right.nanoseconds)
    }

    /// The moment without the fraction of its second.
    package var inWholeSeconds: Instant { Instant(secondsSince1970: secondsSince1970) }

    /// The moment so many seconds later, or earlier where negative.
    public func advanced(bySeconds seconds: Int64) -> Instant {
        let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
        return Instant(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum, nanoseconds: nanoseconds)
    }

    /// The moment so many days of 86,400 seconds later, or earlier where negative.
    public func advanced(byDays days: Int64) -> Instant {
        let (seconds, overflow) = days.multipliedReportingOverflow(by: 86_400)
        return advanced(bySeconds: overflow ? (days < 0 ? .min : .max) : seconds)
    }

    /// The whole seconds from `earlier` to this moment, fractions left aside; negative where `earlier` is later.
    public func seconds(since earlier: Instant) -> Int64 {
        let (difference, overflow) = secondsSince1970.subtractingReportingOverflow(earlier.secondsSince1970)
        return overflow ? (secondsSince1970 < earlier.secondsSince1970 ? .min : .max) : difference
    }
}

/// The proleptic Gregorian calendar.
private enum Calendar {
    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysBefore(year: Int) -> Int {
        let last = year - 1
        return 365 * year + (year > 0 ? last / 4 - last / 100 + last / 400 + 1 : 0)
    }

    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let leapDay = month > 2 && isLeap(year) ? 1 : 0
        return daysBefore(year: year) + daysBefore[month - 1] + leapDay + day - 1 - daysBefore(year: 1970)
    }

    static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let total = days + daysBefore(year: 1970)
        // At most one year off, since a year has at least 365 days and at most 366 on 400 years' average 365.2425.
        var year = total * 400 / 146_097
        while daysBefore(year: year) > total { year -= 1 }
        while daysBefore(year: year + 1) <= total { year += 1 }
        var rest = total - daysBefore(year: year)
        var month = 1
        while rest >= Calendar.days(inMonth: month, of: year) {
            rest -= Calendar.days(inMonth: month, of: year)
            month += 1
        }
        return (year, month, rest + 1)
    }
}

extension Instant {
    /// Milliseconds since 1970; at the ends of what a number holds, that end.
    package var milliseconds: Int64 {
        let (product, overflow) = secondsSince1970.multipliedReportingOverflow(by: 1_000)
        let (sum, isTooMuch) = product.addingReportingOverflow(Int64(nanoseconds / 1_000_000))
        return overflow || isTooMuch ? (secondsSince1970 < 0 ? .min : .max) : sum
    }

    /// The moment so many milliseconds after 1970 began.
    package init(milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        self.init(
            secondsSince1970: rest < 0 ? seconds - 1 : seconds,
            nanoseconds: Int32(rest < 0 ? rest + 1_000 : rest) * 1_000_000)
    }
}
