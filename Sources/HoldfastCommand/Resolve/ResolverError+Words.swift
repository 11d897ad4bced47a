import HoldfastResolving
import HoldfastStatements

/// The failure of a resolver as the command tells it.
extension ResolverError {
    /// The failure in words, without the name of the resolver before it.
    var clause: Statement {
        let text = description
        let prefix = resolver + ": "
        let english = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        return Statement(PendingSentence(LocalizedText(english, chinese)))
    }

    private var chinese: String {
        switch reason {
        case .noSuchName: "没有这个名称"
        case .failed(let code): "DNS 应答了错误 \(Self.phrase(ofResponseCode: code))"
        case .timedOut: "未及时应答"
        case .unreachable(let text), .unusable(let text): Statement.pending(text).chinese
        case .untrusted(let text): "它不是它应有的身份：\(Statement.pending(text).chinese)"
        case .status(let status): "以 HTTP 状态 \(status) 代替应答"
        case .unauthorized(let text): "它拒绝该询问：\(text)"
        case .malformed(let text): "应答没有意义：\(text)"
        case .truncated: "应答被截断"
        case .tooLarge(let limit): "应答超过 \(limit) 字节"
        case .cancelled: "已不再等待应答"
        }
    }

    /// The remedy, where there is one.
    var advice: ResolveAdvice? {
        switch reason {
        case .timedOut: .longerOrAnother
        case .unreachable: .reachable
        case .untrusted: .privateAuthority
        case .unauthorized: .checkAccount
        case .status, .malformed: .checkURL
        case .noSuchName, .failed, .truncated, .tooLarge, .unusable, .cancelled: nil
        }
    }
}
