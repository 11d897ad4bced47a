public import HoldfastStatements

/// A fault for which a PEM file cannot be read, and its line.
public struct PEMError: Error, Hashable, Sendable {
    /// A fault in the text.
    public enum Reason: Hashable, Sendable {
        /// A line that begins as `-----BEGIN` or `-----END` and does not go on as RFC 7468 §3 says.
        case malformedBoundary
        /// A boundary with the two characters `\n` instead of a line break, as out of a variable or a JSON text.
        case escapedLineBreaks
        /// A block ends that did not begin.
        case endWithoutBegin(label: String)
        /// A block begins inside another one, whose label this is.
        case nestedBegin(label: String)
        /// A block begins and does not end.
        case missingEnd(label: String)
        /// A block ends under another label than it began with.
        case labelMismatch(begin: String, end: String)
        /// The data of a block is not Base64.
        case invalidBase64(Base64Error)
        /// A block without data.
        case emptyBlock(label: String)
    }

    /// The fault.
    public let reason: Reason
    /// The line with the fault, counted from 1; the line of `BEGIN` where something is missing.
    public let line: Int
}

/// Sentences about text that is no PEM, with the line.
enum PEMSentence: Sentence {
    case line(Int, PEMError.Reason)

    static let topic = "text"

    var words: LocalizedText {
        switch self {
        case .line(let line, let reason):
            LocalizedText("line \(line): \(reason.english)", "第 \(line) 行：\(reason.chinese)")
        }
    }
}

extension PEMSentence: PlacedSentence {
    var placed: (place: String, fault: Statement)? {
        switch self {
        case .line(let line, let reason): ("\(line)", Statement(reason))
        }
    }
}

extension PEMError: CustomStringConvertible {
    /// The line and the fault as a statement.
    public var statement: Statement { PEMSentence.line(line, reason).statement }

    /// One line: where, and what.
    public var description: String { statement.english }
}

extension PEMError.Reason: Sentence, CustomStringConvertible {
    package static let topic = "pem"

    /// The reason in words, without place.
    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .malformedBoundary:
            LocalizedText(
                "a boundary that is not five dashes, BEGIN or END, a label, five dashes",
                "边界行不是五个连字符、BEGIN 或 END、标签、五个连字符")
        case .escapedLineBreaks:
            LocalizedText("line breaks are written as the two characters \\n", "换行写成了 \\n 两个字符")
        case .endWithoutBegin(let label):
            LocalizedText("a block of \(label) ends that did not begin", "\(label) 块有结尾而没有开头")
        case .nestedBegin(let label):
            LocalizedText(
                "a block begins inside a block of \(label), whose END is missing", "在缺少 END 的 \(label) 块中又开始了一个块")
        case .missingEnd(let label):
            LocalizedText("the block of \(label) that begins here does not end", "从这里开始的 \(label) 块没有结尾")
        case .labelMismatch(let begin, let end):
            LocalizedText("a block that began as \(begin) ends as \(end)", "以 \(begin) 开头的块以 \(end) 结尾")
        case .invalidBase64(let error): error.words
        case .emptyBlock(let label):
            LocalizedText("the block of \(label) that begins here is empty", "从这里开始的 \(label) 块是空的")
        }
    }

    package var plainName: String {
        switch self {
        case .malformedBoundary: "malformedBoundary"
        case .escapedLineBreaks: "escapedLineBreaks"
        case .endWithoutBegin, .nestedBegin, .missingEnd, .labelMismatch, .invalidBase64, .emptyBlock: ""
        }
    }
}
