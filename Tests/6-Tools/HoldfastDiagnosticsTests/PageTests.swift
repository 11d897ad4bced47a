import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// The page of `check --report`: whole by itself, and all that the verdict says.
@Suite(.ownThread)
struct PageTests {
    private let samples: Samples
    /// Trusted with a warning, expired with a wrong name, and one that nobody answered.
    private let reports: [VerdictReport]

    init() throws {
        samples = try Samples()
        let warned = try samples.leaf { $0.extendedKeyUsage = nil }
        let at = samples.at
        let bad = try samples.leaf {
            $0.notBefore = at.advanced(byDays: -30)
            ($0.notBefore, $0.notAfter) = (at.advanced(byDays: -30), at.advanced(byDays: -2))
            $0.names = ["other.example"]
        }
        var live = try samples.verdict(bad.chain, target: "https://www.example.com/")
        live.connection = ConnectionReport(
            address: "192.0.2.7",
            tls: .init(
                version: "1.3", cipherSuite: "TLS_AES_128_GCM_SHA256", keyExchange: "x25519", alpn: nil, sni: nil,
                resumed: false), timing: .init(dns: 1.04, tcp: 20, tls: 60.2, trust: nil))
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "nothing listens", hint: "check the port", exitCode: 3)
        reports = [
            try samples.verdict(warned.chain, target: "warned.pem"), live,
            VerdictReport(failure, target: "https://closed.example/", policy: .basicX509, at: at),
        ]
    }

    private func page(_ reports: [VerdictReport], _ language: PageLanguage = .english) throws -> PageReader {
        try PageReader(CheckReport(reports, language: language, at: samples.at).html)
    }

    /// What could not be reached was not judged, and so not found untrusted.
    @Test("What failed is counted by itself, and not among those that are not trusted")
    func counts() throws {
        let html = CheckReport(reports, at: samples.at).html
        let numbers = try PageReader(html).all("dl") { $0.attributes["class"] == "counts" }.map(\.text)
        #expect(numbers == ["Targets目标3Trusted可信1Not trusted不可信1Failed失败1"])
    }

    /// Operators sort out by it whom to renew; RFC 5280 §4.1.2.5: "the time interval during which the CA warrants that
    /// it will maintain information about the status of the certificate".
    @Test("Each row of a list says on which day its first certificate ends, or has ended")
    func ends() throws {
        let at = samples.at
        let soon = try samples.leaf { $0.notAfter = at.advanced(byDays: 10) }
        let over = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (at.advanced(byDays: -30), at.advanced(byDays: -2))
        }
        let failure = FailureReport(phase: .connect, code: "c", message: "m", hint: nil, exitCode: 3)
        let list = [
            try samples.verdict(soon.chain), try samples.verdict(over.chain),
            VerdictReport(failure, target: "https://closed.example/", policy: .basicX509, at: at),
        ]
        let rows = try page(list).all("div") { $0.attributes["class"] == "outcome" }.map(\.text)
        #expect(rows.count == 3)
        #expect(rows[0].contains("ends 2026-01-25") && rows[0].contains("2026-01-25 到期"), "\(rows)")
        #expect(rows[1].contains("ended 2026-01-13") && rows[1].contains("2026-01-13 已到期"), "\(rows)")
        #expect(!rows[2].contains("end"), "\(rows)")
        let alone = try page([list[0]]).all("div") { $0.attributes["class"] == "outcome" }.map(\.text)
        #expect(alone.count == 1 && !alone[0].contains("ends"), "the chain of one target shows it: \(alone)")
    }

    /// RFC 5280 §4.2.1.12 limits a key by the purposes that are named; where none is, none is another.
    @Test("A defect is headed by what is wrong, where one code stands for several")
    func headings() throws {
        func headline(_ profile: Profile, _ change: (inout CertificateTemplate) -> Void) throws -> String {
            var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
            policy.profile = profile
            let report = try samples.verdict(samples.leaf(change).chain, policy: policy)
            return try page([report]).all("p") { $0.attributes["class"] == "headline" }.map(\.text).joined()
        }
        let unstated = try headline(.apple) { $0.extendedKeyUsage = nil }
        #expect(unstated.contains("The certificate states no purpose") && !unstated.contains("another purpose"))
        let other = try headline(.default) { $0.extendedKeyUsage = [.clientAuth] }
        #expect(other.contains("The certificate is for another purpose"))
        let nameless = try headline(.default) { $0.names = [] }
        #expect(nameless.contains("No subject alternative name") && !nameless.contains("another name"), "\(nameless)")
        #expect(try headline(.default) { $0.names = ["other.example"] }.contains("The certificate is for another name"))
    }

    @Test("It needs nothing else: no script, no style but its own, no address that is fetched")
    func selfContained() throws {
        let html = CheckReport(reports, at: samples.at).html
        for word in ["<script", "src=", "srcset", "url(", "@import", "http:", "<link", "<iframe", "<object", "style="] {
            #expect(!html.contains(word), "\(word)")
        }
        let page = try PageReader(html)
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        let links = page.elements.compactMap { $0.attributes["href"] }
        #expect(links.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("data:application/pkix-cert;base64,") })
        #expect(links.contains { $0.hasPrefix("data:") })
        #expect(!page.elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
    }

    /// CSP 3 §2.3.1: the hash of "the element's child text content".
    @Test("The policy forbids all loading, and names the one sheet by its hash")
    func contentSecurityPolicy() throws {
        let page = try page(reports)
        let policy = try #require(
            page.all("meta") { $0.attributes["http-equiv"] == "Content-Security-Policy" }.first?.attributes["content"])
        let sheets = page.all("style")
        #expect(sheets.count == 1)
        // SHA-256 of any bytes, these being no certificate.
        let hash = Base64.encode(PresentedCertificate(der: Array(sheets[0].text.utf8)).fingerprint)
        #expect(
            policy == "default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;; base-uri &#39;none&#39;; "
                + "form-action &#39;none&#39;")
        #expect(!sheets[0].text.contains("&") && !sheets[0].text.contains("<"))
    }

    @Test("Counts, and a row for each target with its verdict, cause and exit code")
    func overview() throws {
        let page = try page(reports)
        #expect(page.all("dd") { $0.parents.contains("dl") }.prefix(4).map(\.text) == ["3", "1", "1", "1"])
        let rows = page.all("summary") { $0.parents.suffix(1) == ["details"] && $0.text.contains("exit") }
        #expect(rows.count == 3)
        #expect(rows[0].text.contains("Trusted") && rows[0].text.contains("exit退出码 0"))
        #expect(rows[1].text.contains("Not trusted不可信 · The certificate has expired证书已过期"))
        #expect(rows[2].text.contains("Failed失败 · Nothing listens at this address") && rows[2].text.contains(" 3"))
        #expect(page.all("h2").map(\.text) == ["warned.pem", "https://www.example.com/", "https://closed.example/"])
    }

    @Test("Headings go down without a gap, every id is there once, and every link and label leads to one")
    func outline() throws {
        let page = try page(reports)
        var level = 0
        for heading in page.elements where ["h1", "h2", "h3", "h4"].contains(heading.name) {
            let next = Int(heading.name.dropFirst()) ?? 0
            #expect(next <= level + 1, "\(heading.text)")
            level = next
        }
        let names = page.elements.compactMap { $0.attributes["id"] }
        #expect(Set(names).count == names.count)
        let meant =
            page.elements.compactMap { $0.attributes["for"] ?? $0.attributes["aria-labelledby"] }
            + page.elements.compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }.map {
                String($0.dropFirst())
            }
        #expect(meant.count > 5 && meant.allSatisfy(names.contains))
        #expect(page.all("svg").allSatisfy { $0.attributes["aria-hidden"] == "true" })
    }

    @Test("The chain from the leaf to the anchor: the one at fault and the anchor are marked, in words too")
    func chain() throws {
        let page = try page([reports[1]])
        let links = page.withClass("link")
        #expect(links.count == 3)
        #expect(links.map { $0.attributes["class"] } == ["link fault", "link", "link anchored"])
        #expect(
            links[0].text.contains("The certificate has expired") && links[0].text.contains("2 days earlier"),
            "\(links[0].text)")
        #expect(links[0].text.contains("other.example"))
        #expect(links[1].text.contains("Intermediate 1") && links[1].text.contains("EC P-256"))
        #expect(
            links[2].text.contains("Trust anchor信任锚 · your own") && links[2].text.contains("not sent by the server"))
    }

    @Test("A chain without an anchor says where it ends; what was sent and not used stands aside")
    func noAnchor() throws {
        let stranger = try CertificateAuthority.root(name: "Stranger", at: samples.at)
        let report = try samples.verdict(
            samples.leaf().chain + [stranger.certificate, [0x30, 0x00]], anchors: [stranger.certificate])
        let page = try page([report])
        #expect(page.withClass("link").last?.attributes["class"] == "link open")
        let aside = page.all("li") { $0.parents.contains("ul") && $0.attributes["class"] == "card" }
        #expect(aside.count == 2)
        #expect(aside[0].text.contains("Stranger") && aside[1].text.contains("Not readable as a certificate"))
    }

    @Test("Each finding with severity, evidence, rule, OSStatus and its name, and advice")
    func findings() throws {
        let page = try page([reports[1]])
        let found = page.all("article")
        #expect(found.count == 2)
        for part in ["Error", "Seen", "Expected", "RFC 5280", "-67818 errSecCertificateExpired", "expired"] {
            #expect(found[0].text.contains(part), "\(part)")
        }
        #expect(found[1].text.contains("hostMismatch") && found[1].text.contains("What to do"))
        #expect(page.withClass("advice").first?.text.contains("Renew the certificate; if") == true)
    }

    @Test("The connection, the time it took with bars to scale, and the judgement")
    func facts() throws {
        let page = try page([reports[1]])
        let rows = Dictionary(
            page.all("div") { $0.parents.suffix(1) == ["dl"] }.map { ($0.text, true) }, uniquingKeysWith: { $1 })
        for text in [
            "Address地址192.0.2.7", "Cipher suite密码套件TLS_AES_128_GCM_SHA256", "ALPNALPNnone无",
            "SNISNInot sent未发送", "Name lookup域名解析1.0 ms", "TLSTLS 握手60.2 ms", "In all合计81.2 ms",
            "Profile规则集default",
        ] {
            #expect(rows[text] == true, "\(text) in \(rows.keys.sorted())")
        }
        let steps = page.withClass("step")
        #expect(steps.map { $0.attributes["x"] } == ["0.00%", "1.28%", "25.90%"])
        #expect(steps[2].attributes["width"] == "74.10%")
    }

    @Test("Each certificate of the chain can be taken along, byte for byte, as PEM and as DER")
    func bytes() throws {
        let page = try page([reports[1]])
        let blocks = try page.all("pre").map { try PEM.blocks(in: Array($0.text.utf8)[...]) }
        #expect(blocks.flatMap { $0.map(\.contents) } == reports[1].chain.map(\.der))
        let saved = page.all("a") { $0.attributes["download"] != nil }.compactMap { $0.attributes["href"] }
        #expect(
            saved.map { $0.split(separator: ",").last.map(String.init) }
                == reports[1].chain.map { Base64.encode($0.der) })
    }

    @Test("A certificate with ten thousand names is listed by a few, and its bytes are left out, with their count")
    func large() throws {
        let huge = try samples.leaf { $0.names = ["www.example.com"] + (0..<10_000).map { "n\($0).example.com" } }
        let html = CheckReport([try samples.verdict(huge.chain)], at: samples.at).html
        #expect(html.utf8.count < 60_000)
        #expect(html.contains("and 9993 more") && html.contains("Too large to be carried"))
    }

    /// A self-signed leaf that the user trusts for thirty days.
    private func excepted() throws -> VerdictReport {
        let identity = try samples.root.issue(.server(names: ["www.example.com"], at: samples.at))
        var policy = try TrustPolicy.ssl(ServerName("www.example.com"))
        policy.exceptions = .only([
            try TrustException(
                certificate: Certificate(der: identity.certificate).fingerprint, host: ServerName("www.example.com"),
                codes: [.issuerNotFound, .noAnchor], createdAt: samples.at.advanced(byDays: -1),
                until: samples.at.advanced(byDays: 30), note: "<the printer>")
        ])
        let stranger = try CertificateAuthority.root(name: "Stranger", at: samples.at)
        return try samples.verdict([identity.certificate], policy: policy, anchors: [stranger.certificate])
    }

    @Test("What is trusted by the user's word alone says so, until when, and what it overrides")
    func explicitTrust() throws {
        let report = try excepted()
        #expect(report.trusted && report.result == .proceed)
        let page = try page([report])
        #expect(page.withClass("headline").first?.text.contains("Trusted because a user decided so") == true)
        let callout = try #require(page.withClass("callout").first)
        for part in ["exception", "2026-02-14T12:00:00Z", "issuerNotFound", "<the printer>"] {
            #expect(callout.text.contains(part), "\(part) in \(callout.text)")
        }
        #expect(page.withClass("overridden").count == 1)
        // A warning sign, not the one of a server that proved itself.
        #expect(page.all("use") { $0.attributes["href"] == "#mark-good" }.isEmpty)
        let results = try JSONDocument(SARIFReport([report], toolVersion: "0.1.0").text)["runs"]?[0]?["results"]
        #expect(results?[0]?["suppressions"]?[0]?["justification"] == .text("exception"))
    }
}
