import HoldfastStatements

/// Sentences about the servers that a command line names.
enum TargetSentence: Sentence {
    case about(target: String, answer: Statement)
    case connection(target: String, number: Int, answer: Statement)
    case noFileEither
    case isFile(text: String)
    case wrong(text: String, reason: Statement)
    case startTLS(text: String)
    case noHTTPS(text: String)
    case tooMany(most: Int)
    case portApart(port: String, server: String)

    static let topic = "commandTarget"

    var words: LocalizedText {
        switch self {
        case .connection(let target, let number, let answer):
            LocalizedText(
                "\(target), connection \(number): \(Wording.clause(answer.english))",
                "\(target)，第 \(number) 次连接：\(Wording.clause(answer.chinese))")
        case .about(let target, let answer):
            LocalizedText(
                "\(target): \(Wording.clause(answer.english))",
                "\(target)：\(Wording.clause(answer.chinese))")
        case .noFileEither: LocalizedText("there is no file of that name either", "也没有这个名称的文件")
        case .isFile(let text): LocalizedText("'\(text)' is a file, and no server", "'\(text)' 是文件，不是服务器")
        case .wrong(let text, let reason):
            LocalizedText(
                "'\(text)': \(Wording.clause(reason.english))",
                "'\(text)'：\(Wording.clause(reason.chinese))")
        case .startTLS(let text):
            LocalizedText(
                "'\(text)': with --starttls a target is host or host:port",
                "'\(text)'：使用 --starttls 时，目标须为 host 或 host:port")
        case .noHTTPS(let text): LocalizedText("'\(text)' is no https URL", "'\(text)' 不是 https URL")
        case .portApart(let port, let server):
            LocalizedText(
                "the port \(port) stands apart from \(server)", "端口 \(port) 与 \(server) 分开了")
        case .tooMany(let most): LocalizedText("more than \(most) targets", "目标超过 \(most) 个")
        }
    }
}

/// Advice about servers' names.
enum TargetAdvice: Sentence {
    case behindStartTLS(protocolName: String)
    case withoutTLS
    case portOfTLS(port: Int)
    case webSocket(url: String)
    case evaluateOrInspect
    case readList(file: String)
    case evaluateFile(file: String)
    case inspectFile(file: String)
    case fileOfThatName(file: String)
    case writeTarget
    case writeMail(port: Int)
    case fewerAtOnce
    case writeTime
    case writeEnd
    case writeDuration(example: String)
    case suchAs(example: String)

    static let topic = "commandTargetAdvice"

    var words: LocalizedText {
        switch self {
        case .behindStartTLS(let protocolName):
            LocalizedText(
                "write host or host:port behind --starttls \(protocolName)",
                "请在 --starttls \(protocolName) 之后写 host 或 host:port")
        case .withoutTLS:
            LocalizedText(
                "without TLS there is no certificate to judge; write https://…",
                "没有 TLS 就没有可以判定的证书；请写 https://…")
        case .portOfTLS(let port):
            LocalizedText("write host:\(port), where TLS begins at once", "请写 host:\(port)，该端口直接以 TLS 开始")
        case .webSocket(let url):
            LocalizedText(
                "write \(url): the certificate of a WebSocket's server is the same", "请写 \(url)：WebSocket 服务器的证书与此相同")
        case .readList(let file):
            LocalizedText(
                "holdfast check - < \(ShellLine.of([file])) reads servers from it, one a line",
                "holdfast check - < \(ShellLine.of([file])) 从中读取服务器，每行一个")
        case .evaluateFile(let file):
            LocalizedText(
                "it holds certificates: holdfast evaluate \(ShellLine.of([file])) --host NAME judges them",
                "其中有证书：holdfast evaluate \(ShellLine.of([file])) --host NAME 判定它们")
        case .inspectFile(let file):
            LocalizedText(
                "holdfast inspect \(ShellLine.of([file])) shows what it holds",
                "holdfast inspect \(ShellLine.of([file])) 显示其内容")
        case .fileOfThatName(let file):
            LocalizedText(
                "there is a file of that name: holdfast check - < \(ShellLine.of([file])) reads servers from it",
                "有一个同名的文件：holdfast check - < \(ShellLine.of([file])) 从中读取服务器")
        case .evaluateOrInspect:
            LocalizedText(
                "holdfast evaluate judges a recorded chain, holdfast inspect shows a file, - < FILE "
                    + "reads servers",
                "判定已记录的证书链用 holdfast evaluate，查看文件用 holdfast inspect，读取服务器列表用 - < FILE")
        case .writeTarget:
            LocalizedText(
                "write https://host, host:port or an address; IPv6 stands in brackets before a port",
                "请写 https://host、host:port 或地址；端口之前的 IPv6 写在方括号中")
        case .writeMail(let port):
            LocalizedText(
                "write mail.example.com or mail.example.com:\(port)",
                "请写 mail.example.com 或 mail.example.com:\(port)")
        case .fewerAtOnce: LocalizedText("check fewer at once", "请减少一次检查的目标")
        case .writeTime:
            LocalizedText(
                "write a date such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z (RFC 3339)",
                "请写日期，如 2026-11-21，或时间，如 2026-11-21T10:00:00Z（RFC 3339）")
        case .writeEnd:
            LocalizedText(
                "write a length such as 30d, a date such as 2027-01-31, or a time (RFC 3339)",
                "请写时长，如 30d；日期，如 2027-01-31；或时间（RFC 3339）")
        case .writeDuration(let example):
            LocalizedText("write a number and m, h, d or w, such as \(example)", "请写数字并加 m、h、d 或 w，例如 \(example)")
        case .suchAs(let example): LocalizedText("such as \(example)", "例如 \(example)")
        }
    }
}
