import HoldfastAuthority
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTrust

@Suite("The day of a verdict's facts, and breaches of constraints, in words")
struct TrustFactsReportTests {
    private func report(at instant: Instant) throws -> VerdictReport {
        let root = try CertificateAuthority.root(name: "Root", at: instant)
        var policy = TrustPolicy.ssl(try ServerName("www.example.test"))
        policy.anchors = .only([try Certificate(der: root.certificate)])
        let sent = try root.issue(.server(names: ["www.example.test"], at: instant)).chain
        let trust = try ServerTrust(derChain: sent)
        return VerdictReport(try TrustEngine().evaluate(trust, with: policy, at: instant), target: "x")
    }

    @Test("a verdict says of which day its facts are; that they are old is told, and changes nothing")
    func day() throws {
        let day = try #require(TrustFacts.current.day)
        let text = String(day.description.prefix(10))
        let young = try report(at: day.advanced(byDays: 365))
        let old = try report(at: day.advanced(byDays: 366))
        #expect(young.facts?.day == text && young.facts?.old == false)
        #expect(old.facts?.day == text && old.facts?.old == true)
        #expect(old.trusted && old.exitCode == 0 && old.findings.count == young.findings.count)
        #expect(try old.jsonLine().contains(#""facts":{"constraints":{"day":""#))
        #expect(try young.jsonLine().contains(#""old":false"#))
        #expect(young.text(details: true).contains("of \(text)\n"))
        #expect(!young.text().contains("of \(text)"))
        #expect(old.text().contains("more than a year before the time that is judged for"))
        #expect(old.text(language: .chinese).contains("早于所判定的时间一年以上"))
    }

    @Test("facts of which a table cannot be read have no day, and say which one is missing")
    func unread() {
        let whole = TrustFacts.current
        for (facts, missing) in [
            (TrustFacts(roots: nil, constraints: whole.constraints), "no root is known to be public"),
            (TrustFacts(roots: whole.roots, constraints: nil), "no constraint on a root is known"),
        ] {
            let report = FactsReport(facts, at: TestInstant.day)
            #expect(report.day == nil && report.old && report.words.english.hasSuffix(missing))
        }
    }

    @Test("each sentence about a breach has its Chinese")
    func sentences() throws {
        let (day, later) = (TestInstant.day, TestInstant.day.advanced(byDays: 1))
        let name = try DNSName("example.com")
        for voice in [AnchorBreach.Voice.mozilla, .chrome, .policy] {
            let breaches: [AnchorBreach] = [
                .begins(voice, anchor: "A Root", after: day, at: later),
                .begins(voice, anchor: "A Root", after: day, at: later, isLogged: true),
                .logged(voice, anchor: "A Root", after: day, at: later),
                .logged(voice, anchor: "A Root", after: day, at: nil),
                .lives(days: 90, anchor: "A Root", most: 47),
                .named(voice, Statement(verbatim: "www.example.net"), anchor: "A Root", permitted: [name]),
                .named(voice, AnchorConstraintSentence.address.statement, anchor: "A Root", permitted: [name]),
                .used(.serverAuth, anchor: "A Root", permitted: [.clientAuth]),
                .used(nil, anchor: "A Root", permitted: [.clientAuth]),
            ]
            for breach in breaches {
                let chinese = breach.message.chinese
                #expect(chinese.contains("信任") && !chinese.contains("the policy"), "\(chinese)")
            }
        }
    }

    private enum TestInstant { static let day = Instant(secondsSince1970: 1_780_300_800) }
}
