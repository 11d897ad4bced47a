package import HoldfastDiagnostics
import HoldfastTrust
package import HoldfastStatements
import HoldfastWords

extension Lesson {
    /// Every chapter as text, ending with a line end.
    package func text(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        opening(language, style) + "\n" + chapters.map { $0.text(language, style) + "\n" }.joined()
            + closing(language, style)
    }

    /// The text before the first chapter: the title, the lead and the list of chapters.
    package func opening(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        let list = chapters.map { "  \($0.number)  \($0.title.text(in: language))" }
        return Self.joined(
            [style.strong(LessonWord.title.words.text(in: language))] + text.paragraph(LessonWord.lead.words, indent: 0)
                + [""] + list)
    }

    /// The text after the last chapter: whether all came out as it is taught, and where the files are.
    package func closing(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        let result =
            isAsTaught
            ? style.good("✓ ") + LessonWord.allAsTaught.words.text(in: language)
            : style.bad("✗ ") + chapters.flatMap(\.wrongSteps).joined(separator: ", ")
        return Self.joined([result] + (filesNote.map { text.paragraph($0, indent: 0) } ?? []))
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

extension LessonChapter {
    /// The chapter as text for a terminal of 80 columns, ending with a line end.
    package func text(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        let lines = steps.indices.flatMap { index in
            [""] + text.setting(of: self, step: index, withChoices: false) + text.outcome(of: steps[index])
        }
        return Self.joined(text.head(of: self) + lines + text.warning(of: self))
    }

    /// The title and the lead, ending with a line end.
    package func head(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        Self.joined(LessonText(language: language, style: style).head(of: self))
    }

    /// A step up to its question with the answers to choose from, ending with a line end.
    ///
    /// - Parameter index: 0 for the first step.
    package func setting(of index: Int, _ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        return Self.joined(text.setting(of: self, step: index, withChoices: true))
    }

    /// A step after its question: all that came out, ending with a line end.
    ///
    /// - Parameter index: 0 for the first step. After the last one the warning stands where a step of the chapter came
    ///   out otherwise than it teaches.
    package func outcome(of index: Int, _ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        return Self.joined(
            text.outcome(of: steps[index]) + (index == steps.count - 1 ? text.warning(of: self) : []))
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

/// A chapter as lines.
struct LessonText {
    let language: PageLanguage
    let style: TextStyle

    private static let width = 80

    /// The lines above the first step: the title and the lead.
    func head(of chapter: LessonChapter) -> [String] {
        let title = "\(chapter.number)  \(told(chapter.title))"
        var lines = [
            style.strong(title), style.faint(String(repeating: "─", count: WrappedText.columnCount(of: title))),
        ]
        lines += paragraph(chapter.lead, indent: 0)
        return lines
    }

    /// The lines of a step that stand before its outcome: the title, the first paragraph and the question.
    func setting(of chapter: LessonChapter, step index: Int, withChoices: Bool) -> [String] {
        let step = chapter.steps[index]
        var lines = [style.strong("\(chapter.number).\(index + 1)  \(told(step.title))")]
        lines += step.prose.prefix(1).flatMap { paragraph($0, indent: 2) }
        let question = WrappedText.lines(told(step.question.words), width: Self.width - 4)
        lines +=
            [""]
            + question.enumerated().map {
                $0.offset == 0 ? "  ? " + style.strong($0.element) : "    " + style.strong($0.element)
            }
        guard withChoices else { return lines }
        return lines
            + step.choices.enumerated().flatMap { place, choice in
                let number = "\(place + 1)  "
                return WrappedText.lines(told(choice.words), width: Self.width - 6 - number.count).enumerated().map {
                    "      " + ($0.offset == 0 ? number : String(repeating: " ", count: number.count)) + $0.element
                }
            }
    }

    /// The lines of a step that tell its outcome: the other paragraphs, the exhibits, the commands and the checks.
    func outcome(of step: LessonStep) -> [String] {
        var lines = step.prose.dropFirst().flatMap { [""] + paragraph($0, indent: 2) }
        for exhibit in step.exhibits { lines += [""] + self.lines(of: exhibit) }
        return lines + commands(of: step) + [""] + step.checks.flatMap(self.lines(of:))
    }

    /// The warning below a chapter of which a step came out otherwise than it teaches; nothing below others.
    func warning(of chapter: LessonChapter) -> [String] {
        guard !chapter.isAsTaught else { return [] }
        return ["", style.bad("✗ ") + chapter.wrongSteps.joined(separator: ", ")]
            + paragraph(LessonWord.wrong.words, indent: 2)
    }

    private func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }

    private func told(_ word: LessonWord) -> String { told(word.words) }

    func paragraph(_ words: LocalizedText, indent: Int) -> [String] {
        WrappedText.lines(told(words), width: Self.width - indent).map { String(repeating: " ", count: indent) + $0 }
    }

    private func lines(of exhibit: LessonExhibit) -> [String] {
        switch exhibit {
        case .rows(let title, let rows):
            ["  " + style.strong(told(title))]
                + rows.flatMap { row in
                    let place = row.offset.map { Self.place($0) + "  " } ?? ""
                    let indent = String(repeating: " ", count: row.offset == nil ? 6 : 4 + place.count)
                    return [
                        "    " + style.faint(place) + told(row.meaning), indent + style.faint(told(row.shown)),
                    ]
                }
        case .verdict(let report): LessonVerdictText(language: language, style: style).lines(of: report)
        case .drawing(let drawing): LessonDrawingText(language: language, style: style).lines(of: drawing)
        }
    }

    /// Four hexadecimal digits.
    static func place(_ offset: Int) -> String {
        let digits = String(offset, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private func commands(of step: LessonStep) -> [String] {
        guard !step.commands.isEmpty else { return [] }
        return ["", "  " + style.strong(told(.tryIt))]
            + step.commands.map { command in
                let code = command.exitCode == 0 ? "" : style.faint("  # \(told(.endsWith)) \(command.exitCode)")
                return "    $ " + command.line + code
            }
    }

    private func lines(of check: LessonCheck) -> [String] {
        let colon = language == .chinese ? "：" : ": "
        // What asks already needs no colon.
        let asked = told(check.question)
        let question = asked + (asked.hasSuffix("?") ? " " : asked.hasSuffix("？") ? "" : colon)
        let seen = told(check.seen.words)
        let first = "  " + (check.isAsTaught ? style.good("✓ ") : style.bad("✗ ")) + question
        func paint(_ text: String) -> String { check.isAsTaught ? style.good(text) : style.bad(text) }
        // A long one goes below its question.
        let fits = WrappedText.columnCount(of: "  ✓ " + question + seen) <= Self.width
        let lines =
            fits
            ? [first + paint(seen)]
            : [first] + WrappedText.lines(seen, width: Self.width - 6).map { "      " + paint($0) }
        return check.isAsTaught ? lines : lines + ["      \(told(.taught))\(colon)\(told(check.taught.words))"]
    }
}

/// A verdict in a lesson: what, why, and what to do, in the reader's language where it has words for it.
struct LessonVerdictText {
    let language: PageLanguage
    let style: TextStyle

    func lines(of report: VerdictReport) -> [String] {
        let state = told(TargetSection.state(of: report).words)
        let mark = report.trusted ? style.good("✓ \(state)") : style.bad("✗ \(state)")
        var lines = [
            "  " + style.strong(SafeText.line(report.title)) + "  " + mark + "  " + style.faint(report.result.rawValue)
        ]
        for finding in report.findings where finding.isError {
            let words = report.words(of: finding)
            lines.append(
                "    " + (words.map { told($0.headline) } ?? sentence(finding.statements.message)) + "  "
                    + style.faint(finding.code))
            lines += row(.certificate, told(LessonVerdict.who(finding, in: report)))
            let statements = finding.statements
            lines += row(.seen, sentence(statements.seen)) + row(.expectedBy, sentence(statements.expected))
            lines += row(.rule, finding.rule)
            lines += row(.whatToDo, SafeText.line(report.advice(about: finding, in: language)))
        }
        return lines + report.chain.indices.map { "    " + link($0, of: report) }
    }

    private func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }

    /// A rule's sentence in the reader's language.
    private func sentence(_ statement: Statement) -> String { told(statement.words) }

    /// A certificate of the chain, below the one that it signed.
    private func link(_ depth: Int, of report: VerdictReport) -> String {
        let branch = depth == 0 ? "" : String(repeating: "   ", count: depth - 1) + "└─ "
        let certificate = report.chain[depth]
        var notes = [told(ChainDrawing.role(depth, of: report))]
        if let fields = certificate.fields {
            let day = fields.notAfter.prefix(10)
            notes.append(told(LocalizedText("until \(day)", "有效期至 \(day)")))
        }
        return style.faint(branch) + SafeText.line(CertificateCard.title(certificate)) + "  "
            + style.faint(notes.joined(separator: told(LocalizedText(", ", "，"))))
    }

    private func row(_ word: PageWord, _ text: String) -> [String] {
        let title = told(word.words)
        let filler = String(repeating: " ", count: max(1, 12 - WrappedText.columnCount(of: title)))
        let lines = WrappedText.lines(SafeText.line(text), width: 62)
        return lines.enumerated().map { index, line in
            "      " + (index == 0 ? style.faint(title) + filler : String(repeating: " ", count: 12)) + line
        }
    }
}

/// The words about a verdict that text and page share.
enum LessonVerdict {
    /// The certificate that a finding means, by its place and name.
    static func who(_ finding: FindingReport, in report: VerdictReport) -> LocalizedText {
        guard let depth = finding.certificate, report.chain.indices.contains(depth) else {
            return PageWord.wholeChain.words
        }
        let role = ChainDrawing.role(depth, of: report)
        let name = CertificateCard.title(report.chain[depth])
        return LocalizedText("\(role.english), \(name)", "\(role.chinese)，\(name)")
    }
}
