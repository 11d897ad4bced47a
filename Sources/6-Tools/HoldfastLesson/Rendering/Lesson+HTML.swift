import HoldfastDiagnostics
import HoldfastTrust
package import HoldfastStatements
import HoldfastWords
import HoldfastX509

extension Lesson {
    /// The lesson as one page that needs nothing else: no script, no font, no image is fetched.
    ///
    /// - Parameter language: the one that the page opens in; it holds the others too.
    package func html(_ language: PageLanguage = .english) -> String {
        PageDocument(
            language: language, title: LessonWord.title.words, outcome: LessonWord.title.words,
            sections: [
                overview, .element("main", class: "lesson", chapters.map(LessonChapterSection.init).map(\.html)),
            ],
            sheet: PageStyle.sheet + "\n" + PageStyle.lesson
        ).html
    }

    private var overview: HTML {
        let steps = chapters.flatMap(\.steps)
        let checks = steps.flatMap(\.checks)
        let wrong = checks.count { !$0.isAsTaught }
        return .element(
            "section", class: "overview", .element("p", class: "lead", .word(LessonWord.lead)),
            .element(
                "p", class: "faint", PageMark.of(isGood: isAsTaught),
                .words(
                    LocalizedText(
                        "\(steps.count) steps, \(checks.count) checks, \(wrong) not as taught · ",
                        "\(steps.count) 个步骤，\(checks.count) 项检查，\(wrong) 项与所讲不一致 · ")), .word(PageWord.madeAt),
                .text(" "), PageTime.html(at)),
            filesNote.map { .element("p", class: "faint", commands(in: $0)) } ?? .nothing,
            .element(
                "nav", attributes: ["aria-labelledby": "chapters"],
                .element("h2", attributes: ["id": "chapters"], .word(LessonWord.chapters)),
                .element("ol", class: "contents", chapters.map(entry))))
    }

    /// A text with its commands, which stand between backquotes, as code.
    private func commands(in words: LocalizedText) -> HTML {
        .joined(
            PageLanguage.allCases.map { language in
                let pieces = words.text(in: language).split(separator: "`", omittingEmptySubsequences: false)
                return .element(
                    "span", attributes: ["lang": language.tag],
                    pieces.enumerated().map { index, piece in
                        index.isMultiple(of: 2) ? .text(String(piece)) : .element("code", .text(String(piece)))
                    })
            }, by: "")
    }

    private func entry(_ chapter: LessonChapter) -> HTML {
        .element(
            "li", .element("span", class: "number", .text("\(chapter.number)")),
            .element("a", attributes: ["href": "#" + chapter.folder], .words(chapter.title)),
            chapter.isAsTaught ? .nothing : PageMark.bad)
    }
}

extension HTML {
    static func word(_ word: LessonWord) -> HTML { words(word.words) }
}

extension PageMark {
    static func of(isGood: Bool) -> HTML { isGood ? good : bad }
}

/// One chapter of the page.
struct LessonChapterSection {
    let chapter: LessonChapter

    var html: HTML {
        .element(
            "section", class: "chapter", attributes: ["id": chapter.folder],
            [
                .element(
                    "h2", .element("span", class: "number", .text("\(chapter.number)")), .text(" "),
                    .words(chapter.title)), .element("p", class: "lead", .words(chapter.lead)),
            ] + chapter.steps.enumerated().map { step($0.offset + 1, $0.element) })
    }

    private func step(_ number: Int, _ step: LessonStep) -> HTML {
        .element(
            "article", class: "step-of-lesson",
            [
                .element(
                    "h3", .element("span", class: "number", .text("\(chapter.number).\(number)")), .text(" "),
                    .words(step.title))
            ] + step.prose.prefix(1).map(paragraph) + [outcome(step)])
    }

    /// The question, and what came out behind it: a click opens it, and on paper it is open.
    private func outcome(_ step: LessonStep) -> HTML {
        .element(
            "details", class: "asked",
            [.element("summary", .words(step.question.words))] + step.prose.dropFirst().map(paragraph)
                + step.exhibits.map(LessonExhibitFigure.html) + [commands(step), checks(step)])
    }

    private func paragraph(_ words: LocalizedText) -> HTML { .element("p", class: "prose", .words(words)) }

    private func commands(_ step: LessonStep) -> HTML {
        guard !step.commands.isEmpty else { return .nothing }
        let lines = step.commands.map { command in
            command.line + (command.exitCode == 0 ? "" : "  # exit \(command.exitCode)")
        }
        return .element(
            "div", class: "try",
            .element(
                "h4", .word(LessonWord.tryIt), .text(" "), .element("code", class: "faint", .text(chapter.folder))),
            .element("pre", class: "command", attributes: ["tabindex": "0"], .lines(lines.map { $0[...] })))
    }

    private func checks(_ step: LessonStep) -> HTML {
        .element(
            "ul", class: "checks",
            step.checks.map { check in
                .element(
                    "li", class: check.isAsTaught ? "" : "missed", PageMark.of(isGood: check.isAsTaught),
                    .element("span", class: "question", .words(check.question)),
                    .element(
                        "b", class: "answer", .words(check.seen.words), check.isAsTaught ? .nothing : taught(check)))
            })
    }

    private func taught(_ check: LessonCheck) -> HTML {
        .text(" (") + .word(LessonWord.taught) + .text(" ") + .words(check.taught.words) + .text(")")
    }
}

/// An exhibit on the page.
enum LessonExhibitFigure {
    /// Bytes that can be unfolded whole.
    private static let unfoldedBytes = 2_048

    static func html(_ exhibit: LessonExhibit) -> HTML {
        switch exhibit {
        case .rows(let title, let rows):
            .element(
                "figure", class: "exhibit", .element("figcaption", .words(title)),
                .element("dl", class: "values", rows.map(row)))
        case .verdict(let report): verdict(report)
        case .drawing(let drawing): LessonDrawingFigure.html(drawing)
        }
    }

    private static func row(_ row: LessonRow) -> HTML {
        let place = row.offset.map { offset in
            HTML.element("code", class: "offset", .text(LessonText.place(offset))) + .text(" ")
        }
        return .element("div", .element("dt", place ?? .nothing, .words(row.meaning)), .element("dd", value(row)))
    }

    private static func value(_ row: LessonRow) -> HTML {
        let text = row.shown
        let isOne = text.english == text.chinese
        let shown = isOne ? HTML.element("code", .data(text.english)) : HTML.words(text)
        guard case .bytes(let bytes) = row.value, bytes.count <= unfoldedBytes else { return shown }
        let all = HexString.encode(bytes, separator: " ")
        guard all != text.english else { return shown }
        return .element(
            "details", class: "bytes", .element("summary", shown), .element("pre", class: "hex", .text(all)))
    }

    private static func verdict(_ report: VerdictReport) -> HTML {
        let state = HTML.element("b", .word(TargetSection.state(of: report)))
        let title = HTML.element(
            "figcaption", PageMark.of(report), .element("code", .data(report.title)), .text(" "), state, .text(" · "),
            .element("code", class: "faint", .text(report.result.rawValue)))
        return .element(
            "figure", class: "exhibit judged " + (report.trusted ? "trusted" : "refused"),
            [title] + report.findings.filter(\.isError).map { finding($0, report) } + [chain(report)])
    }

    private static func finding(_ finding: FindingReport, _ report: VerdictReport) -> HTML {
        let words = report.words(of: finding)
        return .element(
            "div", class: "cause-of-it",
            .element(
                "p", class: "headline-of-it", words.map { .words($0.headline) } ?? .data(finding.message), .text(" "),
                .element("code", class: "faint", .text(finding.code))),
            FactList(rows: [
                (.certificate, .words(LessonVerdict.who(finding, in: report))),
                (.seen, .sentence(finding.statements.seen)), (.expectedBy, .sentence(finding.statements.expected)),
                (.rule, .data(finding.rule)),
            ]).html, VerdictBlock.advice(of: words, finding.statements.advice))
    }

    /// The chain in one line each, the leaf first.
    private static func chain(_ report: VerdictReport) -> HTML {
        .element(
            "ol", class: "links",
            report.chain.enumerated().map { depth, certificate in
                .element(
                    "li", report.anchor?.depth == depth ? PageMark.anchor : .nothing,
                    .data(CertificateCard.title(certificate)), .text(" "),
                    .element("span", class: "faint", .words(ChainDrawing.role(depth, of: report))))
            })
    }
}
