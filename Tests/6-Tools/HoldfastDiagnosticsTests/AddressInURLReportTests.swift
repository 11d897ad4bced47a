import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// A note about the request beside the findings about the chain: in JSON, in text and on the page.
@Suite(.ownThread)
struct AddressInURLReportTests {
    private let samples: Samples
    private let report: VerdictReport

    init() throws {
        samples = try Samples()
        var policy = TrustPolicy.ssl(try ServerName("192.0.2.7"))
        policy.anchors = .only([try Certificate(der: samples.root.certificate)])
        let trust = try ServerTrust(derChain: try samples.leaf().chain)
        let failure = try #require(Self.failure(trust, policy, at: samples.at))
        let noted = failure.noting(
            .addressInURL, requirement: "addressInURL.serverName", rule: "RFC 6066 §3",
            Finding.Statements(
                message: Statement(verbatim: "no server name was sent"), seen: Statement(verbatim: "no server name"),
                expected: Statement(verbatim: "the server name www.example.com"),
                advice: Statement(verbatim: "leave the name in the URL")))
        report = VerdictReport(noted, target: "https://192.0.2.7/")
    }

    private static func failure(_ trust: ServerTrust, _ policy: TrustPolicy, at: Instant) -> TrustFailure? {
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: at)
            return nil
        } catch { return error }
    }

    @Test("It is a note after the error, in JSON and in text") func text() throws {
        let json = try JSONDocument(report.jsonLine())
        #expect(json["trusted"] == .bool(false))
        let findings = try #require(json["findings"])
        let codes = (0..<findings.count).map { findings[$0]?["code"] }
        #expect(codes.first == .text("hostMismatch") && codes.last == .text("addressInURL"))
        #expect(findings[findings.count - 1]?["severity"] == .text("note"))
        #expect(report.text().contains("addressInURL: no server name was sent"))
    }

    @Test(
        "The page has its words, in both languages",
        arguments: [
            (PageLanguage.english, "The URL has an address, and Host the name"),
            (PageLanguage.chinese, "URL 中是 IP 地址，主机名写在 Host 字段中"),
        ])
    func page(language: PageLanguage, title: String) throws {
        let html = CheckReport([report], language: language, at: samples.at).html
        #expect(html.contains(title))
        #expect(html.contains("addressInURL"))
    }

    /// The Chinese page has said it all along; what is said in English was the rule's own advice, without it.
    @Test("Advice about another name asks whether it is a matter of SNI, in both languages") func advice() throws {
        let advice = try #require(report.findings.first { $0.code == "hostMismatch" }).advice
        #expect(advice.contains("SNI"))
        for language in [PageLanguage.english, .chinese] {
            #expect(CheckReport([report], language: language, at: samples.at).html.contains("SNI"))
        }
    }
}
