import HoldfastStatements

/// Sentences about files of updates and reports that are not what was written.
enum PinStateSentence: Sentence {
    case tooLarge(limit: Int)
    case otherMembers
    case otherDigest
    case unreadableMember
    case otherSchema(expected: String)
    case noBase64(name: String)
    case noLatest
    case noAccepted
    case badEntry
    case otherUpdate
    case otherCounter
    case lateTime

    static let topic = "pinState"

    var words: LocalizedText {
        switch self {
        case .tooLarge(let limit): LocalizedText("it is larger than \(limit) bytes", "它超过 \(limit) 字节")
        case .otherMembers: LocalizedText("it has other members than it should", "其成员与应有的不同")
        case .otherDigest: LocalizedText("its digest does not fit its contents", "其摘要与内容不符")
        case .unreadableMember: LocalizedText("a member of it cannot be read", "其中有成员无法解析")
        case .otherSchema(let expected): LocalizedText("its schema is not \(expected)", "其 schema 不是 \(expected)")
        case .noBase64(let name): LocalizedText("its \(name) is no Base64", "其 \(name) 不是 Base64")
        case .noLatest: LocalizedText("it names no latest time", "没有写明最晚时间")
        case .noAccepted: LocalizedText("it does not say what was accepted", "没有写明已采纳的内容")
        case .badEntry: LocalizedText("an entry of what was accepted is none", "已采纳的内容中有无效的条目")
        case .otherUpdate:
            LocalizedText("its update is not the one that was accepted last", "其中的更新不是最后采纳的那一个")
        case .otherCounter: LocalizedText("its counter is not that of its update", "其计数与其更新的计数不同")
        case .lateTime:
            LocalizedText("its latest time lies behind the end of its update", "其最晚时间在其更新的终止时间之后")
        }
    }
}
