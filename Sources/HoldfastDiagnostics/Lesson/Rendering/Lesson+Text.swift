public import HoldfastPolicy

extension Lesson {
    /// Every chapter as text, ending with a line end.
    public func text(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        opening(language, style) + "\n" + chapters.map { $0.text(language, style) + "\n" }.joined()
            + closing(language, style)
    }

    /// What stands before the first chapter: what this is, and the chapters.
    public func opening(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        let list = chapters.map { "  \($0.number)  \($0.title.text(in: language))" }
        return Self.joined(
            [style.strong(LessonWord.title.words.text(in: language))] + text.paragraph(LessonWord.lead.words, indent: 0)
                + [""] + list)
    }

    /// What stands behind the last one: whether all came out as it is taught, and where the files are.
    public func closing(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        let text = LessonText(language: language, style: style)
        let result =
            isAsTaught
            ? style.good("✓ ") + LessonWord.allAsTaught.words.text(in: language)
            : style.bad("✗ ") + chapters.flatMap(\.wrongSteps).joined(separator: ", ")
        return Self.joined([result] + text.paragraph(LessonWord.filesNote.words, indent: 0))
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

extension LessonChapter {
    /// The chapter as text for a terminal of 80 columns, ending with a line end.
    public func text(_ language: PageLanguage, _ style: TextStyle = .plain) -> String {
        LessonText(language: language, style: style).lines(of: self).joined(separator: "\n") + "\n"
    }
}

/// A chapter as lines.
struct LessonText {
    let language: PageLanguage
    let style: TextStyle

    private static let width = 80

    func lines(of chapter: LessonChapter) -> [String] {
        let title = "\(chapter.number)  \(told(chapter.title))"
        var lines = [
            style.strong(title), style.faint(String(repeating: "─", count: WrappedText.columnCount(of: title))),
        ]
        lines += paragraph(chapter.lead, indent: 0)
        for (index, step) in chapter.steps.enumerated() {
            lines += ["", style.strong("\(chapter.number).\(index + 1)  \(told(step.title))")]
            lines += step.prose.enumerated().flatMap { place, words in
                (place == 0 ? [] : [""]) + paragraph(words, indent: 2)
            }
            for exhibit in step.exhibits { lines += [""] + self.lines(of: exhibit) }
            lines += commands(of: step) + [""] + step.checks.flatMap(self.lines(of:))
        }
        if !chapter.isAsTaught {
            lines +=
                ["", style.bad("✗ ") + chapter.wrongSteps.joined(separator: ", ")]
                + paragraph(LessonWord.wrong.words, indent: 2)
        }
        return lines
    }

    private func told(_ words: Words) -> String { SafeText.line(words.text(in: language)) }

    private func told(_ word: LessonWord) -> String { told(word.words) }

    func paragraph(_ words: Words, indent: Int) -> [String] {
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
                        "    " + style.faint(place) + told(row.meaning), indent + style.faint(SafeText.line(row.shown)),
                    ]
                }
        case .verdict(let report): LessonVerdictText(language: language, style: style).lines(of: report)
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
        let question = told(check.question) + colon
        let seen = told(check.seen.words)
        let first = "  " + (check.isAsTaught ? style.good("✓ ") : style.bad("✗ ")) + question
        let answer = check.isAsTaught ? style.good(seen) : style.bad(seen)
        // A long one goes below its question.
        let fits = WrappedText.columnCount(of: "  ✓ " + question + seen) <= Self.width
        let lines = fits ? [first + answer] : [first, "      " + answer]
        return check.isAsTaught ? lines : lines + ["      \(told(.taught))\(colon)\(told(check.taught.words))"]
    }
}
