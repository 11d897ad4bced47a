import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// The page of a scan: its numbers as charts, and the gravest results whole.
@Suite(.ownThread) struct ScanPageTests {
    private let bench: ScanSamples

    init() throws { bench = try ScanSamples() }

    private func html(_ results: [ScanResult]) -> String {
        let (summary, highlights) = bench.taken(results)
        return ScanPage(summary, highlights, at: bench.samples.at).html
    }

    private func all() -> [ScanResult] {
        [
            bench.result(bench.trusted, 0, owner: "team-c"), bench.result(bench.warned, 1),
            bench.result(bench.expired, 2, changes: [ScanChange(.newlyFailing)]), bench.result(bench.unreachable, 3),
            bench.result(bench.unreachable, 4, isMuted: true),
        ]
    }

    @Test("the counts, the causes and the changes stand there, in both languages")
    func numbers() throws {
        let page = try PageReader(html(all()))
        let counts = page.all("dl") { $0.attributes["class"] == "counts" }.map(\.text)
        #expect(
            counts == ["Results结果5Failed or refused失败或不可信3With warnings有警告1With notes有提示0Nothing to say没有问题1Muted已静音1"])
        let bars = page.all("dl") { $0.attributes["class"] == "bars" }.map(\.text)
        #expect(bars.contains { $0.contains("connectionRefused2closed.example") }, "\(bars)")
        #expect(bars.contains { $0.contains("Nothing listens at this address连接被拒绝") }, "\(bars)")
        #expect(bars.contains { $0.contains("newly failing新近失败1expired.example") }, "\(bars)")
        #expect(bars.contains { $0.contains("expired1expired.example") }, "\(bars)")
        let soonest = page.all("ul") { $0.attributes["class"] == "soonest" }.map(\.text)
        #expect(soonest.count == 1 && soonest[0].contains("good.example team-c"), "\(soonest)")
    }

    @Test("the gravest results come whole, errors before warnings, and not those that are muted")
    func worst() throws {
        let page = try PageReader(html(all()))
        let titles = page.all("h2") { $0.parents.contains("details") }.map(\.text)
        #expect(titles == ["expired.example", "closed.example", "warned.example"])
    }

    @Test("a column for the week of each end, and what ended before it")
    func ends() throws {
        let page = try PageReader(html(all()))
        #expect(page.all("svg") { $0.attributes["class"] == "columns-chart" }.count == 1)
        let columns = page.all("rect") { $0.attributes["y"] != nil && $0.attributes["class"] != "axis-line" }
        #expect(columns.count { ["plain", "warning"].contains($0.attributes["class"]) } == 1)
        let rest = page.all("p") { $0.attributes["class"] == "rest" }.map(\.text)
        #expect(rest == ["Ended before在此之前已到期 1"])
    }

    @Test("a page of a hundred thousand results is as large as one of a thousand")
    func bounds() throws {
        func size(_ count: Int) -> Int {
            html((0..<count).map { bench.result($0.isMultiple(of: 2) ? bench.trusted : bench.unreachable, $0) }).utf8
                .count
        }
        #expect(size(20_000) < size(200) * 11 / 10)
    }

    @Test("names of targets and owners are data")
    func hostile() throws {
        var report = bench.unreachable
        report.addressOfTarget = "<script>alert(1)</script>\u{202e}"
        let html = html([bench.result(report, 0, owner: "<b>")])
        #expect(!html.contains("<script") && !html.contains("\u{202e}"))
    }

    @Test("an empty scan gives a page")
    func empty() throws {
        #expect(html([]).contains("Scan report"))
    }
}
