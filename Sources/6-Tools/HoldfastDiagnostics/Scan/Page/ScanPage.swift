package import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWords
package import HoldfastX509

/// A scan as one page that needs nothing else: its numbers as charts, and the gravest results whole.
///
/// The page holds English and Chinese, and switches without a script. Every text of a stranger stands in it as data. It
/// has the same size for a thousand targets and for a million.
package struct ScanPage: Sendable {
    private let summary: ScanSummary
    private let highlights: ScanHighlights
    private let language: PageLanguage
    private let at: Instant

    /// Rows of a chart; the rest is one row.
    static let chartRows = 15
    /// Targets in the list of what to look at.
    private static let attentionLimit = 12
    /// Targets in the list of what ends next.
    private static let soonestLimit = 20

    /// Makes the page of a scan.
    ///
    /// - Parameters:
    ///   - language: the one that the page opens in.
    ///   - at: when the page was made.
    package init(
        _ summary: ScanSummary, _ highlights: ScanHighlights, language: PageLanguage = .english, at: Instant
    ) {
        (self.summary, self.highlights, self.language, self.at) = (summary, highlights, language, at)
    }

    /// The page, a whole file.
    package var html: String {
        let worst = highlights.worst.rows.enumerated().map { index, row in
            TargetSection(
                report: row.result.report, number: index + 1, isOpen: highlights.worst.rows.count == 1,
                expectation: nil)
        }
        return PageDocument(
            language: language, title: ScanWord.title.words, outcome: outcome,
            sections: [
                Overview(
                    counts: counts, at: at, attention: Array(worst.prefix(Self.attentionLimit)), lead: lead
                ).html,
                .element("main", class: "scan", charts + sections(worst)),
            ], sheet: [PageStyle.sheet, PageStyle.trace, ScanStyle.sheet].joined(separator: "\n")
        ).html
    }

    private var outcome: LocalizedText {
        let errors = summary.count(of: .error)
        return LocalizedText(
            "\(Counted.english(summary.results, "result")), \(errors) failed or refused",
            "\(summary.results) 个结果，\(errors) 个失败或不可信")
    }

    private var lead: LocalizedText {
        let length = PageTime.length(summary.seconds)
        let (start, day) = (PageTime.minute(summary.began), PageTime.day(summary.began))
        return LocalizedText(
            "Begun on \(day) at \(start) UTC, done in \(length.english).", "\(day) \(start) UTC 开始，用时\(length.chinese)。"
        )
    }

    private var counts: [Overview.Count] {
        [
            .init(summary.results, ScanWord.results.words, nil),
            .init(summary.count(of: .error), ScanWord.errors.words, .bad),
            .init(summary.count(of: .warning), ScanWord.warnings.words, nil),
            .init(summary.count(of: .note), ScanWord.notes.words, nil),
            .init(summary.count(of: .none), ScanWord.nothing.words, .good),
        ] + (summary.muted > 0 ? [.init(summary.muted, ScanWord.muted.words, nil)] : [])
    }

    // MARK: Charts

    private var charts: [HTML] {
        let readiness = ["pure", "hybrid", "none"].map { grade in
            ScanBars.Row(
                ScanWord.words(of: grade), summary.postQuantum[grade], tone: grade == "none" ? .plain : .good)
        }
        return [
            ScanBars(.changes, highlights.changes.rows.map { Self.row($0, .plain, isChange: true) }).html,
            ScanBars(.causes, lead: .causesLead, summary.causes.rows.map { Self.row($0, .bad) }).html,
            ScanEndsChart(summary: summary, at: at).html,
            soonest,
            ScanBars(.warningCodes, summary.warnings.rows.map { Self.row($0, .warning) }).html,
            .element(
                "div", class: "pair",
                ScanBars(.issuers, Self.rows(summary.issuers)).html, ScanBars(.keys, Self.rows(summary.keys)).html,
                ScanBars(.versions, Self.rows(summary.versions)).html,
                ScanBars(.groups, Self.rows(summary.groups)).html,
                ScanBars(.postQuantum, readiness.filter { $0.count > 0 }).html,
                ScanBars(.revocation, Self.rows(summary.revocation, named: true)).html,
                ScanBars(.families, Self.rows(summary.families)).html),
            ScanBars(.noteCodes, summary.notes.rows.map { Self.row($0, .plain) }).html,
            ScanSpeakers(protocols: summary.protocols).charts, ScanSpeakers(protocols: summary.protocols).table,
        ]
    }

    /// The row of a code: its headline where it has one, and the first targets.
    private static func row(
        _ row: ScanCodes.Row, _ tone: ScanBars.Tone, isChange: Bool = false
    ) -> ScanBars.Row {
        let headline = isChange ? nil : headline(of: row.code)
        let words = headline ?? (isChange ? ScanWord.words(of: row.code) : .same(row.code))
        return ScanBars.Row(
            words, code: headline == nil ? nil : row.code, row.count, tone: tone, examples: row.examples)
    }

    /// The words of a code, of a finding or of a connection that came to nothing; nil for any other.
    private static func headline(of code: String) -> LocalizedText? {
        if let finding = FindingCode.named(code) { return FindingWords.of(finding)?.headline }
        return FailureWords.of(TransportError.Code(rawValue: code)).map { words in
            words.headline
                ?? LocalizedText(
                    words.happened.english.prefix(1).uppercased() + words.happened.english.dropFirst(),
                    words.happened.chinese)
        }
    }

    private static func rows(_ counts: ScanCounts, named: Bool = false) -> [ScanBars.Row] {
        let rows = counts.rows
        let others = counts.others + rows.dropFirst(chartRows).reduce(0) { $0 + $1.count }
        return rows.prefix(chartRows).map { row in
            let tone: ScanBars.Tone =
                named ? (row.word == "revoked" ? .bad : row.word == "good" ? .good : .plain) : .plain
            return ScanBars.Row(named ? ScanWord.words(of: row.word) : .same(row.word), row.count, tone: tone)
        } + (others > 0 ? [ScanBars.Row(ScanWord.others.words, others, tone: .plain)] : [])
    }

    private var soonest: HTML {
        let rows = highlights.ends.rows.prefix(Self.soonestLimit)
        guard !rows.isEmpty else { return .nothing }
        return .element(
            "section", class: "block",
            .element("h3", .words(ScanWord.soonest.words)),
            .element("p", class: "caption", .words(ScanWord.soonestLead.words)),
            .element(
                "ul", class: "soonest",
                rows.map { row in
                    .element(
                        "li", .element("time", .text(PageTime.day(row.moment))),
                        .element(
                            "span", .data(row.title),
                            row.owner.map { .text(" ") + .element("span", class: "faint", .data($0)) } ?? .nothing))
                }))
    }

    private func sections(_ worst: [TargetSection]) -> [HTML] {
        guard !worst.isEmpty else { return [] }
        let all = worst.count + highlights.worst.others
        return [
            .element(
                "section", class: "worst", .element("h2", .words(ScanWord.worst.words)),
                .element(
                    "p", class: "faint", .words(ScanWord.worstLead.words), .text(" \(worst.count) "),
                    .words(ScanWord.moreOfThem.words), .text(" \(all)"))),
            .element("div", class: "list", worst.map(\.html)),
        ]
    }
}
