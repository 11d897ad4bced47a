import HoldfastDiagnostics
import HoldfastStatements

/// The texts that `--help` prints: the whole of it, and what fits one screen, both made of the command's one table.
enum HelpText {
    /// The version, and the day from which on it is one; CHANGELOG.md and the tag say the same (scripts/release check).
    static let version = "0.2.0"
    static let released = "2026-11-27"

    static let summary = LocalizedText(
        "decide whether a server is the one it claims to be, and say why", "判定服务器是否名副其实，并说明理由")
    /// The tool in a paragraph, for its page of the manual.
    static let purpose = LocalizedText(
        """
        Judges the certificates of TLS servers inside the handshake, before one byte of a request is sent, and reports
        every failure at once: which certificate, by which rule, on what evidence, and what to do.
        """,
        """
        在握手之中、发送请求的任何字节之前判定 TLS 服务器的证书，并一次报告全部问题：是哪张证书、依据哪条规则、有何证据、应如何处理。
        """)

    /// The columns that help is folded to: the terminal's, at most 100, which eyes still follow; 80 without one.
    static var width: Int { Descriptor.columns.map { min(max($0, 40), 100) } ?? 80 }

    /// Prints a command's help: one screen, or with `--all` the whole of it.
    static func show(_ command: Command, asAskedIn arguments: some Sequence<String>) -> ExitCode {
        let text =
            isAll(arguments)
            ? of(command, width: width, LanguageOption.spoken) : HelpScreen.of(command, width, LanguageOption.spoken)
        Console.result(text)
        return .success
    }

    /// Prints the tool's own help, as that of a command.
    static func showTool(asAskedIn arguments: some Sequence<String>) -> ExitCode {
        let text =
            isAll(arguments)
            ? tool(width: width, LanguageOption.spoken) : HelpScreen.tool(width, LanguageOption.spoken)
        Console.result(text)
        return .success
    }

    /// Whether all of the help is asked for, where help is.
    static func isAll(_ arguments: some Sequence<String>) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--all")
    }

    /// The tool's own help: commands and exit codes.
    static func tool(width: Int, _ language: PageLanguage = .english) -> String {
        HelpScreen.tool(width, language, codes: rows(ExitCode.table, language, width))
    }

    /// The whole help of one command.
    static func of(_ command: Command, width: Int, _ language: PageLanguage = .english) -> String {
        var text = head(command, width, language)
        text += "\n" + TextColumns.paragraphs(command.text.text(in: language), width: width)
        text += verbs(of: command, width, language)
        for (group, options) in command.groups {
            text += part(group.title, language) + list(options, width, language)
        }
        text += part(LocalizedText("examples", "示例"), language)
        for example in command.examples { text += TextColumns.commandLine(example, width: width) }
        if command.runsItself {
            text += part(LocalizedText("exit codes", "退出码"), language)
            text += rows(ExitCode.rows(of: command.exitCodes), language, width)
        }
        return text
    }

    // MARK: Parts of both

    /// The summary, the usage, and the meaning of the operands.
    static func head(_ command: Command, _ width: Int, _ language: PageLanguage) -> String {
        var text = TextColumns.paragraphs(command.summary.text(in: language), width: width)
        let form = "holdfast \(command.name) \(command.runsItself ? "[OPTION…] " : "")\(command.operands)"
        let usage = LocalizedText("usage: ", "用法：").text(in: language)
        text += "\n" + TextColumns.paragraphs(usage + form, width: width)
        guard let meaning = command.meaning else { return text }
        return text + "\n" + TextColumns.paragraphs(meaning.text(in: language), width: width)
    }

    /// The verbs of a command; empty where it has none.
    static func verbs(of command: Command, _ width: Int, _ language: PageLanguage) -> String {
        guard !command.verbs.isEmpty else { return "" }
        return part(LocalizedText("it does", "功能"), language)
            + TextColumns.columns(
                command.verbs.map { ($0.name, $0.summary.text(in: language)) }, width: width)
    }

    /// The title of a part, with an empty line before it.
    static func part(_ title: LocalizedText, _ language: PageLanguage) -> String {
        "\n" + LocalizedText("\(title.english):", "\(title.chinese)：").text(in: language) + "\n"
    }

    /// Options in two columns.
    static func list(_ options: [CommandOption], _ width: Int, _ language: PageLanguage) -> String {
        TextColumns.columns(options.map { row($0, language) }, width: width)
    }

    private static func row(_ option: CommandOption, _ language: PageLanguage) -> (String, String) {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let value = option.placeholder.map { " " + $0 } ?? ""
        return (letter + option.name + value, help(of: option).text(in: language))
    }

    /// The option's own words, and whether it may come more than once.
    static func help(of option: CommandOption) -> LocalizedText {
        guard option.isRepeatable else { return option.help }
        return LocalizedText(option.help.english + " (repeatable)", option.help.chinese + "（可重复）")
    }

    private static func rows(
        _ rows: [(code: String, meaning: LocalizedText)], _ language: PageLanguage, _ width: Int
    ) -> String {
        TextColumns.columns(rows.map { ($0.code, $0.meaning.text(in: language)) }, width: width)
    }
}
