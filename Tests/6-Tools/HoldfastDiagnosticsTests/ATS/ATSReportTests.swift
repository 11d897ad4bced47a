import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastWords
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// The report of all rows: sentence, exception, JSON, text and page.
@Suite(.ownThread) struct ATSReportTests {
    private let samples: TraceSamples
    private let policy: TrustPolicy

    init() throws {
        samples = try TraceSamples()
        policy = .ssl(try ServerName("WWW.example.com"))
    }

    /// The report of a server that meets each row with its own handshake.
    private func report(
        _ trace: (ATSRow) throws -> HandshakeTrace, target: String = "https://www.example.com"
    ) throws -> ATSReport {
        try ATSReport(
            target: target, policy: policy, at: samples.samples.at, standard: trace(.standard),
            results: ATSRow.all.map { ATSResult($0, try trace($0)) })
    }

    /// A server that passes the rows with these names, and refuses the others by an alert.
    private func passing(_ names: Set<String>) throws -> ATSReport {
        let good = try samples.tls13().trace
        let bad = try samples.ended(.refusedByServer(AlertDescription(40), duringHandshake: true)).trace
        return try report { names.contains($0.name) ? good : bad }
    }

    // MARK: The smallest exception

    @Test(
        "The smallest exception: fewer keys first, forward secrecy before the version, the higher version first",
        arguments: [
            (["ATS Default Connection", "TLSv1.2", "TLSv1.0"], nil),
            (["Allow All Loads"], nil), ([], nil),
            (["TLSv1.0 with PFS disabled and insecure HTTP allowed"], nil),
            (["TLSv1.0"], ["NSExceptionMinimumTLSVersion = TLSv1.0"]),
            (["TLSv1.0", "TLSv1.1"], ["NSExceptionMinimumTLSVersion = TLSv1.1"]),
            (["Disabling Perfect Forward Secrecy", "TLSv1.1"], ["NSExceptionRequiresForwardSecrecy = NO"]),
            (
                ["TLSv1.0", "TLSv1.1 with PFS disabled", "TLSv1.0 with PFS disabled"],
                ["NSExceptionMinimumTLSVersion = TLSv1.0"]
            ),
            (
                ["TLSv1.0 with PFS disabled", "Allow All Loads"],
                ["NSExceptionMinimumTLSVersion = TLSv1.0", "NSExceptionRequiresForwardSecrecy = NO"]
            ),
            (
                ["TLSv1.0 with PFS disabled", "TLSv1.1 with PFS disabled"],
                ["NSExceptionMinimumTLSVersion = TLSv1.1", "NSExceptionRequiresForwardSecrecy = NO"]
            ),
            (["TLSv1.3"], ["NSExceptionMinimumTLSVersion = TLSv1.3"]),
        ] as [(Set<String>, [String]?)])
    func exception(_ row: (names: Set<String>, lines: [String]?)) throws {
        let report = try passing(row.names)
        #expect(report.smallestException?.lines == row.lines)
        // "Use lowercase — Use example.com, not EXAMPLE.COM" (Apple, NSExceptionDomains).
        if row.lines != nil { #expect(report.smallestException?.domain == "www.example.com") }
    }

    @Test("Apple's keys and values in JSON, as a property list has them: text and a Boolean")
    func exceptionJSON() throws {
        let report = try passing(["TLSv1.1 with PFS disabled"])
        let object = try JSONDocument(report.jsonLine())["smallestException"]
        #expect(object?.keys == ["NSExceptionDomains"])
        let domains = object?["NSExceptionDomains"]
        #expect(domains?.keys == ["www.example.com"])
        let keys = domains?["www.example.com"]
        #expect(keys?.keys == ["NSExceptionMinimumTLSVersion", "NSExceptionRequiresForwardSecrecy"])
        #expect(keys?["NSExceptionMinimumTLSVersion"] == .text("TLSv1.1"))
        #expect(keys?["NSExceptionRequiresForwardSecrecy"] == .bool(false))
    }

    // MARK: The sentence and the exit code

    @Test("Accepted is the first row; the sentence says that transparency was not looked at, and whose the root is")
    func accepted() throws {
        let report = try passing(["ATS Default Connection"])
        #expect(report.accepted && report.exitCode == 0 && report.failure == nil && report.advice == nil)
        #expect(report.sentence.hasPrefix("iOS will accept this server where its root, which is none of the public"))
        #expect(report.sentence.hasSuffix("; certificate transparency was not checked"))
        #expect(report.sentenceWords.chinese.hasPrefix("iOS 会接受这台服务器"))
        let refused = try passing(Set(ATSRow.all.dropFirst().map(\.name)))
        #expect(!refused.accepted && refused.exitCode == 33)
        #expect(refused.sentence.hasPrefix("iOS will not accept this server: the server broke off the handshake"))
        #expect(refused.advice?.english.hasPrefix("Mend the server instead: ") == true)
    }

    @Test("Where no row was answered: the exit code of check, no exception, and a sentence that claims nothing")
    func unanswered() throws {
        for (code, phase, exit) in [
            (.connectionRefused, .connect, 3), (.name(.couldNotResolveHost), .name, 3), (.notTLS, .tls, 4),
            (.timedOut, .tls, 7), (.connectionClosed, .tls, 4), (.library, .internal, 1),
        ] as [(TraceError.Code, TraceError.Phase, Int32)] {
            let trace = try samples.ended(.failed(TraceError(phase, code, Verbatim("why")))).trace
            let report = try report { _ in trace }
            #expect(!report.accepted && report.exitCode == exit && report.failure?.code == code.rawValue, "\(code)")
            #expect(report.smallestException == nil && report.text().isEmpty && report.advice == nil)
            #expect(report.sentence == "whether iOS will accept this server is not known: why")
            #expect(try JSONDocument(report.jsonLine())["error"]?["code"] == .text(code.rawValue))
        }
    }

    @Test("One row that was answered makes a verdict of it, though the others were not")
    func partlyAnswered() throws {
        let closed = try samples.ended(.failed(TraceError(.tls, .connectionClosed, Verbatim("why")))).trace
        let good = try samples.tls13().trace
        let report = try report { $0.name == "TLSv1.0" ? good : closed }
        #expect(report.exitCode == 33 && report.failure == nil && report.smallestException != nil)
        #expect(!report.text().isEmpty)
        // What closes on one offer and answers another has said no to the first.
        #expect(report.results.allSatisfy(report.isJudged) && !report.leavesExceptionOpen)
        #expect(report.sentence == "iOS will not accept this server: why")
    }

    /// A server that passes the rows with these names and lets time run out for those, and refuses the others.
    private func report(passing names: Set<String>, silent: Set<String>) throws -> ATSReport {
        let good = try samples.tls13().trace
        let bad = try samples.ended(.refusedByServer(AlertDescription(40), duringHandshake: true)).trace
        let late = try samples.ended(.failed(TraceError(.tls, .timedOut, TraceSentence.noEnd(within: .seconds(2)))))
            .trace
        return try report { names.contains($0.name) ? good : silent.contains($0.name) ? late : bad }
    }

    @Test(
        "Rows that were not judged say so, and leave open what could have been smaller, or whether anything would do",
        arguments: [
            (["TLSv1.0"], ["TLSv1.0 with PFS disabled"], false), (["TLSv1.0"], ["TLSv1.1"], true),
            (["TLSv1.0"], ["Disabling Perfect Forward Secrecy"], true), ([], ["TLSv1.0 with PFS disabled"], true),
            ([], ["Allow All Loads"], false), (["ATS Default Connection"], ["TLSv1.3"], false),
        ] as [(Set<String>, Set<String>, Bool)])
    func notJudged(_ row: (passing: Set<String>, silent: Set<String>, isOpen: Bool)) throws {
        let report = try report(passing: row.passing, silent: row.silent)
        #expect(report.leavesExceptionOpen == row.isOpen)
        #expect(Set(report.results.filter { !report.isJudged($0) }.map(\.row.name)) == row.silent)
        #expect(report.failure == nil && report.exitCode == (report.accepted ? 0 : 33))
        let text = report.text()
        #expect(text.split(separator: "\n").count { $0.hasPrefix("    ----  ") } == row.silent.count)
        #expect(text.contains("  not judged: no end within 2.0 seconds\n"))
        #expect(text.contains("not every setting could be judged") == row.isOpen)
        #expect(!text.contains("none would do") || !row.isOpen)
        let rows = try #require(JSONDocument(report.jsonLine())["rows"]?.elements)
        let silent = rows.filter { $0["judged"] == .bool(false) }
        #expect(Set(silent.compactMap { $0["name"]?.text }) == row.silent)
        #expect(silent.allSatisfy { $0["passed"] == .bool(false) })
        let page = try PageReader(ATSPage([report], at: samples.samples.at).html)
        #expect(page.all("td") { $0.attributes["class"] == "faint" }.count == row.silent.count)
    }

    @Test("A row that was not judged is no reason to say that arbitrary loads alone would do")
    func adviceLeftOpen() throws {
        let open = try report(passing: ["Allow All Loads"], silent: ["TLSv1.0"])
        #expect(open.advice?.english.contains("NSAllowsArbitraryLoads") == false)
    }

    @Test("Advice: about the certificate where that is refused, else what ATS asks for")
    func advice() throws {
        let refused = try samples.tls13(isTrusted: false).trace
        let untrusted = try report { _ in refused }
        #expect(untrusted.exitCode == 33 && untrusted.smallestException == nil)
        let ofFinding = try #require(untrusted.verdict.cause.flatMap { untrusted.verdict.words(of: $0)?.advice })
        let advice = try #require(untrusted.advice)
        // A device on which a private authority is installed accepts what this one refuses.
        #expect(
            advice.english.hasPrefix(ofFinding.english + " If devices") && advice.chinese.hasPrefix(ofFinding.chinese))
        #expect(advice.english.contains("--anchors root.pem") && advice.chinese.contains("--anchors root.pem"))
        #expect(try passing(["Allow All Loads"]).advice?.english.contains("only NSAllowsArbitraryLoads") == true)
        #expect(try passing([]).advice?.english.contains("TLS 1.2 or later") == true)
    }

    // MARK: Outputs

    @Test("holdfast.ats/1: sixteen rows in nscurl's order, each with its settings and why")
    func json() throws {
        let object = try JSONDocument(try passing(["TLSv1.0"]).jsonLine())
        #expect(object["schema"] == .text("holdfast.ats/1") && object["target"] == .text("https://www.example.com"))
        #expect(object["accepted"] == .bool(false) && object["transparency"] == .text("notChecked"))
        let rows = try #require(object["rows"]?.elements)
        #expect(rows.map { $0["name"]?.text } == ATSRow.all.map(\.name))
        for (json, row) in zip(rows, ATSRow.all) {
            #expect(
                json.keys == [
                    "name", "minimumTLS", "forwardSecrecy", "insecureHTTP", "arbitraryLoads", "judged", "passed",
                    "reason",
                ])
            #expect(json["passed"] == .bool(row.name == "TLSv1.0") && json["reason"]?.text?.isEmpty == false)
            #expect(json["judged"] == .bool(true))
            #expect(json["forwardSecrecy"] == .bool(row.forwardSecrecy))
        }
        #expect(rows[0]["minimumTLS"] == .text("1.2") && rows[2]["minimumTLS"] == .text("1.3"))
        let good = try JSONDocument(try passing(Set(ATSRow.all.map(\.name))).jsonLine())
        #expect(good["smallestException"] == .null && good["error"] == nil)
    }

    @Test("The text: the sentence, a line for each row, the exception and the advice; a stranger moves no cursor")
    func text() throws {
        let text = try passing(["TLSv1.0"]).text()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("https://www.example.com: iOS will not accept this server: "))
        #expect(lines.count { $0.hasPrefix("    PASS  ") } == 1 && lines.count { $0.hasPrefix("    FAIL  ") } == 15)
        #expect(text.contains("NSExceptionDomains > www.example.com\n") && text.hasSuffix("\n"))
        #expect(text.contains("  NSExceptionMinimumTLSVersion = TLSv1.0\n"))
        let chinese = try passing(["TLSv1.0"]).text(width: 60, language: .chinese)
        #expect(chinese.hasPrefix("https://www.example.com：\n  iOS 不会接受这台服务器：") && chinese.contains("请优先修复服务器"))
        // The names of rows are Apple's, and stand in one piece.
        let others = chinese.split(separator: "\n").filter { !$0.hasPrefix("    PASS") && !$0.hasPrefix("    FAIL") }
        #expect(others.allSatisfy { WrappedText.columnCount(of: String($0)) <= 60 })
        let hostile = try report({ _ in try samples.tls13().trace }, target: "https://x\u{1b}[2J\u{202e}.example")
        #expect(!hostile.text(.plain).contains("\u{1b}") && !hostile.text().contains("\u{202e}"))
    }

    @Test("The page holds both languages, a row for each, and nothing that is fetched or run")
    func page() throws {
        let reports = try [passing(["TLSv1.0"]), passing(Set(ATSRow.all.map(\.name)))]
        for language in PageLanguage.allCases {
            let page = try PageReader(ATSPage(reports, language: language, at: samples.samples.at).html)
            #expect(page.all("script").isEmpty && page.all("img").isEmpty && page.all("link").isEmpty)
            #expect(page.all("html").first?.attributes["lang"] == language.tag)
            #expect(page.withClass("ats").count == 2 && page.withClass("matrix").count == 2)
            #expect(page.all("td") { $0.attributes["class"] == "good" }.count == 17)
            #expect(page.all("td") { $0.attributes["class"] == "bad" }.count == 15)
            #expect(page.all("span") { $0.attributes["lang"] == "zh-Hans" }.contains { $0.text.contains("iOS 会接受") })
            #expect(page.all("code").contains { $0.text.contains("NSExceptionMinimumTLSVersion = TLSv1.0") })
        }
    }

    @Test("On a narrow screen every part of the table stands below the one before, its caption too")
    func narrow() throws {
        let html = ATSPage([try passing([])], at: samples.samples.at).html
        #expect(html.contains(".matrix, .matrix caption, .matrix tbody, .matrix tr, .matrix td,"))
    }

    @Test("Whatever a stranger wrote, the page has the same elements and attributes", arguments: Attack.all)
    func hostile(_ attack: Attack) throws {
        func shape(_ text: String) throws -> [String] {
            let trace = try samples.ended(.failed(TraceError(.tls, .connectionClosed, Verbatim(text)))).trace
            let good = try samples.tls13().trace
            let report = try report({ $0.name == "TLSv1.0" ? good : trace }, target: text)
            let page = try PageReader(ATSPage([report], at: samples.samples.at).html)
            return page.elements.map { $0.name + $0.attributes.keys.sorted().joined(separator: " ") }
        }
        #expect(try shape(attack.text) == shape("harmless"))
    }

    @Test("Every word is there in both languages", arguments: ATSWord.allCases)
    func words(_ word: ATSWord) {
        func isChinese(_ text: String) -> Bool { text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) } }
        #expect(!word.words.english.isEmpty && !isChinese(word.words.english) && isChinese(word.words.chinese))
    }
}
