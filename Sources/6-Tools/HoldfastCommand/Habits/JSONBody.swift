import HoldfastTransport
import HoldfastWeb

/// curl's `--json DATA`, which sends a body (curl 7.82 and later), where ours prints the answer as JSON.
///
/// Ours takes no value, so that DATA would be one URL too many: the error says what to write.
enum JSONBody {
    /// Refuses a command line that would send a body by `--json`.
    ///
    /// - Throws: a usage error whose advice is the line to write.
    static func refuse(in arguments: [String], of command: Command) throws(CommandError) {
        guard command.options.contains(.json), command.options.contains(.data), command.options.contains(.header)
        else { return }
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return }
            let following: ArraySlice<String>
            let body: String
            if argument.hasPrefix("--json=") {
                body = String(argument.dropFirst("--json=".count))
                following = arguments[(index + 1)...]
            } else if argument == "--json", index + 1 < arguments.count, isBody(arguments[index + 1]) {
                body = arguments[index + 1]
                following = arguments[(index + 2)...]
            } else {
                continue
            }
            let rest = Array(arguments[..<index] + following)
            let isAddressed = (try? Invocation(rest, for: command))?.operands.isEmpty == false
            let words =
                ["holdfast"] + command.name.split(separator: " ").map(String.init)
                + ["-H", "Content-Type: application/json", "-d", body]
                + rest.map { ShownURL.text(ofTarget: $0) } + (isAddressed ? [] : ["URL"])
            throw .usage(RequestSentence.jsonIsOutput, hint: HabitAdvice.write(line: ShellLine.of(words)))
        }
    }

    /// Whether a word is JSON, or curl's `@FILE`, and no URL.
    private static func isBody(_ word: String) -> Bool {
        guard let first = word.first, "{[\"@".contains(first) else { return false }
        return first != "[" || (try? Target(word)) == nil
    }
}
