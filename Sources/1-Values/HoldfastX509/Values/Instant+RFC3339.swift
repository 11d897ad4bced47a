extension Instant: CustomStringConvertible {
    /// RFC 3339 in UTC; a fraction only where there is one.
    ///
    /// A moment outside the years 0 to 9999 is written as that range's first or last second.
    public var description: String {
        let (year, month, day, hour, minute, second) = components
        var text = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
        text += "T\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
        if nanoseconds != 0 {
            var fraction = Self.digits(Int(nanoseconds), 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "Z"
    }

    static func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    /// Reads RFC 3339 text, as `2026-11-21T10:00:00Z` or `2026-11-21T11:00:00.25+01:00`.
    ///
    /// - Parameter text: date, `T`, `t` or a space, time, an optional fraction, `Z` or an offset. Digits of the
    ///   fraction beyond the ninth are dropped.
    /// - Returns: `nil` for anything else, for dates that do not exist, and for leap seconds (`:60`).
    public init?(rfc3339 text: String) {
        var scanner = DigitScanner(Array(text.utf8)[...])
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
            let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2), scanner.take(":"),
            let second = scanner.number(2),
            let local = Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var nanoseconds: Int32 = 0
        if scanner.take(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanoseconds = fraction
        }
        var offset = 0
        if !scanner.take("Z"), !scanner.take("z") {
            let sign = scanner.take("+") ? 1 : scanner.take("-") ? -1 : 0
            guard sign != 0, let hours = scanner.number(2), scanner.take(":"), let minutes = scanner.number(2),
                hours < 24, minutes < 60
            else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
        }
        guard scanner.isAtEnd else { return nil }
        self.init(secondsSince1970: local.secondsSince1970 - Int64(offset), nanoseconds: nanoseconds)
    }
}

/// Reads fixed-width decimal numbers from ASCII.
struct DigitScanner {
    private var rest: ArraySlice<UInt8>

    init(_ octets: ArraySlice<UInt8>) { rest = octets }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for octet in rest.prefix(width) {
            guard (48...57).contains(octet) else { return nil }
            value = value * 10 + Int(octet - 48)
        }
        rest.removeFirst(width)
        return value
    }

    /// At least one digit, as nanoseconds.
    mutating func fraction() -> Int32? {
        var value: Int32 = 0
        var count = 0
        while let digit = number(1) {
            if count < 9 { value = value * 10 + Int32(digit) }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 9)..<9 { value *= 10 }
        return value
    }
}
