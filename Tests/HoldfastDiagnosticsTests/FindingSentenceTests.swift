import Foundation
import HoldfastDiagnostics
import HoldfastTracing
import HoldfastTrust
import HoldfastWords
import HoldfastX509
import TestSupport
import Testing

/// The findings' own sentences in Chinese: what was said, what was seen and what was expected of one certificate.
@Suite("No English sentence is left in the Chinese page", .ownThread)
struct FindingSentenceTests {
    // MARK: The table

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The literals behind `seen:`, `expected:` and `message:` of the rules, with their interpolations as a place each.
    private static func templates() throws -> [(file: String, text: String)] {
        var found: [(String, String)] = []
        let folder = sources.appending(path: "Sources/HoldfastTrust")
        var urls = [
            "HoldfastDiagnostics/Report/FindingReport", "HoldfastDiagnostics/Report/ClientCertificateReport",
            "HoldfastHTTPS/Dialling/AddressInURL",
        ].map { sources.appending(path: "Sources/\($0).swift") }
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let url = files?.nextObject() as? URL { if url.pathExtension == "swift" { urls.append(url) } }
        for url in urls {
            let text = try String(contentsOf: url, encoding: .utf8)
            for match in text.matches(of: /\b(?:seen|expected|message):\s*"/) {
                var rest = text[match.range.upperBound...]
                var template = ""
                var depth = 0
                while let character = rest.popFirst() {
                    if depth == 0, character == "\"" {
                        // A literal that goes on in the next line.
                        guard let more = rest.prefixMatch(of: /\s*\+ "/) else { break }
                        rest = rest[more.range.upperBound...]
                    } else if depth == 0, character == "\\", rest.first == "(" {
                        rest = rest.dropFirst()
                        depth = 1
                        template += "X"
                    } else if depth > 0 {
                        if character == "(" { depth += 1 }
                        if character == ")" { depth -= 1 }
                    } else {
                        template.append(character)
                    }
                }
                found.append((url.lastPathComponent, template))
            }
        }
        return found
    }

    @Test("Each literal of the rules has its Chinese")
    func literals() throws {
        let templates = try Self.templates()
        for (file, text) in templates {
            let isData = !text.contains(where: \.isLetter) || text.replacing("X", with: "").count < 2
            guard !isData, Self.composed[text] == nil else { continue }
            let chinese = FindingSentence.chinese(of: text)
            #expect(chinese != nil, "\(file): \(text)")
            if let chinese { Self.expectChinese(chinese, "\(file): \(text)") }
        }
    }

    /// Literals whose places hold words of the sentence, or which go on behind a choice, and what they come to; none
    /// for what is data.
    private static let composed: [String: [String]] = [
        "one of ": ["one of sha256/AAAA=, sha256/BBBB="],
        "a name constraint of X X with a dot, which names of DNS do not have there": [
            "a name constraint of CN=Z begins with a dot, which names of DNS do not have there",
            "a name constraint of CN=Z ends with a dot, which names of DNS do not have there",
        ],
        "cA X, key usage X": ["cA TRUE, key usage absent", "cA FALSE, key usage keyCertSign"],
        "X of the X, which is no text": ["commonName of the issuer, which is no text"],
        "the X of the X has octets that its type of string does not have": [
            "the commonName of the subject has octets that its type of string does not have"
        ],
        "X in the X": ["CN=Z@Z in the issuer", "CN=Z@Z in the subject"],
        "the X of the X is a PrintableString with characters that it does not have": [
            "the commonName of the issuer is a PrintableString with characters that it does not have"
        ],
        "X, X": ["keyUsage, critical", "keyUsage, not critical"],
        "the extension X is ": [
            "the extension keyUsage is not marked as critical", "the extension keyUsage is marked as critical",
        ],
        "a path length constraint of X ": [
            "a path length constraint of 1 and cA FALSE",
            "a path length constraint of 1 and no keyCertSign in the key usage",
        ],
        "a certificate policy is required, and no policy is valid from the anchor to ": [
            "a certificate policy is required, and no policy is valid from the anchor to CN=Z"
        ],
        "DSA": [], "*.X": [],
    ]

    @Test(
        "What a failed connection says has its Chinese, and so has its hint",
        arguments: [
            ("nothing listens at www.example.com, port 443", "check the port, and that the server runs"),
            ("there is no way to ::1, port 1", "check the network and the address"),
            (
                "the name a.invalid was not found",
                "check the spelling and the network, or say which address the name stands for"
            ),
            (
                "no answer within 2.5 s: the TLS handshake did not end",
                "check that the address and port are right and not filtered, or allow more time"
            ),
            ("the server does not speak TLS on port 80", "check the port: plain HTTP is at 80, HTTPS at 443"),
            (
                "the server closed the connection during the TLS handshake",
                "check that the port speaks TLS, and look into the server's log"
            ),
            ("the server ended TLS with the alert internal_error", "look into the server's log: it names the reason"),
        ])
    func failures(_ row: (message: String, hint: String)) throws {
        let failure = FailureReport(phase: .connect, code: "x", message: row.message, hint: row.hint, exitCode: 3)
        let report = VerdictReport(failure, target: "x", policy: .basicX509, at: try Samples().at)
        let page = try PageReader(CheckReport([report], language: .chinese, at: Samples().at).html)
        let chinese = page.all("span") { $0.attributes["lang"] == "zh-Hans" }.map(\.text)
        for text in [row.message, row.hint] {
            let words = try #require(FindingSentence.chinese(of: text))
            Self.expectChinese(Self.withoutNames(words), text)
            #expect(chinese.contains(words))
        }
        #expect(page.all("p") { $0.attributes["lang"] == "en" }.isEmpty)
    }

    @Test("What the diagnostic client says of a failure has its Chinese, and so has its hint", arguments: 0...120)
    func alerts(_ number: Int) {
        for duringHandshake in [true, false] {
            let trace = HandshakeTrace(
                target: TraceTarget(host: "a.test", port: 443), startedAt: Instant(secondsSince1970: 0),
                outcome: .refusedByServer(AlertDescription(UInt8(number)), duringHandshake: duringHandshake))
            guard let failure = FailureReport(trace) else {
                Issue.record("no failure")
                continue
            }
            #expect(FindingSentence.chinese(of: failure.message) != nil, "\(failure.message)")
            #expect(failure.hint.map { FindingSentence.chinese(of: $0) != nil } == true, "\(failure.hint ?? "")")
        }
    }

    @Test(
        "What the diagnostic client itself says has its Chinese",
        arguments: [
            "no end within 1.5 seconds", "nothing came for 15.0 seconds", "the trace was cancelled", "allow more time",
            "the server broke the connection off (RST)", "nothing listens there (Connection refused)",
            "check the port and the address", "the server broke the connection off during the handshake",
            "the server does not speak TLS on this port", "the handshake failed: no protocols available",
            "the server closed the connection during the handshake",
            "check the port: some protocols change to TLS only when asked (STARTTLS)",
            "what OpenSSL said stands beside this; the server's log may say more",
            "check that nothing in between holds packets back, or allow more time",
            "the port may speak TLS from its first byte: try it without StartTLS",
            "the server does not offer STARTTLS", "the server refuses STARTTLS with the result code 2",
            "the server refuses STARTTLS: '454 later'", "look into the server's configuration",
            "the name a.test was not resolved: hosts:hosts: there is no such name",
            "check the spelling and the resolvers, or say which address the name stands for",
            "the other handshakes took all the time that there was",
        ])
    func traces(_ text: String) { #expect(FindingSentence.chinese(of: text) != nil) }

    @Test("A sentence before another is looked up by itself, and is no data of the other's")
    func sentenceBefore() {
        let count = "2 logs in the certificate are asked for, of which 1 of one operator at most count, and 1 count"
        let current = "2 logs that are approved now are asked for, and 1 count"
        let shortage = FindingSentence.words("\(count); \(current)").chinese
        #expect(shortage == "要求证书中有 2 个日志，同一运营方最多计 1 个，有效的有 1 个；要求有 2 个当前获准的日志，有效的有 1 个")
        for (english, chinese) in [(count, "要求证书中有 2 个日志，同一运营方最多计 1 个，有效的有 1 个"), ("\(count); \(current)", shortage)] {
            #expect(
                FindingSentence.words("certificate transparency as apple asks for is not shown: \(english)").chinese
                    == "未满足 apple 对证书透明度的要求：\(chinese)")
        }
    }

    @Test("Sentences that are put together have theirs", arguments: composed.values.flatMap(\.self).sorted())
    func putTogether(_ text: String) {
        let chinese = FindingSentence.chinese(of: text)
        #expect(chinese != nil)
        Self.expectChinese(chinese ?? "", text)
    }

    /// Words of English that stand in no data of the samples: names of algorithms and of organizations are taken out
    /// first.
    private static func expectChinese(_ text: String, _ place: String) {
        let bare = text.replacing(/(?:RSA|RSA-PSS|ECDSA) with (?:SHA|MD)[-0-9a-zA-Z]*/, with: "")
        let words =
            /\b(?:the|a|an|of|is|are|no|not|and|or|with|for|at|than|by|from|to|in|on|it|that|which|has|have|was|more|most|bits|days|octets|key|usage|certificate|name|names)\b/
        #expect(bare.firstMatch(of: words) == nil, "\(place): \(text)")
        #expect(bare.firstMatch(of: /\p{Han}[,;:!?.](?:\p{Han}|$)/) == nil, "\(place): \(text)")
    }

    // MARK: Recorded findings

    /// The recorded chains of every rule, as a profile judges them.
    private static func reports(_ profiles: [Profile]) throws -> [VerdictReport] {
        var found: [VerdictReport] = []
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
                let words = FindingSentence.words(finding.statements.message).chinese.split { "<>&'\"".contains($0) }
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
            let words = FindingSentence.words(requirement.adviceStatement)
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
            let message = FindingSentence.words(finding.statements.message)
            #expect(message.chinese != message.english, "\(finding.requirement): \(finding.message)")
            for said in [finding.statements.message, finding.statements.seen, finding.statements.expected] {
                let words = FindingSentence.words(said)
                Self.expectChinese(Self.withoutNames(words.chinese), "\(finding.requirement): \(said)")
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

    // MARK: The matching

    @Test("Data stays what it is, also where it looks like a sentence or a place")
    func data() {
        #expect(FindingSentence.chinese(of: "CN=www.example.com") == nil)
        #expect(
            FindingSentence.words("the certificate is not for a.example but for b.example, c.example and 3 more")
                .chinese
                == "证书不适用于 a.example，而适用于 b.example, c.example，另有 3 项")
    }

    @Test("A long text of a stranger is looked through in time")
    func bounded() {
        let text = String(repeating: "the chain ends at ", count: 20_000)
        let time = ProcessorTime.measure { #expect(FindingSentence.chinese(of: text) == nil) }
        #expect(time < .seconds(5))
    }
}
