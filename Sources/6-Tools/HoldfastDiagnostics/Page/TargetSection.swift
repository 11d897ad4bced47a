import HoldfastTrust
import HoldfastStatements
import HoldfastWords
import HoldfastX509

/// One target: its row in the list, and everything about it below.
package struct TargetSection {
    let report: VerdictReport
    let number: Int
    let isOpen: Bool
    /// The page is about this target alone, so that the verdict may be large.
    var isAlone = false
    /// The expectation of a server of the catalogue.
    let expectation: CatalogueReport.Row?

    /// The fragment that leads here; inside of the section, so that following it opens the section.
    var anchor: String { "target-\(number)" }

    var name: String { expectation?.name ?? report.title }

    /// The verdict in words.
    var headline: LocalizedText {
        if let failure = report.failure { return failure.words }
        if let cause = report.cause {
            return report.words(of: cause)?.headline ?? cause.statements.message.words
        }
        guard report.trusted else { return PageWord.notTrusted.words }
        if let soon = report.expiry { return report.words(of: soon)?.headline ?? PageWord.warning.words }
        if report.explicitTrust != nil { return PageWord.trustedExplicitly.words }
        if let warning = report.warnings.first, let words = report.words(of: warning) { return words.headline }
        return report.host == nil ? PageWord.trustedWithoutName.words : PageWord.trustedForName.words
    }

    var html: HTML {
        let tone = report.trusted ? "trusted" : "refused"
        return isOpen
            ? .element("details", class: "target " + tone, attributes: ["open": ""], summary, content)
            : .element("details", class: "target " + tone, summary, content)
    }

    /// The word for a verdict: trusted, not trusted, or failed.
    package static func state(of report: VerdictReport) -> PageWord {
        if report.trusted { return .trusted }
        return report.failure == nil ? .notTrusted : .failed
    }

    private var verdict: HTML { .element("b", .word(Self.state(of: report))) + .text(" · ") + .words(headline) }

    /// In the catalogue a good server's story tells more than that it is good.
    private var line: HTML {
        guard let expectation, report.trusted else { return verdict }
        return .element("b", .word(Self.state(of: report))) + .text(" · ")
            + Self.told(expectation.story)
    }

    /// The story of a server of somebody else's has the same words in every language, and stands there once.
    private static func told(_ story: LocalizedText) -> HTML {
        story.english == story.chinese ? .data(story.english) : .words(story)
    }

    private var summary: HTML {
        .element(
            "summary", PageMark.of(report),
            .element(
                "div", class: "title", .element("h2", .data(name)),
                isAlone ? .nothing : .element("p", class: "cause", line)),
            .element(
                "div", class: "outcome", .element("p", class: "exit", .word(.exit), .text(" \(report.exitCode)")),
                isAlone ? .nothing : end, expectation.map(Self.expectation) ?? .nothing))
    }

    /// The day on which the first certificate of the chain ends, or has ended; nothing where none was read.
    private var end: HTML {
        guard let (depth, at) = report.firstEnd else { return .nothing }
        let (whose, day) = (whose(depth), PageTime.day(at))
        return .element(
            "p", class: "exit",
            .words(
                at >= report.at
                    ? LocalizedText("\(whose.english)ends \(day)", "\(whose.chinese)\(day) 到期")
                    : LocalizedText("\(whose.english)ended \(day)", "\(whose.chinese)\(day) 已到期")))
    }

    /// The certificate that ends, where it is not the server's own.
    private func whose(_ depth: Int) -> LocalizedText {
        if depth == 0 { return .same("") }
        return report.anchor?.depth == depth
            ? LocalizedText("anchor ", "信任锚 ") : LocalizedText("intermediate ", "中间证书 ")
    }

    private static func expectation(_ row: CatalogueReport.Row) -> HTML {
        .element(
            "p", class: row.isAsExpected ? "expectation" : "expectation missed",
            row.isAsExpected ? PageMark.good : PageMark.bad, .word(row.isAsExpected ? .asExpected : .notAsExpected))
    }

    private var content: HTML {
        .element(
            "div", class: "content", attributes: ["id": anchor], expectation.map(Self.comparison) ?? .nothing,
            VerdictBlock(report: report, headline: isAlone ? verdict : nil).html, changes,
            ExplicitTrustBlock(report: report).html, ServerNameBlock(report: report).html,
            ClientBlock(report: report).html, ProtocolBlock(report: report).html,
            .element(
                "div", class: "columns",
                .element(
                    "div", class: "wide", ChainDrawing(report: report, section: anchor).html,
                    FindingList(report: report).html, RevocationBlock(report: report).html,
                    IssuerFetchBlock(report: report).html, TransparencyBlock(report: report).html,
                    NearMissList(report: report).html),
                .element(
                    "div", class: "narrow", ConnectionBlock(report: report).html, TimingBars(report: report).html,
                    JudgementFacts(report: report).html)))
    }

    /// The differences to an earlier run of a scan.
    private var changes: HTML {
        guard !report.changes.isEmpty else { return .nothing }
        return .block(
            .words(ScanWord.changes.words),
            .element("p", .element("bdi", .words(ScanChange.words(of: report.changes)))))
    }

    private static func comparison(_ row: CatalogueReport.Row) -> HTML {
        let story = HTML.element("p", class: "story", told(row.story))
        let expected = (PageWord.expected, outcome(row.expectedExit, row.expectedFindings))
        let actual = (PageWord.actual, outcome(row.report.exitCode, row.errors))
        let facts = FactList(rows: row.isAsExpected ? [expected] : [expected, actual])
        return .element("div", class: row.isAsExpected ? "comparison" : "comparison missed", story, facts.html)
    }

    private static func outcome(_ exit: Int32, _ errors: Set<String>) -> HTML {
        let codes = errors.sorted().map { HTML.element("code", .text($0)) }
        return .joined([.word(.exit) + .text(" \(exit)")] + codes, by: " ")
    }
}
