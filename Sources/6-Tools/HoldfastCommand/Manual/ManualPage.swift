import HoldfastStatements
import HoldfastDiagnostics

/// One page of the manual, made of the texts that `--help` prints (man(7)).
struct ManualPage {
    /// The name of the page, such as `holdfast-check`.
    let name: String
    /// The page in the language of man.
    let text: String

    /// The page of the tool itself: its commands and exit codes.
    static func tool(_ language: PageLanguage) -> ManualPage {
        var lines = top("holdfast", HelpText.summary, language)
        lines += ["\\fBholdfast\\fR \\fICOMMAND\\fR [\\fIOPTION\\[u2026]\\fR] \\[u2026]"]
        lines.append(section(Self.description, language))
        lines += paragraphs(HelpText.purpose.text(in: language))
        lines.append(section(LocalizedText("COMMANDS", "命令"), language))
        for command in Command.all {
            lines += [".TP", "\\fB\(escaped(command.name))\\fR", line(command.summary.text(in: language))]
        }
        lines.append(section(Self.optionTitle, language))
        lines += options(Command.everywhere, language)
        lines += [
            ".TP", "\\fB\\-\\-version\\fR",
            line(LocalizedText("print the version", "输出版本").text(in: language)),
        ]
        lines.append(section(Self.exitStatus, language))
        for (code, meaning) in ExitCode.table { lines += [".TP", code, line(meaning.text(in: language))] }
        lines.append(section(Self.seeAlso, language))
        lines += references(Command.all.map { "holdfast-\($0.name)" })
        return ManualPage(name: "holdfast", text: lines.map { $0 + "\n" }.joined())
    }

    // The titles of man-pages(7).
    private static let description = LocalizedText("DESCRIPTION", "描述")
    private static let optionTitle = LocalizedText("OPTIONS", "选项")
    private static let exitStatus = LocalizedText("EXIT STATUS", "退出状态")
    private static let seeAlso = LocalizedText("SEE ALSO", "参见")

    /// The request that begins a section.
    private static func section(_ title: LocalizedText, _ language: PageLanguage) -> String {
        let words = title.text(in: language)
        return ".SH " + (words.contains(" ") ? "\"\(words)\"" : escaped(words))
    }

    /// The page of one command, its verbs among it.
    init(of command: Command, _ language: PageLanguage) {
        name = "holdfast-\(command.name)"
        var lines = Self.top(name, command.summary, language)
        for form in (command.runsItself ? [command] : []) + command.verbs {
            lines += [
                "\\fBholdfast \(Self.escaped(form.name))\\fR [\\fIOPTION\\[u2026]\\fR]"
                    + (form.operands.isEmpty ? "" : " " + Self.escaped(form.operands))
            ]
            if form.name != (command.verbs.last ?? command).name { lines.append(".br") }
        }
        lines.append(Self.section(Self.description, language))
        lines += Self.words(of: command, language)
        if command.runsItself {
            lines.append(Self.section(Self.optionTitle, language))
            lines += Self.groups(command, language)
        }
        for verb in command.verbs {
            lines.append(".SH \"\(Self.escaped(verb.name.uppercased()))\"")
            lines.append(Self.line(verb.summary.text(in: language)))
            lines.append(".PP")
            lines += Self.words(of: verb, language)
            lines += Self.groups(verb, language)
            lines += [".PP"] + Self.examples(verb.examples)
        }
        lines.append(Self.section(LocalizedText("EXAMPLES", "示例"), language))
        lines += Self.examples(command.examples)
        lines.append(Self.section(Self.exitStatus, language))
        let codes = command.exitCodes + command.verbs.flatMap(\.exitCodes)
        for (code, meaning) in ExitCode.rows(of: codes) {
            lines += [".TP", code, Self.line(meaning.text(in: language))]
        }
        lines.append(Self.section(Self.seeAlso, language))
        lines += Self.references(["holdfast"])
        text = lines.map { $0 + "\n" }.joined()
    }

    private init(name: String, text: String) { (self.name, self.text) = (name, text) }

    /// The meaning of a command's operands, and its paragraphs.
    private static func words(of command: Command, _ language: PageLanguage) -> [String] {
        (command.meaning.map { [line($0.text(in: language)), ".PP"] } ?? [])
            + paragraphs(command.text.text(in: language))
    }

    private static func top(_ name: String, _ summary: LocalizedText, _ language: PageLanguage) -> [String] {
        let title = escaped(name.uppercased())
        // man fills lines to the right edge by wider blanks (groff(7): ad), of which Chinese has few.
        let adjustment = language == .chinese ? [".ad l"] : []
        return [
            ".TH \"\(title)\" 1 \"\(HelpText.released)\" \"holdfast \(HelpText.version)\" \"Holdfast\""
        ] + adjustment + [
            section(LocalizedText("NAME", "名称"), language),
            "\(escaped(name)) \\- \(escaped(summary.text(in: language)))",
            section(LocalizedText("SYNOPSIS", "概要"), language),
        ]
    }

    /// The options of a command, each group under its title.
    private static func groups(_ command: Command, _ language: PageLanguage) -> [String] {
        command.groups.flatMap { group, options in
            (group == .own ? [] : [".SS \"\(escaped(group.title.text(in: language)))\""])
                + Self.options(options, language)
        }
    }

    private static func options(_ options: [CommandOption], _ language: PageLanguage) -> [String] {
        options.flatMap { option in
            let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
            let help = HelpText.help(of: option).text(in: language)
            return [".TP", "\(letter)\\fB\(escaped(option.name))\\fR\(value)", line(help)]
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

    /// Marks of Chinese that may not begin a line.
    private static let closing = Set("，。；：、！？）」』》】…".unicodeScalars)

    /// Whether a line may end behind a Chinese character: man breaks lines at blanks alone, of which Chinese has none.
    private static func mayBreak(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
        let isChinese = (0x3000...0x9fff).contains(scalar.value) || (0xff00...0xffef).contains(scalar.value)
        guard isChinese, let next, next != " " else { return false }
        return !closing.contains(next) && !"（「『《【".unicodeScalars.contains(scalar)
    }

    /// A text without characters that mean something to man, and in ASCII (groff_char(7)).
    private static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
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
                // A place where the line may end (groff(7)).
                if mayBreak(scalar, index + 1 < scalars.count ? scalars[index + 1] : nil) { result += "\\:" }
            }
        }
        return result
    }
}
