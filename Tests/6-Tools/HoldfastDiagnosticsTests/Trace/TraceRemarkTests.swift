import HoldfastStatements
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// What a trace says beside messages and fields whose names mislead: in text, JSON and page.
@Suite("Remarks of a trace", .ownThread) struct TraceRemarkTests {
    /// RFC 8446 appendix D.4: "The server sends a dummy change_cipher_spec record immediately after its first handshake
    /// message."
    private func tls13() throws -> TraceReport {
        var recording = try Recording(to: "192.0.2.7")
        recording.whole(TraceRFC8448.clientHello, by: .client)
        recording.whole(TraceRFC8448.serverHello, by: .server)
        recording.record(20, [1], by: .server, [.changeCipherSpec])
        return try recording.report(Samples(), timing: [])
    }

    private func content(_ report: TraceReport, _ type: String) throws -> [JSONDocument] {
        let object = try JSONDocument(report.jsonLine())
        return (object["events"]?.elements ?? []).flatMap { $0["record"]?["contents"]?.elements ?? [] }
            .filter { $0["type"]?.text == type }
    }

    // "An implementation may receive an unencrypted record of type change_cipher_spec […] and MUST simply drop it
    // without further processing." (RFC 8446 §5)
    @Test("ChangeCipherSpec of TLS 1.3 switches nothing: in the line, unfolded, in JSON and in both languages")
    func compatibility() throws {
        let report = try tls13()
        let text = report.text(details: true)
        #expect(text.contains("ChangeCipherSpec: for middleboxes, switches nothing in TLS 1.3"), "\(text)")
        #expect(text.contains("its receiver drops it. (RFC 8446 appendix D.4 and §5)"))
        #expect(!report.text().contains("its receiver drops it"))
        let remark = try #require(content(report, "change_cipher_spec").first?["remark"])
        #expect(remark["code"]?.text == "middleboxCompatibility")
        #expect(remark["source"]?.text == "RFC 8446 appendix D.4 and §5")
        #expect(remark["text"]?.text?.contains("switches nothing") == true)
        var series = TraceSeries(target: "https://www.example.com")
        series.add(report)
        let page = try PageReader(TracePage(series, language: .chinese, at: try Samples().at).html)
        let spans = page.all("span").map { ($0.attributes["lang"] ?? "", $0.text) }
        #expect(spans.contains { $0 == "zh-Hans" && $1.contains("接收方收到后直接丢弃") })
        #expect(spans.contains { $0 == "en" && $1.contains("its receiver drops it") })
        #expect(spans.contains { $0 == "zh-Hans" && $1.contains("在 TLS 1.3 中不切换任何东西") })
    }

    // "… to notify the receiving party that subsequent records will be protected under the newly negotiated CipherSpec
    // and keys." (RFC 5246 §7.1)
    @Test("ChangeCipherSpec of TLS 1.2 and before: its sender's next records are under the new keys")
    func newKeys() throws {
        let report = try TraceSamples().rsa()
        let lines = report.text().split(separator: "\n").filter { $0.contains("ChangeCipherSpec:") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("next records are under the new keys") })
        let remarks = try content(report, "change_cipher_spec").map { $0["remark"]?["code"]?.text }
        #expect(remarks == ["newKeys", "newKeys"])
        #expect(report.text(details: true).contains("(RFC 5246 §7.1)"))
    }

    @Test("Where no version was agreed on, the meaning of a ChangeCipherSpec is left open")
    func unknown() {
        #expect(TraceRemark(changeCipherSpecIn: nil) == nil)
        #expect(TraceRemark(changeCipherSpecIn: .tls12) == .newKeys)
        #expect(TraceRemark(changeCipherSpecIn: .tls13) == .middleboxCompatibility)
    }

    // "For every TLS 1.3 ClientHello, this vector MUST contain exactly one byte, set to zero, which corresponds to the
    // "null" compression method in prior versions of TLS." (RFC 8446 §4.1.2)
    @Test("Beside the compression methods of both hellos stands why there is null alone")
    func compression() throws {
        for report in [try TraceSamples().rsa(), try TraceSamples().tls13()] {
            let text = report.text(details: true)
            #expect(text.contains("legacy_compression_methods: null (0)\n"))
            #expect(text.contains("legacy_compression_method: null (0)\n"))
            #expect(text.contains("lets a listener guess the secrets in it (CRIME)"))
            let hellos = try content(report, "handshake").filter { $0["message"]?.text?.hasSuffix("Hello") == true }
            let fields = hellos.flatMap { $0["fields"]?.elements ?? [] }
                .filter { $0["name"]?.text?.hasPrefix("legacy_compression") == true }
            #expect(fields.map { $0["remark"]?["code"]?.text } == ["noCompression", "noCompression"])
            #expect(fields.allSatisfy { $0["remark"]?["source"]?.text?.contains("RFC 8446 §4.1.2") == true })
        }
        #expect(TraceRemark(compressionMethods: [1, 0]) == .compression)
        // RFC 3749 §2 and RFC 3943 §2.
        #expect([0, 1, 64, 7].map { CompressionMethodName.of($0) } == ["null (0)", "DEFLATE (1)", "LZS (64)", "7"])
    }

    @Test("Each remark has its words in both languages, and its source", arguments: TraceRemark.allCases)
    func words(_ remark: TraceRemark) {
        func isChinese(_ text: String) -> Bool {
            text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
        }
        #expect(!isChinese(remark.words.english) && isChinese(remark.words.chinese))
        #expect(remark.source.hasPrefix("RFC ") && remark.cited.english.contains(remark.source))
        // The Chinese one names the same documents, without a word of English.
        let chinese = remark.cited.chinese
        for match in remark.source.matches(of: #/RFC [0-9]+/#) { #expect(chinese.contains(match.output)) }
        #expect(!chinese.contains("appendix") && !chinese.contains(" and ") && !chinese.contains("now"))
    }

    @Test("A delay line stands in the text, in the JSON and on the page")
    func delay() throws {
        var report = try TraceSamples().rsa(address: "198.18.0.2")
        #expect(try JSONDocument(report.jsonLine())["delay"] == nil)
        report.delay = TraceDelay(roundTrip: .milliseconds(22), server: "127.0.0.1:8443")
        #expect(report.text().contains("round-trip time of 22 ms, which leads to 127.0.0.1:8443"))
        #expect(!report.text().contains("means nothing"))
        let delay = try JSONDocument(report.jsonLine())["delay"]
        #expect(delay?["roundTrip"] == .number(22) && delay?["server"]?.text == "127.0.0.1:8443")
        var series = TraceSeries(target: "https://www.example.com")
        series.add(report)
        #expect(TracePage(series, at: try Samples().at).html.contains("往返时间为 22 毫秒的延迟线路"))
    }
}
