import HoldfastStatements
import HoldfastX509

/// Sentences about what goes on at a gate.
enum GateSentence: Sentence {
    case accepted
    case acceptedByException(until: Instant)
    case goesOn(until: Instant)
    case noCredentials
    case notVouchedFor(name: String)
    case leadsToNoGate
    case notTLS(server: String)
    case otherServer(server: String)
    case certificateNotTaken(server: String, reason: Statement)
    case withoutTLS(server: String)
    case endedUnasked
    case endedInsteadOfAnswer
    case helloBreaksOff
    case helloTooLong(limit: Int)
    case noClientHello

    static let topic = "gate"

    var words: LocalizedText {
        switch self {
        case .accepted: LocalizedText("accepted", "已接受")
        case .acceptedByException(let end):
            LocalizedText("trusted by the user's exception until \(end)", "依据用户的例外而受信任，至 \(end)")
        case .goesOn(let end): LocalizedText("until \(end)", "至 \(end)")
        case .noCredentials:
            LocalizedText(
                "no credentials of this run's, and no socket of this user's", "没有本次运行的凭据，也不是本用户的套接字")
        case .notVouchedFor(let name):
            LocalizedText(
                "this run's authority does not vouch for \(name), or has ended", "本次运行的证书颁发机构不为 \(name) 签发证书，或已终止")
        case .leadsToNoGate: LocalizedText("the gate leads to no gate", "网关不通向网关")
        case .notTLS(let server):
            LocalizedText(
                "what the client sent to \(server) is not TLS, and nothing else can be judged",
                "客户端发给 \(server) 的内容不是 TLS，而其他内容无从判定")
        case .otherServer(let server):
            LocalizedText(
                "CONNECT named \(server), and the handshake another server", "CONNECT 指明 \(server)，而握手指明另一服务器")
        case .certificateNotTaken(let server, let reason):
            LocalizedText(
                "\(server): the client did not take this run's certificate: \(reason.english)",
                "\(server)：客户端不接受本次运行的证书：\(reason.chinese)")
        case .withoutTLS(let server):
            LocalizedText(
                "\(server) was asked for without TLS, and nobody would know who answers",
                "对 \(server) 的请求没有使用 TLS，无从得知由谁应答")
        case .endedUnasked: LocalizedText("the server ended the connection unasked", "服务器擅自结束了连接")
        case .endedInsteadOfAnswer:
            LocalizedText("the server ended the connection instead of an answer", "服务器没有应答就结束了连接")
        case .helloBreaksOff: LocalizedText("the ClientHello breaks off", "ClientHello 不完整")
        case .helloTooLong(let limit):
            LocalizedText("the ClientHello has over \(limit) bytes", "ClientHello 超过 \(limit) 字节")
        case .noClientHello: LocalizedText("the first message is no ClientHello", "第一条消息不是 ClientHello")
        }
    }
}

/// Advice of the gate to the programs behind it.
enum GateAdvice: Sentence {
    case askForHTTPS

    static let topic = "gateAdvice"

    var words: LocalizedText {
        switch self {
        case .askForHTTPS: LocalizedText("ask for the https URL", "请使用 https URL")
        }
    }
}
