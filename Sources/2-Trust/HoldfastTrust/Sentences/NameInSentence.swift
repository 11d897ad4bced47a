import HoldfastStatements
import HoldfastX509

/// Words that stand where a sentence has a name, or the use of a certificate.
enum NameInSentence: Sentence {
    /// A certificate whose subject has no level.
    case noSubject
    /// A chain that is judged for no use, and so for every one.
    case everyUse
    /// Trust settings that name no use at all.
    case noUse

    static let topic = "name"

    var words: LocalizedText {
        switch self {
        case .noSubject: LocalizedText("(no subject)", "（主题为空）")
        case .everyUse: LocalizedText("every use", "所有用途")
        case .noUse: LocalizedText("nothing", "（无任何用途）")
        }
    }
}

extension DistinguishedName {
    /// The short form of the name, as sentences have it.
    var inSentence: Statement {
        isEmpty ? NameInSentence.noSubject.statement : Statement(verbatim: shortDescription)
    }
}

extension ObjectIdentifier? {
    /// The extended key usage by its name, as sentences have it; nil stands for every use.
    var useInSentence: Statement {
        map { Statement(verbatim: $0.name ?? $0.description) } ?? NameInSentence.everyUse.statement
    }
}

extension [Statement] {
    /// One after the other in English, and how many more there are.
    func english(more: Int = 0) -> String {
        map(\.english).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// One after the other in Chinese, and how many more there are.
    func chinese(more: Int = 0) -> String {
        map(\.chinese).joined(separator: "、") + (more > 0 ? "，另有 \(more) 项" : "")
    }

    /// One after the other, and how many more there are.
    func words(more: Int = 0) -> LocalizedText { LocalizedText(english(more: more), chinese(more: more)) }
}

extension [ObjectIdentifier] {
    /// Names or numbers, one after the other.
    var inSentence: String { map { $0.name ?? $0.description }.joined(separator: ", ") }

    /// Uses by name, as sentences have them; none is nothing.
    var usesInSentence: Statement {
        isEmpty ? NameInSentence.noUse.statement : Statement(verbatim: inSentence)
    }
}
