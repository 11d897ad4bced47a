import HoldfastTrust
import HoldfastX509

extension CatalogueReport {
    /// The run as one HTML page that needs nothing else: no script, no font, no image is fetched.
    public func html() -> String {
        let rows = rows.map { row in Self.section(row) }.joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>Holdfast: \(Markup.escaped(summary))</title>
            <style>
            \(PageStyle.sheet)
            </style>
            </head>
            <body>
            <header>
            <h1>A catalogue of servers, judged</h1>
            \(Markup.element("p", "total \(isAsExpected ? "good" : "bad")", summary))
            \(Markup.element("p", "faint", Self.explanation(at)))
            </header>
            <main>
            \(rows)
            </main>
            </body>
            </html>

            """
    }

    private static func section(_ row: Row) -> String {
        let report = row.report
        var body = [Markup.element("p", "", row.story), Markup.element("p", "", report.headline())]
        if !row.isAsExpected {
            body.append(Markup.element("p", "bad", "expected " + Row.outcome(row.expectedExit, row.expectedFindings)))
        }
        if let hint = report.failure?.hint { body.append(Markup.element("p", "faint", hint)) }
        body += report.findings.map { finding($0, in: report) }
        body += chain(of: report)
        body.append(facts(of: report))
        return """
            <details\(row.isAsExpected ? "" : " open")>
            <summary>\(Markup.element("span", "name", row.name))\
            \(Markup.element("span", report.trusted ? "good" : "", Row.outcome(report.exitCode, row.errors)))\
            \(Markup.element("span", row.isAsExpected ? "good" : "bad", row.isAsExpected ? "✓ as expected" : "✗ not as expected"))</summary>
            <div class="body">
            \(body.joined(separator: "\n"))
            </div>
            </details>
            """
    }

    private static func finding(_ finding: FindingReport, in report: VerdictReport) -> String {
        return """
            <div class="finding \(finding.severity.rawValue)">
            <p><strong class="\(finding.isError ? "bad" : "faint")">\(Markup.escaped(finding.code))</strong> \
            \(Markup.escaped(finding.message))</p>
            \(list([
                ("severity", finding.severity.rawValue), ("certificate", report.who(finding)), ("seen", finding.seen),
                ("expected", finding.expected), ("rule", finding.rule), ("OSStatus", String(finding.osStatus)),
                ("advice", finding.advice),
            ]))
            </div>
            """
    }

    private static func chain(of report: VerdictReport) -> [String] {
        guard !report.chain.isEmpty else { return [] }
        let items = report.chain.enumerated().map { depth, certificate in
            let fields = certificate.fields
            let role = report.anchor?.depth == depth ? "anchor" : depth == 0 ? "leaf" : "issuer"
            let subject = fields.map { $0.subject.isEmpty ? "(no subject)" : $0.subject } ?? "unreadable"
            let note = fields.map { "\($0.key.words), \($0.signatureAlgorithm), until \($0.notAfter.prefix(10))" } ?? ""
            return "<li style=\"margin-left: \(Double(min(depth, 8)) * 1.25)rem\">\(Markup.escaped(subject)) "
                + Markup.element("span", "faint", "\(role), \(note)") + "</li>"
        }
        return ["<ol class=\"chain\">\n\(items.joined(separator: "\n"))\n</ol>"]
    }

    private static func facts(of report: VerdictReport) -> String {
        var rows = [("target", report.target), ("result", report.result.rawValue)]
        if let address = report.connection?.address { rows.append(("address", address)) }
        if let tls = report.connection?.tls {
            let parts = [tls.version.map { "TLS \($0)" }, tls.cipherSuite, tls.keyExchange, tls.alpn]
            rows.append(("connection", parts.compactMap { $0 }.joined(separator: ", ")))
        }
        return list(rows)
    }

    private static func list(_ rows: [(String, String)]) -> String {
        "<dl>"
            + rows.map { Markup.element("dt", "", $0.0) + Markup.element("dd", "", $0.1) }.joined(separator: "\n")
            + "</dl>"
    }

    private static func explanation(_ at: Instant) -> String {
        let second = Instant(secondsSince1970: at.secondsSince1970)
        return
            "Each server was started on this machine, connected to, and judged inside the TLS handshake, at \(second)."
    }
}
