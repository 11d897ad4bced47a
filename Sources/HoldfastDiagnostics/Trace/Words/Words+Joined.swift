import HoldfastPolicy

extension Words {
    /// A text that is the same in every language: a standard's name, a number, a stranger's text.
    static func same(_ text: String) -> Words { Words(text, text) }

    /// Texts with each language's comma between them.
    static func joined(_ parts: [Words]) -> Words {
        Words(parts.map(\.english).joined(separator: ", "), parts.map(\.chinese).joined(separator: "，"))
    }
}
