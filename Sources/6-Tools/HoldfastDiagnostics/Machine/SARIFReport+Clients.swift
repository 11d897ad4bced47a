import HoldfastStatements
import HoldfastTracing
import HoldfastTrust

/// The clients of `check --as` in SARIF: one that does not get on is a result of its own.
extension SARIFReport {
    /// The rule of such results.
    static let clientRule = SARIFLog.Rule(
        id: "clientFails", name: "ClientFails", shortDescription: .init("A client does not get on with the server"),
        fullDescription: .init(
            "A program that connects with this hello fails at this server, or nobody can tell whether it does."),
        help: .init(
            "Let the server offer what the client takes: its versions, groups, suites and signature schemes, and a "
                + "certificate that it accepts."),
        defaultConfiguration: .init(level: .error),
        properties: .init(
            exitCode: 33, osStatus: nil, osStatusName: nil, tags: ["tls", "connection"], securitySeverity: nil,
            problemSeverity: "error"))

    func result(
        _ row: ClientsReport.Row, of report: VerdictReport, _ places: [String: Int], _ seen: inout [String: Int]
    ) -> SARIFLog.Result {
        // Without the client's version: recorded anew it is the same alert.
        let fingerprint = Self.fingerprint([
            report.title, Self.clientRule.id, row.client.name, row.client.language ?? "",
        ])
        return SARIFLog.Result(
            ruleId: Self.clientRule.id, ruleIndex: places[Self.clientRule.id] ?? -1,
            level: row.outcome == .fails ? .error : .warning, message: .init(row.complaint.english),
            locations: [location(of: report)], fingerprints: [Self.fingerprintName: fingerprint],
            partialFingerprints: Self.partial(fingerprint, &seen), suppressions: nil,
            properties: .init(
                requirement: nil, rule: nil, certificate: nil, certificateFingerprint: nil,
                seen: row.negotiated.isEmpty ? nil : row.negotiated.joined(separator: ", "), expected: nil, advice: nil)
        )
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
