import Foundation
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTLS
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The findings' own sentences in Chinese: what was said, what was seen and what was expected of one certificate.
@Suite("No English sentence is left in the Chinese page", .ownThread)
struct FindingSentenceTests {
    @Test(
        "What a failed connection says has its Chinese, and so has its hint",
        arguments: [
            (
                ConnectionSentence.nothingListens(host: "www.example.com", port: 443).statement,
                ConnectionAdvice.checkPort.statement
            ),
            (
                ConnectionSentence.unreachable(host: "::1", port: 1).statement,
                ConnectionAdvice.checkNetwork.statement
            ),
            (
                ConnectionSentence.nameNotFound(name: "a.invalid").statement,
                ConnectionAdvice.checkSpellingAndNetwork.statement
            ),
            (
                ConnectionSentence.noAnswer(seconds: "2.5", .handshake).statement,
                ConnectionAdvice.allowMoreTime.statement
            ),
            (HandshakeSentence.notTLS(port: 80).statement, HandshakeAdvice.checkPort.statement),
            (HandshakeSentence.closed.statement, HandshakeAdvice.checkThatTLS.statement),
            (
                HandshakeSentence.endedByAlert(alert: "internal_error").statement,
                AlertSentence.advice(of: AlertDescription(80))
            ),
        ])
    func failures(_ row: (message: Statement, advice: Statement)) throws {
        let failure = FailureReport(phase: .connect, .init(rawValue: "x"), row.message, advice: row.advice, exitCode: 3)
        let report = VerdictReport(failure, target: "x", policy: .basicX509, at: try Samples().at)
        let page = try PageReader(CheckReport([report], language: .chinese, at: Samples().at).html)
        let chinese = page.all("span") { $0.attributes["lang"] == "zh-Hans" }.map(\.text)
        for statement in [row.message, row.advice] {
            Self.expectChinese(Self.withoutNames(statement.chinese), statement.english)
            #expect(chinese.contains(statement.chinese))
        }
        #expect(page.all("p") { $0.attributes["lang"] == "en" }.isEmpty)
    }

    @Test("What the diagnostic client says of a failure has its Chinese, and so has its hint", arguments: 0...120)
    func alerts(_ number: Int) throws {
        for duringHandshake in [true, false] {
            let trace = HandshakeTrace(
                target: TraceTarget(host: "a.test", port: 443), startedAt: Instant(secondsSince1970: 0),
                outcome: .refusedByServer(AlertDescription(UInt8(number)), duringHandshake: duringHandshake))
            guard let failure = FailureReport(trace) else {
                Issue.record("no failure")
                continue
            }
            for statement in [failure.statement, failure.adviceStatement] {
                let words = statement?.text(in: .chinese).replacing(AlertDescription(UInt8(number)).name, with: "")
                Self.expectChinese(try #require(words), "\(statement as Any)")
                #expect(words?.contains(/\p{Han}/) == true)
            }
        }
    }

    /// Words of English that stand in no data of the samples: names of organizations are taken out first, and that of an
    /// algorithm that is known by its name alone.
    private static func expectChinese(_ text: String, _ place: String) {
        let bare = text.replacing(/--[a-z-]+/, with: "").replacing("ECDSA with SHA3-256", with: "")
        let words =
            /\b(?:the|a|an|of|is|are|no|not|and|or|with|for|at|than|by|from|to|in|on|it|that|which|has|have|was|more|most|bits|days|octets|key|usage|certificate|name|names)\b/
        #expect(bare.firstMatch(of: words) == nil, "\(place): \(text)")
        #expect(bare.firstMatch(of: /\p{Han}[,;:!?.](?:\p{Han}|$)/) == nil, "\(place): \(text)")
    }

    // MARK: Recorded findings

    /// The recorded chains of every rule, as a profile judges them.
    private static func reports(_ profiles: [Profile]) throws -> [VerdictReport] {
        var found: [VerdictReport] = []
        let sources = ProjectFolder.top
        let folder = sources.appending(path: "Vectors/rules")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let url = files?.nextObject() as? URL {
            guard url.pathExtension == "txt" else { continue }
            found += try reports(on: String(contentsOf: url, encoding: .utf8), profiles)
        }
        return found
    }

    private static func reports(on text: String, _ profiles: [Profile]) throws -> [VerdictReport] {
        func value(_ name: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        let parts = text.components(separatedBy: "\nanchor:\n")
        let presented = try PEM.blocks(in: Array(parts[0].utf8)[...]).filter { $0.label == "CERTIFICATE" }
        let anchors = try PEM.blocks(in: Array(parts.dropFirst().joined(separator: "\n").utf8)[...])
            .compactMap { try? Certificate(der: $0.contents) }
        guard let at = value("at").flatMap({ Instant(rfc3339: $0) }), !presented.isEmpty else { return [] }
        let trust = try ServerTrust(derChain: presented.map(\.contents))
        return try profiles.map { profile in
            var policy = try value("host").map { TrustPolicy.ssl(try ServerName($0)) } ?? .basicX509
            policy.profile = profile
            policy.anchors = value("anchors") == "public" ? .onlyAsPublic(anchors) : .only(anchors)
            do throws(TrustFailure) {
                return VerdictReport(try TrustEngine().evaluate(trust, with: policy, at: at), target: "x")
            } catch {
                return VerdictReport(error, target: "x")
            }
        }
    }

    @Test("The page says nothing in English alone where it is in Chinese")
    func page() throws {
        let reports = try Self.reports([.default]).filter { !$0.findings.isEmpty }
        #expect(reports.count > 80)
        // A page each, and looked at as text: all of them as elements would take gigabytes.
        for report in reports {
            let html = CheckReport([report], language: .chinese, at: try Samples().at).html
            #expect(!html.contains(#"<p class="original" lang="en">"#))
            for finding in report.findings {
                // What HTML escapes is not looked for.
                let words = finding.statements.message.chinese.split { "<>&'\"".contains($0) }
                #expect(words.allSatisfy { html.contains($0) }, "\(finding.message)")
            }
        }
    }

    @Test("The terminal says nothing in English alone where it is in Chinese; sources of rules are data")
    func terminal() throws {
        for report in try Self.reports([.default]).filter({ !$0.findings.isEmpty }) {
            for line in report.text(language: .chinese).split(separator: "\n") where !line.contains("依据  ") {
                Self.expectChinese(Self.withoutNames(String(line)), "\(report.findings[0].requirement)")
            }
        }
    }

    @Test("The advice of each requirement has its Chinese")
    func advice() {
        for requirement in Requirement.standard {
            let words = requirement.adviceStatement
            #expect(words.chinese != words.english, "\(requirement.id): \(requirement.advice)")
            Self.expectChinese(Self.withoutNames(words.chinese), requirement.id)
        }
    }

    @Test("Each recorded finding has its Chinese, with its data in it")
    func recorded() throws {
        let findings = try Self.reports(Profile.all).flatMap(\.findings)
        #expect(Set(findings.map(\.code)).count > 25)
        for finding in findings {
            // What is wrong has to be in the words: a value cannot be both what was seen and what should have been.
            #expect(finding.seen != finding.expected, "\(finding.requirement)")
            let message = finding.statements.message
            #expect(message.chinese != message.english, "\(finding.requirement): \(finding.message)")
            for statement in [finding.statements.message, finding.statements.seen, finding.statements.expected] {
                Self.expectChinese(
                    Self.withoutNames(statement.chinese), "\(finding.requirement): \(statement.english)")
            }
        }
    }

    /// Without distinguished names, which are the samples' own English.
    private static func withoutNames(_ text: String) -> String {
        // Names of hosts, too.
        text.replacing(/[\w*-]+(?:\.[\w*-]+)+/, with: "").replacing(/\b(?:CN|O|OU|C|L|ST|DC)=[^,，；）]*/, with: "")
            .replacing(
                /Example [A-Z]\w*(?: [A-Z0-9]\w*)*/, with: "")
    }
}
