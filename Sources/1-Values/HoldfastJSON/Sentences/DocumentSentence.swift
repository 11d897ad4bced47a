package import HoldfastStatements

/// Sentences about documents whose members are laid down: what is wrong in one, and where.
package enum DocumentSentence: Sentence {
    /// A fault with its place, `LINE:COLUMN`, the names that lead there, and what to do about it.
    case problem(place: String, path: String, Statement, advice: Statement?)
    /// Several faults, a line each, and the number of those that are not told.
    case problems([Statement], more: Int)
    case missing(name: String)
    case nameThereAlready(place: String)
    case notKnown(String)
    case noValue(String)
    case tooManyItems(count: Int, limit: Int)
    case otherKind(expected: JSONKind, found: JSONKind)

    package static let topic = "document"

    package var words: LocalizedText {
        switch self {
        case .problem(let place, let path, let fault, let advice):
            LocalizedText(
                [place, path].filter { !$0.isEmpty }.map { $0 + ": " }.joined() + fault.english
                    + (advice.map { " (\($0.english))" } ?? ""),
                [place, path].filter { !$0.isEmpty }.map { $0 + "：" }.joined() + fault.chinese
                    + (advice.map { "（\($0.chinese)）" } ?? ""))
        case .problems(let problems, let more):
            LocalizedText(
                (problems.map(\.english) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n"),
                (problems.map(\.chinese) + (more > 0 ? ["另有 \(more) 个"] : [])).joined(separator: "\n"))
        case .missing(let name): LocalizedText("'\(name)' is missing", "缺少“\(name)”")
        case .nameThereAlready(let place):
            LocalizedText("the name stands there already, at \(place)", "该名称已在 \(place) 处出现过")
        case .notKnown(let name): LocalizedText("'\(name)' is not known here", "此处没有“\(name)”")
        case .noValue(let text): LocalizedText("'\(text)' is no value of this", "“\(text)”不是它的取值")
        case .tooManyItems(let count, let limit):
            LocalizedText("there are \(count) items, and \(limit) at most are allowed", "共 \(count) 项，最多允许 \(limit) 项")
        case .otherKind(let expected, let found):
            LocalizedText(
                "\(expected.english) is expected here, and this is \(found.english)",
                "此处应为\(expected.chinese)，而这是\(found.chinese)")
        }
    }
}

extension DocumentSentence: PlacedSentence {
    package var placed: (place: String, fault: Statement)? {
        guard case .problem(let place, let path, let fault, let advice) = self else { return nil }
        return (place, Self.problem(place: "", path: path, fault, advice: advice).statement)
    }
}

/// Advice about documents.
package enum DocumentAdvice: Sentence {
    case writeComment(name: String)
    case didYouMean(String)
    case thereAre([String])

    package static let topic = "documentAdvice"

    package var words: LocalizedText {
        switch self {
        case .writeComment(let name):
            LocalizedText("write it as \"\(name)\": \"…\"", "请写作 \"\(name)\": \"…\"")
        case .didYouMean(let word): LocalizedText("did you mean \(word)?", "是否想写 \(word)？")
        case .thereAre(let words):
            LocalizedText("there are \(words.joined(separator: ", "))", "可用的有 \(words.joined(separator: "、"))")
        }
    }
}
