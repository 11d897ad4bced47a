import HoldfastStatements
import HoldfastDiagnostics

/// One page of the manual, made of the texts that `--help` prints (man(7)).
struct ManualPage {
    /// The name of the page, such as `holdfast-check`.
    let name: String
    /// The page in the language of man.
    let text: String

    /// The page of the tool itself: its commands and exit codes.
    static var tool: ManualPage {
        var lines = top("holdfast", HelpText.summary.english)
        lines += ["\\fBholdfast\\fR \\fICOMMAND\\fR [\\fIOPTION\\[u2026]\\fR] \\[u2026]", ".SH DESCRIPTION"]
        lines += paragraphs(HelpText.purpose)
        lines.append(".SH COMMANDS")
        for command in Command.all {
            lines += [".TP", "\\fB\(escaped(command.name))\\fR", line(command.summary.english)]
        }
        lines.append(".SH OPTIONS")
        lines += options(Command.everywhere)
        lines += [".TP", "\\fB\\-\\-version\\fR", "print the version"]
        lines.append(".SH \"EXIT STATUS\"")
        for (code, meaning) in ExitCode.table { lines += [".TP", code, line(meaning.english)] }
        lines.append(".SH \"SEE ALSO\"")
        lines += references(Command.all.map { "holdfast-\($0.name)" })
        return ManualPage(name: "holdfast", text: lines.map { $0 + "\n" }.joined())
    }

    /// The page of one command, its verbs among it.
    init(of command: Command) {
        name = "holdfast-\(command.name)"
        var lines = Self.top(name, command.summary.english)
        for form in command.verbs.isEmpty ? [command] : command.verbs {
            lines += [
                "\\fBholdfast \(Self.escaped(form.name))\\fR [\\fIOPTION\\[u2026]\\fR]"
                    + (form.operands.isEmpty ? "" : " " + Self.escaped(form.operands))
            ]
            if form.name != (command.verbs.last ?? command).name { lines.append(".br") }
        }
        lines.append(".SH DESCRIPTION")
        if let meaning = command.meaning { lines += [Self.line(meaning.english), ".PP"] }
        lines += Self.paragraphs(command.text)
        if command.verbs.isEmpty {
            lines.append(".SH OPTIONS")
            lines += Self.groups(command)
        }
        for verb in command.verbs {
            lines.append(".SH \"\(Self.escaped(verb.name.uppercased()))\"")
            lines.append(Self.line(verb.summary.english))
            lines.append(".PP")
            if let meaning = verb.meaning { lines += [Self.line(meaning.english), ".PP"] }
            lines += Self.paragraphs(verb.text)
            lines += Self.groups(verb)
            lines += [".PP"] + Self.examples(verb.examples)
        }
        lines.append(".SH EXAMPLES")
        lines += Self.examples(command.examples)
        lines.append(".SH \"EXIT STATUS\"")
        let codes = command.exitCodes + command.verbs.flatMap(\.exitCodes)
        for (code, meaning) in ExitCode.rows(of: codes) { lines += [".TP", code, Self.line(meaning.english)] }
        lines.append(".SH \"SEE ALSO\"")
        lines += Self.references(["holdfast"])
        text = lines.map { $0 + "\n" }.joined()
    }

    private init(name: String, text: String) { (self.name, self.text) = (name, text) }

    private static func top(_ name: String, _ summary: String) -> [String] {
        let title = escaped(name.uppercased())
        return [
            ".TH \"\(title)\" 1 \"\(HelpText.released)\" \"holdfast \(HelpText.version)\" \"Holdfast\"",
            ".SH NAME", "\(escaped(name)) \\- \(escaped(summary))", ".SH SYNOPSIS",
        ]
    }

    /// The options of a command, each group under its title.
    private static func groups(_ command: Command) -> [String] {
        command.groups.flatMap { group, options in
            (group == .own ? [] : [".SS \"\(escaped(group.title.english))\""]) + Self.options(options)
        }
    }

    private static func options(_ options: [CommandOption]) -> [String] {
        options.flatMap { option in
            let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
            let more = option.isRepeatable ? " (repeatable)" : ""
            return [".TP", "\(letter)\\fB\(escaped(option.name))\\fR\(value)", line(option.help.english + more)]
        }
    }

    private static func examples(_ examples: [String]) -> [String] {
        [".nf", ".RS 4"] + examples.map(line) + [".RE", ".fi"]
    }

    private static func references(_ names: [String]) -> [String] {
        names.enumerated().map { ".BR \(escaped($0.element)) (1)" + ($0.offset + 1 < names.count ? "," : "") }
    }

    /// A text with empty lines between its paragraphs; lines that begin with a space keep their ends.
    private static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var isKept = false
        for written in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if written.isEmpty {
                if isKept { lines.append(".fi") }
                isKept = false
                lines.append(".PP")
            } else {
                if written.hasPrefix(" "), !isKept {
                    lines.append(".nf")
                    isKept = true
                }
                lines.append(line(String(written)))
            }
        }
        return isKept ? lines + [".fi"] : lines
    }

    /// A line of text: one that begins with a dot or a quotation mark would be taken for a request.
    private static func line(_ text: String) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// A text without characters that mean something to man, and in ASCII (groff_char(7)).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case " "..."~": result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return result
    }
}
