import HoldfastDiagnostics
import HoldfastStatements

/// The help that fits one screen: use, the options that most people need, examples, the codes that matter.
///
/// It is made of the table that the whole help, the manual and the completions are made of.
enum HelpScreen {
    /// Examples that it shows, which stand first.
    private static let mostExamples = 3

    /// The help of one command on a screen.
    static func of(_ command: Command, _ width: Int, _ language: PageLanguage) -> String {
        var text = HelpText.head(command, width, language) + HelpText.verbs(of: command, width, language)
        if !command.common.isEmpty {
            text += HelpText.part(OptionGroup.own.title, language) + HelpText.list(command.common, width, language)
        }
        text += HelpText.part(LocalizedText("examples", "示例"), language)
        for example in command.examples.prefix(mostExamples) {
            text += TextColumns.commandLine(example, width: width)
        }
        text += "\n"
        if command.runsItself {
            text += TextColumns.paragraphs(codes(command.exitCodes).text(in: language), width: width)
        }
        return text + TextColumns.paragraphs(more(about: command).text(in: language), width: width)
    }

    /// The commands, and where the rest is told.
    ///
    /// - Parameter codes: the rows of exit codes; nil for the ranges in a sentence.
    static func tool(_ width: Int, _ language: PageLanguage, codes rows: String? = nil) -> String {
        let summary = LocalizedText(
            "holdfast decides whether a server is the one it claims to be, and says why",
            "holdfast \(HelpText.summary.chinese)")
        var text = TextColumns.paragraphs(summary.text(in: language), width: width)
        text += "\n" + LocalizedText("usage: ", "用法：").text(in: language) + "holdfast COMMAND [OPTION…] …\n"
        text += HelpText.part(LocalizedText("commands", "命令"), language)
        text += TextColumns.columns(Command.all.map { ($0.name, $0.summary.text(in: language)) }, width: width)
        if let rows {
            text += HelpText.part(LocalizedText("exit codes", "退出码"), language) + rows + "\n"
        } else {
            text += "\n" + TextColumns.paragraphs(codes(ExitCode.allCases).text(in: language), width: width)
        }
        let more = LocalizedText(
            "more: holdfast COMMAND --help; every exit code: holdfast --help --all; --version",
            "更多：holdfast COMMAND --help；全部退出码：holdfast --help --all；--version")
        return text + TextColumns.paragraphs(more.text(in: language), width: width)
    }

    /// The line that leads to the rest.
    private static func more(about command: Command) -> LocalizedText {
        let page = command.name.split(separator: " ").first.map { "holdfast-\($0)" } ?? "holdfast"
        let verb =
            command.verbs.isEmpty
            ? .same("")
            : LocalizedText(
                "holdfast \(command.name) VERB --help; ", "holdfast \(command.name) VERB --help；")
        return LocalizedText(
            "more: \(verb.english)holdfast \(command.name) --help --all has every option; man \(page)",
            "更多：\(verb.chinese)holdfast \(command.name) --help --all 列出全部选项；man \(page)")
    }

    /// The exit codes in a sentence: refusals as one range, with those that people meet.
    static func codes(_ codes: [ExitCode]) -> LocalizedText {
        var rows: [LocalizedText] = []
        for code in ExitCode.allCases where codes.contains(code) {
            let isOfRange = ExitCode.refusals.contains(code) && ExitCode.refusals.allSatisfy(codes.contains)
            if isOfRange, code != .issuerNotFound { continue }
            rows.append(
                isOfRange
                    ? refusals
                    : LocalizedText(
                        "\(code.rawValue) \(code.word.english)", "\(code.rawValue) \(code.word.chinese)"))
        }
        return LocalizedText(
            "exit codes: \(rows.map(\.english).joined(separator: "; "))",
            "退出码：\(rows.map(\.chinese).joined(separator: "；"))")
    }

    private static var refusals: LocalizedText {
        let (first, last) = (ExitCode.issuerNotFound.rawValue, ExitCode.workLimit.rawValue)
        let met: [ExitCode] = [.issuerNotFound, .expired, .selfSigned, .untrustedRoot, .nameDiffers]
        return LocalizedText(
            "\(first) to \(last) refused ("
                + met.map { "\($0.rawValue) \($0.word.english)" }.joined(separator: ", ") + ")",
            "\(first) 至 \(last) 被拒绝（" + met.map { "\($0.rawValue) \($0.word.chinese)" }.joined(separator: "、") + "）")
    }
}

extension ExitCode {
    /// The meaning in a word or two, where there is room for no more.
    fileprivate var word: LocalizedText {
        switch self {
        case .success: LocalizedText("trusted, or done", "可信，或已完成")
        case .internalError: LocalizedText("error", "错误")
        case .connection: LocalizedText("no connection", "无法连接")
        case .handshakeBeforeVerdict: LocalizedText("no TLS", "没有 TLS")
        case .handshakeAfterVerdict: LocalizedText("TLS failed later", "TLS 随后失败")
        case .issuerNotFound: LocalizedText("issuer not found", "找不到签发者")
        case .expired: LocalizedText("expired", "已过期")
        case .selfSigned: LocalizedText("self-signed", "自签名")
        case .untrustedRoot: LocalizedText("unknown root", "未知的根")
        case .nameDiffers: LocalizedText("another name", "名称不符")
        case .transfer: LocalizedText("HTTP failed", "HTTP 失败")
        case .expiresSoon: LocalizedText("expires soon", "即将过期")
        case .findings: LocalizedText("findings", "有问题")
        default: meaning
        }
    }
}
