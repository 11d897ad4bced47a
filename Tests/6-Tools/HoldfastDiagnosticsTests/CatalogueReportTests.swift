import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@Suite(.ownThread)
struct CatalogueReportTests {
    private func row(
        name: String = "expired", story: String = "ended", exit: Int32 = 21, findings: Set<String> = ["expired"]
    ) throws -> CatalogueReport.Row {
        let samples = try Samples()
        let leaf = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
        }
        return try .init(
            name: name, story: story, expectedExit: exit, expectedFindings: findings,
            report: samples.verdict(leaf.chain))
    }

    @Test("As expected means the same exit code and exactly the same errors")
    func expectation() throws {
        #expect(try row().isAsExpected)
        #expect(try !row(exit: 20).isAsExpected)
        #expect(try !row(findings: ["expired", "hostMismatch"]).isAsExpected)
        #expect(try !row(findings: []).isAsExpected)
    }

    @Test("The summary has the contract's words")
    func summary() throws {
        let at = try Samples().at
        let good = CatalogueReport(at: at, rows: [try row(), try row()])
        #expect(good.summary == "2 servers, 2 as expected, 0 not")
        #expect(
            CatalogueReport(at: good.at, rows: Array(good.rows.prefix(1))).summary == "1 server, 1 as expected, 0 not")
        #expect(good.isAsExpected)
        let bad = CatalogueReport(at: at, rows: [try row(), try row(exit: 0)])
        #expect(bad.summary == "2 servers, 1 as expected, 1 not")
        #expect(!bad.isAsExpected)
    }

    @Test("The page has one row a server, with the expectation and whether it was met")
    func page() throws {
        let rows = [try row(), try row(name: "surprise", story: "is not so bad", exit: 0, findings: [])]
        let page = try PageReader(CatalogueReport(at: try Samples().at, rows: rows).html())
        #expect(page.all("dd") { $0.parents.contains("dl") }.prefix(3).map(\.text) == ["2", "1", "1"])
        let sections = page.withClass("target")
        #expect(sections.count == 2)
        // Where to look is open from the start, and what is as expected is not.
        #expect(sections.map { $0.attributes["open"] != nil } == [false, true])
        #expect(sections[0].text.contains("As expected") && sections[0].text.contains("ended"))
        let missed = page.withClass("comparison").last
        #expect(missed?.text == "is not so badExpected预期exit退出码 0Found实际exit退出码 21 expired")
        let look = page.all("nav").first?.text ?? ""
        #expect(look.contains("surprise") && look.contains("The certificate has expired"))
        #expect(page.all("a") { $0.attributes["href"] == "#target-2" }.count == 1)
    }

    @Test("Nothing to look at, no list of it; and the page speaks the language that was asked for")
    func good() throws {
        let report = CatalogueReport(at: try Samples().at, rows: [try row()])
        let page = try PageReader(report.html(language: .chinese))
        #expect(page.all("nav").isEmpty)
        #expect(page.all("html").first?.attributes["lang"] == "zh-Hans")
    }

    /// The whole catalogue has some sixty servers; a browser opens two megabytes at once.
    @Test("Sixty servers make a page of less than two megabytes")
    func size() throws {
        let rows = try (0..<60).map { try row(name: "expired-\($0)") }
        #expect(CatalogueReport(at: try Samples().at, rows: rows).html().utf8.count < 2_000_000)
    }
}
