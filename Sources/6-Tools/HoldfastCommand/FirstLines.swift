import HoldfastDiagnostics
import HoldfastStatements

/// The lines that `holdfast` alone prints: one for each door, and the one that leads to the rest.
enum FirstLines {
    /// Prints the lines.
    static func show() -> ExitCode {
        Console.result(text(HelpText.width, LanguageOption.spoken))
        return .success
    }

    /// The lines, folded to a width.
    static func text(_ width: Int, _ language: PageLanguage) -> String {
        TextColumns.columns(rows.map { ($0.line, $0.words.text(in: language)) }, width: width)
    }

    private static let rows: [(line: String, words: LocalizedText)] = [
        (
            "holdfast check HOST",
            LocalizedText("is the server who it claims to be, and why not", "服务器是否名副其实，若否，原因何在")
        ),
        ("holdfast trace HOST", LocalizedText("watch the connection, message by message", "逐条消息观察连接")),
        (
            "holdfast lab --try expired",
            LocalizedText("start a bad server here, and see it judged", "在本机启动一台坏服务器并看它受判定")
        ),
        ("holdfast lesson", LocalizedText("learn how HTTPS proves who a server is", "学习 HTTPS 如何证明服务器的身份")),
        (
            "holdfast create ca",
            LocalizedText("make an authority of your own, for servers here", "制作自己的颁发机构，供此处的服务器使用")
        ),
        ("holdfast explain LINE", LocalizedText("what an error of any program means", "任何程序的错误是何含义")),
        ("holdfast --help", LocalizedText("every command", "全部命令")),
    ]
}
