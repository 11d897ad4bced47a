package import HoldfastStatements

/// The reason why a text is no table of facts.
package struct FactError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    package enum Reason: String, Hashable, Sendable {
        case tooLong, notUTF8, badSource, badColumns, badRow, unknownSource, badValue
    }

    /// The line of the file, from 1 on; 0 for the file as a whole.
    package let line: Int
    /// The fault.
    package let reason: Reason

    package init(line: Int, _ reason: Reason) { (self.line, self.reason) = (line, reason) }

    /// The line and the fault as a statement.
    package var statement: Statement {
        line == 0 ? reason.statement : FactSentence.line(line, reason).statement
    }

    /// One clause, without a full stop.
    package var description: String { statement.english }
}

extension FactError.Reason: Sentence {
    package static let topic = "factReason"

    package var words: LocalizedText {
        switch self {
        case .tooLong: LocalizedText("it is longer than a table of facts may be", "它比事实表允许的更长")
        case .notUTF8: LocalizedText("it is no UTF-8", "它不是 UTF-8")
        case .badSource: LocalizedText("a source without its address or day", "有来源缺少地址或日期")
        case .badColumns: LocalizedText("its columns are none", "其列无效")
        case .badRow: LocalizedText("a row has another number of fields than there are columns", "有一行的字段数与列数不同")
        case .unknownSource: LocalizedText("a row names a source that is not stated", "有一行指明了没有写出的来源")
        case .badValue: LocalizedText("a value is none that its column may have", "有值不是该列允许的值")
        }
    }
}

/// The sentence about a table of facts, with the line.
enum FactSentence: Sentence {
    case line(Int, FactError.Reason)

    static let topic = "fact"

    var words: LocalizedText {
        switch self {
        case .line(let line, let reason):
            LocalizedText("line \(line): \(reason.english)", "第 \(line) 行：\(reason.chinese)")
        }
    }
}
