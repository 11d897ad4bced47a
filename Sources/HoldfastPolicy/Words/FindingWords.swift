/// What a kind of finding means, told to somebody who never read the RFC.
package struct FindingWords: Hashable, Sendable {
    /// The defect in a few words; no full stop.
    package let headline: Words
    /// What it means for whoever wants to connect.
    package let meaning: Words
    /// What to do about it.
    package let advice: Words

    /// The words for a code of the table of finding codes; nil for codes of rules of one's own.
    package static func of(code: String) -> FindingWords? { table[code] }

    /// The words for what was asked for, where they differ from those of its code.
    ///
    /// - Parameter requirement: the identifier of the requirement that was not met.
    package static func of(code: String, requirement: String) -> FindingWords? {
        requirements[requirement] ?? of(code: code)
    }

    private static let table = path.merging(certificate) { first, _ in first }.merging(use) { first, _ in first }

    init(
        _ headline: (String, String), meaning: (String, String), advice: (String, String)
    ) {
        self.headline = Words(headline.0, headline.1)
        self.meaning = Words(meaning.0, meaning.1)
        self.advice = Words(advice.0, advice.1)
    }
}
