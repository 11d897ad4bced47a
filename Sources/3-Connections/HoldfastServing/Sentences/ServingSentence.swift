import HoldfastFiles
package import HoldfastStatements

/// The sentence about what a server of the test bed could not do.
enum ServingSentence: Sentence {
    /// The operation, the reason, and what libssl said.
    case failed(ServingOperation, ServingError.Reason, said: [String])

    static let topic = "serving"

    var words: LocalizedText {
        switch self {
        case .failed(let operation, .library, let said) where !said.isEmpty:
            Self.words(operation, .same(""), said)
        case .failed(let operation, let reason, let said): Self.words(operation, reason.words, said)
        }
    }

    private static func words(
        _ operation: ServingOperation, _ why: LocalizedText, _ said: [String]
    ) -> LocalizedText {
        func joined(_ why: String, _ separator: String) -> String {
            ((why.isEmpty ? [] : [why]) + said).joined(separator: separator)
        }
        return LocalizedText(
            "\(operation.english): " + joined(why.english, "; "), "\(operation.chinese)：" + joined(why.chinese, "；"))
    }
}

extension ServingError.Reason: Sentence {
    package static let topic = "servingReason"

    package var words: LocalizedText {
        switch self {
        case .system(let number): .same(SystemText.error(number))
        case .timedOut: LocalizedText("timed out", "超时")
        case .closed: LocalizedText("closed", "已关闭")
        case .library: LocalizedText("libssl gave no reason", "libssl 没有说明原因")
        case .malformed(let what): LocalizedText(what, "对方发送的内容不合要求（\(what)）")
        case .configuration(let fault): fault.words
        }
    }
}

/// Operations of servers of the test bed.
package enum ServingOperation: Sentence {
    case accept
    case makeConnection
    case readFromTLS
    case writeToTLS
    case readRequest
    case readProxyRequest
    case readHello
    case readRecord
    case makeFlight
    case readMaterial
    case provoke
    case setUp
    case read
    case write
    case startThread
    case carryTunnel
    case speakSOCKS
    case listen(place: String, port: UInt16)
    case connect(port: UInt16)

    package static let topic = "servingOperation"

    package var words: LocalizedText {
        switch self {
        case .accept: LocalizedText("accept a TLS connection", "接受 TLS 连接")
        case .makeConnection: LocalizedText("make a TLS connection", "建立 TLS 连接")
        case .readFromTLS: LocalizedText("read from a TLS connection", "从 TLS 连接读取")
        case .writeToTLS: LocalizedText("write to a TLS connection", "向 TLS 连接写入")
        case .readRequest: LocalizedText("read a request", "读取请求")
        case .readProxyRequest: LocalizedText("read a request to a proxy", "读取发给代理的请求")
        case .readHello: LocalizedText("read a ClientHello", "读取 ClientHello")
        case .readRecord: LocalizedText("read a TLS record", "读取 TLS 记录")
        case .makeFlight: LocalizedText("make a TLS 1.2 flight", "构造 TLS 1.2 的消息序列")
        case .readMaterial: LocalizedText("read what a TLS server presents", "读取 TLS 服务器要出示的内容")
        case .provoke: LocalizedText("provoke a client", "试探客户端")
        case .setUp: LocalizedText("set up a TLS server", "设置 TLS 服务器")
        case .read: LocalizedText("read", "读取")
        case .write: LocalizedText("write", "写入")
        case .startThread: LocalizedText("start a thread", "启动线程")
        case .carryTunnel: LocalizedText("carry a tunnel", "传送隧道内容")
        case .speakSOCKS: LocalizedText("speak SOCKS", "进行 SOCKS 对话")
        case .listen(let place, let port): LocalizedText("listen on \(place), port \(port)", "监听 \(place) 的端口 \(port)")
        case .connect(let port): LocalizedText("connect to port \(port)", "连接端口 \(port)")
        }
    }
}

/// Sentences about what a server of the test bed cannot do by its configuration.
enum ServingFault: Sentence {
    case keyKind(String)

    static let topic = "servingFault"

    var words: LocalizedText {
        switch self {
        case .keyKind(let type):
            LocalizedText("the key is neither P-256 nor RSA but \(type)", "该密钥既不是 P-256 也不是 RSA，而是 \(type)")
        }
    }
}
