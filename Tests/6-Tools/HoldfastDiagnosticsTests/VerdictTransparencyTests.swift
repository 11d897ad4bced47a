import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// `transparency` in `holdfast.verdict/1`, in the text and on the page: "`notChecked` where nobody asked, or `policy`,
/// `result`, `timestamps`".
@Suite(.ownThread)
struct VerdictTransparencyTests {
    private let samples: Samples
    private let given: Instant
    private let logs: [ListedLog]

    init() throws {
        samples = try Samples()
        given = samples.at.advanced(bySeconds: -3_600)
        logs = try ListedLog.two(at: samples.at)
    }

    private func policy(
        listed: [ListedLog]?, scope: TransparencyRequirement.Scope = .everyAnchor
    ) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        let list = try listed.map { logs throws in
            try TransparencyLogList(json: Array(ListedLog.list(logs, published: samples.at).utf8))
        }
        policy.transparency = .required(TransparencyRequirement(policy: .apple, logs: list, scope: scope))
        return policy
    }

    /// A leaf with timestamps of these logs in it.
    private func leaf(_ chosen: [ListedLog]) throws -> Identity {
        let template = CertificateTemplate.server(names: ["www.example.com"], at: samples.at)
        return try samples.intermediate.issue(template, loggedBy: chosen.map(\.log), at: given)
    }

    private func report(_ chosen: [ListedLog], listed: [ListedLog]?) throws -> VerdictReport {
        try samples.verdict(leaf(chosen).chain, policy: policy(listed: listed))
    }

    private func transparency(_ report: VerdictReport) throws -> JSONDocument {
        try #require(try JSONDocument(report.jsonLine())["transparency"])
    }

    @Test("Enough timestamps: passed, each with its log, operator, way and time, verified and without a problem")
    func passed() throws {
        let report = try report(logs, listed: logs)
        let json = try transparency(report)
        #expect(report.trusted)
        #expect(json.keys == ["policy", "policyDay", "result", "timestamps"])
        #expect(json["policy"] == .text("apple") && json["result"] == .text("passed"))
        #expect(json["timestamps"]?.count == 2)
        let first = try #require(json["timestamps"]?[0])
        #expect(first.keys == ["log", "operator", "source", "at", "verified", "problem"])
        #expect(first["log"] == .text("Amber 1") && first["operator"] == .text("Amber"))
        #expect(first["source"] == .text("embedded") && first["at"] == .text("2026-01-15T11:00:00Z"))
        #expect(first["verified"] == .bool(true) && first["problem"] == .null)
    }

    @Test("Too few: failed, and exit code 28 by the finding")
    func failed() throws {
        let report = try report([logs[0]], listed: logs)
        #expect(!report.trusted && report.exitCode == 28)
        #expect(report.cause?.code == "transparency")
        #expect(try transparency(report)["result"] == .text("failed"))
        #expect(try transparency(report)["timestamps"]?.count == 1)
    }

    @Test("A log that the list does not have: its identifier, nobody's, not looked at, and why it does not count")
    func unknownLog() throws {
        let json = try transparency(report(logs, listed: [logs[0]]))
        let second = try #require(json["timestamps"]?[1])
        #expect(second["log"] == .text(HexString.encode(logs[1].log.id)))
        #expect(second["operator"] == .null && second["verified"] == .null)
        guard case .text(let problem)? = second["problem"] else {
            Issue.record("no problem")
            return
        }
        #expect(!problem.isEmpty)
    }

    @Test("Without a list nothing is known: notChecked with its timestamps, never passed, and a warning")
    func withoutList() throws {
        let report = try report(logs, listed: nil)
        let json = try transparency(report)
        #expect(report.trusted && report.exitCode == 0)
        #expect(json["result"] == .text("notChecked") && json["timestamps"]?.count == 2)
        #expect(json["timestamps"]?[0]?["verified"] == .null)
        #expect(report.findings.contains { $0.code == "transparency" && $0.severity == .warning })
        #expect(report.text().contains("\n  transparency not checked: there is no list of logs\n"))
    }

    @Test("A private anchor where only public ones are asked about: notRequired; nobody asked: the word alone")
    func notAsked() throws {
        let chain = try leaf(logs).chain
        let own = try samples.verdict(chain, policy: policy(listed: logs, scope: .publicAnchors))
        #expect(try transparency(own)["result"] == .text("notRequired"))
        #expect(try transparency(samples.verdict(chain)) == .text("notChecked"))
        #expect(try !samples.verdict(chain).text().contains("\n  transparency "))
    }

    /// RFC 6962 §3.3: "at least one SCT".
    @Test("A list of timestamps that cannot be read is told with the way that it came")
    func unreadable() throws {
        let trust = try ServerTrust(derChain: leaf(logs).chain, signedCertificateTimestamps: [0, 0])
        var policy = try policy(listed: logs)
        policy.anchors = .only([try Certificate(der: samples.root.certificate)])
        let evaluation = try TrustEngine().evaluate(trust, with: policy, at: samples.at)
        let report = VerdictReport(evaluation, target: "x")
        let json = try transparency(report)
        #expect(json["result"] == .text("passed"))
        #expect(json["problems"]?[0]?["statement"]?["identifier"] == .text("timestampEncoding.malformedField"))
        #expect(report.text(language: .chinese).contains("应有内容之处为空"))
        #expect(json["problems"]?.count == 1 && json["problems"]?[0]?.keys == ["source", "reason", "statement"])
        #expect(json["problems"]?[0]?["source"] == .text("tls"))
    }

    @Test("The text has the answer and a line a timestamp; of very many the first, and how many more")
    func text() throws {
        let lines = try report(logs, listed: logs).text().split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "  transparency passed, as apple (rules of 2026-11-25) counts"))
        #expect(lines[start + 1] == "               Amber 1 (Amber, embedded, 2026-01-15T11:00:00Z): counts")
        #expect(lines[start + 2] == "               Beryl 1 (Beryl, embedded, 2026-01-15T11:00:00Z): counts")
        let many = try report(Array(repeating: logs[0], count: 12), listed: logs).text()
        #expect(many.contains("\n               and 4 more\n"))
        let unknown = try report(logs, listed: [logs[0]]).text()
        #expect(unknown.contains("\n               log \(HexString.encode(logs[1].log.id)) (embedded, "))
    }

    @Test("The page has a row a timestamp, with marks of what counts, in both languages")
    func page() throws {
        let report = try report(logs, listed: [logs[0]])
        let page = try PageReader(CheckReport([report], at: samples.at).html)
        let rows = page.all("li") { $0.parents.contains("ol") && $0.text.contains("2026-01-15 11:00:00 UTC") }
        #expect(rows.count == 2)
        #expect(rows[0].text.contains("Amber 1") && rows[0].text.contains("in the certificate"))
        #expect(rows[0].text.contains("counts") && rows[0].text.contains("证书内嵌"))
        #expect(rows[1].text.contains(HexString.encode(logs[1].log.id)) && !rows[1].text.contains("counts"))
        #expect(page.runs.contains { $0.text == PageWord.transparencyFailed.words.chinese })
        // Asked about, so no longer among what nobody looked at.
        let facts = page.all("div") { $0.parents.last == "dl" }
        #expect(facts.contains { $0.text.contains("Not looked at") && !$0.text.contains("transparency") })
        #expect(facts.contains { $0.text.contains("Certificate transparency") && $0.text.contains("failed") })
        let plain = try PageReader(CheckReport([try samples.verdict(leaf(logs).chain)], at: samples.at).html)
        #expect(
            plain.all("div").contains {
                $0.parents.last == "dl" && $0.text.contains("revocation, transparency, pins")
                    && $0.text.contains("吊销状态、证书透明度、公钥固定")
            })
        #expect(plain.withClass("timestamps").isEmpty)
    }

    @Test("Every reason why a timestamp does not count has its Chinese")
    func chinese() throws {
        let future = try samples.intermediate.issue(
            CertificateTemplate.server(names: ["www.example.com"], at: samples.at), loggedBy: logs.map(\.log),
            at: samples.at.advanced(byDays: 1))
        var retired = logs
        (retired[0].state, retired[0].since) = ("retired", samples.at.advanced(byDays: -20))
        retired[1].state = "rejected"
        var pending = logs
        pending[1].state = "pending"
        let reports = [
            try report(logs, listed: nil), try report(logs, listed: [logs[0]]), try report(logs, listed: retired),
            try report([logs[0], logs[0]], listed: pending), try report(logs, listed: pending),
            try samples.verdict(future.chain, policy: policy(listed: logs)),
        ]
        var problems: Set<Statement> = []
        for report in reports { problems.formUnion(report.transparency?.timestamps.compactMap(\.statement) ?? []) }
        #expect(problems.count == 7, "\(problems)")
        for problem in problems {
            #expect(problem.chinese != problem.english, "\(problem)")
        }
    }
}
