import HoldfastGate
import HoldfastFiles
import HoldfastStatements

/// Sentences about the proxy of `holdfast gate` and `holdfast browse`.
enum GateCommandSentence: Sentence {
    case noCommand
    case cannotRun(program: String, fault: String)
    case policy(purpose: String)
    case certWithoutFor
    case notAddressAndPort(text: String)
    case hasNoAddress(text: String)

    static let topic = "commandGate"

    var words: LocalizedText {
        switch self {
        case .noCommand: LocalizedText("no command to run", "没有要运行的命令")
        case .cannotRun(let program, let fault):
            LocalizedText(
                "cannot run \(Wording.quoted(program)): \(fault)",
                "无法运行 \(Wording.quoted(program))：\(SystemText.words(of: fault).chinese)")
        case .policy(let purpose):
            LocalizedText(
                "--policy \(purpose) does not apply to a gate: clients go to servers of proven name",
                "--policy \(purpose) 不适用于网关：客户端连接的是名称经过证明的服务器")
        case .certWithoutFor:
            LocalizedText(
                "--cert needs --cert-for: programs behind the gate choose the servers that ask for it",
                "--cert 需要 --cert-for：向哪些服务器出示证书，由网关后的程序选择")
        case .notAddressAndPort(let text):
            LocalizedText(
                "--listen: \(Wording.quoted(text)) is not ADDR:PORT",
                "--listen：\(Wording.quoted(text)) 不是 ADDR:PORT")
        case .hasNoAddress(let text):
            LocalizedText("--listen: \(Wording.quoted(text)) has no address", "--listen：\(Wording.quoted(text)) 没有地址")
        }
    }
}

/// Advice of `holdfast gate`.
enum GateCommandAdvice: Sentence {
    case anotherPlace
    case observesThatServer
    case observesThose
    case listenExample
    case afterDashes
    case itsSpellingAndRights
    case leavePolicyOut
    case shownCertificate
    case nameEachHost

    static let topic = "commandGateAdvice"

    var words: LocalizedText {
        switch self {
        case .anotherPlace: LocalizedText("choose another place with --listen", "请以 --listen 选择另一个地址")
        case .observesThatServer: LocalizedText("--observe judges that server too", "--observe 也会判定该服务器")
        case .observesThose: LocalizedText("--observe judges those too", "--observe 也会判定它们")
        case .listenExample:
            LocalizedText(
                "for example 127.0.0.1:8080; an IPv6 address in brackets",
                "例如 127.0.0.1:8080；IPv6 地址写在方括号中")
        case .afterDashes: LocalizedText("write it after --", "请写在 -- 之后")
        case .itsSpellingAndRights: LocalizedText("check its spelling and its rights", "请检查其拼写与权限")
        case .leavePolicyOut: LocalizedText("leave --policy out", "请去掉 --policy")
        case .shownCertificate: LocalizedText("name the certificate that is shown", "请指定要出示的证书")
        case .nameEachHost: LocalizedText("name each host that may see the certificate", "请逐个指明可以看到该证书的主机")
        }
    }
}

/// Lines of a gate that runs: where it listens, and what became of connections.
enum GateNote: Sentence {
    case listening(at: String, end: EndSentence)
    case refused(server: String?, Statement, codes: [String])
    case wouldRefuse(server: String?, codes: [String])
    case turnedAway(Statement)
    case wentOn(server: String?, Statement)

    static let topic = "commandGateNote"

    /// Makes the line for people about an event; nil for those that are told by --json and the page alone.
    init?(_ event: GateEvent) {
        let statement = event.statement ?? Statement(verbatim: "")
        switch event.kind {
        case .refused: self = .refused(server: event.server, statement, codes: event.codes)
        case .observed where !event.codes.isEmpty: self = .wouldRefuse(server: event.server, codes: event.codes)
        case .turnedAway: self = .turnedAway(statement)
        case .wentOn: self = .wentOn(server: event.server, statement)
        case .accepted, .passed, .observed, .request: return nil
        }
    }

    private static func server(_ server: String?) -> LocalizedText {
        server.map(LocalizedText.same) ?? LocalizedText("a client", "某个客户端")
    }

    var words: LocalizedText {
        switch self {
        case .listening(let place, let end):
            LocalizedText(
                "listening on \(place); \(end.words.english)",
                "正在监听 \(place)；\(end.words.chinese)")
        case .refused(let server, let reason, let codes):
            LocalizedText(
                "holdfast gate: refused \(Self.server(server).english): \(Wording.clause(reason.english))"
                    + (codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"),
                "holdfast gate：拒绝了 \(Self.server(server).chinese)：\(reason.chinese)"
                    + (codes.isEmpty ? "" : "（\(codes.joined(separator: "、"))）"))
        case .wouldRefuse(let server, let codes):
            LocalizedText(
                "holdfast gate: would refuse \(Self.server(server).english): \(codes.joined(separator: ", "))",
                "holdfast gate：本会拒绝 \(Self.server(server).chinese)：\(codes.joined(separator: "、"))")
        case .turnedAway(let reason):
            LocalizedText(
                "holdfast gate: turned away: \(Wording.clause(reason.english))", "holdfast gate：已拒之门外：\(reason.chinese)"
            )
        case .wentOn(let server, let until):
            LocalizedText(
                "holdfast gate: the user went on to \(Self.server(server).english), \(until.english)",
                "holdfast gate：用户继续访问 \(Self.server(server).chinese)，\(until.chinese)")
        }
    }
}
