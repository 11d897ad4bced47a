package import HoldfastStatements

/// Sentences about servers that do not change to TLS when they are asked (STARTTLS).
package enum StartTLSSentence: Sentence {
    case notOffered(StartTLS)
    case refused(answer: String)
    case refusedByCode(code: Int, name: String?)
    case refuses(answer: String)
    case refusesHello(answer: String, lmtp: Bool)
    case refusesLHLO(answer: String)
    case refusesAuthTLS(answer: String)
    case notGreetedWithOK(answer: String)
    case saysBye
    case otherProtocol(StartTLS, answer: String?)
    case unknownRequest
    case noExtendedResponse
    case otherMessage
    case notXMPPsXML
    case noStream
    case noFeatures(tag: String)
    case answers(tag: String)
    case proceedHasContent
    case streamError(condition: String?)
    case tooMuch(limit: Int)
    case lineTooLong(limit: Int)
    case injected(bytes: Int)

    package static let topic = "startTLS"

    package var words: LocalizedText {
        switch self {
        case .notOffered(.postgres), .notOffered(.mysql): LocalizedText("the server does not offer TLS", "服务器不提供 TLS")
        case .notOffered(.xmpp), .notOffered(.xmppServer):
            LocalizedText("the server does not offer starttls", "服务器不提供 starttls")
        case .notOffered: LocalizedText("the server does not offer STARTTLS", "服务器不提供 STARTTLS")
        case .refused(let answer):
            LocalizedText(
                "the server refuses STARTTLS: '\(answer)'",
                "服务器拒绝 STARTTLS：“\(answer)”")
        case .refusedByCode(let code, let name):
            LocalizedText(
                "the server refuses STARTTLS with the result code \(code)" + (name.map { ", \($0)" } ?? ""),
                "服务器以结果码 \(code)" + (name.map { "（\($0)）" } ?? " ") + "拒绝 STARTTLS")
        case .refuses(let answer): LocalizedText("the server refuses: '\(answer)'", "服务器拒绝：“\(answer)”")
        case .refusesHello(let answer, false):
            LocalizedText(
                "the server refuses EHLO: '\(answer)'",
                "服务器拒绝 EHLO：“\(answer)”")
        case .refusesHello(let answer, true):
            LocalizedText("the server refuses EHLO and LHLO: '\(answer)'", "服务器拒绝 EHLO 与 LHLO：“\(answer)”")
        case .refusesLHLO(let answer):
            LocalizedText("the server refuses LHLO: '\(answer)'", "服务器拒绝 LHLO：“\(answer)”")
        case .refusesAuthTLS(let answer):
            LocalizedText("the server refuses AUTH TLS: '\(answer)'", "服务器拒绝 AUTH TLS：“\(answer)”")
        case .notGreetedWithOK(let answer):
            LocalizedText("the server does not greet with OK: '\(answer)'", "服务器的问候不是 OK：“\(answer)”")
        case .saysBye: LocalizedText("the server says BYE", "服务器应答 BYE")
        case .otherProtocol(.postgres, let answer):
            LocalizedText(
                "the server does not speak PostgreSQL's protocol" + (answer.map { ": it answers with \($0)" } ?? ""),
                "服务器使用的不是 PostgreSQL 协议" + (answer.map { "：它应答 \($0)" } ?? ""))
        case .otherProtocol(let kind, let answer):
            LocalizedText(
                "the server does not speak \(kind.standardName)" + (answer.map { ": '\($0)'" } ?? ""),
                "服务器使用的不是 \(kind.standardName)" + (answer.map { "：“\($0)”" } ?? ""))
        case .unknownRequest:
            LocalizedText("the server answers with an error: it does not know SSLRequest", "服务器应答错误：它不认识 SSLRequest")
        case .noExtendedResponse:
            LocalizedText("the server's answer is no extended response of LDAP", "服务器的应答不是 LDAP 的扩展应答")
        case .otherMessage: LocalizedText("the server answers another message than ours", "服务器应答的不是我们的消息")
        case .notXMPPsXML: LocalizedText("the server's XML is not XMPP's", "服务器的 XML 不是 XMPP 的")
        case .noStream: LocalizedText("the server opens no stream", "服务器没有打开流")
        case .noFeatures(let tag):
            LocalizedText("the server sends <\(tag)>, not its features", "服务器发送的是 <\(tag)>，而不是 features")
        case .answers(let tag): LocalizedText("the server answers starttls with <\(tag)>", "服务器以 <\(tag)> 应答 starttls")
        case .proceedHasContent: LocalizedText("the server's <proceed> has a content", "服务器的 <proceed> 带有内容")
        case .streamError(let condition?):
            LocalizedText(
                "the server ends the stream with the error \(condition) (RFC 6120 §4.9.3)",
                "服务器以错误 \(condition) 结束了流（RFC 6120 §4.9.3）")
        case .streamError(nil): LocalizedText("the server ends the stream with an error", "服务器以错误结束了流")
        case .tooMuch(let limit):
            LocalizedText("the server said more than \(limit) bytes before TLS", "服务器在 TLS 之前发送了超过 \(limit) 字节")
        case .lineTooLong(let limit):
            LocalizedText("a line of the server has more than \(limit) bytes", "服务器的一行超过 \(limit) 字节")
        case .injected(let count):
            LocalizedText(
                "\(count) bytes came in the clear after an answer that we had to go on from: someone in between can "
                    + "put them there (CVE-2011-0411)",
                "在须由我们继续的应答之后收到了 \(count) 个明文字节：途中的他人可以插入它们（CVE-2011-0411）")
        }
    }
}
