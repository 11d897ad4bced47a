package import HoldfastStatements

/// Sentences about messages of HTTP/1.1 that are not taken (RFC 9112).
package enum MessageFault: Sentence {
    case bareLF
    case bareCR
    case emptyLine
    case endlessLine
    case endlessField
    case fieldName
    case controlCharacter
    case longHead(limit: Int)
    case tooManyFields(limit: Int)
    case longTrailers
    case requestLine
    case statusLine
    case otherVersion
    case hosts(count: Int)
    case breaksOff
    case twoLengths
    case contentLength
    case codingInHTTP10
    case otherCoding
    case longChunkSize
    case chunkSize
    case endlessChunk

    // Of the gate, which had these sentences first: identifiers stay.
    package static let topic = "gateMessage"

    package var words: LocalizedText {
        switch self {
        case .bareLF: LocalizedText("a bare LF", "单独的 LF")
        case .bareCR: LocalizedText("a CR without LF", "CR 之后没有 LF")
        case .emptyLine: LocalizedText("an empty line before the first", "首行之前有空行")
        case .endlessLine: LocalizedText("the first line has no end", "首行没有结尾")
        case .endlessField: LocalizedText("a field without its end", "有字段没有结尾")
        case .fieldName: LocalizedText("a field without a proper name", "有字段的名称不合规则")
        case .controlCharacter: LocalizedText("a control character in a field", "字段中有控制字符")
        case .longHead(let limit): LocalizedText("the head has over \(limit) bytes", "消息头超过 \(limit) 字节")
        case .tooManyFields(let limit): LocalizedText("more than \(limit) fields", "字段超过 \(limit) 个")
        case .longTrailers: LocalizedText("long trailers", "尾部字段过长")
        case .requestLine: LocalizedText("the request line is malformed", "请求行格式有误")
        case .statusLine: LocalizedText("the status line is malformed", "状态行格式有误")
        case .otherVersion: LocalizedText("not HTTP/1.1", "不是 HTTP/1.1")
        case .hosts(let count): LocalizedText("\(count) Host fields", "有 \(count) 个 Host 字段")
        case .breaksOff: LocalizedText("it breaks off", "不完整")
        case .twoLengths:
            LocalizedText("both Content-Length and Transfer-Encoding", "同时有 Content-Length 与 Transfer-Encoding")
        case .contentLength: LocalizedText("Content-Length is not one number", "Content-Length 不是单个数字")
        case .codingInHTTP10: LocalizedText("a transfer coding in HTTP/1.0", "HTTP/1.0 中使用了传输编码")
        case .otherCoding: LocalizedText("a transfer coding that is not chunked alone", "传输编码不是单独的 chunked")
        case .longChunkSize: LocalizedText("a chunk's size is too long", "块的长度行过长")
        case .chunkSize: LocalizedText("a chunk's size is malformed", "块的长度格式有误")
        case .endlessChunk: LocalizedText("a chunk has no end", "有块没有结尾")
        }
    }
}
