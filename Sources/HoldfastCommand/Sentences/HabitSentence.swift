import HoldfastStatements

/// Advice for those who bring other programs' words.
enum HabitAdvice: Sentence {
    case write(line: String)
    case scanComes(line: String)
    case verifyOption
    case nothingSwitchesOff
    case alwaysJudged
    case oldVersionsAreNotSpoken
    case formIsFound
    case noRetry
    case severalAtOnce
    case redirectsAreFollowed
    case passphraseFile

    static let topic = "commandHabitAdvice"

    var words: LocalizedText {
        switch self {
        case .write(let line): LocalizedText("write \(line)", "请写 \(line)")
        case .scanComes(let line):
            LocalizedText(
                "what a server speaks is listed by no command yet; one version is tried by \(line)",
                "尚无命令列出服务器支持的版本与套件；以 \(line) 试验其中一个版本")
        // Asked for by what stands behind it, and told as one of the others.
        case .verifyOption: LocalizedText("certificates are always judged", "证书总会受判定")
        case .nothingSwitchesOff:
            LocalizedText(
                "nothing switches the judging off: --anchors FILE, or holdfast trust add, says whom to trust",
                "判定无法关闭：以 --anchors FILE 或 holdfast trust add 指明信任谁")
        case .alwaysJudged:
            LocalizedText("leave it out: certificates are always judged", "请去掉：证书总会受判定")
        case .oldVersionsAreNotSpoken:
            LocalizedText(
                "leave it out: TLS 1.2 and 1.3 alone are spoken; holdfast trace --tls 1.0 HOST tries an old one",
                "请去掉：只使用 TLS 1.2 与 1.3；holdfast trace --tls 1.0 HOST 可试验旧版本")
        case .formIsFound: LocalizedText("leave it out: the file's form is found out", "请去掉：文件的格式会自行识别")
        case .noRetry:
            LocalizedText(
                "leave it out: a failure is told at once; the shell repeats: for i in 1 2 3; do holdfast check HOST "
                    + "&& break; done",
                "请去掉：失败会立即报告；可由 shell 重复：for i in 1 2 3; do holdfast check HOST && break; done")
        case .severalAtOnce:
            LocalizedText(
                "leave it out: several servers are judged at once, and told in their order",
                "请去掉：多台服务器同时判定，按其顺序报告")
        case .redirectsAreFollowed:
            LocalizedText(
                "leave it out: redirects are followed; --max-redirects 0 follows none",
                "请去掉：重定向会被跟随；--max-redirects 0 不跟随")
        case .passphraseFile:
            LocalizedText(
                "write --passphrase-file FILE: an argument is seen by everybody",
                "请写 --passphrase-file FILE：参数人人可见")
        }
    }
}
