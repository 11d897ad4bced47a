import HoldfastDiagnostics
import HoldfastStatements

/// Sentences about lists of servers, and about the way through them.
enum ScanSentence: Sentence {
    case noOption(text: String)
    case noAddress(text: String)
    case noShard(text: String)
    case tooFewFiles(concurrency: Int, files: Int)
    case isServer(text: String)
    case at(file: String, line: Int, reason: Statement)
    case lineTooLong(limit: Int)
    case linesLeftOut(count: Int, told: Int)
    case nothingListed(file: String)
    case noSecretForTLS(file: String)
    case secretWithoutName

    static let topic = "commandScan"

    var words: LocalizedText {
        switch self {
        case .noOption(let text):
            LocalizedText("\(Wording.quoted(text)) is no option of a line", "\(Wording.quoted(text)) 不是行的选项")
        case .noAddress(let text):
            LocalizedText("address=: \(Wording.quoted(text)) is no address", "address=：\(Wording.quoted(text)) 不是地址")
        case .noShard(let text):
            LocalizedText("--shard: \(Wording.quoted(text)) is no part", "--shard：\(Wording.quoted(text)) 不是一份")
        case .tooFewFiles(let concurrency, let files):
            LocalizedText(
                "--concurrency: \(concurrency) connections need more open files than this process may have, which are "
                    + "\(files)",
                "--concurrency：\(concurrency) 个连接所需的打开文件数超过本进程的上限 \(files)")
        case .isServer(let text):
            LocalizedText(
                "\(Wording.quoted(text)) is a server, and no list of servers", "\(Wording.quoted(text)) 是服务器，不是服务器列表")
        case .at(let file, let line, let reason):
            file == "-"
                ? ListSentence.at(line: line, reason: reason).words
                : LocalizedText(
                    "\(Wording.quoted(file)), line \(line): \(reason.english)",
                    "\(Wording.quoted(file)) 第 \(line) 行：\(reason.chinese)")
        case .lineTooLong(let limit):
            LocalizedText("it is longer than \(limit) octets", "该行超过 \(limit) 个字节")
        case .linesLeftOut(let count, let told):
            LocalizedText(
                "\(count) \(count == 1 ? "line is" : "lines are") wrong and left out"
                    + (count > told ? ", of which the first \(told) are named" : ""),
                "\(count) 行有误，已略去" + (count > told ? "，只列出前 \(told) 行" : ""))
        case .nothingListed(let file):
            file == "-"
                ? ListSentence.none(of: .target).words
                : LocalizedText("\(Wording.quoted(file)) names no target", "\(Wording.quoted(file)) 中没有目标")
        case .noSecretForTLS(let file):
            LocalizedText(
                "\(Wording.quoted(file)) has no secret of the type kubernetes.io/tls",
                "\(Wording.quoted(file)) 中没有 kubernetes.io/tls 类型的 Secret")
        case .secretWithoutName:
            LocalizedText(
                "neither cert-manager nor the certificate names a host, which the options judge for",
                "注解与证书都没有给出主机名，而所给选项按主机名判定")
        }
    }
}

/// Advice about lists of servers.
enum ScanAdvice: Sentence {
    case lineOptions
    case writeAddress
    case writeShard
    case raiseFiles(files: Int)
    case check(target: String)
    case oneALine
    case nagiosAlone

    static let topic = "commandScanAdvice"

    var words: LocalizedText {
        switch self {
        case .lineOptions:
            LocalizedText(
                "a line is a server, then starttls=PROTOCOL, address=IP or sni=NAME where they are wanted, then # and "
                    + "whose it is",
                "一行依次为服务器，所需的 starttls=协议、address=IP 或 sni=名称，最后是 # 与负责人")
        case .writeAddress: LocalizedText("write an IP address, without brackets and port", "请写 IP 地址，不带方括号与端口")
        case .writeShard: LocalizedText("write --shard 1/4 to --shard 4/4", "请写 --shard 1/4 至 --shard 4/4")
        case .raiseFiles(let files):
            LocalizedText("ulimit -n \(files) allows more, or ask for fewer", "ulimit -n \(files) 可提高上限，或减少连接数")
        case .check(let target):
            LocalizedText("holdfast check \(target) judges one server", "holdfast check \(target) 判定一台服务器")
        case .oneALine: LocalizedText("write one server a line", "请每行写一台服务器")
        case .nagiosAlone:
            LocalizedText("--nagios prints one line, and has exit codes of its own", "--nagios 只输出一行，退出码自有规定")
        }
    }
}
