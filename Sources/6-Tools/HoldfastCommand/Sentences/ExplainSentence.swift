import HoldfastStatements

/// Sentences of `holdfast explain`.
enum ExplainSentence: Sentence {
    case badTable(line: Int)
    case nothingKnown
    case unknown(text: String)
    // What to do.
    case check
    case giveEnd

    static let topic = "explain"

    var words: LocalizedText {
        switch self {
        case .badTable(let line):
            LocalizedText("the table of lines cannot be read: line \(line)", "错误信息表无法读取：第 \(line) 行")
        case .nothingKnown: LocalizedText("no line of standard input is known", "标准输入中没有已知的行")
        case .unknown(let text): LocalizedText("not known: \(Wording.quoted(text))", "未知：\(Wording.quoted(text))")
        case .check:
            LocalizedText("holdfast check HOST says what is wrong with a server", "holdfast check HOST 说明服务器有什么问题")
        case .giveEnd:
            LocalizedText(
                "give its end alone: tail -n 1000 LOG | holdfast explain -",
                "请只给出末尾部分：tail -n 1000 LOG | holdfast explain -")
        }
    }
}
