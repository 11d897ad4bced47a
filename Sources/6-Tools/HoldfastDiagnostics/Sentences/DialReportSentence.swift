import HoldfastStatements

/// Sentences about the addresses of a name, and who named them.
enum DialReportSentence: Sentence {
    /// Rules of connections, which are options of a command.
    case connectionRules
    /// A rule of a policy file.
    case policyFile(String)
    /// The test bed, which knows where its servers listen.
    case lab
    case systemResolver
    case notTheServer(address: String, namer: Statement, host: String)
    case certificateFor(host: String)
    case lookAtNamer(Statement, host: String)
    case refused(code: String, Statement)

    static let topic = "dial"

    var words: LocalizedText {
        switch self {
        case .connectionRules: LocalizedText("--connect-to or --resolve", "--connect-to 或 --resolve")
        case .policyFile(let file): LocalizedText("connectTo in \(file)", "\(file) 中的 connectTo")
        case .lab: LocalizedText("the lab", "lab")
        case .systemResolver: LocalizedText("the system's resolver", "系统解析器")
        case .notTheServer(let address, let namer, let host):
            LocalizedText(
                "the address \(address), named by \(namer.english), leads to a server that is not \(host)",
                "\(namer.chinese) 给出的地址 \(address) 通向的服务器不是 \(host)")
        case .certificateFor(let host): LocalizedText("a certificate for \(host)", "\(host) 的证书")
        case .lookAtNamer(let namer, let host):
            LocalizedText(
                "look at what \(namer.english) answers (holdfast resolve --judge \(host)), and who changes it",
                "请查看 \(namer.chinese) 的应答（holdfast resolve --judge \(host)），并查明是谁改动了它")
        case .refused(let code, let message):
            LocalizedText("\(code): \(message.english)", "\(code)：\(message.chinese)")
        }
    }
}
