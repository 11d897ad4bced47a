package import HoldfastStatements

/// A piece of a page, escaped by construction: text becomes one only through an escape.
package struct HTML: Sendable {
    /// The piece as it stands in the file.
    package private(set) var markup: String

    private init(_ markup: some StringProtocol) { self.markup = String(markup) }

    package static let nothing = HTML("")

    /// Characters of a stranger's text that are shown; a certificate may hold a megabyte of it.
    package static let shownCharacters = 600

    /// Text, escaped.
    package static func text(_ text: String) -> HTML { HTML(SafeText.escaped(text, for: .html)) }

    /// Text of a stranger: names in certificates, answers, file names. On one line, controls made visible, cut where it
    /// is long, and with its direction of writing kept to itself.
    package static func data(_ text: String, limit: Int = shownCharacters) -> HTML {
        element("bdi", .text(cut(text, limit)))
    }

    static func cut(_ text: String, _ limit: Int = shownCharacters) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > limit else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(limit))) + "… (+\(scalars.count - limit))"
    }

    /// A name of a standard, which may break after an underscore.
    static func identifier(_ text: String) -> HTML {
        element(
            "code",
            joined(text.split(separator: "_", omittingEmptySubsequences: false).map { .text(String($0)) }, by: "_<wbr>")
        )
    }

    /// A text in every language; all but the chosen one are hidden by the sheet.
    package static func words(_ words: LocalizedText) -> HTML {
        joined(
            PageLanguage.allCases.map { language in
                element("span", attributes: ["lang": language.tag], .text(cut(words.text(in: language))))
            })
    }

    /// A statement, which may have a stranger's text in it: in every language, its direction kept to itself.
    package static func sentence(_ statement: Statement) -> HTML { element("bdi", .words(statement.words)) }

    package static func word(_ word: PageWord) -> HTML { words(word.words) }

    /// An element.
    ///
    /// - Parameters:
    ///   - kind: its class, before all other attributes.
    ///   - attributes: an attribute with an empty value stands without one.
    package static func element(
        _ name: String, class kind: String? = nil, attributes: KeyValuePairs<String, String> = [:],
        _ children: HTML...
    ) -> HTML {
        element(name, class: kind, attributes: attributes, children)
    }

    package static func element(
        _ name: String, class kind: String? = nil, attributes: KeyValuePairs<String, String> = [:],
        _ children: [HTML]
    ) -> HTML {
        var markup = opening(name, class: kind, attributes)
        for child in children { markup += child.markup }
        return HTML(markup + "</\(name)>")
    }

    /// A section of a page with a heading.
    static func block(_ title: HTML, _ children: HTML...) -> HTML {
        element("section", class: "block", [element("h3", title)] + children)
    }

    /// An element of HTML that has no content and no end: `input`, `meta`.
    package static func void(_ name: String, _ attributes: KeyValuePairs<String, String>) -> HTML {
        HTML(opening(name, attributes))
    }

    /// An element of SVG, with nothing inside.
    static func shape(_ name: String, _ attributes: KeyValuePairs<String, String>) -> HTML {
        HTML(opening(name, attributes).dropLast() + "/>")
    }

    /// Lines of text, for `pre`.
    package static func lines(_ lines: some Sequence<Substring>) -> HTML {
        joined(lines.map { text(String($0)) }, by: "\n")
    }

    /// The page's own style sheet, the one thing that is not escaped.
    static func style(_ sheet: String) -> HTML { HTML("<style>\(sheet)</style>") }

    package static func joined(_ pieces: [HTML], by separator: String = "") -> HTML {
        HTML(pieces.map(\.markup).joined(separator: separator))
    }

    package static func + (left: HTML, right: HTML) -> HTML { HTML(left.markup + right.markup) }

    private static func opening(
        _ name: String, class kind: String? = nil, _ attributes: KeyValuePairs<String, String>
    ) -> String {
        var markup = "<" + name
        let kinds = kind.map { [("class", $0)] } ?? []
        for (attribute, value) in kinds + attributes.map({ ($0.key, $0.value) }) {
            markup += " " + attribute
            if !value.isEmpty { markup += "=\"\(SafeText.escaped(value, for: .html))\"" }
        }
        return markup + ">"
    }
}
