/// A text in every language of the page.
package struct LocalizedText: Hashable, Sendable {
    package let english: String
    package let chinese: String

    package init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    /// Makes a text that is the same in every language: a name, or what another program said.
    package static func same(_ text: String) -> LocalizedText { LocalizedText(text, text) }

    package static let comma = LocalizedText(", ", "，")
    package static let semicolon = LocalizedText("; ", "；")

    /// Texts one after the other, with each language's mark between them.
    package static func joined(_ parts: [LocalizedText], by mark: LocalizedText = .comma) -> LocalizedText {
        LocalizedText(
            parts.map(\.english).joined(separator: mark.english),
            parts.map(\.chinese).joined(separator: mark.chinese))
    }

    package func text(in language: PageLanguage) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }
}

/// The languages that a page is written in; every page holds them all, and opens in one.
public enum PageLanguage: String, Hashable, Sendable, CaseIterable {
    case english
    /// Simplified Chinese.
    case chinese

    /// The language's tag (BCP 47).
    package var tag: String {
        switch self {
        case .english: "en"
        case .chinese: "zh-Hans"
        }
    }

    /// The language's name in itself.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .chinese: "中文"
        }
    }
}

/// A number with its noun, as English has it; Chinese has one form for all.
package enum Counted {
    /// `1 server`, `2 servers`, `0 servers`.
    ///
    /// - Parameter many: the noun of several; with an s where it is not given.
    package static func english(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }
}
