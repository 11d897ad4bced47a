import HoldfastStatements

/// Sentences about the lines of standard input, where it lists things.
enum ListSentence: Sentence {
    case at(line: Int, reason: Statement)
    case notUTF8
    case tooMany(of: ListedThing, limit: Int)
    case none(of: ListedThing)
    case moreWrong(count: Int)

    static let topic = "commandList"

    var words: LocalizedText {
        switch self {
        case .at(let line, let reason):
            LocalizedText("standard input, line \(line): \(reason.english)", "标准输入第 \(line) 行：\(reason.chinese)")
        case .notUTF8: LocalizedText("it is not UTF-8", "不是 UTF-8 文本")
        case .tooMany(let thing, let limit):
            LocalizedText("more than \(limit) \(thing.english)s", "\(thing.chinese)超过 \(limit) 个")
        case .none(let thing):
            LocalizedText("standard input names no \(thing.english)", "标准输入中没有\(thing.chinese)")
        case .moreWrong(let count):
            LocalizedText(
                "standard input: \(count) more \(count == 1 ? "line is" : "lines are") wrong",
                "标准输入：还有 \(count) 行有误")
        }
    }
}

/// Advice about the lines of standard input.
enum ListAdvice: Sentence {
    case oneALine(ListedThing)
    case oneALineInUTF8(ListedThing)
    case fewer(ListedThing)
    case writeAnew

    static let topic = "commandListAdvice"

    var words: LocalizedText {
        switch self {
        case .oneALine(let thing):
            LocalizedText("write one \(thing.form.english) a line", "请每行写一个\(thing.form.chinese)")
        case .oneALineInUTF8(let thing):
            LocalizedText(
                "write one \(thing.form.english) a line, as UTF-8 text", "请以 UTF-8 文本每行写一个\(thing.form.chinese)")
        case .fewer(let thing): LocalizedText("give fewer \(thing.english)s at once", "请减少一次给出的\(thing.chinese)")
        case .writeAnew: LocalizedText("write them anew", "请重新书写")
        }
    }
}

/// The things that standard input lists.
enum ListedThing: Sentence {
    case target
    case name

    static let topic = "commandListedThing"

    var words: LocalizedText {
        switch self {
        case .target: LocalizedText("target", "目标")
        case .name: LocalizedText("name", "名称")
        }
    }

    /// The form in which a line has it.
    fileprivate var form: LocalizedText {
        switch self {
        case .target: LocalizedText("URL", " URL")
        case .name: words
        }
    }
}
