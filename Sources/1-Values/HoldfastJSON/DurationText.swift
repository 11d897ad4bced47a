/// Lengths of time as people write them: a number and a unit.
package enum DurationText {
    private static let units: [(letter: Character, seconds: Int64)] = [
        ("w", 7 * 86_400), ("d", 86_400), ("h", 3_600), ("m", 60),
    ]
    /// A hundred years: no certificate that people issue is meant to last longer.
    private static let longest: Int64 = 36_525 * 86_400

    /// Whether a text has the form `90m`, `12h`, `30d` or `2w`. A bare number could be anything.
    package static func hasForm(_ text: String) -> Bool { parts(text) != nil }

    /// A text of that form, between one minute and a hundred years; nil for anything else.
    package static func duration(_ text: String) -> Duration? {
        guard let (digits, unit) = parts(text), let number = Int64(digits), number > 0, number <= longest / unit else {
            return nil
        }
        return .seconds(number * unit)
    }

    /// The text of a length in whole minutes, in the largest unit that it is a multiple of; of any other, of the
    /// minutes in it, and at least of one.
    package static func text(_ duration: Duration) -> String {
        let seconds = max(60, min(duration.components.seconds, longest))
        let unit = units.first { seconds % $0.seconds == 0 } ?? ("m", 60)
        return "\(seconds / unit.seconds)\(unit.letter)"
    }

    private static func parts(_ text: String) -> (digits: Substring, unit: Int64)? {
        let digits = text.dropLast()
        guard let last = text.last, let unit = units.first(where: { $0.letter == last }), !digits.isEmpty,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return (digits, unit.seconds)
    }
}
