import HoldfastJSON
import HoldfastStatements
import HoldfastX509

/// Moments as arguments give them, the same in every command: a date or a time.
enum TimeArgument {
    /// The forms as the help tells them.
    static let forms = LocalizedText(
        "a date (2026-11-21, its beginning in UTC) or a time (2026-11-21T10:00:00Z)",
        "日期（2026-11-21，即 UTC 当日零时）或时间（2026-11-21T10:00:00Z）")

    /// The moment of an option; nil where it is not given.
    static func value(of option: CommandOption, _ invocation: Invocation) throws(CommandError) -> Instant? {
        guard let text = invocation.value(option) else { return nil }
        return try parse(text, of: option)
    }

    /// A date or a time of RFC 3339.
    static func parse(_ text: String, of option: CommandOption) throws(CommandError) -> Instant {
        if let instant = instant(text) { return instant }
        throw .usage(
            UsageSentence.noTime(option: option.name, text: text),
            hint: TargetAdvice.writeTime)
    }

    /// An end: a date, a time, or a length of time from now.
    static func end(_ text: String, from now: Instant, of option: CommandOption) throws(CommandError) -> Instant {
        if let instant = instant(text) { return instant }
        guard let length = DurationText.duration(DurationArgument.withUnit(text)) else {
            throw .usage(
                UsageSentence.noTime(option: option.name, text: text),
                hint: TargetAdvice.writeEnd)
        }
        return now.advanced(bySeconds: length.components.seconds)
    }

    private static func instant(_ text: String) -> Instant? {
        Instant(rfc3339: text) ?? Instant(rfc3339: text + "T00:00:00Z")
    }
}

/// Lengths of time as arguments give them: a number and a unit.
enum DurationArgument {
    /// `90m`, `12h`, `30d` or `2w`.
    ///
    /// - Parameter isOfDays: whether a bare number counts days; without it, it could be anything and is refused.
    static func parse(
        _ text: String, of option: CommandOption, inDays isOfDays: Bool = false
    ) throws(CommandError) -> Duration {
        let written = isOfDays ? withUnit(text) : text
        guard DurationText.hasForm(written) else {
            throw .usage(
                UsageSentence.noDuration(option: option.name, text: text),
                hint: TargetAdvice.writeDuration(example: isOfDays ? "30d" : "12h"))
        }
        guard let duration = DurationText.duration(written) else {
            throw .usage(
                UsageSentence.durationOutOfRange(option: option.name, text: text),
                hint: TargetAdvice.suchAs(example: isOfDays ? "30d" : "12h"))
        }
        return duration
    }

    /// A bare number as one of days.
    static func withUnit(_ text: String) -> String {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isBare ? text + "d" : text
    }
}

/// Short times as arguments give them: a number, and ms, s or m.
enum ShortTimeArgument {
    private static let units: [(name: String, nanoseconds: Double)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ]

    /// `22ms`, `0.5s`, `2m`, and a bare number where it has a meaning; nil for anything else.
    ///
    /// - Parameter bare: the unit of a bare number; nil where it could be either, and is refused.
    static func duration(_ text: String, bare: Duration? = nil) -> Duration? {
        if let bare, let number = Self.number(text[...]) { return length(number * (bare / .nanoseconds(1))) }
        guard let unit = Self.units.first(where: { text.hasSuffix($0.name) }),
            let number = Self.number(text.dropLast(unit.name.count))
        else { return nil }
        return length(number * unit.nanoseconds)
    }

    private static func length(_ nanoseconds: Double) -> Duration? {
        // A day is more than anybody waits; above it the number would not fit.
        nanoseconds <= 86_400_000_000_000 ? .nanoseconds(Int64(nanoseconds)) : nil
    }

    /// Digits, and a point with digits behind it: neither a sign nor an exponent, nor what else `Double` reads.
    private static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return isPlain ? Double(text) : nil
    }
}
