import HoldfastStatements

/// A chart of words and numbers: a bar each, as long as its number beside the greatest.
struct ScanBars {
    /// The colour of a bar: what is red is to be mended.
    enum Tone: String {
        case plain, good, warning, bad
    }

    struct Row {
        let words: LocalizedText
        /// The identifier behind the words; nil where they are it.
        let code: String?
        let count: Int
        let tone: Tone
        let examples: [String]

        init(
            _ words: LocalizedText, code: String? = nil, _ count: Int, tone: Tone, examples: [String] = []
        ) {
            (self.words, self.code, self.count) = (words, code, count)
            (self.tone, self.examples) = (tone, examples)
        }
    }

    private let title: ScanWord
    private let lead: ScanWord?
    private let rows: [Row]

    init(_ title: ScanWord, lead: ScanWord? = nil, _ rows: [Row]) {
        (self.title, self.lead, self.rows) = (title, lead, rows)
    }

    /// The chart; nothing where there is no number.
    var html: HTML {
        guard let greatest = rows.map(\.count).max(), greatest > 0 else { return .nothing }
        return .element(
            "section", class: "block",
            .element("h3", .words(title.words)),
            lead.map { .element("p", class: "caption", .words($0.words)) } ?? .nothing,
            .element("dl", class: "bars", rows.map { Self.html($0, of: greatest) }))
    }

    private static func html(_ row: Row, of greatest: Int) -> HTML {
        let name: HTML = row.words.english == row.words.chinese ? .data(row.words.english) : .words(row.words)
        let code: HTML = row.code.map { .text(" ") + .element("code", .text($0)) } ?? .nothing
        let examples = row.examples.map { HTML.element("span", .data($0, limit: exampleLimit)) }
        return .element(
            "div", .element("dt", name, code),
            .element(
                "dd", class: "size", .element("b", .text("\(row.count)")),
                .element(
                    "svg", class: "bar", attributes: ["width": "100%", "height": "8", "aria-hidden": "true"],
                    .shape("rect", ["class": "track", "width": "100%", "height": "8", "rx": "4"]),
                    .shape(
                        "rect",
                        [
                            "class": row.tone.rawValue,
                            "width": TimingBars.percent(max(Double(row.count) / Double(greatest), 0.006)),
                            "height": "8", "rx": "4",
                        ]))),
            examples.isEmpty ? .nothing : .element("dd", class: "examples", .joined(examples, by: " ")))
    }

    /// Characters of a target's name beside a bar.
    private static let exampleLimit = 80
}
