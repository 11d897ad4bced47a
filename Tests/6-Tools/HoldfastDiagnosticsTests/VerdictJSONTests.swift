import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The shape of `holdfast.verdict/1`, as its contract words it.
@Suite(.ownThread)
struct VerdictJSONTests {
    private struct Missing: Error {
        let key: String
    }

    private let always: Set<String> = [
        "schema", "target", "host", "trusted", "result", "exitCode", "policy", "profile", "at", "findings",
        "nearMisses",
        "presented", "chain", "revocation", "transparency", "pins",
    ]

    @Test("A trusted chain: every key, the chain ending at the anchor, result unspecified")
    func trusted() throws {
        let samples = try Samples()
        let json = try JSONDocument(samples.verdict(samples.leaf().chain).jsonLine())
        #expect(json.keys == always.union(["facts"]))
        #expect(json["schema"] == .text("holdfast.verdict/1"))
        #expect(json["target"] == .text("sample.pem"))
        #expect(json["host"] == .text("www.example.com"))
        #expect(json["trusted"] == .bool(true))
        #expect(json["result"] == .text("unspecified"))
        #expect(json["exitCode"] == .number(0))
        #expect(json["policy"] == .text("ssl"))
        #expect(json["profile"] == .text("default"))
        #expect(json["at"] == .text("2026-01-15T12:00:00Z"))
        #expect(json["presented"]?.count == 2)
        #expect(json["chain"]?.count == 3)
        for key in ["revocation", "transparency", "pins"] { #expect(json[key] == .text("notChecked"), "\(key)") }
    }

    @Test("Each certificate has exactly the contract's fields; a key without a curve says null")
    func certificateFields() throws {
        let samples = try Samples()
        let report = try samples.verdict(samples.leaf().chain)
        let leaf = try #require(try JSONDocument(report.jsonLine())["chain"]?[0])
        #expect(
            leaf.keys == [
                "subject", "issuer", "notBefore", "notAfter", "spkiSHA256", "fingerprintSHA256", "key",
                "signatureAlgorithm",
            ])
        #expect(leaf["subject"] == .text("CN=www.example.com"))
        #expect(leaf["issuer"] == .text("CN=Sample Intermediate"))
        #expect(leaf["notBefore"] == .text("2026-01-14T12:00:00Z"))
        #expect(leaf["notAfter"] == .text("2026-02-24T12:00:00Z"))
        #expect(leaf["key"]?.keys == ["type", "bits", "curve"])
        #expect(leaf["key"]?["curve"] == .text("P-256"))
        #expect(leaf["key"]?["bits"] == .number(256))
        for key in ["spkiSHA256", "fingerprintSHA256"] {
            guard case .text(let text) = leaf[key] else { throw Missing(key: key) }
            #expect(HexString.decode(text)?.count == 32, "\(key)")
            #expect(text == text.lowercased(), "\(key)")
        }
    }

    @Test("A finding: all fields, the depth of its certificate, the errSec number, lower-case fingerprint")
    func finding() throws {
        let samples = try Samples()
        let leaf = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
        }
        let json = try JSONDocument(samples.verdict(leaf.chain).jsonLine())
        let finding = try #require(json["findings"]?[0])
        #expect(
            finding.keys == [
                "code", "certificate", "fingerprint", "rule", "seen", "expected", "severity", "osStatus", "message",
                "advice", "statements",
            ])
        #expect(finding["statements"]?["message"]?["identifier"] == .text("validity.expired"))
        #expect(
            finding["statements"]?["message"]?["arguments"]?["age"]?["arguments"]?["count"] == .number(2))
        #expect(finding["code"] == .text("expired"))
        #expect(finding["certificate"] == .number(0))
        #expect(finding["severity"] == .text("error"))
        #expect(finding["osStatus"] == .number(-67818))
        let expected = try HexString.encode(Certificate(der: leaf.certificate).fingerprint)
        #expect(finding["fingerprint"] == .text(expected))
        #expect(json["trusted"] == .bool(false))
        #expect(json["result"] == .text("recoverableTrustFailure"))
    }

    @Test("A presented certificate outside the chain is -1 with its index; its unread fields are null")
    func presentedIndex() throws {
        let samples = try Samples()
        let leaf = try samples.leaf()
        let report = try samples.verdict([leaf.certificate, [0x30, 0x03, 0x02, 0x01, 0x00]] + leaf.issuers)
        let json = try JSONDocument(report.jsonLine())
        let finding = try #require(json["findings"]?[0])
        #expect(finding["code"] == .text("malformedCertificate"))
        #expect(finding["certificate"] == .number(-1))
        #expect(finding["presentedIndex"] == .number(1))
        #expect(json["presented"]?[1]?["subject"] == .null)
        #expect(json["presented"]?[1]?["malformed"] != nil)
        #expect(json["presented"]?.count == 3)
    }

    @Test("Without a name the policy is basic-x509 and the host is null, present as a key")
    func noHost() throws {
        let samples = try Samples()
        let json = try JSONDocument(samples.verdict(samples.leaf().chain, policy: .basicX509).jsonLine())
        #expect(json["policy"] == .text("basic-x509"))
        #expect(json["host"] == .null)
    }

    @Test("A target that was not judged: result invalid, trusted false, an error with its phase")
    func failure() throws {
        let samples = try Samples()
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "connection refused", hint: nil, exitCode: 3)
        let report = VerdictReport(
            failure, target: "https://a.example/", policy: .basicX509, at: samples.at,
            connection: ConnectionReport(address: "127.0.0.1:1", tls: nil, timing: nil))
        let json = try JSONDocument(report.jsonLine())
        #expect(json.keys == always.union(["error", "address"]))
        #expect(json["result"] == .text("invalid"))
        #expect(json["trusted"] == .bool(false))
        #expect(
            json["error"]?.keys == ["phase", "code", "message", "hint", "statement", "adviceStatement"])
        #expect(json["error"]?["phase"] == .text("connect"))
        #expect(json["error"]?["hint"] == .null)
        #expect(report.exitCode == 3)
        #expect(json["exitCode"] == .number(3))
    }

    @Test("A connection that fails after acceptance is not trusted, although its chain was")
    func failureAfterAcceptance() throws {
        let samples = try Samples()
        var policy = try TrustPolicy.ssl(ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: samples.root.certificate)])
        let evaluation = try TrustEngine().evaluate(
            ServerTrust(derChain: samples.leaf().chain), with: policy, at: samples.at)
        let failure = FailureReport(
            phase: .tls, code: "tlsAlert", message: "alert handshake failure", hint: nil, exitCode: 5)
        let report = VerdictReport(
            failure, target: "https://www.example.com/", policy: policy, at: samples.at, accepted: evaluation)
        let json = try JSONDocument(report.jsonLine())
        #expect(json["trusted"] == .bool(false))
        #expect(json["result"] == .text("unspecified"))
        #expect(json["chain"]?.count == 3)
        #expect(report.exitCode == 5)
    }

    @Test("SNI, ALPN and times that are not there are null, not missing")
    func explicitNulls() throws {
        let samples = try Samples()
        var report = try samples.verdict(samples.leaf().chain)
        report.connection = ConnectionReport(
            address: "[::1]:443",
            tls: .init(
                version: "1.3", cipherSuite: "TLS_AES_128_GCM_SHA256", keyExchange: "X25519", alpn: nil, sni: nil,
                resumed: false),
            timing: .init(dns: nil, tcp: 0.1, tls: 2.5, trust: 0.4))
        let json = try JSONDocument(report.jsonLine())
        #expect(json["tls"]?.keys == ["version", "cipherSuite", "keyExchange", "alpn", "sni", "resumed"])
        #expect(json["tls"]?["sni"] == .null)
        #expect(json["tls"]?["alpn"] == .null)
        #expect(json["timing"]?.keys == ["dns", "tcp", "tls", "trust"])
        #expect(json["timing"]?["dns"] == .null)
    }

    @Test("One line, sorted keys, slashes as they are, controls escaped")
    func line() throws {
        let samples = try Samples()
        let leaf = try samples.leaf {
            $0.subject = DistinguishedName([(type: .commonName, text: "a\u{1b}[2J\u{9b}31m\u{7f}\nb")])
        }
        let target = "https://h/\u{1b}\u{9b}\u{7f}\u{a0}ü"
        let line = try samples.verdict(leaf.chain, target: target).jsonLine()
        let unsafe = line.unicodeScalars.filter { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
        #expect(unsafe.isEmpty, "\(unsafe.map(\.value))")
        #expect(line.contains("\"https://h/\\u001b\\u009b\\u007f\u{a0}ü\""), "\(line)")
        #expect(line.hasPrefix("{\"at\":"))
        #expect(try JSONDocument(line)["target"] == .text(target))
    }
}
