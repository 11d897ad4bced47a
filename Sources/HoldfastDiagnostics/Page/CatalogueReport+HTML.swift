public import HoldfastPolicy

extension CatalogueReport {
    /// The run as one HTML page that needs nothing else: no script, no font, no image is fetched.
    ///
    /// - Parameter language: the one that the page opens in; it holds the others too.
    public func html(language: PageLanguage = .english) -> String {
        let targets = rows.enumerated().map { index, row in
            TargetSection(report: row.report, number: index + 1, isOpen: !row.isAsExpected, expectation: row)
        }
        let wrong = targets.filter { $0.expectation?.isAsExpected == false }
        return PageDocument(
            language: language, title: PageWord.catalogueTitle.words,
            outcome: Words(
                summary, "\(rows.count) 台服务器，\(rows.count - wrong.count) 台符合预期，\(wrong.count) 台不符合预期"),
            sections: [
                Overview(
                    counts: [
                        .init(rows.count, PageWord.servers.words, nil),
                        .init(rows.count - wrong.count, PageWord.asExpected.words, .good),
                        .init(wrong.count, PageWord.notAsExpected.words, .bad),
                    ], at: at, attention: wrong, lead: PageWord.catalogueLead.words
                ).html,
                .element("main", ["class": "list"], targets.map(\.html)),
            ]
        ).html
    }
}
