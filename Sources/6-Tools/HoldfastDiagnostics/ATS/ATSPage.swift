public import HoldfastStatements
public import HoldfastX509

/// Judgements by App Transport Security as one page that needs nothing else.
///
/// The page holds English and Chinese, and switches without a script. Every text of a stranger stands in it as data.
///
/// ```swift
/// let page = ATSPage([report], language: .english, at: now).html
/// ```
public struct ATSPage: Sendable {
    private let reports: [ATSReport]
    private let language: PageLanguage
    private let at: Instant

    /// Makes the page of some servers.
    ///
    /// - Parameters:
    ///   - language: the one that the page opens in.
    ///   - at: when the page was made.
    public init(_ reports: [ATSReport], language: PageLanguage = .english, at: Instant) {
        self.reports = reports
        self.language = language
        self.at = at
    }

    private var outcome: LocalizedText {
        guard reports.count == 1, let report = reports.first else { return ATSWord.title.words }
        let words = report.sentenceWords
        return LocalizedText.same(report.target).explained(by: words)
    }

    /// The page, a whole file.
    public var html: String {
        let sections = reports.enumerated().map { ATSSection(report: $1, number: $0 + 1).html }
        return PageDocument(
            language: language, title: ATSWord.title.words, outcome: outcome,
            sections: [
                Overview(counts: [], at: at, attention: [], lead: ATSWord.lead.words).html,
                .element("main", class: "traces", sections),
            ], sheet: [PageStyle.sheet, PageStyle.trace, Self.sheet].joined(separator: "\n")
        ).html
    }

    private static let sheet = """
        .ats > * + * { margin-top: 1.75rem; } .ats > h3 { margin-bottom: -1.1rem; font-weight: 620; }
        .ats > .block > .advice { margin-top: .75rem; }
        .matrix { width: 100%; border-collapse: collapse; font-size: .9rem; }
        .matrix caption { margin-bottom: .5rem; color: var(--faint); font-size: .85rem; text-align: left; }
        .matrix th { font-weight: 500; text-align: left; }
        .matrix thead th { border-top: 0; color: var(--faint); font-size: .85rem; }
        .matrix th, .matrix td { padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line);
          vertical-align: top; }
        .matrix .good, .matrix .bad, .matrix .faint { white-space: nowrap; } .matrix .good { color: var(--good); }
        .matrix .bad { color: var(--bad); }
        @media (max-width: 36rem) { .matrix, .matrix caption, .matrix tbody, .matrix tr, .matrix td,
          .matrix tbody th { display: block; }
          .matrix thead { display: none; } .matrix td { border-top: 0; padding: 0 0 .2rem; } }
        """
}

/// One server: the sentence, the rows, the smallest exception, and the verdict of the first handshake.
private struct ATSSection {
    let report: ATSReport
    let number: Int

    var html: HTML {
        .element(
            "section", class: "trace ats", attributes: ["id": "ats-\(number)"], head,
            report.wasJudged ? matrix : .nothing, report.wasJudged ? exception : .nothing,
            .element("h3", .word(ATSWord.standardHandshake)),
            TargetSection(
                report: report.verdict, number: number, isOpen: !report.accepted, isAlone: true, expectation: nil
            ).html)
    }

    private var head: HTML {
        .element(
            "div", class: "trace-head",
            .element("h2", report.accepted ? PageMark.good : PageMark.bad, .element("span", .data(report.target))),
            .element("p", class: "sentence", .mixed(report.sentenceWords)),
            report.systemHint.map { .element("p", .words($0)) } ?? .nothing)
    }

    private var matrix: HTML {
        .block(
            .word(ATSWord.rows),
            .element(
                "table", class: "matrix", .element("caption", .word(ATSWord.rowsLead)),
                .element(
                    "thead",
                    .element(
                        "tr",
                        [ATSWord.row, .result, .why].map { .element("th", attributes: ["scope": "col"], .word($0)) })),
                .element("tbody", report.results.map(row))))
    }

    private func row(_ result: ATSResult) -> HTML {
        let answer: HTML =
            if result.passed {
                .element("td", class: "good", PageMark.good, .text(" "), .word(ATSWord.passed))
            } else if report.isJudged(result) {
                .element("td", class: "bad", PageMark.bad, .text(" "), .word(ATSWord.failed))
            } else {
                .element("td", class: "faint", PageMark.warning, .text(" "), .word(ATSWord.notJudged))
            }
        return .element(
            "tr", .element("th", attributes: ["scope": "row"], .data(result.row.name)), answer,
            .element("td", .mixed(result.words)))
    }

    private var exception: HTML {
        var content: HTML
        if report.audience == .system {
            content = .nothing
        } else if let exception = report.smallestException {
            content =
                .element("p", .element("code", .data("NSExceptionDomains > \(exception.domain)")))
                + .element("ul", exception.lines.map { .element("li", .element("code", .data($0))) })
            if report.leavesExceptionOpen {
                content = content + .element("p", .word(ATSWord.perhapsSmaller))
            }
        } else {
            content = .element("p", .word(report.noException))
        }
        let advice: HTML =
            report.advice.map {
                .element("div", class: "advice", .element("h3", .word(PageWord.whatToDo)), .element("p", .words($0)))
            } ?? .nothing
        let title: HTML = report.audience == .apps ? .element("h3", .word(ATSWord.exception)) : .nothing
        return .element("section", class: "block", title, content, advice)
    }
}

extension HTML {
    fileprivate static func word(_ word: ATSWord) -> HTML { words(word.words) }
}
