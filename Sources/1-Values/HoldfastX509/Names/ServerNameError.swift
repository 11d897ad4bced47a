public import HoldfastStatements

/// An error for a text that is no server name.
public struct ServerNameError: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
        case empty = "is empty"
        case notASCII = "has characters outside ASCII; convert it to A-labels first"
        case tooLong = "is longer than 253 octets"
        case badLabel = "has a label that is not 1-63 letters, digits, hyphens or underscores"
        /// RFC 952: "The last character must not be a minus sign or period"; RFC 1123 §2.1 allows a digit as the first
        /// character beside a letter; RFC 5890 §2.3.1: no hyphen "at the beginning or end".
        case hyphenAtEdge =
            "has a label that begins or ends with a hyphen, which no host name has (RFC 1123 §2.1)"
        case numericTopLabel = "ends in a number and is no IPv4 address"
        case badAddress = "is no IPv6 address"
    }

    /// The text as given.
    public let text: String
    /// The reason that it is no server name.
    public let reason: Reason

    package init(text: String, reason: Reason) {
        self.text = text
        self.reason = reason
    }
}

extension ServerNameError: CustomStringConvertible {
    /// The text and the reason that it is no server name, as a statement.
    public var statement: Statement { ServerNameFault.text(text, reason).statement }

    public var description: String { statement.english }
}

/// The sentence about a text that is no server name.
enum ServerNameFault: Sentence {
    case text(String, ServerNameError.Reason)

    static let topic = "serverNameFault"

    var words: LocalizedText {
        switch self {
        case .text(let text, let reason):
            LocalizedText("'\(text)' \(reason.english)", "“\(text)”\(reason.chinese)")
        }
    }
}

extension ServerNameError.Reason: Sentence {
    package static let topic = "serverNameReason"

    /// The reason as a statement: the end of a sentence that begins with the text.
    public var statement: Statement { Statement(self) }

    package var words: LocalizedText {
        let chinese =
            switch self {
            case .empty: "是空的"
            case .notASCII: "含有 ASCII 以外的字符；请先转换为 A-label"
            case .tooLong: "超过 253 个字节"
            case .badLabel: "有一段不是 1 至 63 个字母、数字、连字符或下划线"
            case .hyphenAtEdge: "有一段以连字符开头或结尾，主机名不会如此（RFC 1123 §2.1）"
            case .numericTopLabel: "以数字结尾，又不是 IPv4 地址"
            case .badAddress: "不是 IPv6 地址"
            }
        return LocalizedText(rawValue, chinese)
    }
}
