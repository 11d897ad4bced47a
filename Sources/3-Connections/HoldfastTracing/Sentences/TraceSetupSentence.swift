package import HoldfastStatements

/// Sentences about a trace that could not be set up: what was to be offered, the client's key, the machine.
package enum TraceSetupSentence: Sentence {
    case noThread
    case notRun
    case clientKeyUnreadable
    case legacyNotAllowed
    case versions
    case requestTooLong(limit: Int)
    case noServerName(String)
    case protocolLength
    case protocols
    case unknown(offer: Offer, value: String)
    case library(Operation)

    /// A list of OpenSSL's that is offered.
    package enum Offer: String, Hashable, Sendable {
        case cipherList, cipherSuites, groups, signatureAlgorithms

        fileprivate var words: LocalizedText {
            switch self {
            case .cipherList: LocalizedText("the cipher list", "密码列表")
            case .cipherSuites: LocalizedText("the cipher suites", "密码套件")
            case .groups: LocalizedText("the groups", "群")
            case .signatureAlgorithms: LocalizedText("the signature algorithms", "签名算法")
            }
        }
    }

    /// The thing that libssl was to do.
    package enum Operation: String, Hashable, Sendable {
        case client, connection, uncompressed, session, readCertificates, useCertificate

        fileprivate var words: LocalizedText {
            switch self {
            case .client: LocalizedText("set up a TLS client", "建立 TLS 客户端")
            case .connection: LocalizedText("make a TLS connection", "创建 TLS 连接")
            case .uncompressed: LocalizedText("do without compressed certificates", "停用证书压缩")
            case .session: LocalizedText("offer the session", "提供会话")
            case .readCertificates: LocalizedText("read the client's certificates", "读取客户端证书")
            case .useCertificate: LocalizedText("use the client's certificate", "使用客户端证书")
            }
        }
    }

    package static let topic = "traceSetup"

    package var words: LocalizedText {
        switch self {
        case .noThread: LocalizedText("no thread could be started", "无法启动线程")
        case .notRun: LocalizedText("the trace was not run", "追踪没有运行")
        case .clientKeyUnreadable: LocalizedText("the client's key cannot be read", "无法读取客户端的密钥")
        case .legacyNotAllowed:
            LocalizedText(
                "versions before TLS 1.2 are offered only with dangerousLegacyProtocols",
                "只有设置 dangerousLegacyProtocols 才提供 TLS 1.2 之前的版本")
        case .versions: LocalizedText("the versions cannot be set", "无法设置这些版本")
        case .requestTooLong(let limit): LocalizedText("a request has at most \(limit) bytes", "请求最多 \(limit) 字节")
        case .noServerName(let name): LocalizedText("'\(name)' is no server name", "'\(name)' 不是服务器名称")
        case .protocolLength: LocalizedText("an application protocol has 1 to 255 bytes", "应用协议名称须为 1 到 255 字节")
        case .protocols: LocalizedText("the application protocols cannot be set", "无法设置这些应用协议")
        case .unknown(let offer, let value):
            LocalizedText(
                "\(offer.words.english) '\(value)': OpenSSL does not know it, or none of it",
                "\(offer.words.chinese) '\(value)'：OpenSSL 不认识，或其中没有它认识的")
        case .library(let operation):
            LocalizedText("OpenSSL could not \(operation.words.english)", "OpenSSL 未能\(operation.words.chinese)")
        }
    }
}
