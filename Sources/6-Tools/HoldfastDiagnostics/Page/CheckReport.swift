public import HoldfastStatements
public import HoldfastX509

/// Verdicts about any targets as one page that needs nothing else.
///
/// The page holds English and Chinese, and switches without a script. Every text of a stranger stands in it as data.
///
/// ```swift
/// let page = CheckReport([report], language: .english, at: now).html
/// ```
public struct CheckReport: Sendable {
    package let reports: [VerdictReport]
    /// The language that the page opens in.
    package let language: PageLanguage
    /// When the page was made.
    package let at: Instant

    /// Sections are open from the start where there are no more.
    static let openSections = 3

    public init(_ reports: [VerdictReport], language: PageLanguage = .english, at: Instant) {
        self.reports = reports
        self.language = language
        self.at = at
    }

    private var outcome: LocalizedText {
        guard reports.count == 1, let report = reports.first else { return PageWord.checkTitle.words }
        let state = TargetSection.state(of: report).words
        return LocalizedText.same(report.title).explained(by: state)
    }

    /// The page, a whole file.
    public var html: String {
        let targets = reports.enumerated().map { index, report in
            TargetSection(
                report: report, number: index + 1, isOpen: reports.count <= Self.openSections,
                isAlone: reports.count == 1, expectation: nil)
        }
        let attention = targets.filter { ScanLevel($0.report) >= .warning }
        let states = reports.map(TargetSection.state)
        func count(_ state: PageWord, _ tone: Overview.Count.Tone) -> Overview.Count {
            .init(states.count { $0 == state }, state.words, tone)
        }
        return PageDocument(
            language: language, title: PageWord.checkTitle.words, outcome: outcome,
            sections: [
                Overview(
                    counts: reports.count == 1
                        ? []
                        : [
                            .init(reports.count, PageWord.targets.words, nil),
                            count(.trusted, .good), count(.notTrusted, .bad), count(.failed, .bad),
                        ], at: at, attention: targets.count > Self.openSections ? attention : []
                ).html,
                .element("main", class: targets.count > Self.openSections ? "list" : "", targets.map(\.html)),
            ]
        ).html
    }
}
