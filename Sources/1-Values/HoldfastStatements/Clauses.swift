/// Sentences one after the other, with semicolons between them.
package struct Clauses: Sentence {
    package static let topic = "clauses"
    package let all: [Statement]

    package init(_ all: [Statement]) { self.all = all }

    package var words: LocalizedText { .joined(all.map(\.words), by: .semicolon) }
}

extension Statement {
    /// The statements as one, with semicolons between them; nil of none.
    package static func joined(_ statements: [Statement?]) -> Statement? {
        let parts = statements.compactMap(\.self).flatMap(\.clauses)
        return parts.count > 1 ? Statement(Clauses(parts)) : parts.first
    }

    /// The sentences that stand in it one after the other; itself where it is one.
    package var clauses: [Statement] { (sentence as? Clauses)?.all ?? [self] }
}
