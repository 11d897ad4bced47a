import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Names in a list of logs are a stranger's text: whoever made the list wrote them.
@Suite(.ownThread)
struct HostileLogListTests {
    /// A verdict in which the log and its operator are called so.
    private func verdict(_ name: String) throws -> VerdictReport {
        let samples = try Samples()
        let since = samples.at.advanced(byDays: -365)
        let logs = [try ListedLog(name, of: name, since: since), try ListedLog("Beryl 1", of: "Beryl", since: since)]
        let list = try TransparencyLogList(json: Array(ListedLog.list(logs, published: samples.at).utf8))
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.transparency = .required(TransparencyRequirement(policy: .apple, logs: list))
        let template = CertificateTemplate.server(names: ["www.example.com"], at: samples.at)
        // One timestamp alone, so that the finding tells of the log too.
        let leaf = try samples.intermediate.issue(
            template, loggedBy: [logs[0].log], at: samples.at.advanced(bySeconds: -60))
        return try samples.verdict(leaf.chain, policy: policy)
    }

    private static func shape(_ page: PageReader) -> [String] {
        page.elements.map { element in
            element.name + element.attributes.keys.sorted().map { " " + $0 }.joined()
        }
    }

    private static func unsafe(_ text: String) -> [UInt32] {
        text.unicodeScalars.filter { $0 != "\n" && [.control, .format].contains($0.properties.generalCategory) }
            .map(\.value)
    }

    @Test("on the page and in the text they mean themselves, and move nothing", arguments: Attack.all)
    func attacks(_ attack: Attack) throws {
        let at = try Samples().at
        let report = try verdict(attack.text)
        let html = CheckReport([report], at: at).html
        #expect(attack.text.firstMatch(of: /[<>&"']/) == nil || !html.contains(attack.text))
        let page = try PageReader(html)
        let harmless = try PageReader(CheckReport([try verdict("harmless")], at: at).html)
        #expect(Self.shape(page) == Self.shape(harmless))
        let names = page.all("bdi").map(\.text).filter { $0 == SafeText.line(attack.text) }
        #expect(names.count >= 2, "the log and its operator")
        #expect(page.runs.flatMap { Self.unsafe($0.text) }.isEmpty)
        #expect(Self.unsafe(report.text()).isEmpty)
        // JSON escapes what is below a space by itself; a whole verdict is one line.
        let line = try report.jsonLine()
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
        let first = try JSONDocument(line)["transparency"]?["timestamps"]?[0]
        #expect(first?["log"] == .text(attack.text) && first?["operator"] == .text(attack.text))
    }

    @Test("of ten thousand characters some are shown, and the count of the others")
    func long() throws {
        let report = try verdict(String(repeating: "x", count: 10_000))
        let line = try report.jsonLine()
        let first = try JSONDocument(line)["transparency"]?["timestamps"]?[0]
        let shown = String(repeating: "x", count: 200) + "… (+9800)"
        #expect(first?["log"] == .text(shown) && first?["operator"] == .text(shown))
        let run = String(repeating: "x", count: 2_001)
        #expect(!line.contains(run) && !report.text().contains(run))
        #expect(!CheckReport([report], at: try Samples().at).html.contains(run))
    }
}
