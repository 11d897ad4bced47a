package import HoldfastX509

/// The three forms of a date in HTTP (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// The moment that a text means; nil for none. The day of the week is not compared, nor upper case with lower
    /// ("a cache recipient SHOULD match the field value case-insensitively", RFC 9111 §4.2).
    ///
    /// - Parameter now: a time near the one at which the text is read, by which years of two digits are understood.
    package static func instant(_ text: String, near now: Instant) -> Instant? {
        guard text.utf8.count <= 40 else { return nil }
        let parts = text.split { [" ", ",", "-"].contains($0) }
        // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT, or Sun Nov  6 08:49:37 1994.
        let order: [Int]
        switch parts.count {
        case 6 where parts[5].asciiUppercased() == "GMT": order = [1, 2, 3, 4]
        case 5: order = [2, 1, 4, 3]
        default: return nil
        }
        let time = parts[order[3]].split(separator: ":", omittingEmptySubsequences: false).map {
            FieldGrammar.number($0, digits: 1...4)
        }
        guard let day = FieldGrammar.number(parts[order[0]], digits: 1...4),
            let month = MonthName.number(of: String(parts[order[1]]), ignoringCase: true),
            let year = FieldGrammar.number(parts[order[2]], digits: 1...4), time.count == 3, let hour = time[0],
            let minute = time[1],
            let second = time[2], second <= 60
        else { return nil }
        func instant(in year: Int) -> Instant? {
            // A leap second is the one before it.
            Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
        }
        guard parts[order[2]].utf8.count == 2 else { return instant(in: year) }
        // "a timestamp that appears to be more than 50 years in the future" is of "the most recent year in the past
        // that had the same last two digits".
        let century = max(now.components.year, 0) / 100 * 100
        let possible = [century + 100, century, century - 100].compactMap { instant(in: $0 + year) }
        return possible.first { isWithinFiftyYears($0, of: now) }
    }

    /// Whether a moment is no more than 50 years after another one.
    private static func isWithinFiftyYears(_ instant: Instant, of now: Instant) -> Bool {
        let (date, last) = (instant.components, now.components)
        let limit = [last.year + 50, last.month, last.day, last.hour, last.minute, last.second]
        return !limit.lexicographicallyPrecedes(
            [date.year, date.month, date.day, date.hour, date.minute, date.second])
    }

    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// A moment as servers are to write it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(of instant: Instant) -> String {
        let parts = instant.components
        // 1970-01-01 was a Thursday.
        let days = Instant(year: parts.year, month: parts.month, day: parts.day).map { $0.secondsSince1970 / 86_400 }
        let day = Int(((days ?? 0) % 7 + 10) % 7)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(repeating: "0", count: 4 - "\(parts.year)".utf8.count) + "\(parts.year)"
        return "\(Self.days[day]), \(two(parts.day)) \(MonthName.name(of: parts.month)) \(year) "
            + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) GMT"
    }
}

/// The names of the months in dates of HTTP (RFC 9110 §5.6.7) and of cookies: three letters of the English ones.
package enum MonthName {
    private static let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let lowercased = names.map { $0.asciiLowercased() }

    /// The month of a name, 1...12; nil for none.
    package static func number(of name: String, ignoringCase: Bool = false) -> Int? {
        let index = ignoringCase ? lowercased.firstIndex(of: name.asciiLowercased()) : names.firstIndex(of: name)
        return index.map { $0 + 1 }
    }

    /// The name of a month, 1...12; empty for another number.
    static func name(of number: Int) -> String { names.indices.contains(number - 1) ? names[number - 1] : "" }
}
