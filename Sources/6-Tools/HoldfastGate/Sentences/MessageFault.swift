import HoldfastStatements

/// Sentences about messages that the gate does not take (RFC 9112, RFC 9113).
enum MessageFault: Sentence {
    case bareLF
    case bareCR
    case emptyLine
    case endlessLine
    case endlessField
    case fieldName
    case controlCharacter
    case whiteSpace
    case longHead(limit: Int)
    case tooManyFields(limit: Int)
    case longTrailers
    case requestLine
    case statusLine
    case otherVersion
    case hosts(count: Int)
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
    case breaksOff
    case tooManyInterims
    case twoLengths
    case contentLength
    case codingInHTTP10
    case otherCoding
    case longChunkSize
    case chunkSize
    case endlessChunk
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
        case .bareLF: LocalizedText("a bare LF", "单独的 LF")
        case .bareCR: LocalizedText("a CR without LF", "CR 之后没有 LF")
        case .emptyLine: LocalizedText("an empty line before the first", "首行之前有空行")
        case .endlessLine: LocalizedText("the first line has no end", "首行没有结尾")
        case .endlessField: LocalizedText("a field without its end", "有字段没有结尾")
        case .fieldName: LocalizedText("a field without a proper name", "有字段的名称不合规则")
        case .controlCharacter: LocalizedText("a control character in a field", "字段中有控制字符")
        case .whiteSpace:
            LocalizedText("a control character or white space around a field", "字段中有控制字符，或其前后有空白")
        case .longHead(let limit): LocalizedText("the head has over \(limit) bytes", "消息头超过 \(limit) 字节")
        case .tooManyFields(let limit): LocalizedText("more than \(limit) fields", "字段超过 \(limit) 个")
        case .longTrailers: LocalizedText("long trailers", "尾部字段过长")
        case .requestLine: LocalizedText("the request line is malformed", "请求行格式有误")
        case .statusLine: LocalizedText("the status line is malformed", "状态行格式有误")
        case .otherVersion: LocalizedText("not HTTP/1.1", "不是 HTTP/1.1")
        case .hosts(let count): LocalizedText("\(count) Host fields", "有 \(count) 个 Host 字段")
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
        case .breaksOff: LocalizedText("it breaks off", "不完整")
        case .tooManyInterims: LocalizedText("too many interim responses", "临时响应过多")
        case .twoLengths:
            LocalizedText("both Content-Length and Transfer-Encoding", "同时有 Content-Length 与 Transfer-Encoding")
        case .contentLength: LocalizedText("Content-Length is not one number", "Content-Length 不是单个数字")
        case .codingInHTTP10: LocalizedText("a transfer coding in HTTP/1.0", "HTTP/1.0 中使用了传输编码")
        case .otherCoding: LocalizedText("a transfer coding that is not chunked alone", "传输编码不是单独的 chunked")
        case .longChunkSize: LocalizedText("a chunk's size is too long", "块的长度行过长")
        case .chunkSize: LocalizedText("a chunk's size is malformed", "块的长度格式有误")
        case .endlessChunk: LocalizedText("a chunk has no end", "有块没有结尾")
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
