package import HoldfastStatements

/// Sentences about what kept a trace from its end.
package enum TraceSentence: Sentence {
    case noEnd(within: Duration)
    case nothingCame(for: Duration)
    case timeIsOver
    case noAnswerInTime
    case cancelled
    case reset
    case brokenOff
    case nothingListens(system: String)
    case tooManyBytes
    case tooManyEvents
    case noAddress
    case injected
    case closedBeforeTLS
    case resetInHandshake
    case notTLS
    case closedInHandshake
    case closedTLS
    case handshakeFailed(library: String?)
    case failedAfterwards(library: String?)
    case otherKey
    case notSent
    case encryptsNothing(suite: String)
    case noCertificatesResumed

    package static let topic = "trace"

    package var words: LocalizedText {
        switch self {
        case .noEnd(let limit): LocalizedText("no end within \(limit)", "\(Self.seconds(limit))内没有结束")
        case .nothingCame(let limit): LocalizedText("nothing came for \(limit)", "\(Self.seconds(limit))内没有收到任何内容")
        case .timeIsOver: LocalizedText("the time for the whole trace is over", "整个追踪的时间已用完")
        case .noAnswerInTime: LocalizedText("no answer came in time", "未及时收到应答")
        case .cancelled: LocalizedText("the trace was cancelled", "追踪已取消")
        case .reset: LocalizedText("the server broke the connection off (RST)", "服务器中断了连接（RST）")
        case .brokenOff: LocalizedText("the server broke the connection off", "服务器中断了连接")
        case .nothingListens(let system): LocalizedText("nothing listens there (\(system))", "那里没有程序在监听（\(system)）")
        case .tooManyBytes: LocalizedText("the server sent more bytes than are kept", "服务器发送的字节超过保留的上限")
        case .tooManyEvents: LocalizedText("the server sent more events than are kept", "服务器引起的事件超过保留的上限")
        case .noAddress: LocalizedText("there is no address to connect to", "没有可连接的地址")
        case .injected:
            LocalizedText(
                "bytes came in the clear after the answer that lets TLS begin", "在允许开始 TLS 的应答之后又收到了明文字节")
        case .closedBeforeTLS: LocalizedText("the server closed the connection before TLS", "服务器在 TLS 之前关闭了连接")
        case .resetInHandshake:
            LocalizedText("the server broke the connection off during the handshake", "服务器在握手期间中断了连接")
        case .notTLS: LocalizedText("the server does not speak TLS on this port", "服务器在该端口不支持 TLS")
        case .closedInHandshake:
            LocalizedText("the server closed the connection during the handshake", "服务器在握手期间关闭了连接")
        case .closedTLS: LocalizedText("the server closed TLS during the handshake", "服务器在握手期间关闭了 TLS")
        case .handshakeFailed(let reason):
            LocalizedText("the handshake failed: \(reason ?? "unknown reason")", "握手失败：\(reason ?? "原因不明")")
        case .failedAfterwards(let reason):
            LocalizedText(
                "TLS failed after the handshake: \(reason ?? "unknown reason")", "TLS 在握手后失败：\(reason ?? "原因不明")")
        case .otherKey:
            LocalizedText(
                "the connection's certificate has another key than the judged one", "连接的证书与所判定的证书密钥不同")
        case .notSent: LocalizedText("the request could not be sent", "请求未能发出")
        case .encryptsNothing(let suite):
            LocalizedText("the connection encrypts nothing: it was agreed on \(suite)", "该连接不加密：协商的是 \(suite)")
        case .noCertificatesResumed:
            LocalizedText("the session that was resumed has no certificates", "所恢复的会话没有证书")
        }
    }

    private static func seconds(_ duration: Duration) -> String { "\(duration / .seconds(1)) 秒" }
}
