import HoldfastStatements
import HoldfastTracing
import HoldfastTrust

/// The clients of `check --as` in SARIF: one that does not get on is a result of its own.
extension SARIFRun {
    /// The rule of such results.
    static var clientRule: SARIF.Rule {
        SARIF.Rule(
            "clientFails", short: "A client does not get on with the server",
            full: "A program that connects with this hello fails at this server, or nobody can tell whether it does.",
            help:
                "Let the server offer what the client takes: its versions, groups, suites and signature schemes, and a "
                + "certificate that it accepts.",
            exitCode: 33, tags: ["tls", "connection"], properties: JSONObject(["problem.severity": "error"]))
    }

    mutating func result(_ row: ClientsReport.Row, of report: VerdictReport) -> SARIF.Result {
        let negotiated = row.negotiated.isEmpty ? nil : row.negotiated.joined(separator: ", ")
        // Without the client's version: recorded anew it is the same alert.
        return result(
            of: Self.clientRule.id, SARIF.Level(of: row), row.complaint.english, about: report,
            identity: [row.client.name, row.client.language ?? ""],
            properties: JSONObject([:], unlessNone: ["seen": negotiated]))
    }

    /// The findings of a verdict, and those about what only some clients are shown, each once.
    static func findings(of report: VerdictReport) -> [(verdict: VerdictReport, finding: FindingReport)] {
        struct Told: Hashable { let code, requirement, fingerprint, seen: String }
        var told: Set<Told> = []
        let own = report.findings.map { (report, $0) }
        let shown = (report.clients?.shown ?? []).flatMap { shown in shown.findings.map { (shown, $0) } }
        func isNew(_ finding: FindingReport) -> Bool {
            told.insert(
                Told(
                    code: finding.code, requirement: finding.requirement, fingerprint: finding.fingerprint ?? "",
                    seen: finding.seen)
            ).inserted
        }
        for (_, finding) in own { _ = isNew(finding) }
        return own + shown.filter { isNew($0.1) }
    }
}
