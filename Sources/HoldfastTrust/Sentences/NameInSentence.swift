import HoldfastStatements
import HoldfastX509

extension DistinguishedName {
    /// The name as sentences say it.
    var inSentence: Statement { isEmpty ? EmptyName.noSubject.statement : Statement(verbatim: shortDescription) }
}

/// The words in the place of a name that is empty.
private enum EmptyName: Sentence {
    case noSubject

    static let topic = "name"

    var words: LocalizedText { LocalizedText("(no subject)", "（主题为空）") }
}

extension [Statement] {
    /// One after the other in English, and how many more there are.
    func english(more: Int = 0) -> String {
        map(\.english).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// One after the other in Chinese, and how many more there are.
    func chinese(more: Int = 0) -> String {
        map(\.chinese).joined(separator: ", ") + (more > 0 ? "，另有 \(more) 项" : "")
    }

    /// One after the other, and how many more there are.
    func words(more: Int = 0) -> LocalizedText { LocalizedText(english(more: more), chinese(more: more)) }
}

extension [ObjectIdentifier] {
    /// Names or numbers, one after the other.
    var inSentence: String { map { $0.name ?? $0.description }.joined(separator: ", ") }
}
