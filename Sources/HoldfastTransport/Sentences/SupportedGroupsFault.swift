public import HoldfastStatements

extension SupportedGroupsError: Sentence, CustomStringConvertible {
    package static let topic = "supportedGroups"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .empty: LocalizedText("there is no group", "没有写出任何群")
        case .unknown(let name): LocalizedText("'\(name)' is no group's name", "“\(name)”不是群的名称")
        case .repeated(let group): LocalizedText("\(group) stands there twice", "\(group) 出现了两次")
        case .tooMany(let limit): LocalizedText("there are more than \(limit) groups", "群超过 \(limit) 个")
        }
    }

    package var plainName: String { if case .empty = self { "empty" } else { "" } }
}
