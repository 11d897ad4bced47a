import HoldfastStatements
import HoldfastWords

/// Text of a library that is no statement yet, with the Chinese that the tables have for it.
///
/// PENDING: goes with the last library error that has no statement; the statement takes the place of each use.
struct PendingSentence: Sentence {
    static let topic = "commandPending"
    let words: LocalizedText

    init(_ english: String) { words = FindingSentence.words(english) }

    init(_ words: LocalizedText) { self.words = words }

    /// The sentence of a text; nil where there is none.
    static func optional(_ english: String?) -> PendingSentence? {
        english.flatMap { $0.isEmpty ? nil : PendingSentence($0) }
    }
}

extension PageLanguage {
    /// PENDING: what a report says in each language.
    static func words(_ text: (PageLanguage) -> String) -> LocalizedText {
        LocalizedText(text(.english), text(.chinese))
    }
}

extension Statement {
    /// PENDING: the statement of a library's text, as ``PendingSentence`` has it.
    static func pending(_ english: String) -> Statement { Statement(PendingSentence(english)) }

    /// PENDING: the statement itself, or where it is plain text yet, that of its text.
    static func pending(_ statement: Statement) -> Statement {
        statement.identifier == nil ? pending(statement.english) : statement
    }
}
