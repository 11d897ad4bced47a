/// A text in every language of the page.
package struct Words: Hashable, Sendable {
    package let english: String
    package let chinese: String

    package init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    package func text(in language: PageLanguage) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }
}
