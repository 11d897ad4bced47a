package import HoldfastStatements
package import HoldfastTracing

/// Advice to whoever's handshake led to no verdict.
package enum HandshakeEndAdvice: Sentence {
    case nothingSuits
    case showClientCertificate
    case otherProtocols
    case nameless
    case stapleQuestion
    case seeWhatIsSent
    case allowMoreTime
    case greets(protocol: StartTLS)
    case usuallyAt(port: Int, protocol: StartTLS)
    case directFrom17

    package static let topic = "handshakeEndAdvice"

    package var words: LocalizedText {
        switch self {
        case .nothingSuits:
            LocalizedText(
                "nothing that was offered suits the server: look at versions, cipher suites and groups",
                "客户端提供的选项均不适合服务器：请检查版本、密码套件与群")
        case .showClientCertificate:
            LocalizedText(
                "the server wants a client certificate that it accepts: --cert and --key",
                "服务器要求它所接受的客户端证书：--cert 与 --key")
        case .otherProtocols:
            LocalizedText(
                "the server speaks none of the protocols that were offered (ALPN); --alpn says which, '' for none",
                "服务器不支持客户端提供的任何协议（ALPN）；--alpn 指定协议，'' 表示不提供")
        case .nameless:
            LocalizedText(
                "no server name was sent (SNI), and some servers answer nobody who names none: connect by a name of "
                    + "the server's", "没有发送服务器名称（SNI），而有的服务器不应答未指明名称者：请使用服务器的名称连接")
        case .stapleQuestion:
            LocalizedText(
                "the server ends the connection with whoever asks for a stapled OCSP response: --revocation off does "
                    + "not ask", "服务器会与要求附上 OCSP 应答者断开连接：--revocation off 不提出该要求")
        case .seeWhatIsSent: LocalizedText("look at what the server is set up to send", "请检查服务器配置为发送的内容")
        case .allowMoreTime: LocalizedText("allow more time", "请延长时限")
        case .greets(let kind):
            LocalizedText(
                "the server speaks \(kind.protocolName), which changes to TLS when asked: try --starttls "
                    + kind.rawValue, "服务器使用 \(kind.protocolName)，该协议在被要求时才转为 TLS：请试用 --starttls \(kind.rawValue)")
        case .usuallyAt(let port, let kind):
            LocalizedText(
                "port \(port) is usually that of \(kind.protocolName), which changes to TLS when asked: try --starttls "
                    + kind.rawValue,
                "端口 \(port) 通常用于 \(kind.protocolName)，该协议在被要求时才转为 TLS：请试用 --starttls \(kind.rawValue)")
        case .directFrom17:
            LocalizedText(
                "PostgreSQL takes TLS from the first byte from 17 on, and changes to it when asked before that: try "
                    + "--starttls postgres", "PostgreSQL 自 17 版起才可一开始就使用 TLS，更早的在被要求时才转为 TLS：请试用 --starttls postgres")
        }
    }
}
