import HoldfastStatements

/// Sentences about the options of `holdfast trace`.
enum TraceCommandSentence: Sentence {
    case resumeNeedsSecond
    case noAddress(target: String)
    case noProtocol(text: String)
    case headBesideALPN
    case noRepeat(text: String, most: Int)
    case noVersion(text: String)
    case noALPN(text: String)
    case nobodyAnswers(Statement)

    static let topic = "commandTraceCommand"

    var words: LocalizedText {
        switch self {
        case .resumeNeedsSecond: LocalizedText("--resume needs a second connection", "--resume 需要第二次连接")
        case .noAddress(let target): LocalizedText("\(target): the name has no address", "\(target)：该名称没有地址")
        case .noProtocol(let text):
            LocalizedText(
                "--starttls: \(Wording.quoted(text)) is no protocol that changes to TLS here",
                "--starttls：\(Wording.quoted(text)) 不是此处可转为 TLS 的协议")
        case .headBesideALPN:
            LocalizedText("--head speaks HTTP/1.1, and --alpn offers others", "--head 使用 HTTP/1.1，而 --alpn 提供其他协议")
        case .noRepeat(let text, let most):
            LocalizedText(
                "--repeat: \(Wording.quoted(text)) is no number from 1 to \(most)",
                "--repeat：\(Wording.quoted(text)) 不是 1 到 \(most) 之间的数")
        case .noVersion(let text):
            LocalizedText("--tls: \(Wording.quoted(text)) is no version", "--tls：\(Wording.quoted(text)) 不是版本")
        case .noALPN(let text):
            LocalizedText(
                "--alpn: \(Wording.quoted(text)) is no list of protocols",
                "--alpn：\(Wording.quoted(text)) 不是协议列表")
        case .nobodyAnswers(let failure):
            LocalizedText(
                "behind the delay line nobody answers: \(failure.english)", "延迟线路之后无人应答：\(failure.chinese)")
        }
    }
}

/// Advice of `holdfast trace`.
enum TraceCommandAdvice: Sentence {
    case serverOfThisMachine
    case tellsOfOptions
    case quietAlone
    case protocols(names: String)
    case noPage
    case suchAs20
    case repeatTwice
    case versions
    case suchAsH2

    static let topic = "commandTraceCommandAdvice"

    var words: LocalizedText {
        switch self {
        case .serverOfThisMachine: LocalizedText("the delay line leads to a server of this machine", "延迟线路通向本机的服务器")
        case .tellsOfOptions:
            LocalizedText("holdfast trace --help --all tells of the options", "holdfast trace --help --all 说明各选项")
        case .quietAlone: LocalizedText("name a file, or give --quiet alone", "请指定文件，或只给出 --quiet")
        case .protocols(let names): LocalizedText("protocols are \(names)", "协议有 \(names)")
        case .noPage: LocalizedText("there is no page to ask for", "没有可以请求的页面")
        case .suchAs20: LocalizedText("such as 20", "例如 20")
        case .repeatTwice: LocalizedText("leave --repeat out, or give it 2 or more", "请去掉 --repeat，或给出 2 以上的值")
        case .versions: LocalizedText("versions are 1.0, 1.1, 1.2, 1.3", "版本有 1.0、1.1、1.2、1.3")
        case .suchAsH2: LocalizedText("such as h2,http/1.1", "例如 h2,http/1.1")
        }
    }
}
