import HoldfastPolicy
import HoldfastStatements

/// Sentences of `holdfast policy`.
enum PolicyCommandSentence: Sentence {
    case inForce(file: String, host: String)
    case saysNothing(file: String, host: String)
    case setting(Statement, pattern: String, file: String, line: Int, column: Int)
    case near(pattern: String, host: String)
    case equal
    case difference(Statement, Statement)
    case entries(file: String, count: Int)
    case entry(pattern: String, line: Int, [Statement])
    case memberAndValue(member: String, Statement)
    case noServerJudged(file: String)
    /// An exact host of a file that is shown as a whole.
    case exactHost(pattern: String, file: String, line: Int, column: Int)
    /// A pattern of such a file, with the hosts of the file that it matches.
    case manyHosts(pattern: String, file: String, line: Int, column: Int, count: Int, names: String)
    case nothingCounts
    case updates(url: String, seconds: Int64)

    static let topic = "policyCommand"

    var words: LocalizedText {
        switch self {
        case .inForce(let file, let host):
            LocalizedText("\(file), in force for \(host):", "\(file) 对 \(host) 生效的内容：")
        case .saysNothing(let file, let host):
            LocalizedText("\(file) says nothing of \(host)", "\(file) 没有提到 \(host)")
        case .setting(let value, let pattern, let file, let line, let column):
            LocalizedText(
                "\(value.english)  by \(pattern), \(file):\(line):\(column)",
                "\(value.chinese)  依据 \(pattern)，\(file):\(line):\(column)")
        case .near(let pattern, let host):
            LocalizedText(
                "note: there is no entry \(host); one that is near is \(pattern)", "提示：没有条目 \(host)；相近的条目是 \(pattern)")
        case .equal: LocalizedText("nothing differs", "没有差异")
        case .difference(let strength, let difference):
            LocalizedText(
                "\(strength.english): \(difference.english)", "\(strength.chinese)：\(difference.chinese)")
        case .entries(let file, let count):
            LocalizedText(count == 1 ? "\(file): 1 entry" : "\(file): \(count) entries", "\(file)：\(count) 个条目")
        case .entry(let pattern, let line, let parts):
            LocalizedText(
                "\(pattern) (line \(line)): " + (parts.isEmpty ? "–" : parts.map(\.english).joined(separator: "; ")),
                "\(pattern)（第 \(line) 行）：" + (parts.isEmpty ? "–" : parts.map(\.chinese).joined(separator: "；")))
        case .memberAndValue(let member, let value):
            LocalizedText("\(member) \(value.english)", "\(member) \(value.chinese)")
        case .exactHost(let pattern, let file, let line, let column):
            LocalizedText("\(pattern)  \(file):\(line):\(column)", "\(pattern)  \(file):\(line):\(column)")
        case .manyHosts(let pattern, let file, let line, let column, let count, let names):
            LocalizedText(
                "\(pattern)  \(file):\(line):\(column), "
                    + (count == 0
                        ? "matches no host of the file"
                        : "matches \(count) \(count == 1 ? "host" : "hosts") of the file: \(names)"),
                "\(pattern)  \(file):\(line):\(column)，"
                    + (count == 0 ? "不匹配文件中的任何主机" : "匹配文件中的 \(count) 个主机：\(names)"))
        case .nothingCounts:
            LocalizedText("neither it nor a wider entry says anything", "它与更宽的条目都没有规定任何内容")
        case .updates(let url, let seconds):
            LocalizedText("signed updates from \(url), every \(seconds) s", "签名更新来自 \(url)，每 \(seconds) 秒")
        case .noServerJudged(let file):
            LocalizedText(
                "warning: no server was judged: \(file) names no single host", "警告：没有判定任何服务器：\(file) 没有指明任何单个主机")
        }
    }
}

/// Words for the direction of a difference.
enum PolicyStrengthWord: Sentence {
    case weaker, stronger, other

    static let topic = "policyStrength"

    init(_ strength: PolicyStrength) {
        self =
            switch strength {
            case .weaker: .weaker
            case .stronger: .stronger
            case .neither: .other
            }
    }

    var words: LocalizedText {
        switch self {
        case .weaker: LocalizedText("weaker", "更宽松")
        case .stronger: LocalizedText("stronger", "更严格")
        case .other: LocalizedText("changed", "改变")
        }
    }
}
