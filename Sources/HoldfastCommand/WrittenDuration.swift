/// Lengths of time as options have them: a number and a unit.
enum WrittenDuration {
    private static let units: [Character: Int64] = ["m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400]
    /// A hundred years: no certificate that people issue is meant to last longer.
    private static let longest: Int64 = 36_525 * 86_400

    /// `90m`, `12h`, `30d` or `2w`. A bare number could be anything and is refused.
    static func parse(_ text: String, of option: CommandOption) throws(CommandFailure) -> Duration {
        let digits = text.dropLast()
        guard let last = text.last, let unit = units[last], !digits.isEmpty,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            throw .usage(
                "\(option.name): '\(text)' is no length of time",
                hint: "write a number and m, h, d or w, such as 30d")
        }
        guard let number = Int64(digits), number > 0, number <= longest / unit else {
            throw .usage(
                "\(option.name): '\(text)' is not between one minute and a hundred years", hint: "such as 30d")
        }
        return .seconds(number * unit)
    }
}
