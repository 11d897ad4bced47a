import HoldfastStatements

/// Sentences about entries of a policy file that do nothing, or less than they seem to.
enum PolicyReviewSentence: Sentence {
    case saysNothing
    case repeats(member: String, pattern: String)
    case takesNothingBack(member: String, word: String)
    case reportsWithoutPins
    case endedOverride(at: String)
    case shadowed(member: String, count: Int, names: String)
    case matchesNoHost
    case oneLetterApart(from: String)

    static let topic = "policyReview"

    var words: LocalizedText {
        switch self {
        case .saysNothing: LocalizedText("the entry says nothing", "该条目没有规定任何内容")
        case .repeats(let member, let pattern):
            LocalizedText(
                "it says of \(member) what \(pattern) says already", "其 \(member) 与 \(pattern) 已规定的相同")
        case .takesNothingBack(let member, let word):
            LocalizedText(
                "by \(member) (\(word)) it takes back what no wider entry asks", "其 \(member)（\(word)）要取消的内容没有更宽的条目要求")
        case .reportsWithoutPins:
            LocalizedText(
                "reports of failed pins are asked for, and there are no pins that could fail",
                "要求报告固定值的失败，但没有可能失败的固定值")
        case .endedOverride(let end):
            LocalizedText("the debug override ended at \(end): it does nothing", "调试例外已于 \(end) 结束：不再起作用")
        case .matchesNoHost: LocalizedText("it matches no host that the file names", "它不匹配文件所列的任何主机")
        case .oneLetterApart(let other):
            LocalizedText(
                "it is a letter from \(other), which has no pins", "它与 \(other) 只差一个字母，而后者没有 pin")
        case .shadowed(let member, let count, let names):
            LocalizedText(
                count == 1
                    ? "what it says of \(member) does not reach \(names), which says its own"
                    : "what it says of \(member) does not reach \(count) entries, which say their own: \(names)",
                "其 \(member) 不适用于 \(count) 个自行规定的条目：\(names)")
        }
    }
}
