public import HoldfastStatements
public import HoldfastX509

/// The verdicts about a catalogue of servers, each beside the one that was expected.
///
/// ```swift
/// let row = CatalogueReport.Row(
///     name: "expired", story: "the certificate has expired", expectedExit: 21, expectedFindings: ["expired"],
///     report: verdict)
/// let catalogue = CatalogueReport(at: now, rows: [row])
/// print(catalogue.summary)
/// let page = catalogue.html()
/// ```
public struct CatalogueReport: Sendable {
    /// One server of the catalogue.
    public struct Row: Sendable {
        package let name: String
        /// The server's fault, in a sentence.
        package let story: LocalizedText
        package let expectedExit: Int32
        /// The exact set of error codes that it has to give.
        package let expectedFindings: Set<String>
        package let report: VerdictReport

        public init(
            name: String, story: String, expectedExit: Int32, expectedFindings: Set<String>, report: VerdictReport
        ) {
            self.init(
                name: name, words: .same(SafeText.line(story)), expectedExit: expectedExit,
                expectedFindings: expectedFindings,
                report: report)
        }

        /// A row whose story has words in both languages.
        package init(
            name: String, words: LocalizedText, expectedExit: Int32, expectedFindings: Set<String>,
            report: VerdictReport
        ) {
            self.name = name
            story = words
            self.expectedExit = expectedExit
            self.expectedFindings = expectedFindings
            self.report = report
        }

        /// The error codes that it gave.
        package var errors: Set<String> {
            Set(report.findings.filter { $0.isError }.map(\.code))
        }

        /// The exit code and the set of errors are both the expected ones.
        public var isAsExpected: Bool { report.exitCode == expectedExit && errors == expectedFindings }

        /// One line: the name, what was found, and whether that was expected.
        public func line(
            _ style: TextStyle = .plain, width: Int = 24, language: PageLanguage = .english
        ) -> String {
            let padded = name + String(repeating: " ", count: max(1, width - name.count))
            let mark =
                isAsExpected
                ? style.good(LocalizedText("as expected", "符合预期").text(in: language))
                : style.bad(LocalizedText("NOT as expected", "不符预期").text(in: language))
            var text = "\(padded)\(mark)  \(Self.outcome(report.exitCode, errors).text(in: language))"
            if !isAsExpected {
                let expected = Self.outcome(expectedExit, expectedFindings)
                text += style.bad(
                    LocalizedText("  expected \(expected.english)", "  预期为 \(expected.chinese)").text(in: language))
            }
            return text
        }

        /// The lines behind the verdict: the server's fault, its source, and whether the verdict is the expected one.
        package func storyText(
            source: String, _ style: TextStyle, width: Int?, language: PageLanguage
        ) -> String {
            let lines = TextLines(style: style, width: width, language: language)
            let outcome = Self.outcome(expectedExit, expectedFindings)
            let expectation =
                isAsExpected
                ? LocalizedText("as expected: \(outcome.english)", "符合预期：\(outcome.chinese)")
                : LocalizedText("NOT as expected: \(outcome.english)", "不符预期：\(outcome.chinese)")
            let rows: [(LocalizedText, String)] = [
                (
                    LocalizedText("story", "情景"),
                    LocalizedText.same(name).explained(by: story).text(in: language)
                ),
                (LocalizedText("source", "依据"), source),
                (LocalizedText("verdict", "结论"), expectation.text(in: language)),
            ]
            return rows.flatMap { lines.row($0, $1, indent: 2) }.map { $0 + "\n" }.joined()
        }

        static func outcome(_ exit: Int32, _ errors: Set<String>) -> LocalizedText {
            let codes = errors.sorted()
            let state = exit == 0 ? VerdictAnswer.State.trusted : .failed
            return LocalizedText(
                "\(codes.isEmpty ? state.words.english : codes.joined(separator: ", ")) (exit \(exit))",
                "\(codes.isEmpty ? state.words.chinese : codes.joined(separator: "、"))（退出码 \(exit)）")
        }
    }

    /// When it was made.
    package let at: Instant
    package let rows: [Row]

    public init(at: Instant, rows: [Row]) {
        self.at = at
        self.rows = rows
    }

    public var isAsExpected: Bool { rows.allSatisfy(\.isAsExpected) }

    /// `N servers, N as expected, 0 not`.
    public var summary: String { summary(in: .english) }

    /// The counts in a language, as ``summary``.
    public func summary(in language: PageLanguage) -> String {
        let good = rows.count { $0.isAsExpected }
        return LocalizedText(
            "\(Counted.english(rows.count, "server")), \(good) as expected, \(rows.count - good) not",
            "\(rows.count) 台服务器，\(good) 台符合预期，\(rows.count - good) 台不符"
        ).text(in: language)
    }
}

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
            outcome: LocalizedText(
                summary, "\(rows.count) 台服务器，\(rows.count - wrong.count) 台符合预期，\(wrong.count) 台不符合预期"),
            sections: [
                Overview(
                    counts: [
                        .init(rows.count, PageWord.servers.words, nil),
                        .init(rows.count - wrong.count, PageWord.asExpected.words, .good),
                        .init(wrong.count, PageWord.notAsExpected.words, .bad),
                    ], at: at, attention: wrong, lead: PageWord.catalogueLead.words
                ).html,
                .element("main", class: "list", targets.map(\.html)),
            ]
        ).html
    }
}
