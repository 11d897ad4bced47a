import HoldfastStatements

/// The shapes of lines for people: a headline, titles with their text beside them, folded to a terminal.
struct TextLines {
    let style: TextStyle
    /// The terminal's columns; nil where lines may be of any length.
    let width: Int?
    let language: PageLanguage

    /// Columns of the titles before what they are of.
    private static let titleColumns = 13
    private static let blank = String(repeating: " ", count: titleColumns)
    /// The least room for a text, however narrow the terminal.
    private static let leastColumns = 20

    static let advice = LocalizedText("advice", PageWord.whatToDo.words.chinese)
    static let judgedAs = LocalizedText("judged as", "判定条件")

    /// The text in the reader's language, fit to be shown.
    func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }

    /// The mark between a name and what is said of it.
    static func colon(_ language: PageLanguage) -> String { LocalizedText(": ", "：").text(in: language) }

    /// A name and what is said of it: in one line where they fit, else the latter below.
    ///
    /// - Parameter paint: styles a line of the answer; the first one where `isFirst`.
    func headline(
        _ name: String, _ answer: String, painting paint: (_ line: String, _ isFirst: Bool) -> String
    ) -> [String] {
        let (name, colon) = (SafeText.line(name), Self.colon(language))
        guard let width, WrappedText.columnCount(of: name + colon + answer) > width else {
            return [style.strong(name) + colon + paint(answer, true)]
        }
        return [style.strong(name) + LocalizedText(":", "：").text(in: language)]
            + folded(answer, indent: 0, within: width - 2).enumerated().map { "  " + paint($1, $0 == 0) }
    }

    /// An empty line, and a heading.
    func heading(_ words: LocalizedText) -> [String] { ["", "  " + style.strong(told(words))] }

    /// A word of the page, which stands in lower case here, and its text, folded beside it.
    func row(_ word: PageWord, _ text: String, indent: Int) -> [String] {
        row(LocalizedText(word.words.english.lowercased(), word.words.chinese), text, indent: indent)
    }

    /// A title and its text, folded beside it.
    func row(_ title: LocalizedText, _ text: String, indent: Int) -> [String] {
        let title = told(title)
        let space = String(repeating: " ", count: indent)
        let start = title.isEmpty ? Self.blank : style.faint((title + " ").padded(to: Self.titleColumns))
        let text = SafeText.line(text)
        // Blanks at the beginning are an indentation of its own.
        let own = String(text.prefix { $0 == " " })
        let room = width.map { $0 - indent - Self.titleColumns - own.count }
        return folded(String(text.dropFirst(own.count)), indent: 0, within: room).enumerated().map { index, line in
            space + (index == 0 ? start : Self.blank) + own + line
        }
    }

    /// The text's lines, indented.
    ///
    /// - Parameter hanging: the columns before the second and later lines; nil for as many as before the first.
    func folded(_ text: String, indent: Int, hanging: Int? = nil) -> [String] {
        folded(text, indent: indent, hanging: hanging, within: width.map { $0 - max(indent, hanging ?? 0) })
    }

    private func folded(_ text: String, indent: Int, hanging: Int? = nil, within room: Int?) -> [String] {
        let space = String(repeating: " ", count: indent)
        guard let room else { return [space + text] }
        let later = String(repeating: " ", count: hanging ?? indent)
        return WrappedText.lines(text, width: max(Self.leastColumns, room)).enumerated().map { index, line in
            (index == 0 ? space : later) + line
        }
    }
}
