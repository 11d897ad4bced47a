import HoldfastStatements
import HoldfastTrust

/// Sentences about the part that a policy file has in a verdict.
enum PolicyPartSentence: Sentence {
    /// Everything that it says of the server.
    case says(file: String, parts: Statement)
    case nothing(file: String, host: String)
    /// One member by one pattern.
    case part(member: String, pattern: String)
    /// A member that takes back what would be asked otherwise.
    case partTakingBack(member: String, word: String, pattern: String)
    case nearest(Statement, pattern: String, slip: NearHostPattern.Slip)
    case nothingButNear(file: String, host: String, pattern: String, slip: NearHostPattern.Slip)
    case list([Statement])

    static let topic = "policyPart"

    var words: LocalizedText {
        switch self {
        case .says(let file, let parts):
            LocalizedText("\(file): \(parts.english)", "\(file)：\(parts.chinese)")
        case .nothing(let file, let host):
            LocalizedText("\(file) says nothing of \(host)", "\(file) 没有提到 \(host)")
        case .part(let member, let pattern):
            LocalizedText("\(member) by \(pattern)", "\(member) 依据 \(pattern)")
        case .partTakingBack(let member, let word, let pattern):
            LocalizedText("\(member) (\(word)) by \(pattern)", "\(member)（\(word)）依据 \(pattern)")
        case .nearest(let said, let pattern, let slip):
            LocalizedText(
                "\(said.english); an entry that is near is \(pattern)\(Self.why(slip).english)",
                "\(said.chinese)；相近的条目是 \(pattern)\(Self.why(slip).chinese)")
        case .nothingButNear(let file, let host, let pattern, let slip):
            LocalizedText(
                "\(file) says nothing of \(host); its nearest entry is \(pattern)\(Self.why(slip).english)",
                "\(file) 没有提到 \(host)；最相近的条目是 \(pattern)\(Self.why(slip).chinese)")
        case .list(let parts): .joined(parts.map(\.words))
        }
    }

    /// The reason why a pattern that looks as if it matched does not; nothing where its spelling shows it.
    private static func why(_ slip: NearHostPattern.Slip) -> LocalizedText {
        switch slip {
        case .spelling, .label: .same("")
        case .level:
            LocalizedText(
                ", which is for names with exactly one label more (**. is for the name and all below it)",
                "，它只适用于恰好多一级的名称（**. 适用于该名称及其下所有名称）")
        }
    }
}
