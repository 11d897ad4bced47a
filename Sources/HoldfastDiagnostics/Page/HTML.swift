import HoldfastPolicy

/// A piece of a page, escaped by construction: text becomes one only through an escape.
struct HTML: Sendable {
    /// The piece as it stands in the file.
    private(set) var markup: String

    private init(_ markup: some StringProtocol) { self.markup = String(markup) }

    static let nothing = HTML("")

    /// Characters of a stranger's text that are shown; a certificate may hold a megabyte of it.
    static let shownCharacters = 600

    /// Text that means itself.
    static func text(_ text: String) -> HTML { HTML(escaped(text)) }

    /// Text of a stranger: names in certificates, answers, file names. On one line, controls made visible, cut where it
    /// is long, and with its direction of writing kept to itself.
    static func data(_ text: String, limit: Int = shownCharacters) -> HTML {
        element("bdi", [:], .text(cut(text, limit)))
    }

    static func cut(_ text: String, _ limit: Int = shownCharacters) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > limit else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(limit))) + "… (+\(scalars.count - limit))"
    }

    /// A name of a standard, which may break after an underscore.
    static func identifier(_ text: String) -> HTML {
        element(
            "code", [:],
            joined(text.split(separator: "_", omittingEmptySubsequences: false).map { .text(String($0)) }, by: "_<wbr>")
        )
    }

    /// The same in every language; all but the chosen one are hidden by the sheet.
    static func words(_ words: Words) -> HTML {
        joined(
            PageLanguage.allCases.map { language in
                element("span", ["lang": language.tag], .text(cut(words.text(in: language))))
            })
    }

    /// What a rule says of one case, with a stranger's text in it: in every language, its direction kept to itself.
    static func sentence(_ english: String) -> HTML {
        element("bdi", [:], .words(FindingSentence.words(english)))
    }

    static func word(_ word: PageWord) -> HTML { words(word.words) }

    static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: HTML...) -> HTML
    {
        element(name, attributes, children)
    }

    static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [HTML]) -> HTML {
        var markup = opening(name, attributes)
        for child in children { markup += child.markup }
        return HTML(markup + "</\(name)>")
    }

    /// An element of HTML that has no content and no end: `input`, `meta`.
    static func void(_ name: String, _ attributes: KeyValuePairs<String, String>) -> HTML {
        HTML(opening(name, attributes))
    }

    /// An element of SVG, with nothing inside.
    static func shape(_ name: String, _ attributes: KeyValuePairs<String, String>) -> HTML {
        HTML(opening(name, attributes).dropLast() + "/>")
    }

    /// Lines of text, for `pre`.
    static func lines(_ lines: some Sequence<Substring>) -> HTML {
        joined(lines.map { text(String($0)) }, by: "\n")
    }

    /// The page's own style sheet, the one thing that is not escaped.
    static func style(_ sheet: String) -> HTML { HTML("<style>\(sheet)</style>") }

    static func joined(_ pieces: [HTML], by separator: String = "") -> HTML {
        HTML(pieces.map(\.markup).joined(separator: separator))
    }

    static func + (left: HTML, right: HTML) -> HTML { HTML(left.markup + right.markup) }

    private static func opening(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
        var markup = "<" + name
        for (attribute, value) in attributes {
            markup += " " + attribute
            if !value.isEmpty { markup += "=\"\(escaped(value))\"" }
        }
        return markup + ">"
    }

    /// Escapes what HTML gives a meaning, in content and in quoted attributes; controls are made visible first.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in SafeText.line(text).unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
