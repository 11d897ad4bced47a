import Foundation
import HoldfastStatements
import HoldfastTLS
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// What the servers of a scan speak: in its numbers, on its page and in JUnit.
@Suite(.ownThread) struct ScanProtocolTests {
    private let bench: ScanSamples

    init() throws { bench = try ScanSamples() }

    /// A server that speaks some versions, with groups for the first.
    private func report(_ versions: [ProtocolVersion], groups: [NamedGroup] = []) -> ProtocolReport {
        var survey = ProtocolSurvey()
        survey.versions = [ProtocolVersion.tls13, .tls12, .tls11, .tls10, .ssl30].map { version in
            var found = ProtocolSurvey.Version(version: version)
            found.isSpoken = versions.contains(version)
            if version == versions.first { found.groups = .init(points: groups, isComplete: true) }
            return found
        }
        survey.connections = 12
        return ProtocolReport(survey)
    }

    private func results() -> [ScanResult] {
        let speaking = [
            report([.tls13, .tls12], groups: [.x25519, .secp256r1]), report([.tls12, .tls10], groups: [.secp256r1]),
        ]
        return speaking.enumerated().map { index, protocols in
            var verdict = bench.trusted
            verdict.protocols = protocols
            return bench.result(verdict, index, text: "host-\(index).example")
        } + [bench.result(bench.unreachable, 2)]
    }

    @Test("how many servers speak what, and which warn")
    func numbers() {
        let (summary, _) = bench.taken(results())
        #expect(summary.protocols.servers == 2)
        let text = summary.text()
        #expect(text.contains("versions of 2 servers: TLS 1.3 1, TLS 1.2 2, TLS 1.0 1\n"), "\(text)")
        #expect(text.contains("groups: secp256r1 2, x25519 1\n"), "\(text)")
        let old = "TLS 1.0 is spoken, which RFC 8996 takes out of use"
        #expect(text.contains("warning on 1 server: \(old): good.example\n"), "\(text)")
        #expect(summary.text(language: .chinese).contains("2 台服务器支持的版本："))
        #expect(!bench.taken([bench.result(bench.trusted, 0)]).0.text().contains("versions of"))
    }

    @Test("the page has charts of them, and a row for each server, those with warnings first")
    func page() throws {
        let (summary, highlights) = bench.taken(results())
        let page = try PageReader(ScanPage(summary, highlights, at: bench.samples.at).html)
        let bars = page.all("dl") { $0.attributes["class"] == "bars" }.map(\.text)
        #expect(bars.contains("TLS 1.31TLS 1.22TLS 1.01"), "\(bars)")
        #expect(bars.contains("secp256r12x255191"), "\(bars)")
        let rows = page.all("td") { $0.parents.contains("table") }.map(\.text)
        let first = try #require(rows.firstIndex(of: "TLS 1.2, TLS 1.0"), "\(rows)")
        let second = try #require(rows.firstIndex(of: "TLS 1.3, TLS 1.2"), "\(rows)")
        #expect(first < second && rows[first + 1] == "secp256r1", "\(rows)")
        let (plain, none) = bench.taken([bench.result(bench.trusted, 0)])
        #expect(!ScanPage(plain, none, at: bench.samples.at).html.contains("speakers\""))
    }

    @Test("the page of many servers has rows for some of them")
    func bounds() {
        var verdict = bench.trusted
        verdict.protocols = report([.tls13], groups: [.x25519])
        let (summary, highlights) = bench.taken((0..<300).map { bench.result(verdict, $0) })
        let page = ScanPage(summary, highlights, at: bench.samples.at).html
        #expect(page.components(separatedBy: "<th scope=\"row\">").count - 1 < 150)
        #expect(page.contains(" 200</p>"))
    }

    @Test("JUnit has them among its output, and differences to an earlier run, of targets that are gone too")
    func junit() {
        var suite = JUnitSuite("scan")
        var result = results()[1]
        result.changes = [ScanChange(.newlyFailing, after: "expired"), ScanChange(.new)]
        var text = suite.add(result.report).map(\.text).joined(separator: "|")
        #expect(text.contains("good.example: TLS 1.3: not spoken"), "\(text)")
        #expect(text.contains("good.example: TLS 1.2: groups: secp256r1"), "\(text)")
        #expect(text.contains("good.example: warning: TLS 1.0 is spoken"), "\(text)")
        #expect(text.contains(#"name="good.example: change: newlyFailing" value="newly failing: expired""#), "\(text)")
        let run = RecordedRun(
            number: 1, source: ScanSource(list: "-"), began: bench.samples.at, ended: nil, resumptions: 0)
        let gone = ScanComparison(
            record: ScanHistoryBench.record(0, "old.example:443"), changes: [ScanChange(.gone)], newLevel: .none)
        text = suite.add(ScanDifferenceReport(gone, from: run, to: run, isMuted: false)).map(\.text)
            .joined(separator: "|")
        #expect(text.contains("old.example:443: no longer in the list"), "\(text)")
        #expect(suite.segments.contains(.text("<system-out>")) && suite.segments.contains(.text("<properties>")))
    }
}
