import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// Certificate transparency in the sentence about iOS: Apple's rules are an answer about it, those of others are none.
@Suite(.ownThread) struct ATSTransparencyTests {
    private let samples: TraceSamples
    private let logs: [ListedLog]

    init() throws {
        samples = try TraceSamples()
        logs = try ListedLog.two(at: samples.samples.at)
    }

    /// The report of a server whose certificate has timestamps of so many of the two logs.
    private func report(
        _ count: Int, by programme: TransparencyPolicy, _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> ATSReport {
        let at = samples.samples.at
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: samples.samples.root.certificate)])
        let list = try TransparencyLogList(json: Array(ListedLog.list(logs, published: at).utf8))
        policy.transparency = .required(TransparencyRequirement(policy: programme, logs: list, scope: .everyAnchor))
        var template = CertificateTemplate.server(names: ["www.example.com"], at: at)
        change(&template)
        let leaf = try samples.samples.intermediate.issue(
            template, loggedBy: logs.prefix(count).map(\.log), at: at.advanced(bySeconds: -3_600))
        let trust = try ServerTrust(derChain: leaf.chain)
        let decision: TraceVerdict.Decision
        do throws(TrustFailure) {
            decision = .trusted(try TrustEngine().evaluate(trust, with: policy, at: at))
        } catch {
            decision = .refused(error)
        }
        var trace = try samples.tls13().trace
        trace.verdict = TraceVerdict(decision, duration: .milliseconds(2))
        let judged = trace
        return ATSReport(
            target: "https://www.example.com", policy: policy, at: at, standard: judged,
            results: ATSRow.all.map { ATSResult($0, judged) })
    }

    @Test("As Apple counts: part of the answer, either way")
    func apple() throws {
        let enough = try report(2, by: .apple)
        #expect(enough.accepted && enough.sentence.hasSuffix("; certificate transparency is as Apple asks for"))
        let few = try report(1, by: .apple)
        #expect(few.exitCode == 33 && few.sentence.hasPrefix("iOS will not accept this server: the certificate is"))
    }

    @Test("As Chrome counts: what iOS makes of it was not checked, and too few are no answer about iOS")
    func chrome() throws {
        let enough = try report(2, by: .chrome)
        let words = "certificate transparency is as Chrome asks for, and was not checked by Apple's rules"
        #expect(enough.accepted && enough.sentence.hasSuffix("; \(words)"), "\(enough.sentence)")
        let few = try report(1, by: .chrome)
        #expect(few.exitCode == 33 && !few.accepted)
        #expect(
            few.sentence
                == "whether iOS will accept this server is not known: certificate transparency is not as Chrome asks "
                + "for, and was not checked by Apple's rules")
        #expect(few.smallestException == nil && !few.text().contains("none would do"))
        #expect(few.sentenceWords.chinese.contains("未按 Apple 的规则检查"))
    }

    @Test("Whatever else refuses the certificate is an answer about iOS, whoever counts")
    func otherFaults() throws {
        let expired = try report(1, by: .chrome) { $0.notAfter = $0.notBefore.advanced(bySeconds: 60) }
        #expect(expired.sentence.hasPrefix("iOS will not accept this server: "), "\(expired.sentence)")
    }
}
