import HoldfastTrust
public import HoldfastStatements
import HoldfastX509

/// Verdicts about many targets, a line each, and a summary of all.
///
/// ```swift
/// var table = VerdictTable(names: targets)
/// for report in reports { print(table.line(of: report)) }
/// print(table.summary)
/// ```
public struct VerdictTable {
    /// Columns that a name is padded to at most; a URL may have thousands.
    private static let widestName = 48

    private let style: TextStyle
    private let width: Int?
    private let language: PageLanguage
    private var nameColumns = 0
    private var counts: [VerdictAnswer.State: Int] = [:]
    /// Trusted targets that end within the time asked for.
    private var expiring = 0
    /// The trusted target whose certificates end first.
    private var next: (name: String, end: Instant, seconds: Int64)?

    /// Makes a table that has no line yet.
    ///
    /// - Parameters:
    ///   - names: the targets, which stand in the first column.
    ///   - columns: those that the first column has at least, where not all names are known before.
    ///   - width: the terminal's columns, at which lines are cut; nil where they may be of any length.
    public init(
        names: [String], _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english,
        columns: Int = 0
    ) {
        self.style = style
        self.width = width
        self.language = language
        nameColumns = min(columns, (width ?? .max) / 2)
        makeRoom(for: names)
    }

    /// Widens the first column for reports whose lines come next, such as those of all addresses of a target.
    public mutating func makeRoom(for reports: [VerdictReport]) { makeRoom(for: reports.map(\.title)) }

    private mutating func makeRoom(for names: [String]) {
        let widest = names.reduce(0) { max($0, Self.columns(SafeText.line($1))) }
        // More than half of a terminal would leave no room for the answer.
        nameColumns = max(nameColumns, min(widest, Self.widestName, (width ?? .max) / 2))
    }

    /// The line of a target: its name, the answer, and what is left of its time or why it is not trusted.
    ///
    /// Counts it for ``summary``.
    public mutating func line(of report: VerdictReport) -> String {
        let answer = report.answer(in: language)
        counts[answer.state, default: 0] += 1
        if report.expiry != nil { expiring += 1 }
        let name = SafeText.line(report.title)
        if report.trusted, let end = report.firstEnd?.at, end >= report.at, next.map({ end < $0.end }) ?? true {
            next = (name, end, report.seconds(to: end))
        }
        let paint = answer.isDoubtful ? style.warning : answer.state == .trusted ? style.good : style.bad
        let wordColumns = VerdictAnswer.State.allCases.map { Self.columns($0.words.text(in: language)) }.max() ?? 0
        let shown = cut(name, to: (width ?? .max) / 2)
        let start = shown.padded(to: nameColumns) + "  "
        let room = width.map { $0 - Self.columns(start) - wordColumns - 2 }
        let clause =
            SafeText.line(answer.clause) + (report.expiry == nil ? "" : Self.tooSoon.text(in: language))
            + (report.attempts > 1 ? Self.repeated(report.attempts).text(in: language) : "")
            + (report.trusted ? report.warningCodes.map { Self.warned(of: $0).text(in: language) } ?? "" : "")
        let rest = room.map { cut(clause, to: $0) } ?? clause
        guard !rest.isEmpty else { return start + paint(answer.word) }
        return start + paint(answer.word) + String(repeating: " ", count: wordColumns - Self.columns(answer.word) + 2)
            + rest
    }

    /// The mark of a line whose target ends within the time asked for.
    private static let tooSoon = LocalizedText(", too soon", "，过早")

    /// The mark of a line whose target was asked more than once.
    private static func repeated(_ attempts: Int) -> LocalizedText {
        LocalizedText("; \(attempts) attempts", "；尝试 \(attempts) 次")
    }

    /// The mark of a line whose target is trusted with other warnings.
    private static func warned(of codes: [String]) -> LocalizedText {
        let list = codes.joined(separator: ", ")
        return LocalizedText("; \(codes.count == 1 ? "warning" : "warnings"): \(list)", "；警告：\(list)")
    }

    /// The number of targets that are trusted, refused and failed, and which trusted one ends first, folded.
    public var summary: String {
        let states = VerdictAnswer.State.allCases
        let total = counts.values.reduce(0, +)
        let parts = states.map { state in
            let (words, count) = (state.words, counts[state] ?? 0)
            return LocalizedText("\(count) \(words.english)", "\(words.chinese) \(count)")
        }
        var text = LocalizedText("\(total) in all", "共 \(total) 个").explained(by: .joined(parts)).text(in: language)
        if expiring > 0 {
            let words = ExitCode.expiresSoon.meaning.chinese
            text += LocalizedText(
                "; \(expiring) \(expiring == 1 ? "expires" : "expire") within the time asked for",
                "；\(expiring) 个\(words)"
            ).text(in: language)
        }
        if let next {
            let length = PageTime.length(next.seconds)
            text += LocalizedText(
                "; next to expire: \(next.name), in \(length.english)", "；最先到期：\(next.name)，\(length.chinese)后"
            ).text(in: language)
        }
        return width.map { WrappedText.lines(text, width: max(20, $0)).joined(separator: "\n") } ?? text
    }

    private static func columns(_ text: String) -> Int { WrappedText.columnCount(of: text) }

    /// The beginning of a text that fits into some columns, with an ellipsis where it goes on.
    private func cut(_ text: String, to columns: Int) -> String {
        Self.columns(text) > columns ? WrappedText.beginning(of: text, columns: max(1, columns - 1)) + "…" : text
    }
}
