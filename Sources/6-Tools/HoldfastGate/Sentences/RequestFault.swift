import HoldfastStatements

/// Sentences about requests that the gate does not take, and about messages of HTTP/2 (RFC 9113).
///
/// Those about heads and framing of HTTP/1.1 are ``MessageFault``.
enum RequestFault: Sentence {
    case whiteSpace
    case user
    case noPort
    case noHost
    case noHostAndPort
    case otherServer(field: String)
    case twoServers
    case twoServersInConnect
    case noPathTarget
    case proxyAlone
    case noGate
    case connectWithin
    case connectWithContent
    case requestBreaksOff
    case formBreaksOff
    case tooManyInterims
    case noMethod
    case noPath
    case noStatus
    case noAuthority
    case otherScheme
    case protocolWithoutConnect
    case pseudoHeader
    case notInHTTP2
    case te
    case getAlone
    case askByAddress
    case nothingHere

    static let topic = "gateMessage"

    var words: LocalizedText {
        switch self {
        case .whiteSpace:
            LocalizedText("a control character or white space around a field", "字段中有控制字符，或其前后有空白")
        case .user: LocalizedText("a user in the place of a host", "主机的位置上有用户")
        case .noPort: LocalizedText("no port", "没有端口")
        case .noHost: LocalizedText("no host that could be a server's", "没有可能属于服务器的主机")
        case .noHostAndPort: LocalizedText("CONNECT names no host and port", "CONNECT 没有指明主机与端口")
        case .otherServer(let field):
            LocalizedText("\(field) names another server than the connection is for", "\(field) 指明的不是该连接所用的服务器")
        case .twoServers: LocalizedText("Host and the URL name two servers", "Host 与 URL 指明两个不同的服务器")
        case .twoServersInConnect:
            LocalizedText("Host and the target of CONNECT name two servers", "Host 与 CONNECT 的目标指明两个不同的服务器")
        case .noPathTarget: LocalizedText("the target is no path", "目标不是路径")
        case .proxyAlone:
            LocalizedText(
                "this is a proxy: it takes CONNECT, and serves nothing itself", "这是代理：它接受 CONNECT，自身不提供任何内容")
        case .noGate: GateSentence.leadsToNoGate.words
        case .connectWithin: LocalizedText("CONNECT within a tunnel", "隧道内的 CONNECT")
        case .connectWithContent: LocalizedText("CONNECT with content", "CONNECT 带有内容")
        case .requestBreaksOff: LocalizedText("the request breaks off", "请求不完整")
        case .formBreaksOff: LocalizedText("the form breaks off", "表单不完整")
        case .tooManyInterims: LocalizedText("too many interim responses", "临时响应过多")
        case .noMethod: LocalizedText("no method", "没有方法")
        case .noPath: LocalizedText("no path", "没有路径")
        case .noStatus: LocalizedText("no status", "没有状态")
        case .noAuthority: LocalizedText("no authority", "没有 :authority")
        case .otherScheme: LocalizedText("another scheme than https", "方案不是 https")
        case .protocolWithoutConnect: LocalizedText("a protocol without CONNECT", "没有 CONNECT 却有 :protocol")
        case .pseudoHeader:
            LocalizedText("a pseudo-header field that has no place there", "此处不应有的伪头字段")
        case .notInHTTP2: LocalizedText("a field that HTTP/2 does not have", "HTTP/2 没有的字段")
        case .te: LocalizedText("a TE of HTTP/1.1", "HTTP/1.1 的 TE")
        case .getAlone: LocalizedText("GET alone", "只接受 GET")
        case .askByAddress: LocalizedText("ask by the address", "请使用地址询问")
        case .nothingHere: LocalizedText("nothing here", "此处没有内容")
        }
    }
}
