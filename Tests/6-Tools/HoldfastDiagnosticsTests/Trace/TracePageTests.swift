import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// The page of a trace, read as a browser reads it.
@Suite(.ownThread) struct TracePageTests {
    private func html(_ reports: TraceReport..., language: PageLanguage = .english) throws -> String {
        var series = TraceSeries(target: "https://www.example.com")
        for report in reports { series.add(report) }
        return TracePage(series, language: language, at: try Samples().at).html
    }

    @Test("No script, nothing fetched, and a policy that forbids both")
    func selfContained() throws {
        let html = try html(TraceSamples().rsa())
        let page = try PageReader(html)
        #expect(page.all("script").isEmpty && page.all("img").isEmpty && page.all("link").isEmpty)
        #expect(page.elements.allSatisfy { element in !element.attributes.keys.contains { $0.hasPrefix("on") } })
        let policy = page.all("meta") { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        let sheets = page.all("style")
        // SHA-256 of any bytes, these being no certificate.
        let hash = Base64.encode(PresentedCertificate(der: Array(sheets[0].text.utf8)).fingerprint)
        #expect(
            policy.first?.attributes["content"]
                == "default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;; base-uri &#39;none&#39;; "
                + "form-action &#39;none&#39;")
        #expect(sheets.count == 1 && !sheets[0].text.contains("&") && !sheets[0].text.contains("<"))
        #expect(!html.contains("url(") && !html.contains("@import"))
    }

    @Test("Each message is an arrow from its sender, with its time, in the band of its phase, and unfolds")
    func sequence() throws {
        let page = try PageReader(html(TraceSamples().rsa()))
        #expect(page.withClass("band").count == 7)
        let messages = page.withClass("message")
        #expect(messages.count == 15)
        #expect(messages.count { $0.attributes["class"]?.contains("from-client") == true } == 7)
        #expect(page.withClass("arrow").count == 13)
        let unfolding = messages.filter { $0.name == "details" }
        // Every record, and no event of TCP.
        #expect(unfolding.count == 10 && unfolding.allSatisfy { $0.text.contains("legacy_record_version") })
        #expect(page.withClass("when").allSatisfy { $0.text.contains(".") })
    }

    @Test("A table says who knows what: the pre-master secret both ends, random_C everybody")
    func knowledge() throws {
        let page = try PageReader(html(TraceSamples().rsa()))
        let table = try #require(page.withClass("knowledge").first)
        #expect(table.name == "table" && table.text.contains("random_C") && table.text.contains("预主密钥"))
        #expect(page.withClass("phase-row").count >= 5)
        let knowledge = try TraceSamples().rsa().trace.phases.flatMap(\.knowledge)
        #expect(page.withClass("yes").count == knowledge.reduce(0) { $0 + $1.holders.count })
    }

    @Test("The verdict's block is that of check, refused or trusted", arguments: [true, false])
    func verdict(isTrusted: Bool) throws {
        let page = try PageReader(html(TraceSamples().rsa(isTrusted: isTrusted)))
        #expect(page.withClass("target").count == 1)
        #expect(
            page.withClass("target").first?.attributes["class"]?.contains(isTrusted ? "trusted" : "refused") == true)
        #expect(page.withClass("verdict").count == 1)
    }

    @Test("Opens in the language asked for and holds both")
    func languages() throws {
        for language in PageLanguage.allCases {
            let page = try PageReader(html(TraceSamples().tls13(), language: language))
            #expect(page.all("html").first?.attributes["lang"] == language.tag)
            #expect(page.all("span") { $0.attributes["lang"] == "zh-Hans" }.contains { $0.text.contains("前向保密") })
            #expect(page.all("span") { $0.attributes["lang"] == "en" }.contains { $0.text.contains("forward secrecy") })
        }
    }

    @Test("Whatever a stranger wrote, the page has the same elements and attributes", arguments: Attack.all)
    func hostile(_ attack: Attack) throws {
        func shape(_ text: String) throws -> [String] {
            let samples = try TraceSamples()
            var recording = try Recording(to: "192.0.2.7")
            recording.add(.plaintext(Array(text.utf8)), by: .server)
            recording.add(.note(Statement(verbatim: text)))
            let report = try recording.report(samples.samples, timing: [])
            let page = try PageReader(html(report, TraceSamples().rsa(serverName: text)))
            return page.elements.map { $0.name + $0.attributes.keys.sorted().joined(separator: " ") }
        }
        #expect(try shape(attack.text) == shape("harmless"))
    }

    @Test("Many connections: a table, and a dot for each value of each row")
    func statistics() throws {
        let report = try TraceSamples().rsa()
        let page = try PageReader(html(report, report, report))
        let dots = page.all("circle")
        // TCP, TLS and trust, three times each.
        #expect(dots.count == 9 && page.withClass("median").count == 3)
        #expect(page.withClass("numbers").first?.text.contains("22.000") == true)
        #expect(page.withClass("trace").count == 1)
    }

    private static func isChinese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
    }

    @Test("Every word is there in both languages", arguments: TraceWord.allCases)
    func words(_ word: TraceWord) {
        #expect(!word.words.english.isEmpty && !Self.isChinese(word.words.english))
        let names: Set<TraceWord> = [.ratio, .startTLS, .p90]
        #expect(Self.isChinese(word.words.chinese) || names.contains(word))
    }

    @Test("Every phase has its words, before TLS 1.3 and since", arguments: HandshakePhase.allCases)
    func phases(_ phase: HandshakePhase) {
        for version in [ProtocolVersion.tls12, .tls13] {
            let words = PhaseWords(phase, version: version)
            #expect(!words.title.english.isEmpty && !Self.isChinese(words.meaning.english))
            #expect(Self.isChinese(words.meaning.chinese))
        }
    }
}
