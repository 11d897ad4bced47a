import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// "Everything fetched stands in the evidence, in text, JSON (the contract's `revocation`) and page": the mode, each
/// certificate's status, source, place, bytes and milliseconds, and what went wrong.
@Suite(.ownThread)
struct VerdictFetchTests {
    private static let responder = "http://ocsp.example.com/ca"
    /// A place that an authority of ours would not write.
    private static let list = "http://crl.example.com/<ca>.crl"
    private static let issuer = "http://ca.example.com/ca.der"

    private let samples: Samples
    private let leaf: Identity

    init() throws {
        samples = try Samples()
        var template = CertificateTemplate.server(names: ["www.example.com"], at: samples.at)
        try template.addInformationAccess(ocspResponders: [Self.responder], issuerCertificates: [Self.issuer])
        try template.addRevocationLists(["http://crl.example.com/ca.crl"])
        leaf = try samples.intermediate.issue(template)
    }

    /// The reason why nothing comes from a place that the table does not have.
    private enum Reason: Sentence {
        case notFound

        static let topic = "test"

        var words: LocalizedText { LocalizedText("it answered with 404", "该处应答状态为 404") }
    }

    /// Gives what stands in a table, after 12.5 ms.
    private struct Source: EvidenceSource {
        let contents: [String: EvidenceFetch.Content]
        var isCached = false

        func evidence(
            for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
        ) async -> [Evidence] {
            requests.map { request in
                let place =
                    switch request {
                    case .issuer: VerdictFetchTests.issuer
                    case .ocspResponse: VerdictFetchTests.responder
                    case .revocationLists: VerdictFetchTests.list
                    }
                let content = contents[place] ?? .nothing(reason: Reason.notFound.statement)
                let bytes: [UInt8] = if case .nothing = content { [] } else { [UInt8](repeating: 0, count: 471) }
                return .fetched(
                    request,
                    [
                        EvidenceFetch(
                            url: place, content, bytes: bytes, duration: .microseconds(12_500), isCached: isCached)
                    ])
            }
        }

        func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {}
    }

    private func report(
        _ contents: [String: EvidenceFetch.Content], mode: RevocationChecking = .soft, chain: [[UInt8]]? = nil,
        issuers: Bool = false, isCached: Bool = false
    ) async throws -> VerdictReport {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: samples.root.certificate)])
        policy.revocation = mode
        policy.fetching = EvidenceFetching(revocation: mode == .off ? [] : .any, issuers: issuers)
        let trust = try ServerTrust(derChain: chain ?? leaf.chain)
        do throws(TrustFailure) {
            let proof = try await TrustEngine().evaluate(
                trust, with: policy, at: samples.at, using: Source(contents: contents, isCached: isCached))
            return VerdictReport(proof, target: "x")
        } catch {
            return VerdictReport(error, target: "x")
        }
    }

    private var goodList: EvidenceFetch.Content {
        get throws {
            .revocationList(
                SuppliedRevocationList(der: try samples.intermediate.issue(RevocationListTemplate(at: samples.at))))
        }
    }

    @Test("JSON: the source and its place, bytes and milliseconds, and each place that was asked, with its problem")
    func json() async throws {
        let report = try await report([Self.list: goodList])
        let revocation = try #require(try JSONDocument(report.jsonLine())["revocation"])
        #expect(revocation["mode"] == .text("soft") && revocation["status"] == .text("good"))
        let entry = try #require(revocation["certificates"]?[0])
        #expect(entry["status"] == .text("good") && entry["source"] == .text("crl"))
        #expect(entry["url"] == .text(Self.list) && entry["cached"] == .bool(false))
        #expect(entry["bytes"] == .number(471) && entry["milliseconds"] == .number(12.5))
        let fetches = try #require(entry["fetches"])
        #expect(fetches.count == 2)
        #expect(fetches[0]?["kind"] == .text("ocsp") && fetches[0]?["url"] == .text(Self.responder))
        #expect(fetches[0]?["problem"] == .text("it answered with 404") && fetches[0]?["bytes"] == .number(0))
        #expect(fetches[1]?.keys == ["url", "kind", "bytes", "milliseconds", "cached"])
        // The intermediate names nobody.
        #expect(revocation["certificates"]?[1]?["status"] == .text("notOffered"))
        #expect(try JSONDocument(report.jsonLine())["issuerFetches"] == nil)
    }

    @Test("the text has the mode, a line a certificate, and one for each place with its bytes, time or problem")
    func text() async throws {
        let lines = try await report([Self.list: goodList]).text().split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("  revocation") })
        #expect(lines[start].contains("good") && lines[start].contains("soft"))
        let leaf = lines[start + 1]
        #expect(leaf.contains("the leaf: good") && leaf.contains("revocation list"))
        let template = RevocationListTemplate(at: samples.at)
        #expect(leaf.contains("as of \(template.thisUpdate)"))
        #expect(leaf.contains("until \(try #require(template.nextUpdate))"))
        let (first, second) = (lines[start + 2], lines[start + 3])
        #expect(first.contains(Self.responder) && first.contains("(ocsp): it answered with 404 (after 12.5 ms)"))
        #expect(second.contains(Self.list) && second.contains("(crl): 471 bytes in 12.5 ms"))
        #expect(lines[start + 4].contains("intermediate 1: not offered"))
        let kept = try await report([Self.list: goodList], isCached: true).text()
        #expect(kept.contains("by what was kept of an earlier look") && !kept.contains("471 bytes"))
    }

    @Test("nobody asked: the text says nothing of revocation")
    func off() async throws {
        #expect(try await !report([:], mode: .off).text().contains("\n  revocation "))
    }

    @Test("unknown and revoked: why, since when, and for what")
    func refused() async throws {
        let unknown = try await report([:], mode: .hard)
        #expect(!unknown.trusted && unknown.exitCode == 25)
        let reason = "nothing came from \(Self.responder): it answered with 404"
        #expect(unknown.text().contains("the leaf: not known: \(reason)"))
        var template = OCSPResponseTemplate(at: samples.at)
        let since = samples.at.advanced(byDays: -2)
        template.answer(
            try samples.intermediate.certID(for: Certificate(der: leaf.certificate).serialNumber),
            .revoked(SingleResponse.RevokedInfo(revocationTime: since, revocationReason: .keyCompromise)))
        let response = SuppliedOCSPResponse(der: try samples.intermediate.issue(template))
        let revoked = try await report([Self.responder: .ocspResponse(response)])
        let told = "the leaf: revoked, since 2026-01-13T12:00:00Z, for keyCompromise, by its OCSP responder"
        #expect(revoked.text().contains(told))
    }

    /// "Good" is the word of lists and responders; of a certificate that nobody was asked about there is none, whatever
    /// is known of the authorities above it.
    @Test("the word for the whole is that of the server's own, where none is worse")
    func whole() throws {
        func report(_ change: (inout CertificateTemplate) -> Void) throws -> VerdictReport {
            var template = CertificateTemplate.server(names: ["www.example.com"], at: samples.at)
            change(&template)
            var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
            policy.anchors = .only([try Certificate(der: samples.root.certificate)])
            policy.revocation = .hard
            let list = SuppliedRevocationList(der: try samples.root.issue(RevocationListTemplate(at: samples.at)))
            let proof = try TrustEngine().evaluate(
                ServerTrust(derChain: samples.intermediate.issue(template).chain), with: policy, at: samples.at,
                supplying: [.revocationLists([list])])
            return VerdictReport(proof, target: "x")
        }
        let short = try report { $0.notAfter = $0.notBefore.advanced(byDays: 6) }
        #expect(short.revocation?.certificates.map(\.status) == ["notOffered", "good"])
        #expect(short.revocation?.status == "notOffered")
        let stated = try report { $0.additionalExtensions.append(Extension(.noRevAvail, value: [5, 0])) }
        #expect(stated.revocation?.certificates.map(\.status) == ["notAvailable", "good"])
        #expect(stated.revocation?.status == "notAvailable")
        #expect(stated.text().contains("not available: its authority says that nobody will know (hard"))
        let line = try JSONDocument(stated.jsonLine())["revocation"]
        #expect(line?["status"] == .text("notAvailable"))
    }

    @Test("a policy that lets things be fetched, and a call that fetches nothing: not known")
    func withoutSource() throws {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: samples.root.certificate)])
        policy.revocation = .soft
        policy.fetching = EvidenceFetching(revocation: .any)
        let proof = try TrustEngine().evaluate(ServerTrust(derChain: leaf.chain), with: policy, at: samples.at)
        let report = VerdictReport(proof, target: "x")
        #expect(report.revocation?.certificates.map(\.status) == ["unknown", "notOffered"])
        #expect(report.revocation?.certificates.first?.fetches == nil)
    }

    @Test("a looked-for issuer: its place in JSON, text and page")
    func issuers() async throws {
        let contents: [String: EvidenceFetch.Content] = [Self.issuer: .certificates([samples.intermediate.certificate])]
        let report = try await report(contents, mode: .off, chain: [leaf.certificate], issuers: true)
        #expect(report.trusted)
        let fetch = try #require(try JSONDocument(report.jsonLine())["issuerFetches"]?[0])
        #expect(fetch["kind"] == .text("issuer") && fetch["url"] == .text(Self.issuer))
        #expect(fetch["bytes"] == .number(471) && fetch["milliseconds"] == .number(12.5))
        #expect(report.text().contains("asked \(Self.issuer) (issuer): 471 bytes in 12.5 ms"))
        let page = try PageReader(CheckReport([report], at: samples.at).html)
        #expect(page.all("p") { $0.attributes["class"] == "why" }.contains { $0.text.contains(Self.issuer) })
        let without = try await self.report([:], mode: .off, chain: [leaf.certificate], issuers: true)
        #expect(without.exitCode == 20 && without.text().contains("(issuer): it answered with 404"))
    }

    @Test("the page has a row a certificate and a line a place, escaped, in both languages")
    func page() async throws {
        let report = try await report([Self.list: goodList])
        let html = CheckReport([report], at: samples.at).html
        #expect(!html.contains("<ca>"))
        let page = try PageReader(html)
        let rows = page.all("li") { $0.parents.contains("ol") }
        let status = try #require(rows.first { $0.text.contains(Self.list) })
        #expect(status.text.contains("未被吊销") && status.text.contains("吊销列表"))
        #expect(status.text.contains("471 bytes in 12.5 ms") && status.text.contains("471 字节，耗时 12.5 ms"))
        #expect(status.text.contains("it answered with 404") && status.text.contains("该处应答状态为 404"))
        let facts = page.all("div") { $0.parents.last == "dl" }
        #expect(facts.contains { $0.text.contains("Revocation") && $0.text.contains("good soft") })
        #expect(facts.contains { $0.text.contains("Not looked at") && !$0.text.contains("revocation") })
        let plain = try PageReader(CheckReport([try samples.verdict(leaf.chain)], at: samples.at).html)
        #expect(plain.withClass("statuses").isEmpty)
    }
}
