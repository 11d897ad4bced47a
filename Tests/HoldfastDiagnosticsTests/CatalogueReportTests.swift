import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastX509
import Testing

struct CatalogueReportTests {
    private func row(
        name: String = "expired", story: String = "ended", exit: Int32 = 21, findings: Set<String> = ["expired"]
    ) throws -> CatalogueReport.Row {
        let samples = try Samples()
        let leaf = try samples.leaf { $0.notAfter = samples.at.advanced(byDays: -2) }
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
        #expect(good.isAsExpected)
        let bad = CatalogueReport(at: at, rows: [try row(), try row(exit: 0)])
        #expect(bad.summary == "2 servers, 1 as expected, 1 not")
        #expect(!bad.isAsExpected)
    }

    @Test("The page stands alone, escapes what it shows, and has one row a server")
    func page() throws {
        let attack = "<script>alert('x')</script>\""
        let rows = [try row(name: attack, story: attack), try row(exit: 0)]
        let html = CatalogueReport(at: try Samples().at, rows: rows).html()
        #expect(!html.contains("<script"))
        #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;"))
        #expect(!html.contains("http://") && !html.contains("src=") && !html.contains("url("))
        #expect(html.contains("<meta name=\"viewport\" content=\"width=device-width"))
        #expect(html.contains("light dark"))
        #expect(html.split(separator: "<summary>").count - 1 == 2)
        #expect(html.contains("✗ not as expected"))
        for tag in ["details", "summary", "div", "dl", "ol", "li", "p", "span", "main", "body", "html"] {
            let opened = html.split(separator: "<\(tag)>").count + html.split(separator: "<\(tag) ").count - 2
            #expect(opened == html.split(separator: "</\(tag)>").count - 1, "<\(tag)>")
        }
    }
}
