import HoldfastHTTP
import HoldfastX509

/// The dates that servers write into cookies, which follow no grammar (draft-ietf-httpbis-rfc6265bis §5.1.1).
enum CookieDate {
    /// The moment that a text means, zones ignored; nil for none.
    static func instant(_ text: ArraySlice<UInt8>) -> Instant? {
        var (time, day, month, year): ([Int]?, Int?, Int?, Int?)
        for token in text.split(whereSeparator: isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        switch year {
        case 70...99: year += 1900
        case 0...69: year += 2000
        default: break
        }
        guard year >= 1601 else { return nil }
        return Instant(year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
    }

    private static func isDelimiter(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// A number of so many digits at the front, which no further digit follows.
    private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let found = token.prefix { (0x30...0x39).contains($0) }
        guard digits.contains(found.count) else { return nil }
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func time(_ token: ArraySlice<UInt8>) -> [Int]? {
        // Of what stands behind the third field only the first octet matters, and that only to be no digit.
        let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields.prefix(2).allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        let numbers = fields.compactMap { number($0, digits: 1...2) }
        return numbers.count == 3 ? numbers : nil
    }

    private static func month(_ token: ArraySlice<UInt8>) -> Int? {
        MonthName.number(of: String(decoding: token.prefix(3), as: UTF8.self), ignoringCase: true)
    }
}
