package import HoldfastStatements
import HoldfastTrust

extension URLPartsError: Sentence {
    package static let topic = "url"

    package var words: LocalizedText {
        switch self {
        case .noScheme: LocalizedText("it names no scheme", "它没有写明方案")
        case .noSchemeOrHost: LocalizedText("it names no scheme or no host", "它没有写明方案或主机")
        case .noHost: LocalizedText("it names no host", "它没有指明主机")
        case .noSlashes:
            LocalizedText(
                "behind its scheme there are no two slashes and no host (RFC 3986 §3)",
                "其方案之后没有两个斜杠与主机（RFC 3986 §3）")
        case .colonInFirstPart:
            LocalizedText(
                "it has a colon in its first part, which is no scheme (RFC 3986 §3.1)",
                "其第一部分含有冒号，而它不是方案（RFC 3986 §3.1）")
        case .controlCharacter: LocalizedText("it has a control character", "其中有控制字符")
        case .spaceAtEdge: LocalizedText("it begins or ends with a space", "它以空格开头或结尾")
        case .backslash:
            LocalizedText("it has a backslash, which some readers take for a slash", "其中有反斜杠，有的读取者会把它当作斜杠")
        case .severalAt:
            LocalizedText(
                "it has two @ before its path, and readers differ about which one ends the user",
                "其路径之前有两个 @，对哪一个结束用户名，读取者的看法不一")
        case .openBracket: LocalizedText("it has a bracket that is not closed", "其中的方括号没有闭合")
        case .zone:
            LocalizedText("a zone identifier (%…) means something on one machine only", "区域标识符（%…）只在一台机器上有意义")
        case .percentEncodedHost(let host):
            LocalizedText(
                "the host '\(host)' is percent-encoded, which some readers decode and others do not",
                "主机“\(host)”使用了百分号编码，有的读取者会解码，有的不会")
        case .spaceInHost(let host): LocalizedText("the host '\(host)' has a space", "主机“\(host)”含有空格")
        case .malformedALabel(let host):
            LocalizedText(
                "the host '\(host)' has an A-label (xn--) that stands for no name (RFC 3492)",
                "主机“\(host)”含有不代表任何名称的 A-label（xn--，RFC 3492）")
        case .noALabels:
            LocalizedText("the host cannot be converted to A-labels (RFC 5891)", "主机无法转换为 A-label（RFC 5891）")
        case .otherReading(let host, let read):
            LocalizedText("the host '\(host)' would be read as '\(read)'", "主机“\(host)”会被读作“\(read)”")
        case .otherSpelling(let host, let read):
            LocalizedText(
                "the host '\(host)' would be read as '\(read)'; write that if it is meant",
                "主机“\(host)”会被读作“\(read)”；若即此意，请这样书写")
        case .noServer(let error): error.statement.words
        case .notAPort: LocalizedText("there is something behind its host that is no port", "其主机之后有不是端口的内容")
        case .noPort: LocalizedText("it has no port that can be connected to", "它没有可以连接的端口")
        case .noMemory: LocalizedText("there is no memory to read it", "没有内存可以读取它")
        case .library(let said): .same(said)
        }
    }
}
