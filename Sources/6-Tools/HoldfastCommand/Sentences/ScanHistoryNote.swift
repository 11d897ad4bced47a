import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// Sentences of `holdfast scan` about its history.
enum ScanHistoryNote: Sentence {
    case noPipe(option: String)
    case noRunName(option: String, text: String)
    case endIsPast(option: String, end: Instant)
    case goesOn(run: Int64, began: Instant)
    case earlierInPart
    case nothingBefore
    case nothingChanged
    case muted(target: String, until: Instant)
    case unmuted(key: String)

    static let topic = "scanHistoryCommand"

    var words: LocalizedText {
        switch self {
        case .noPipe(let option):
            LocalizedText("\(option): a history is a file, and no pipe", "\(option)：历史是文件，不是管道")
        case .noRunName(let option, let text):
            LocalizedText("\(option): '\(text)' names no run", "\(option)：“\(text)”不是运行的名称")
        case .endIsPast(let option, let end):
            LocalizedText("\(option): \(end) is past", "\(option)：\(end) 已经过去")
        case .goesOn(let run, let began):
            LocalizedText("going on with run \(run) of \(began)", "继续 \(began) 开始的运行 \(run)")
        case .earlierInPart:
            LocalizedText(
                "of the results that it has already, the page's verdicts have findings and certificates, and not how "
                    + "the server was reached, nor what it speaks",
                "对于已有的结果，页面中的结论只有发现与证书，没有如何到达服务器以及它支持哪些协议")
        case .nothingBefore:
            LocalizedText(
                "the history has no earlier run over this list: everything is new", "历史中没有此列表更早的运行：一切都是新的")
        case .nothingChanged: LocalizedText("nothing has changed", "没有变化")
        case .muted(let target, let end):
            LocalizedText("\(target): silent until \(end)", "\(target)：静默至 \(end)")
        case .unmuted(let key): LocalizedText("\(key) counts again", "\(key) 恢复计入")
        }
    }
}

/// Advice of `holdfast scan` about its history.
enum ScanHistoryOptionAdvice: Sentence {
    case nameFile
    case writeRun
    case writeAsInList

    static let topic = "scanHistoryOptionAdvice"

    var words: LocalizedText {
        switch self {
        case .nameFile:
            LocalizedText("name the history: --database scans.sqlite", "请指明历史文件：--database scans.sqlite")
        case .writeRun:
            LocalizedText(
                "write the number of a run, a date (2026-11-21), a time of RFC 3339, or last",
                "请写运行编号、日期（2026-11-21）、RFC 3339 时间或 last")
        case .writeAsInList:
            LocalizedText("write it as in the list, with its options", "请按列表中的写法，连同选项")
        }
    }
}
