import HoldfastAuthority
import HoldfastFacts
import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// Clients' ways with a server as a verdict tells them: who connects, who fails, and why.
@Suite struct ClientReportTests {
    let samples: Samples
    let chromium: RecordedClient
    let old: RecordedClient
    let ios: RecordedClient

    init() throws {
        samples = try Samples()
        let all = try RecordedClient.all()
        chromium = try #require(all.first { $0.name == "chromium" })
        old = try #require(all.first { $0.name == "go" && $0.language == "1.21" })
        ios = try #require(all.first { $0.name == "ios" })
    }

    /// The verdict of `check` itself, over a connection on which this was agreed.
    private func report(
        version: String = "1.3", group: String = "x25519", suite: String = "TLS_AES_128_GCM_SHA256"
    ) throws -> VerdictReport {
        var report = try samples.verdict(
            [samples.leaf().certificate, samples.intermediate.certificate], target: "www.example.com")
        report.connection = ConnectionReport(
            address: "192.0.2.7",
            tls: ConnectionReport.TLS(
                version: version, cipherSuite: suite, keyExchange: group, alpn: nil, sni: nil, resumed: false),
            timing: nil)
        return report
    }

    private func chain(
        _ identity: Identity, anchors: [Certificate]
    ) throws -> ClientAnswers.Chain {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only(anchors)
        let trust = try ServerTrust(derChain: [Array(identity.chain[0]), samples.intermediate.certificate])
        do throws(TrustFailure) {
            let evaluation = try TrustEngine().evaluate(trust, with: policy, at: samples.at)
            return ClientAnswers.Chain(presented: trust, verdict: .success(evaluation))
        } catch {
            return ClientAnswers.Chain(presented: trust, verdict: .failure(error))
        }
    }

    private func answer(
        _ end: HelloAnswer.End = .complete, version: ProtocolVersion = .tls13, proof: ServerProof = .signed
    ) -> HelloAnswer {
        var answer = HelloAnswer()
        (answer.version, answer.suite, answer.group) = (version, CipherSuite(0x1301), .x25519)
        (answer.scheme, answer.proof, answer.end) = (HandshakeSignatureScheme(0x0403), proof, end)
        return answer
    }

    private func clients(
        _ rows: [(RecordedClient, HelloAnswer?, Int?)], chains: [ClientAnswers.Chain] = [], named: Set<String> = [],
        besides report: VerdictReport? = nil
    ) throws -> ClientsReport {
        var answers = ClientAnswers()
        answers.answers = rows.map { ClientAnswer(client: $0.0, answer: $0.1, shown: $0.2) }
        answers.chains = chains
        return ClientsReport(answers, named: named, besides: try report ?? self.report())
    }

    private var root: Certificate { get throws { try Certificate(der: samples.root.certificate) } }

    @Test("a proven certificate that is trusted: connects; one that is refused: fails, by its finding")
    func verdicts() throws {
        let good = try chain(samples.leaf(), anchors: [root])
        let bad = try chain(samples.leaf(), anchors: [])
        let both = try clients([(chromium, answer(), 0), (old, answer(), 1)], chains: [good, bad])
        #expect(both.rows.map(\.outcome) == [.connects, .fails])
        #expect(both.rows.map(\.reason) == [nil, .refused(code: "issuerNotFound")])
        #expect(both.exitCode == 20 && both.failing.count == 1)
        let one = try clients([(chromium, answer(), 0)], chains: [good])
        #expect(one.exitCode == 0)
    }

    @Test("no proof is no pass, whatever the certificate is")
    func proofs() throws {
        let good = try chain(samples.leaf(), anchors: [root])
        for (proof, reason, outcome) in [
            (ServerProof.invalid, ClientReason.badProof, ClientsReport.Outcome.fails), (.none, .notProven, .unknown),
            (.unverifiable(HandshakeSignatureScheme(0x0905)), .lacksScheme("mldsa65"), .unknown),
        ] {
            let report = try clients([(chromium, answer(proof: proof), 0)], chains: [good])
            #expect(report.rows[0].reason == reason && report.rows[0].outcome == outcome && report.exitCode == 33)
        }
        let without = try clients([(chromium, answer(), nil)])
        #expect(without.rows[0].outcome == .unknown)
    }

    /// RFC 8446 §4.2.3: "signature_algorithms" says what the client takes in certificates, too.
    @Test("a chain that is signed by what the client does not offer")
    func algorithms() throws {
        let good = try chain(samples.leaf(), anchors: [root])
        let row = "test\t1\t-\t0304\t1301\t001d\t001d\t0804\t-\t000a,000d,002b,0033\tno\t-\tyes\t-\ta"
        let columns =
            "client\tversion\tlanguage\tversions\tsuites\tgroups\tkeyShares\tsignatureSchemes\talpn\textensions"
            + "\tshuffles\ttrustAnchors\trecorded\tprogramme\tsource"
        let rsaOnly = try RecordedClient(
            try #require(FactTable("#source\ta\ta\t2026-01-01\n#columns\t\(columns)\n\(row)".utf8).rows.first))
        let report = try clients([(rsaOnly, answer(), 0)], chains: [good])
        guard case .notVerified(_, 0)? = report.rows[0].reason else {
            Issue.record("\(report.rows[0])")
            return
        }
        #expect(report.rows[0].outcome == .fails)
    }

    @Test("what a client lacks is told by what the server chose for check; an alert alone says nothing")
    func lacks() throws {
        let refusal = answer(.alert(.handshakeFailure))
        func reason(_ end: HelloAnswer, _ report: VerdictReport) throws -> ClientReason? {
            try clients([(old, end, nil)], besides: report).rows[0].reason
        }
        #expect(try reason(refusal, report(group: "X25519MLKEM768")) == .noGroup("X25519MLKEM768"))
        #expect(try reason(refusal, report(group: "prime256v1")) == .alert("handshake_failure"))
        #expect(try reason(refusal, report(suite: "TLS_AES_128_CCM_SHA256")) == .noSuite("TLS_AES_128_CCM_SHA256"))
        #expect(try reason(answer(.alert(.protocolVersion)), report()) == .noVersion(nil))
        // RFC 8446 §6.2: it "requires parameters more secure": of suites or groups, it does not say.
        #expect(try reason(answer(.alert(.insufficientSecurity)), report()) == .alert("insufficient_security"))
        #expect(try reason(answer(.closed), report()) == .closed)
        #expect(try reason(answer(.violation(.downgrade)), report()) == .violation(.downgrade))
        #expect(try reason(answer(version: .tls11), report()) == .oldVersion("TLS 1.1"))
        let lacking = try reason(answer(.unfollowableGroup(NamedGroup(4588))), report())
        #expect(lacking == .lacksGroup("X25519MLKEM768") && lacking?.isFailure == false)
    }

    @Test("ios is never a pass: named alone it is 33, beside others it changes nothing")
    func notRecorded() throws {
        let good = try chain(samples.leaf(), anchors: [root])
        let beside = try clients([(chromium, answer(), 0), (ios, nil, nil)], chains: [good])
        #expect(beside.rows[1].outcome == .notRecorded && beside.exitCode == 0)
        var report = try report()
        report.add(try clients([(ios, nil, nil)], named: ["ios"]))
        #expect(report.exitCode == 33)
        let junit = JUnitReport([report], suite: "s").text
        #expect(junit.contains("message=\"ios \(ios.version): not recorded\"") && !junit.contains("not trusted"))
    }

    private func failing(expiring: Bool) throws -> VerdictReport {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.expiryNotice = expiring ? .seconds(90 * 86_400) : nil
        var report = try samples.verdict(
            [samples.leaf().certificate, samples.intermediate.certificate], policy: policy, target: "www.example.com")
        report.add(
            try clients(
                [(chromium, answer(), nil), (old, answer(.alert(.handshakeFailure)), nil), (ios, nil, nil)],
                named: ["go"]))
        return report
    }

    /// 33 is worse than 32 (Docs/check.md), and neither is left out.
    @Test("JUnit tells of clients that fail, and of the end that was asked about")
    func junit() throws {
        let both = try failing(expiring: true)
        #expect(both.expiry != nil && both.exitCode == 33)
        let text = JUnitReport([both], suite: "s").text
        #expect(text.contains("type=\"client\" message=\"chromium \(chromium.version): not known\""), "\(text)")
        #expect(text.contains("module of 1.21: the server ends the handshake with the alert handshake_failure"))
        #expect(text.contains("warning expiresSoon: ") && text.contains("failures=\"1\""))
    }

    @Test("JUnit and the table tell of an end that only one client's certificate comes to")
    func junitShown() throws {
        var report = try report()
        var soon = TrustPolicy.ssl(try ServerName("www.example.com"))
        soon.anchors = .only([try root])
        soon.expiryNotice = .seconds(90 * 86_400)
        let trust = try ServerTrust(
            derChain: [samples.leaf().certificate, samples.intermediate.certificate])
        let evaluation = try TrustEngine().evaluate(trust, with: soon, at: samples.at)
        report.add(
            try clients(
                [(chromium, answer(), 0)], chains: [.init(presented: trust, verdict: .success(evaluation))]))
        #expect(report.exitCode == 32 && report.expiry == nil)
        let junit = JUnitReport([report], suite: "s").text
        #expect(junit.contains("type=\"expiresSoon\"") && !junit.contains("not trusted"), "\(junit)")
        let message = try #require(report.clients?.shown[0].expiry?.message)
        #expect(report.text().contains("  connects\n      \(message)\n"), "\(report.text())")
        #expect(CheckReport([report], at: samples.at).html.contains(message))
        let sarif = SARIFReport([report], toolVersion: "0.1.0").text
        #expect(sarif.contains("\"ruleId\":\"expiresSoon\""), "\(sarif)")
    }

    @Test("SARIF has a result for each client that does not get on, and none for the others")
    func sarif() throws {
        let report = try failing(expiring: false)
        let log = try JSONDocument(SARIFReport([report], toolVersion: "0.1.0").text)
        let run = try #require(log["runs"]?[0])
        let results = try #require(run["results"]?.elements).filter { $0["ruleId"] == .text("clientFails") }
        #expect(results.map { $0["level"] } == [.text("warning"), .text("error")], "\(results)")
        let message = "the server ends the handshake with the alert handshake_failure"
        #expect(results.last?["message"]?["text"] == .text("go \(old.version), module of 1.21: \(message)"))
        let rules = try #require(run["tool"]?["driver"]?["rules"]?.elements)
        guard case .number(let index)? = results.last?["ruleIndex"] else {
            Issue.record("\(results)")
            return
        }
        #expect(rules[Int(index)]["id"] == .text("clientFails"))
        #expect(rules[Int(index)]["properties"]?["exitCode"] == .number(33))
        #expect(run["invocations"]?[0]?["exitCode"] == .number(33))
        let prints = results.compactMap { $0["partialFingerprints"]?["primaryLocationLineHash"] }
        #expect(prints.count == 2 && prints[0] != prints[1])
        // What was found for check itself is not told again for each client.
        let good = try chain(samples.leaf { $0.extendedKeyUsage = nil }, anchors: [root])
        var warned = try samples.verdict(
            [Array(good.presented.presented[0].bytes), samples.intermediate.certificate], target: "www.example.com")
        warned.add(try clients([(chromium, answer(), 0)], chains: [good]))
        let once = SARIFReport([warned], toolVersion: "0.1.0").text
        #expect(once.ranges(of: "\"ruleId\":\"extendedKeyUsage\"").count == 1, "\(once)")
    }

    @Test("the exit code of the verdict is the worst of all; the table is in the text, in both languages")
    func rendered() throws {
        var report = try report()
        #expect(report.exitCode == 0)
        var followed = answer()
        followed.lackedGroup = NamedGroup(4588)
        followed.group = NamedGroup(4588)
        report.add(
            try clients(
                [(chromium, followed, 0), (old, answer(.alert(.handshakeFailure)), nil), (ios, nil, nil)],
                chains: [chain(samples.leaf(), anchors: [root])]))
        #expect(report.trusted && report.exitCode == 33 && report.expiry == nil)
        let text = report.text()
        #expect(text.contains("\n  clients\n    chromium \(chromium.version)"))
        #expect(
            text.contains(
                "  connects\n      TLS 1.3, X25519MLKEM768*, TLS_AES_128_GCM_SHA256, ecdsa_secp256r1_sha256, "))
        #expect(text.contains(", module of 1.21  fails\n      the server ends the handshake with the alert handshake_"))
        #expect(text.contains("  not recorded\n") && text.contains("    * chosen by the server"))
        let chinese = report.text(language: .chinese)
        #expect(chinese.contains("客户端") && chinese.contains("可连接") && chinese.contains("未录制"))
        let page = CheckReport([report], at: samples.at).html
        #expect(page.contains("X25519MLKEM768*") && page.contains("可连接"))
    }
}
