package import HoldfastStatements

/// Sentences about requests that cannot be sent, and about answers that are none.
package enum TransferSentence: Sentence {
    // Requests.
    case noName(text: String)
    case portZero
    case method(text: String)
    case target
    case handshakeWithBody
    case protocolName
    case withoutTLS
    case ntlmNeedsHTTP11
    case upgrade
    case field(name: String)
    case connectionField(name: String)
    case hostField(text: String)
    case fileUnreadable(path: String, FileProblem)
    case bodyNotMade(reason: String)
    case bodyTooLong(announced: Int)
    case bodyTooShort(announced: Int)
    case bodyNotRepeatable
    case weakNTLM(asker: Asker)
    case noNTLM(library: Statement)
    case notSent
    // Answers.
    case noAnswer
    case noAnswerToRepeated(PreRequestCheck.Denial, method: String)
    case cutShort
    case http2
    case contentEncoding
    case notHTTP
    case brokenChunks
    case tooLong(limit: Int)
    case headerTooLong(limit: Int)
    case badLength
    case unaskedUpgrade

    package static let topic = "transfer"

    /// The party that asked for an answer to a challenge.
    package enum Asker: Sentence {
        case server
        case proxy

        package static let topic = "asker"

        package var words: LocalizedText {
            switch self {
            case .server: LocalizedText("server", "服务器")
            case .proxy: LocalizedText("proxy", "代理")
            }
        }
    }

    /// The reason why a file is none that can be sent.
    package enum FileProblem: Sentence {
        case hasNUL
        case notRegular
        case system(error: String)

        package static let topic = "transferFile"

        package var words: LocalizedText {
            switch self {
            case .hasNUL: LocalizedText("its name has a NUL", "其名称含有 NUL 字节")
            case .notRegular: LocalizedText("it is no regular file", "它不是普通文件")
            case .system(let error): .same(error)
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .noName(let text):
            LocalizedText("'\(text)' is no name of A-labels and no address", "“\(text)”既不是由 A-label 组成的名称，也不是地址")
        case .portZero: LocalizedText("port 0 cannot be connected to", "无法连接端口 0")
        case .method(let text): LocalizedText("'\(text)' is no method that can be sent", "“\(text)”不是可发送的方法")
        case .target:
            LocalizedText("the path and query have characters that must be percent-encoded", "路径与查询中含有必须百分号编码的字符")
        case .handshakeWithBody: LocalizedText("a handshake alone carries no body", "单独的握手不携带正文")
        case .protocolName:
            LocalizedText("a protocol's name for ALPN has 1 to 255 octets", "ALPN 的协议名称须为 1 至 255 个字节")
        case .withoutTLS:
            LocalizedText(
                "a connection without TLS is for requests of HTTP/1.1 alone, and proves nothing",
                "没有 TLS 的连接只用于 HTTP/1.1 请求，不能证明任何事")
        case .ntlmNeedsHTTP11:
            LocalizedText("NTLM authenticates connections of HTTP/1.1 only", "NTLM 只能认证 HTTP/1.1 的连接")
        case .upgrade:
            LocalizedText(
                "only a GET without a body asks for another protocol", "只有不带正文的 GET 请求可要求转为另一种协议")
        case .field(let name):
            LocalizedText(
                "no line of a header can hold the field '\(name)': its name is no token, or its value has a control "
                    + "character",
                "头部的任何一行都容不下字段“\(name)”：其名称不是 token，或其值含有控制字符")
        case .connectionField(let name):
            LocalizedText(
                "the field \(name) belongs to the connection and is not a request's to set", "字段 \(name) 属于连接，不由请求设置")
        case .hostField(let text):
            LocalizedText("'\(text)' cannot be the value of a field Host", "“\(text)”不能作为字段 Host 的值")
        case .fileUnreadable(let path, let problem):
            LocalizedText("the file \(path) cannot be sent: \(problem.english)", "无法发送文件 \(path)：\(problem.chinese)")
        case .bodyNotMade(let reason):
            LocalizedText("the request's body could not be made: \(reason)", "未能生成请求的正文：\(reason)")
        case .bodyTooLong(let length):
            LocalizedText(
                "the request's body has more bytes than the \(length) that were announced", "请求的正文多于所声明的 \(length) 字节")
        case .bodyTooShort(let length):
            LocalizedText(
                "the request's body has fewer bytes than the \(length) that were announced", "请求的正文少于所声明的 \(length) 字节")
        case .bodyNotRepeatable:
            LocalizedText(
                "the request has to be sent again, and its body can be read only once", "请求需要重新发送，而其正文只能读取一次")
        case .weakNTLM(let asker):
            LocalizedText(
                "the \(asker.english) asks for an answer by NTLMv1, or for one that cannot be read",
                "\(asker.chinese)要求以 NTLMv1 应答，或其要求无法解析")
        case .noNTLM(let library):
            LocalizedText("nobody can be logged in by NTLM: \(library.english)", "无法以 NTLM 登录：\(library.chinese)")
        case .notSent: LocalizedText("the connection ended before the request was sent", "请求发出之前连接已结束")
        case .noAnswer: LocalizedText("the server closed the connection without an answer", "服务器未作应答就关闭了连接")
        case .noAnswerToRepeated(let denial, let method):
            LocalizedText(
                "the server closed the connection without an answer: \(denial.english) (\(method))",
                "服务器未作应答就关闭了连接：\(denial.chinese)（\(method)）")
        case .cutShort: LocalizedText("the connection ended before the response did", "响应结束之前连接已结束")
        case .http2: LocalizedText("the server broke off the HTTP/2 exchange", "服务器中断了 HTTP/2 交换")
        case .contentEncoding: LocalizedText("the response's body cannot be decompressed", "无法解压响应的正文")
        case .notHTTP: LocalizedText("the server's answer is no HTTP response", "服务器的应答不是 HTTP 响应")
        case .brokenChunks:
            LocalizedText("the response's body is cut into pieces that make no sense", "响应正文的分块不合规则")
        case .tooLong(let limit): LocalizedText("the response has more than \(limit) bytes", "响应超过 \(limit) 字节")
        case .headerTooLong(let limit):
            LocalizedText("the response's header has more than \(limit) bytes", "响应头超过 \(limit) 字节")
        case .badLength:
            LocalizedText("the response's Content-Length is no number, or two", "响应的 Content-Length 不是数字，或有两个")
        case .unaskedUpgrade:
            LocalizedText("the server goes over to another protocol, which nobody asked for", "服务器擅自转为另一种协议")
        }
    }
}
