import HoldfastLibC
import Synchronization

/// The decision about colours, made in this one place: `--color`, then NO_COLOR, then CLICOLOR_FORCE, then whether a
/// terminal is there that can show them (no-color.org, bixense.com/clicolors).
enum ColourChoice: String, CaseIterable, Sendable {
    case auto, always, never

    private static let taken = Mutex<ColourChoice>(.auto)

    /// Takes the choice of a command line; it holds until the process ends.
    static func take(from invocation: Invocation) throws(CommandError) {
        let choice: ColourChoice? = try invocation.word(of: .colour) { text, words in
            .usage(
                UsageSentence.noneOf(option: CommandOption.colour.name, text: text, names: words),
                hint: UsageAdvice.leaveOutForAuto)
        }
        if let choice { taken.withLock { $0 = choice } }
    }

    /// Whether colours go to a descriptor of this process.
    static func allows(_ descriptor: Int32) -> Bool {
        taken.withLock { $0 }.allows(isTerminal: Descriptor.isTerminal(descriptor)) { Descriptor.environment($0) }
    }

    /// Whether colours go where there is a terminal, or none, with these variables.
    func allows(isTerminal: Bool, _ variable: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        // "when present and not an empty string (regardless of its value)"
        if variable("NO_COLOR")?.isEmpty == false { return false }
        if let force = variable("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
        return isTerminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0"
    }
}
