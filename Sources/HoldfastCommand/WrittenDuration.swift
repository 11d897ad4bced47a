import HoldfastPolicy

/// Lengths of time as options have them: a number and a unit.
enum WrittenDuration {
    /// `90m`, `12h`, `30d` or `2w`. A bare number could be anything and is refused.
    static func parse(_ text: String, of option: CommandOption) throws(CommandFailure) -> Duration {
        guard DurationText.hasForm(text) else {
            throw .usage(
                "\(option.name): \(Wording.quoted(text)) is no length of time",
                hint: "write a number and m, h, d or w, such as 30d")
        }
        guard let duration = DurationText.duration(text) else {
            throw .usage(
                "\(option.name): \(Wording.quoted(text)) is not between one minute and a hundred years",
                hint: "such as 30d")
        }
        return duration
    }
}
