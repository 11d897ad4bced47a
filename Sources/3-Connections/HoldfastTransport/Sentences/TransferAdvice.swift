package import HoldfastStatements

/// Advice about requests and answers.
package enum TransferAdvice: Sentence {
    case convertName
    case otherPort
    case useMethod
    case encode
    case leaveBodyOut
    case offerProtocols
    case leaveRestOut
    case askForHTTP11
    case mendField
    case leaveFieldOut
    case nameHost
    case checkFile
    case seeBodysSource
    case announceLength
    case repeatableBody
    case askForNTLMv2(asker: TransferSentence.Asker)
    case installNTLM
    case giveUserAndPassword
    case repeatIfHarmless
    case seeServersLog
    case mayHaveActed
    /// For a failure of HTTP/2.
    case offerHTTP11
    /// For a request with content that got no answer over HTTP/2. RFC 9113 §8.1: "Clients MUST NOT discard responses as
    /// a consequence of receiving such a RST_STREAM"; yet some servers reset more than that.
    case earlyAnswer
    case seeContentEncoding
    case checkProtocol(scheme: String)
    case seeFields
    case seeChunks
    case raiseLimit
    case seeLength
    case seeUpgrade

    package static let topic = "transferAdvice"

    package var words: LocalizedText {
        switch self {
        case .convertName: LocalizedText("convert the name to A-labels", "请将名称转换为 A-label")
        case .otherPort: LocalizedText("name another port", "请指定另一个端口")
        case .useMethod: LocalizedText("use a method of RFC 9110 §9", "请使用 RFC 9110 §9 的方法")
        case .encode: LocalizedText("encode them", "请对其编码")
        case .leaveBodyOut: LocalizedText("leave the body out", "请去掉正文")
        case .offerProtocols: LocalizedText("offer protocols of RFC 7301", "请提供 RFC 7301 的协议")
        case .leaveRestOut: LocalizedText("leave the rest out", "请去掉其余部分")
        case .askForHTTP11: LocalizedText("ask for HTTP/1.1", "请使用 HTTP/1.1")
        case .mendField:
            LocalizedText(
                "write it as \"Name: value\", and look at where the value comes from: one with a line's end would be "
                    + "two fields",
                "请写成 \"Name: value\"，并查看该值的来源：含有换行的值会成为两个字段")
        case .leaveFieldOut:
            LocalizedText(
                "leave it out; closesConnection and expectsContinue are what a request may say of its connection",
                "请去掉它；请求只能以 closesConnection 与 expectsContinue 说明其连接")
        case .nameHost: LocalizedText("name a host, and a port if need be", "请写主机，必要时加端口")
        case .checkFile: LocalizedText("check its path and who may read it", "请检查其路径与读取权限")
        case .seeBodysSource: LocalizedText("look at where the body comes from", "请检查正文的来源")
        case .announceLength: LocalizedText("announce the length that it has, or none", "请声明其实际长度，或不声明")
        case .repeatableBody:
            LocalizedText(
                "give a body that can be made again: bytes, a file, or a closure", "请提供可重新生成的正文：字节、文件或闭包")
        case .askForNTLMv2(let asker):
            LocalizedText(
                "let the \(asker.english) ask for NTLMv2 (extended session security, with target information), or use "
                    + "another scheme",
                "请让\(asker.chinese)要求 NTLMv2（扩展会话安全，附目标信息），或使用另一种方案")
        case .installNTLM:
            LocalizedText(
                "install Debian's package gss-ntlmssp, or use another scheme", "请安装 Debian 的软件包 gss-ntlmssp，或使用另一种方案")
        case .giveUserAndPassword:
            LocalizedText(
                "give a user, or DOMAIN\\user, and a password that is not empty", "请提供用户名（或 DOMAIN\\用户名）与非空的密码")
        case .repeatIfHarmless: LocalizedText("repeat the request if it may be sent twice", "若可发送两次，请重新发送请求")
        case .seeServersLog: LocalizedText("look into the server's log", "请查看服务器日志")
        case .mayHaveActed:
            LocalizedText(
                "the server may have acted on it: find out, and repeat it yourself if it has not",
                "服务器可能已处理该请求：请查明，若未处理再自行重发")
        case .offerHTTP11:
            LocalizedText("have HTTP/1.1 alone offered (offersHTTP2)", "请只提供 HTTP/1.1（offersHTTP2）")
        case .earlyAnswer:
            LocalizedText(
                "over HTTP/2 an answer that comes before all of the content was sent may be lost: have HTTP/1.1 alone "
                    + "offered (offersHTTP2)",
                "通过 HTTP/2 时，在内容发送完之前到达的应答可能丢失：请只提供 HTTP/1.1（offersHTTP2）")
        case .seeContentEncoding:
            LocalizedText("look at what the server sends as Content-Encoding", "请检查服务器发送的 Content-Encoding")
        case .checkProtocol(let scheme):
            LocalizedText(
                "check that the port serves \(scheme) and no other protocol", "请确认该端口提供 \(scheme) 而不是其他协议")
        case .seeFields:
            LocalizedText("look at what the server sends; no sound response needs so much", "请检查服务器发送的内容；正常的响应不需要这么多")
        case .seeChunks:
            LocalizedText("look at what the server sends as chunks (RFC 9112 §7.1)", "请检查服务器发送的分块（RFC 9112 §7.1）")
        case .raiseLimit: LocalizedText("raise the limit if so much is expected", "若属预期，请提高上限")
        case .seeLength:
            LocalizedText(
                "look at what the server sends; where its body ends is for nobody to guess", "请检查服务器发送的内容；正文的结尾不应由人猜测")
        case .seeUpgrade:
            LocalizedText("look at what the server answers with the status 101", "请检查服务器以状态码 101 应答的内容")
        }
    }
}
