package import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Texts of inspections: JSON has the English one, which programs compare.
extension LocalizedText: Encodable {
    /// An algorithm: its name in English, what sentences say in Chinese.
    init(_ algorithm: SignatureAlgorithm) { self.init("\(algorithm)", algorithm.inSentence.chinese) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(english)
    }

    /// Both texts with something before or behind them.
    static func + (one: LocalizedText, other: LocalizedText) -> LocalizedText {
        LocalizedText(one.english + other.english, one.chinese + other.chinese)
    }

    /// Parts of a Chinese sentence behind each other, with a blank where a Chinese character and another letter meet.
    static func chinese(_ parts: String...) -> String {
        parts.reduce(into: "") { all, part in
            guard let before = all.unicodeScalars.last, let next = part.unicodeScalars.first else {
                all += part
                return
            }
            let isHan = [before, next].map { (0x4e00...0x9fff).contains($0.value) }
            let isOther = [before, next].map { $0.value < 0x2000 }
            all += ((isHan[0] && isOther[1]) || (isOther[0] && isHan[1]) ? " " : "") + part
        }
    }

    /// An extension's content behind the mark of a critical one.
    static func critical(_ isCritical: Bool, _ text: LocalizedText?) -> LocalizedText {
        let text = text ?? .same("")
        return isCritical ? LocalizedText("critical; ", "关键；") + text : text
    }

    static let noSubject = LocalizedText("(no subject)", "（没有主题）")
    static let noName = LocalizedText("(no name)", "（没有名称）")
    static let notSaid = LocalizedText("not said", "没有写明")
    static let absent = LocalizedText("none", "无")

    /// A name, or the words for an empty one.
    static func name(_ name: String, else empty: LocalizedText) -> LocalizedText { name.isEmpty ? empty : .same(name) }

    /// The number of bytes, as the end of a row.
    static func bytes(_ count: Int) -> LocalizedText { LocalizedText(Counted.english(count, "byte"), "\(count) 字节") }
}

/// One statement under a title, on one line or several.
struct InspectionRow: Sendable {
    let title: InspectionTitle
    let lines: [LocalizedText]

    init(_ title: InspectionTitle, _ lines: [LocalizedText]) {
        self.title = title
        self.lines = lines
    }

    /// A row of one line.
    init(_ title: InspectionTitle, _ line: LocalizedText) { self.init(title, [line]) }

    /// A row of one line; none where there is nothing to say.
    init?(_ title: InspectionTitle, optional line: LocalizedText?) {
        guard let line else { return nil }
        self.init(title, [line])
    }

    /// A row of a name, a number or octets; none where there is nothing to say.
    init?(_ title: InspectionTitle, optional line: String?) {
        guard let line else { return nil }
        self.init(title, [.same(line)])
    }

    /// The row of an extension.
    init(_ entry: CertificateInspection.ExtensionEntry) {
        self.init(
            .extension(name: entry.name, oid: entry.oid),
            [.critical(entry.critical, entry.content.first)] + entry.content.dropFirst())
    }

    /// The lines of all rows, beside their titles.
    static func lines(_ rows: [InspectionRow], _ style: TextStyle, _ language: PageLanguage) -> [String] {
        let titles = rows.map { $0.title.words.text(in: language) }
        let width = 2 + min(40, titles.reduce(13) { max($0, WrappedText.columnCount(of: $1)) })
        var lines: [String] = []
        for (row, title) in zip(rows, titles) {
            for (index, line) in row.lines.enumerated() {
                let name = ((index == 0 ? title : "") + "  ").padded(to: width)
                lines.append("  " + style.faint(name) + SafeText.line(line.text(in: language)))
            }
        }
        return lines
    }
}
