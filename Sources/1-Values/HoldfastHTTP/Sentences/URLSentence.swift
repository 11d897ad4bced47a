package import HoldfastStatements

/// Sentences about texts that are no URL, or that readers take for different ones.
package enum URLSentence: Sentence {
    case noScheme
    case noHost
    case noPort
    case notConvertible
    case twoAtSigns
    case openBracket
    case otherHostMeant(written: String, read: String)
    case zoneIdentifier
    case percentEncoded(host: String)
    case spaceInHost(String)
    case noName(host: String)
    case behindHost
    case controlCharacter
    case spaceAtEdge
    case backslash
    case tooLong(limit: Int)
    case noSlashes
    case colon
    /// A scheme that is not the one that is allowed.
    case otherScheme(String, allowsHTTP: Bool)
    /// Two readers of the same URL find different hosts, or one finds none.
    case twoReadings(host: String, other: String?)

    package static let topic = "url"

    package var words: LocalizedText {
        switch self {
        case .noScheme: LocalizedText("it names no scheme", "没有写明方案（scheme）")
        case .noHost: LocalizedText("it names no host", "没有写明主机")
        case .noPort: LocalizedText("it has no port that can be connected to", "没有可以连接的端口")
        case .notConvertible:
            LocalizedText("the host cannot be converted to A-labels (RFC 5891)", "主机名无法转换为 A-label（RFC 5891）")
        case .twoAtSigns:
            LocalizedText(
                "it has two @ before its path, and readers differ about which one ends the user",
                "路径之前有两个 @，各种解析器对用户部分在何处结束看法不一")
        case .openBracket: LocalizedText("it has a bracket that is not closed", "有方括号没有闭合")
        case .otherHostMeant(let written, let read):
            LocalizedText(
                "the host '\(written)' would be read as '\(read)'; write that if it is meant",
                "主机“\(written)”会被读作“\(read)”；若确是此意，请写后者")
        case .zoneIdentifier:
            LocalizedText("a zone identifier (%…) means something on one machine only", "区域标识（%…）只在某一台机器上有意义")
        case .percentEncoded(let host):
            LocalizedText(
                "the host '\(host)' is percent-encoded, which some readers decode and others do not",
                "主机“\(host)”用了百分号编码，有的解析器会解码，有的不会")
        case .spaceInHost(let host): LocalizedText("the host '\(host)' has a space", "主机“\(host)”含有空格")
        case .noName(let host):
            LocalizedText(
                "the host '\(host)' has an A-label (xn--) that stands for no name (RFC 3492)",
                "主机“\(host)”含有不对应任何名称的 A-label（xn--）（RFC 3492）")
        case .behindHost:
            LocalizedText("there is something behind its host that is no port", "主机之后有不是端口的内容")
        case .controlCharacter: LocalizedText("it has a control character", "含有控制字符")
        case .spaceAtEdge: LocalizedText("it begins or ends with a space", "以空格开头或结尾")
        case .backslash:
            LocalizedText("it has a backslash, which some readers take for a slash", "含有反斜线，有的解析器会当作斜线")
        case .tooLong(let limit): LocalizedText("it has more than \(limit) bytes", "超过 \(limit) 字节")
        case .noSlashes:
            LocalizedText(
                "behind its scheme there are no two slashes and no host (RFC 3986 §3)",
                "方案之后没有两个斜线，也没有主机（RFC 3986 §3）")
        case .colon:
            LocalizedText(
                "it has a colon in its first part, which is no scheme (RFC 3986 §3.1)",
                "第一部分含有冒号，而它不是方案（RFC 3986 §3.1）")
        case .otherScheme(let scheme, let allowsHTTP):
            LocalizedText(
                "the scheme is \(scheme), not \(allowsHTTP ? "http or https" : "https")",
                "方案是 \(scheme)，而不是 \(allowsHTTP ? "http 或 https" : "https")")
        case .twoReadings(let host, let other):
            LocalizedText(
                "the host would be read as '\(host)', and as \(other.map { "'\($0)'" } ?? "none") where it comes from",
                "主机会被读作“\(host)”，而在来源处\(other.map { "被读作“\($0)”" } ?? "读不出主机")")
        }
    }
}
