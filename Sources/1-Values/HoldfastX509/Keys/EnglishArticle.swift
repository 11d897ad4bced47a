/// The indefinite article of English before names of algorithms, which are read letter by letter: `an RSA key`.
package enum EnglishArticle {
    /// Letters whose own names begin with a vowel's sound.
    private static let spelledVowels = Set("AEFHILMNORSX")

    /// The name with the article before it.
    package static func before(_ name: String) -> String {
        guard let first = name.first else { return name }
        // A word, as Ed25519, or a number, as 1.2.840: its own first sound. What begins with two capitals is spelled.
        let isSpelled = first.isUppercase && name.dropFirst().first.map { !$0.isLowercase } ?? true
        let isVowel = isSpelled ? spelledVowels.contains(first) : "AEIOaeio8".contains(first)
        return (isVowel || name.hasPrefix("11") || name.hasPrefix("18") ? "an " : "a ") + name
    }
}
