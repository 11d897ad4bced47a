import HoldfastDiagnostics
import HoldfastStatements

extension CommandOption {
    static let failOn = CommandOption(
        "--fail-on", "LEVEL", in: .output,
        help: "exit with 33 where nothing worse is left and a server has a finding of this level, or above: error, "
            + "warning or note",
        chinese: "没有更严重的问题而有服务器出现此级别或更高的发现时，以 33 退出：error、warning 或 note")
}

/// The levels that `--fail-on` and `--least` name.
enum FailingLevel: String, CaseIterable {
    case error, warning, note

    private var level: ScanLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }

    /// The level of an option; nil where it is not given.
    static func parse(_ invocation: Invocation, _ option: CommandOption = .failOn) throws(CommandError) -> ScanLevel? {
        let word: FailingLevel? = try invocation.word(of: option) { text, words in
            .usage(
                UsageSentence.noneOf(option: option.name, text: text, names: words),
                hint: UsageAdvice.write(option: option.name, placeholder: FailingLevel.warning.rawValue))
        }
        return word?.level
    }
}
