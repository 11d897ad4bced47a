import Foundation
import FoundationXML
import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// JUnit XML in the shape that the Ant task's schema (`JUnit.xsd`) and Jenkins' (`junit-10.xsd`) have in common, read
/// by Foundation's parser.
@Suite(.ownThread)
struct JUnitReportTests {
    /// An element of a document, as a reader of it sees it.
    final class Node {
        let name: String
        let attributes: [String: String]
        var children: [Node] = []
        var text = ""

        init(_ name: String, _ attributes: [String: String]) {
            self.name = name
            self.attributes = attributes
        }

        func all(_ name: String) -> [Node] { children.filter { $0.name == name } }
    }

    final class Reader: NSObject, XMLParserDelegate {
        private var open = [Node("", [:])]

        static func read(_ text: String) throws -> Node {
            let parser = XMLParser(data: Data(text.utf8))
            let reader = Reader()
            parser.delegate = reader
            try #require(parser.parse(), "\(String(describing: parser.parserError)) at line \(parser.lineNumber)")
            return try #require(reader.open[0].children.first)
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let node = Node(name, attributes)
            open[open.count - 1].children.append(node)
            open.append(node)
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { open[open.count - 1].text += text }
    }

    private func reports() throws -> [VerdictReport] {
        let samples = try Samples()
        let warned = try samples.leaf { $0.extendedKeyUsage = nil }
        let bad = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            $0.names = ["other.example"]
        }
        var live = try samples.verdict(warned.chain, target: "https://warned.example/")
        live.connection = ConnectionReport(
            address: "192.0.2.7", tls: nil, timing: .init(dns: 1, tcp: 20, tls: 1_060.4, trust: nil))
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "nothing listens", hint: "check the port", exitCode: 3,
            librarySays: ["connect() failed"])
        return [
            live, try samples.verdict(bad.chain, target: "bad.pem"),
            VerdictReport(failure, target: "https://closed.example/", policy: .basicX509, at: samples.at),
        ]
    }

    @Test("The suite counts, and has the attributes that the schemas require")
    func suite() throws {
        let root = try Reader.read(JUnitReport(reports(), suite: "holdfast check").text)
        #expect(root.name == "testsuites" && root.attributes.isEmpty)
        let suite = try #require(root.all("testsuite").first)
        #expect(
            suite.attributes == [
                "name": "holdfast check", "package": "holdfast check", "id": "0", "timestamp": "2026-01-15T12:00:00",
                "hostname": "localhost", "tests": "3", "failures": "1", "errors": "1", "skipped": "0", "time": "1.081",
            ])
        // A sequence in the Ant task's schema.
        #expect(
            suite.children.map(\.name) == ["properties"] + Array(repeating: "testcase", count: 3)
                + ["system-out", "system-err"])
    }

    @Test("A case a target: a refusal is a failure with its code and all findings, no verdict is an error")
    func cases() throws {
        let root = try Reader.read(JUnitReport(reports(), suite: "s").text)
        let cases = root.children[0].all("testcase")
        #expect(
            cases.map { $0.attributes["name"] } == ["https://warned.example/", "bad.pem", "https://closed.example/"])
        #expect(cases.map { $0.attributes["time"] } == ["1.081", "0.000", "0.000"])
        #expect(cases.allSatisfy { $0.attributes["classname"] == "s" })
        #expect(cases.map { $0.children.map(\.name) } == [[], ["failure"], ["error"]])
        let failure = cases[1].children[0]
        #expect(failure.attributes["type"] == "expired")
        #expect(failure.attributes["message"] == "the certificate expired 2 days ago")
        for part in ["error expired:", "error hostMismatch:", "seen: ", "expected: ", "rule: RFC 5280", "advice: "] {
            #expect(failure.text.contains(part), "\(part)")
        }
        let error = cases[2].children[0]
        #expect(error.attributes["type"] == "connectionRefused")
        #expect(error.text == "nothing listens\ncheck the port\nconnect() failed")
    }

    @Test("A file that was looked at is the first case: it fails by its first warning, and passes with notes alone")
    func file() throws {
        typealias Finding = JUnitReport.FileCase.Finding
        let note = Finding(severity: .note, code: "shadowed", line: "p.json:2:1: a <b>")
        let warning = Finding(severity: .warning, code: "emptyEntry", line: "p.json:3:1: it says nothing")
        let at = Instant(secondsSince1970: 1_800_000_000)
        for findings in [[note], [note, warning]] {
            let file = JUnitReport.FileCase(name: "p.json", at: at, findings: findings)
            let suite = try Reader.read(JUnitReport([], beside: file, suite: "s").text).children[0]
            #expect(suite.attributes["tests"] == "1" && suite.attributes["timestamp"] == "2027-01-15T08:00:00")
            #expect(suite.attributes["failures"] == (findings.count == 2 ? "1" : "0"))
            let only = try #require(suite.all("testcase").first)
            #expect(only.attributes["name"] == "p.json" && only.children.count == findings.count - 1)
            guard let failure = only.children.first else { continue }
            #expect(failure.name == "failure" && failure.attributes["type"] == "emptyEntry")
            #expect(
                failure.text
                    == "note shadowed: p.json:2:1: a <b>\nwarning emptyEntry: p.json:3:1: it says nothing")
        }
    }

    @Test("Warnings are properties of the suite, and are told in its output")
    func warnings() throws {
        let suite = try Reader.read(JUnitReport(reports(), suite: "s").text).children[0]
        let properties = suite.children[0].all("property")
        #expect(properties.map { $0.attributes["name"] } == ["https://warned.example/: warning: extendedKeyUsage"])
        #expect(suite.all("system-out")[0].text.hasPrefix("https://warned.example/: warning extendedKeyUsage: "))
        #expect(suite.all("system-err")[0].text == "https://closed.example/: connect() failed")
    }

    @Test("A certificate that ends within the time asked for fails, although it is trusted")
    func expiry() throws {
        let samples = try Samples()
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.expiryNotice = .seconds(400 * 86_400)
        let report = try samples.verdict(samples.leaf().chain, policy: policy)
        #expect(report.trusted && report.exitCode == 32)
        let root = try Reader.read(JUnitReport([report], suite: "s").text)
        #expect(root.children[0].attributes["failures"] == "1")
        #expect(root.children[0].all("testcase")[0].children[0].attributes["type"] == "expiresSoon")
    }

    @Test("No target, no case")
    func empty() throws {
        #expect(try Reader.read(JUnitReport([], suite: "s").text).children[0].attributes["tests"] == "0")
    }

    /// XML 1.0 §2.2: `Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]`.
    @Test("Whatever a stranger wrote, the document is well-formed and its text means itself", arguments: Attack.all)
    func hostile(_ attack: Attack) throws {
        let text = JUnitReport([try attack.verdict(), try attack.failure()], suite: attack.text).text
        let root = try Reader.read(text)
        let cases = root.children[0].all("testcase")
        #expect(cases.count == 2)
        let shown = SafeText.line(attack.text).replacing("\u{fffe}", with: "\\u{fffe}")
            .replacing("\u{ffff}", with: "\\u{ffff}")
        #expect(cases[1].attributes["name"] == shown)
        #expect(cases[1].children[0].text == Array(repeating: shown, count: 4).joined(separator: "\n"))
    }
}
