import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// Apple, *Prepare your network environment for stricter security requirements* (126655, 21 April 2026): "Servers must
/// support TLS 1.2 or later, use ATS-compliant ciphersuites, and present valid certificates that meet ATS standards";
/// of TLS 1.2 ECDHE with AES-GCM, and the extended master secret (RFC 7627).
@Suite(.ownThread) struct ATSSystemTests {
    private let samples: TraceSamples

    init() throws { samples = try TraceSamples() }

    /// A handshake of a good server that agreed on this.
    private func trace(
        _ version: ProtocolVersion, _ suite: UInt16, extended: Bool, trusted: Bool = true
    ) throws -> HandshakeTrace {
        var trace = try samples.tls13(isTrusted: trusted).trace
        trace.negotiated.version = version
        trace.negotiated.cipherSuite = CipherSuite(suite)
        trace.negotiated.extendedMasterSecret = extended
        return trace
    }

    private func passes(_ trace: HandshakeTrace, _ row: ATSRow = ATSRow.system[0]) -> Bool {
        ATSResult(row, trace).passed
    }

    /// 0xC02B ECDHE_ECDSA AES-128-GCM, 0xC030 ECDHE_RSA AES-256-GCM, 0xC009 and 0xC023 AES-128-CBC, 0xCCA9 ChaCha20,
    /// 0x009C RSA with AES-128-GCM; 0x1301 to 0x1303 of TLS 1.3.
    @Test(
        "TLS 1.3, or TLS 1.2 with ECDHE, AES-GCM and the extended master secret",
        arguments: [
            (ProtocolVersion.tls13, 0x1301, true, true), (.tls13, 0x1302, true, true), (.tls13, 0x1303, true, true),
            (.tls12, 0xC02B, true, true), (.tls12, 0xC030, true, true), (.tls12, 0xC02B, false, false),
            (.tls12, 0xC009, true, false), (.tls12, 0xC023, true, false), (.tls12, 0xCCA9, true, false),
            (.tls12, 0x009C, true, false), (.tls11, 0xC009, true, false),
        ] as [(ProtocolVersion, UInt16, Bool, Bool)])
    func agreed(_ version: ProtocolVersion, _ suite: UInt16, _ extended: Bool, _ passes: Bool) throws {
        #expect(try self.passes(trace(version, suite, extended: extended)) == passes)
    }

    @Test("the rows for apps ask for neither, and a certificate that they refuse passes nowhere")
    func apps() throws {
        #expect(try passes(trace(.tls12, 0xC009, extended: false), .standard))
        #expect(try passes(trace(.tls12, 0xC02B, extended: false), .standard))
        for row in ATSRow.system { #expect(try !passes(trace(.tls13, 0x1301, extended: true, trusted: false), row)) }
        let reason = ATSResult(ATSRow.system[0], try trace(.tls12, 0xC02B, extended: false))
        #expect(reason.reason == "the server does not do the extended master secret (RFC 7627) in TLS 1.2")
        #expect(reason.words.chinese.contains("扩展主密钥"))
        let good = ATSResult(ATSRow.system[0], try trace(.tls12, 0xC02B, extended: true))
        #expect(good.reason.hasSuffix("forward secrecy, extended master secret"))
    }

    @Test("each way by itself: what is offered, and that no two rows share a handshake")
    func offers() throws {
        let offers = ATSOffer.all(of: ATSAudience.system.rows)
        #expect(
            offers.map(\.minimum) == [.tls12, .tls13, .tls12] && offers.map(\.maximum) == [.tls13, .tls13, .tls12])
        for offer in offers {
            var configuration = TraceConfiguration(policy: .ssl(try ServerName("www.example.com")))
            offer.apply(to: &configuration)
            let list = (configuration.cipherList ?? "").split(separator: ":")
            #expect(list.allSatisfy { $0.hasPrefix("ECDHE-") && $0.contains("-GCM-") } && list.count == 4)
            #expect(configuration.maximumVersion == offer.maximum && configuration.minimumVersion == offer.minimum)
            #expect(!configuration.dangerousLegacyProtocols)
        }
    }

    private func report(for audience: ATSAudience, _ trace: HandshakeTrace) throws -> ATSReport {
        try ATSReport(
            target: "https://www.example.com", for: audience, policy: .ssl(ServerName("www.example.com")),
            at: samples.samples.at, standard: trace, results: audience.rows.map { ATSResult($0, trace) })
    }

    @Test("the report: sentence, rows, exit code and JSON, and no exception, which a system process has none of")
    func system() throws {
        let refused = try report(for: .system, trace(.tls12, 0xC02B, extended: false))
        #expect(refused.exitCode == 33 && refused.smallestException == nil)
        #expect(
            refused.sentence == "system processes of Apple's 27 releases may refuse this server: "
                + "the server does not do the extended master secret (RFC 7627) in TLS 1.2")
        #expect(!refused.text().contains("exception") && refused.text().contains("Mend the server: system processes"))
        let line = try JSONDocument(refused.jsonLine())
        #expect(line["audience"] == .text("system") && line["rows"]?.count == 3 && line["accepted"] == .bool(false))
        #expect(line["rows"]?[2]?["maximumTLS"] == .text("1.2") && line["systemHint"] == nil)
        let good = try report(for: .system, trace(.tls12, 0xC02B, extended: true))
        #expect(good.sentence.hasPrefix("system processes of Apple's 27 releases will accept this server"))
        #expect(good.exitCode == 0)
        for report in [refused, good] {
            #expect(!ATSPage([report], at: samples.samples.at).html.contains("smallest exception"))
        }
    }

    @Test("a report for apps says where system processes differ, and nothing else changes")
    func hint() throws {
        for (suite, extended, word) in [
            (0xC009, true, "AES-GCM was not agreed on"), (0xC02B, false, "does not do the extended master secret"),
            (0xC02B, true, nil),
        ] as [(UInt16, Bool, String?)] {
            let report = try report(for: .apps, trace(.tls12, suite, extended: extended))
            #expect(report.accepted && report.exitCode == 0)
            let line = try JSONDocument(report.jsonLine())
            #expect(line["audience"] == .text("apps") && line["rows"]?.count == 16)
            guard let word else {
                #expect(report.systemHint == nil && line["systemHint"] == nil && !report.text().contains("--system"))
                continue
            }
            #expect(line["systemHint"]?.text?.contains(word) == true)
            #expect(report.text().contains(word) && report.text().contains("ats --system"))
            #expect(report.text(language: .chinese).contains("系统进程"))
            #expect(ATSPage([report], at: samples.samples.at).html.contains(word))
        }
        #expect(try report(for: .apps, trace(.tls13, 0x1301, extended: true)).systemHint == nil)
    }
}
