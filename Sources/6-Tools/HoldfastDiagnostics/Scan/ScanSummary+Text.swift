import HoldfastTrust
package import HoldfastStatements
import HoldfastWords

extension ScanSummary {
    /// The numbers for people: causes, warnings and notes, each with its number and some of its servers.
    ///
    /// A note that stands on every server is one line here. Ends with a line end where there is anything to tell.
    ///
    /// - Parameter width: the terminal's columns; nil where lines may be of any length.
    package func text(width: Int? = nil, language: PageLanguage = .english) -> String {
        causes.text(of: .error, width: width, language: language)
            + warnings.text(of: .warning, width: width, language: language)
            + notes.text(of: .note, width: width, language: language)
            + protocols.lines.map { $0.text(in: language).folded(to: width) }.joined()
    }
}

extension ScanCodes {
    /// A line for each code: how many servers have it, what it means, and some of them.
    ///
    /// - Parameters:
    ///   - level: the gravity that the codes have.
    ///   - least: servers that a code has to have for its line.
    ///   - width: the terminal's columns; nil where lines may be of any length.
    package func text(
        of level: ScanLevel, least: Int = 1, width: Int? = nil, language: PageLanguage
    ) -> String {
        rows.filter { $0.count >= least }.map { row in
            Self.line(row, level).text(in: language).folded(to: width)
        }.joined()
    }

    private static func line(_ row: Row, _ level: ScanLevel) -> LocalizedText {
        let kind = level.words
        let more = row.count > row.examples.count ? ", …" : ""
        let names = row.examples.map(SafeText.line).joined(separator: ", ") + more
        let words = FindingCode.named(row.code).flatMap { FindingWords.of($0) }?.headline
        let told =
            words.map { LocalizedText("\(row.code) (\($0.english))", "\(row.code)（\($0.chinese)）") } ?? .same(row.code)
        return LocalizedText(
            "\(kind.english) on \(row.count) \(row.count == 1 ? "server" : "servers"): \(told.english): \(names)",
            "\(row.count) 台服务器有\(kind.chinese)：\(told.chinese)：\(names)")
    }
}

extension ScanLevel {
    /// The level as a word of a sentence.
    package var words: LocalizedText {
        switch self {
        case .error: LocalizedText("error", "错误")
        case .warning: LocalizedText("warning", PageWord.warning.words.chinese)
        case .note: LocalizedText("note", PageWord.note.words.chinese)
        case .none: LocalizedText("nothing", "无")
        }
    }
}

extension String {
    /// The text as lines of at most so many columns, with a line end.
    fileprivate func folded(to width: Int?) -> String {
        let lines = width.map { WrappedText.lines(self, width: max(20, $0)) } ?? [self]
        return lines.joined(separator: "\n") + "\n"
    }
}
