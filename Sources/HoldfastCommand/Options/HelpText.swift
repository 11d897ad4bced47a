import HoldfastDiagnostics

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

    /// The columns that help is folded to: the terminal's, at most 100, which eyes still follow; 80 without one.
    static var width: Int { Descriptor.columns.map { min(max($0, 40), 100) } ?? 80 }

    /// The tool's own help: commands and exit codes.
    static func tool(width: Int) -> String {
        var text = """
            holdfast decides whether a server is the one it claims to be, and says why

            usage: holdfast COMMAND [OPTION…] …

            commands:

            """
        text += TextColumns.columns(Command.all.map { ($0.name, $0.summary) }, width: width)
        text += "\n"
        text += TextColumns.paragraphs(
            "holdfast COMMAND --help explains a command; holdfast --version prints the version", width: width)
        text += "\nexit codes:\n"
        text += TextColumns.columns(ExitCode.table.map { ($0.code, $0.meaning) }, width: width)
        return text
    }

    /// The help of one command.
    static func of(_ command: Command, width: Int) -> String {
        var text = TextColumns.paragraphs(command.summary, width: width)
        let form = "holdfast \(command.name) \(command.verbs.isEmpty ? "[OPTION…] " : "")\(command.operands)"
        text += "\n" + TextColumns.paragraphs("usage: " + form, width: width)
        text += "\n" + TextColumns.paragraphs(command.text, width: width)
        if !command.verbs.isEmpty {
            text += "\nit does:\n" + TextColumns.columns(command.verbs.map { ($0.name, $0.summary) }, width: width)
        }
        for (group, options) in command.groups {
            text += "\n\(group.rawValue):\n" + TextColumns.columns(options.map(row), width: width)
        }
        text += "\nexamples:\n"
        for example in command.examples { text += TextColumns.commandLine(example, width: width) }
        if command.verbs.isEmpty {
            let rows = ExitCode.rows(of: command.exitCodes)
            text += "\nexit codes:\n" + TextColumns.columns(rows.map { ($0.code, $0.meaning) }, width: width)
        }
        return text
    }

    private static func row(_ option: CommandOption) -> (String, String) {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let value = option.placeholder.map { " " + $0 } ?? ""
        return (letter + option.name + value, option.help + (option.isRepeatable ? " (repeatable)" : ""))
    }
}

extension Command {
    /// The options by their groups, in the order of the help.
    var groups: [(group: OptionGroup, options: [CommandOption])] {
        OptionGroup.allCases.map { group in (group, options.filter { $0.group == group }) }
            .filter { !$0.options.isEmpty }
    }
}

/// Commands that are planned and not there yet: naming one is a usage error that says so.
enum VersionHint {
    private static let commands: [String: String] = [
        "scan": "the scanner"
    ]

    /// The part of the program that will bring a command; nil where it will not come.
    static func arrival(ofCommand name: String) -> String? { commands[name] }
}
