import HoldfastTracing
public import HoldfastStatements
public import HoldfastX509

/// Traced connections as one page that needs nothing else.
///
/// The page holds English and Chinese, and switches without a script. Every text of a stranger stands in it as data.
///
/// ```swift
/// let page = TracePage(series, language: .english, at: now).html
/// ```
public struct TracePage: Sendable {
    package let series: TraceSeries
    /// The language that the page opens in.
    package let language: PageLanguage
    /// When the page was made.
    package let at: Instant

    public init(_ series: TraceSeries, language: PageLanguage = .english, at: Instant) {
        self.series = series
        self.language = language
        self.at = at
    }

    private var outcome: LocalizedText {
        let target = series.target
        guard let report = series.shown.first else { return TraceWord.title.words }
        let state = TargetSection.state(of: report.verdict).words
        return LocalizedText.same(target).explained(by: state)
    }

    /// The page, a whole file.
    public var html: String {
        let statistics: [HTML] = series.count > 1 ? [TraceStatisticsBlock(series: series).html] : []
        let traces = series.shown.enumerated().map { index, report in
            TraceSection(report: report, number: index + 1, isAlone: series.shown.count == 1).html
        }
        return PageDocument(
            language: language, title: TraceWord.title.words, outcome: outcome,
            sections: [
                Overview(counts: [], at: at, attention: [], lead: TraceWord.lead.words).html,
                .element("main", class: "traces", statistics + traces),
            ], sheet: PageStyle.sheet + "\n" + PageStyle.trace
        ).html
    }
}

extension HTML {
    static func word(_ word: TraceWord) -> HTML { words(word.words) }

    /// Words in which a stranger's text stands: its direction of writing is kept to itself.
    static func mixed(_ words: LocalizedText) -> HTML { element("bdi", .words(words)) }
}

/// One connection: what was agreed on, how long it took, the sequence, who knows what, and the verdict.
struct TraceSection {
    let report: TraceReport
    let number: Int
    let isAlone: Bool

    private var trace: HandshakeTrace { report.trace }

    var html: HTML {
        .element(
            "section", class: "trace", attributes: ["id": "trace-\(number)"], head,
            .element("div", class: "columns", agreed, TraceTimingBlock(report: report).html),
            SequenceDiagram(report: report).html, KnowledgeTableBlock(trace: trace).html,
            TargetSection(report: report.verdict, number: number, isOpen: true, isAlone: true, expectation: nil).html)
    }

    private var head: HTML {
        let kind: TraceWord = trace.negotiated.isResumed ? .resumedHandshakes : .fullHandshakes
        return .element(
            "div", class: "trace-head",
            .element(
                "h2", PageMark.of(report.verdict),
                .element("span", .data(report.target), isAlone ? .nothing : .text(" · ") + .word(kind))),
            .element("p", class: "faint", .mixed(trace.outcomeWords)),
            report.delay.map { .element("p", class: "faint", .mixed($0.words)) } ?? .nothing)
    }

    private var agreed: HTML {
        let negotiated = trace.negotiated
        var rows: [(PageWord, HTML)] = []
        if let address = trace.address { rows.append((.address, .data("\(address), \(trace.target.port)"))) }
        if let version = negotiated.version { rows.append((.tlsVersion, .data(version.name))) }
        if let suite = negotiated.cipherSuite { rows.append((.cipherSuite, .identifier(suite.name))) }
        rows.append((.alpn, negotiated.applicationProtocol.map { .data($0) } ?? .word(PageWord.none)))
        rows.append((.sni, negotiated.serverName.map { .data($0) } ?? .word(PageWord.notSent)))
        if negotiated.isResumed { rows.append((.resumed, .word(PageWord.yes))) }
        if let exchange = negotiated.keyExchange, let explanation = negotiated.keyExchangeExplanation {
            let secrecy: TraceWord = exchange.hasForwardSecrecy ? .forwardSecrecy : .noForwardSecrecy
            rows.append(
                (
                    .keyExchange,
                    .joined([
                        .element("b", .data(exchange.description)),
                        .element("p", .mixed(explanation)),
                        negotiated.isKeyExchangeDone
                            ? .element(
                                "p", class: exchange.hasForwardSecrecy ? "secrecy good" : "secrecy warned",
                                .word(secrecy)) : .nothing,
                    ])
                ))
        }
        return .block(.word(PageWord.connection), FactList(rows: rows).html)
    }
}
