import HoldfastStatements

/// Sentences about lists of certificate transparency logs.
enum LogListSentence: Sentence {
    case tooManyBytes(count: Int, limit: Int)
    case tooManyLogs(count: Int, limit: Int)
    case otherIdentifier
    case repeatedLog
    case noKey
    case keyKind
    case unusableKey
    case states(count: Int)
    case noState(known: [String])
    case interval
    case operatorName
    case noBase64
    case noTime

    static let topic = "logList"

    var words: LocalizedText {
        switch self {
        case .tooManyBytes(let count, let limit):
            LocalizedText("it has \(count) bytes, and \(limit) at most are read", "它有 \(count) 字节，最多读取 \(limit) 字节")
        case .tooManyLogs(let count, let limit):
            LocalizedText("it has \(count) logs, and \(limit) at most are read", "它有 \(count) 个日志，最多读取 \(limit) 个")
        case .otherIdentifier:
            LocalizedText("the identifier is not the SHA-256 of the key", "标识符不是该密钥的 SHA-256")
        case .repeatedLog: LocalizedText("the log stands in the list already", "该日志已在列表中")
        case .noKey: LocalizedText("it is no SubjectPublicKeyInfo", "它不是 SubjectPublicKeyInfo")
        case .keyKind:
            LocalizedText(
                "it is a key that no log may have: ECDSA on P-256, or RSA of 2048 bits or more",
                "日志不得使用这种密钥：须为 P-256 上的 ECDSA，或 2048 位以上的 RSA")
        case .unusableKey: LocalizedText("it is no key that can be used", "它不是可用的密钥")
        case .states(let count):
            LocalizedText("a log has one state, and \(count) stand here", "每个日志只有一个状态，而这里有 \(count) 个")
        case .noState(let known):
            LocalizedText(
                "it is no state of a log: there are \(known.joined(separator: ", "))",
                "它不是日志的状态：可用的有 \(known.joined(separator: "、"))")
        case .interval: LocalizedText("the interval ends before it begins", "该区间的终点早于起点")
        case .operatorName: LocalizedText("an operator has a name", "运营者须有名称")
        case .noBase64: LocalizedText("it is no base64", "它不是 base64")
        case .noTime:
            LocalizedText(
                "it is no time of the form 2026-11-21T10:00:00Z", "它不是 2026-11-21T10:00:00Z 形式的时间")
        }
    }
}
