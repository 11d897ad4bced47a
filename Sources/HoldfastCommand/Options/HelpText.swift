/// The text that `--help` prints.
enum HelpText {
    /// The version, and the day from which on it is one; CHANGELOG.md and the tag say the same (scripts/release check).
    static let version = "0.2.0"
    static let released = "2026-11-27"

    static let summary = "decide whether a server is the one it claims to be, and say why"
    /// The tool in a paragraph, for its page of the manual.
    static let purpose = """
        Judges the certificates of TLS servers inside the handshake, before one byte of a request is sent, and reports
        every failure at once: which certificate, by which rule, on what evidence, and what to do.
        """

    /// The tool's own help: commands and exit codes.
    static var tool: String {
        var text = """
            holdfast decides whether a server is the one it claims to be, and says why

            usage: holdfast COMMAND [OPTION…] …

            commands:

            """
        text += columns(Command.all.map { ($0.name, $0.summary) })
        text += """

            holdfast COMMAND --help explains a command; holdfast --version prints the version

            exit codes:

            """
        text += columns(ExitCode.table.map { ($0.code, $0.meaning) })
        return text
    }

    /// The help of one command.
    static func of(_ command: Command) -> String {
        var text = """
            \(command.summary)

            usage: holdfast \(command.name) \(command.verbs.isEmpty ? "[OPTION…] " : "")\(command.operands)

            \(command.text)


            """
        if !command.verbs.isEmpty {
            text += "it does:\n\n" + columns(command.verbs.map { ($0.name, $0.summary) }) + "\n"
        }
        text += "options:\n\n"
        text += columns(
            command.options.map { option in
                let letter = option.letter.map { "-\($0), " } ?? ""
                let value = option.placeholder.map { " " + $0 } ?? ""
                let more = option.isRepeatable ? " (repeatable)" : ""
                return (letter + option.name + value, option.help + more)
            })
        text += "\nexamples:\n"
        for example in command.examples { text += "  \(example)\n" }
        return text
    }

    /// Two columns; a long left side stands on a line of its own, a long right side is broken.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = min(30, rows.map(\.0.count).max() ?? 0)
        var text = ""
        for (left, right) in rows {
            let lines = wrapped(right, width: 96 - width)
            if left.count > width {
                text += "  \(left)\n"
                text += "  \(spaces(width))  \(lines[0])\n"
            } else {
                text += "  \(left)\(spaces(width - left.count))  \(lines[0])\n"
            }
            for line in lines.dropFirst() { text += "  \(spaces(width))  \(line)\n" }
        }
        return text
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, last.count + 1 + word.count > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
            }
        }
        return lines
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

/// Commands that are planned and not there yet: naming one is a usage error that says so.
enum VersionHint {
    private static let commands: [String: String] = [
        "scan": "the scanner"
    ]

    /// The part of the program that will bring a command; nil where it will not come.
    static func arrival(ofCommand name: String) -> String? { commands[name] }
}
