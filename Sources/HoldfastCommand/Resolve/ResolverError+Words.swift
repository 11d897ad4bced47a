import HoldfastResolving
import HoldfastStatements
import HoldfastWords

/// The failure of a resolver as the command tells it.
extension ResolverError {
    /// The failure in words, without the name of the resolver before it.
    var clause: LocalizedText {
        let text = description
        let prefix = resolver + ": "
        return LocalizedText(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text, chinese)
    }

    private var chinese: String {
        switch reason {
        case .noSuchName: "没有这个名称"
        case .failed(let code): "DNS 应答了错误 \(Self.phrase(ofResponseCode: code))"
        case .timedOut: "未及时应答"
        case .unreachable(let text), .unusable(let text): FindingSentence.words(text).chinese
        case .untrusted(let text): "它不是它应有的身份：\(FindingSentence.words(text).chinese)"
        case .status(let status): "以 HTTP 状态 \(status) 代替应答"
        case .unauthorized(let text): "它拒绝该询问：\(text)"
        case .malformed(let text): "应答没有意义：\(text)"
        case .truncated: "应答被截断"
        case .tooLarge(let limit): "应答超过 \(limit) 字节"
        case .cancelled: "已不再等待应答"
        }
    }

    /// The remedy, where there is one.
    var hint: LocalizedText? {
        switch reason {
        case .timedOut:
            LocalizedText("give it longer with --timeout, or ask another", "请以 --timeout 给它更长时间，或询问另一个解析器")
        case .unreachable:
            LocalizedText(
                "check that it can be reached from here; --resolver-bootstrap names its addresses",
                "请检查从此处能否到达它；--resolver-bootstrap 可指明它的地址")
        case .untrusted:
            LocalizedText(
                "where its authority is a private one, name that with --resolver-anchors",
                "如果它的证书颁发机构是私有的，请以 --resolver-anchors 指明")
        case .unauthorized:
            LocalizedText(
                "check the account of --resolver-account, and this machine's clock",
                "请检查 --resolver-account 的账户与本机时钟")
        case .status, .malformed:
            LocalizedText("check the URL or the provider's description", "请检查 URL 或服务商的描述文件")
        case .noSuchName, .failed, .truncated, .tooLarge, .unusable, .cancelled: nil
        }
    }
}
