import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

/// What x509-limbo's schema can say, and what is no suite at all.
@Suite("The inputs of x509-limbo", .ownThread)
struct ConformanceInputTests {
    /// Each case's verdict, or why it was skipped, by id.
    private func verdicts(_ cases: [[String: Any]], _ arguments: [String] = []) throws -> [String: String] {
        struct Line: Decodable {
            let id: String
            let actual: String
            let findings: [String]
            let reason: String?
        }
        let folder = try Folder()
        try folder.write("suite.json", LimboSuite.json(cases))
        let run = try CommandRun("holdfast-conformance", ["limbo", "suite.json"] + arguments, in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = try run.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                (line.id, line.reason ?? ([line.actual] + line.findings).joined(separator: " "))
            })
    }

    private static func pem(_ der: [UInt8], _ label: String = "CERTIFICATE") -> String {
        let text = Data(der).base64EncodedString(options: .lineLength64Characters)
        return "-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n"
    }

    @Test("Usages, purposes, algorithms, depth, time")
    func constraints() throws {
        let made: [(String, [String: Any], String)] = [
            ("usage", ["key_usage": ["digitalSignature"]], "SUCCESS"),
            ("usages", ["key_usage": ["digitalSignature", "keyCertSign"]], "FAILURE keyUsage"),
            ("usage-new", ["key_usage": ["encipherOnly", "bending"]], "the key usage 'bending' is not known"),
            ("purpose", ["extended_key_usage": ["serverAuth"]], "SUCCESS"),
            ("purpose-any", ["extended_key_usage": ["anyExtendedKeyUsage"]], "SUCCESS"),
            ("purpose-number", ["extended_key_usage": ["1.3.6.1.5.5.7.3.1"]], "SUCCESS"),
            ("purpose-other", ["extended_key_usage": ["codeSigning"]], "FAILURE extendedKeyUsage"),
            ("purpose-new", ["extended_key_usage": ["baking"]], "the extended key usage 'baking' is not known"),
            ("algorithm", ["signature_algorithms": ["ECDSA_WITH_SHA256", "RSA_WITH_SHA256"]], "SUCCESS"),
            ("algorithm-other", ["signature_algorithms": ["ED25519"]], "FAILURE weakSignature weakSignature"),
            ("algorithm-new", ["signature_algorithms": ["ROT_13"]], "the signature algorithm 'ROT_13' is not known"),
            ("depth-1", ["max_chain_depth": 1], "SUCCESS"),
            ("depth-0", ["max_chain_depth": 0], "FAILURE pathLength"),
            ("depth-below", ["max_chain_depth": -1], "max_chain_depth is -1"),
            ("now", ["validation_time": NSNull()], "SUCCESS"),
            ("later", ["validation_time": "2050-01-01T00:00:00.999999999Z"], "FAILURE expired expired expired"),
            ("whenever", ["validation_time": "soon"], "the validation time 'soon' is not of RFC 3339"),
            ("no-anchor", ["trusted_certs": [] as [String]], "FAILURE issuerNotFound lifetime lifetime"),
            ("bad-anchor", ["trusted_certs": ["nonsense", Recorded.root]], "SUCCESS"),
            ("bad-other", ["untrusted_intermediates": ["", Recorded.intermediate]], "SUCCESS"),
            ("no-leaf", ["peer_certificate": ""], "FAILURE malformedCertificate"),
            ("absent", ["features": NSNull(), "crls": NSNull(), "key_usage": NSNull()], "SUCCESS"),
            ("unknown-field", ["weather": ["sunny": true]], "SUCCESS"),
            ("feature", ["features": ["has-crl", "denial-of-service", "pedantic-serial-number"]], "SUCCESS"),
            ("feature-other", ["features": ["no-cert-policies"]], "the feature 'no-cert-policies' is not known"),
            ("kind", ["validation_kind": "PROXY"], "the validation kind 'PROXY' is not known"),
            ("result", ["expected_result": "MAYBE"], "the expected result 'MAYBE' is not known"),
        ]
        let verdicts = try verdicts(made.map { LimboSuite.testCase($0.0, $0.1) })
        for (id, _, expected) in made { #expect(verdicts[id] == expected, "\(id)") }
        #expect(verdicts.count == made.count)
    }

    @Test("Names of a server: DNS, addresses of both versions, and what is none")
    func serverNames() throws {
        let moment = try #require(Instant(rfc3339: "2026-06-01T08:00:00Z"))
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        let leaf = try root.issue(.server(names: ["www.example.com", "192.0.2.7", "2001:db8::7"], at: moment))
        let names: [(String, String, String)] = [
            ("DNS", "www.example.com", "SUCCESS"), ("DNS", "WWW.EXAMPLE.COM", "SUCCESS"),
            ("DNS", "example.com", "FAILURE hostMismatch"), ("DNS", "a..b", "FAILURE"), ("DNS", "", "FAILURE"),
            ("IP", "192.0.2.7", "SUCCESS"), ("IP", "192.0.2.8", "FAILURE hostMismatch"), ("IP", "192.0.2", "FAILURE"),
            ("IP", "2001:db8::7", "SUCCESS"), ("IP", "2001:0DB8:0:0:0:0:0:7", "SUCCESS"),
            ("IP", "2001:db8::8", "FAILURE hostMismatch"), ("IP", "www.example.com", "FAILURE"),
            // As earlier versions of the suite wrote the addresses of BetterTLS's cases.
            ("DNS", "192.0.2.7", "SUCCESS"), ("DNS", "2001:db8::7", "SUCCESS"),
            ("RFC822", "someone@example.com", "FAILURE"),
            ("URI", "https://a", "the kind of peer name 'URI' is not known"),
        ]
        let cases = names.enumerated().map { index, name in
            LimboSuite.testCase(
                "n\(index)",
                [
                    "trusted_certs": [Self.pem(root.certificate)], "untrusted_intermediates": [] as [String],
                    "peer_certificate": Self.pem(leaf.certificate), "validation_time": "2026-06-01T08:00:00Z",
                    "expected_peer_name": ["kind": name.0, "value": name.1],
                ])
        }
        let verdicts = try verdicts(cases)
        for (index, name) in names.enumerated() {
            #expect(verdicts["n\(index)"] == name.2, "\(name.0) \(name.1)")
        }
    }

    @Test("Clients: every name expected is held; purposes of TLS and others; revocation lists")
    func clients() throws {
        let moment = try #require(Instant(rfc3339: "2026-06-01T08:00:00Z"))
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        var template = CertificateTemplate.client(name: "Someone", at: moment)
        template.names = ["client.example.com", "192.0.2.7"]
        template.alternativeNames = [.rfc822Name(try #require(IA5String("some.One@example.com")))]
        let client = try root.issue(template)
        template.extendedKeyUsage = [.emailProtection]
        let sender = try root.issue(template)
        var list = RevocationListTemplate(at: moment)
        list.revoke(try Certificate(der: sender.certificate).serialNumber)
        let crl = Self.pem(try root.issue(list), "X509 CRL")
        func name(_ kind: String, _ value: String) -> [String: String] { ["kind": kind, "value": value] }
        let mail = name("RFC822", "some.One@EXAMPLE.com")
        let made: [(String, Identity, [String: Any], String)] = [
            ("no-name", client, [:], "SUCCESS"),
            ("names", client, ["expected_peer_names": [mail, name("IP", "192.0.2.7")]], "SUCCESS"),
            ("dns", client, ["expected_peer_names": [name("DNS", "Client.example.com")]], "SUCCESS"),
            (
                "one-missing", client, ["expected_peer_names": [mail, name("DNS", "other.example.com")]],
                "FAILURE hostMismatch"
            ),
            (
                "local-part", client, ["expected_peer_names": [name("RFC822", "Some.One@example.com")]],
                "FAILURE hostMismatch"
            ),
            ("purpose", client, ["extended_key_usage": ["clientAuth"]], "SUCCESS"),
            (
                "mail-too", client, ["extended_key_usage": ["clientAuth", "emailProtection"]],
                "FAILURE extendedKeyUsage"
            ),
            ("for-mail", sender, [:], "FAILURE extendedKeyUsage extendedKeyUsage"),
            ("mail", sender, ["extended_key_usage": ["emailProtection"], "expected_peer_names": [mail]], "SUCCESS"),
            ("good", client, ["crls": [crl]], "SUCCESS"),
            ("revoked", sender, ["crls": [crl], "extended_key_usage": ["emailProtection"]], "FAILURE revoked"),
            ("other-list", client, ["crls": ["nonsense"]], "FAILURE revocationUnknown"),
        ]
        let cases = made.map { id, identity, fields, _ in
            LimboSuite.testCase(
                id,
                [
                    "validation_kind": "CLIENT", "trusted_certs": [Self.pem(root.certificate)],
                    "untrusted_intermediates": [] as [String], "peer_certificate": Self.pem(identity.certificate),
                    "validation_time": "2026-06-01T08:00:00Z", "expected_peer_name": NSNull(),
                ].merging(fields) { $1 })
        }
        let verdicts = try verdicts(cases)
        for (id, _, _, expected) in made { #expect(verdicts[id] == expected, "\(id)") }
    }

    @Test(
        "Damaged files: which case, and what is wrong with it",
        arguments: [
            ("", "not JSON"), ("[]", "not JSON"), ("{}", "testcases is missing"), ("{\"testcases\":", "not JSON"),
            (#"{"testcases": 7}"#, "unexpected value at testcases"),
            (#"{"testcases": [7]}"#, "case 1: it is no object"),
            (#"{"testcases": [null]}"#, "case 1: it is no object"), (#"{"testcases": [{}]}"#, "case 1: id is missing"),
            (#"{"testcases": [{"id": 7}]}"#, "case 1: unexpected value at id"),
            (#"{"testcases": [{"id": "x"}]}"#, "case 1 (x): validation_kind is missing"),
            (
                String(repeating: "[", count: 100_000), "not JSON"
            ),
        ])
    func damaged(text: String, problem: String) throws {
        let folder = try Folder()
        try folder.write("suite.json", text)
        let run = try CommandRun("holdfast-conformance", ["limbo", "suite.json"], in: folder)
        #expect(run.exitCode == 1)
        #expect(
            run.errors.hasPrefix("holdfast-conformance: 'suite.json' is no x509-limbo file: \(problem)\n"),
            "\(run.errors)")
    }

    @Test("Damaged fields: the second case, by its name")
    func damagedFields() throws {
        let fields: [(String, Any, String)] = [
            ("validation_kind", 7, "unexpected value at validation_kind"),
            ("validation_kind", NSNull(), "unexpected value at validation_kind"),
            ("trusted_certs", "one", "unexpected value at trusted_certs"),
            ("trusted_certs", [7], "unexpected value at trusted_certs[0]"),
            ("peer_certificate", ["x"], "unexpected value at peer_certificate"),
            ("max_chain_depth", 1e300, "unexpected value at max_chain_depth"),
            ("max_chain_depth", 1.5, "unexpected value at max_chain_depth"),
            ("max_chain_depth", "1", "unexpected value at max_chain_depth"),
            ("expected_peer_name", ["kind": "DNS"], "expected_peer_name.value is missing"),
            ("expected_peer_names", [["value": "x"]], "expected_peer_names[0].kind is missing"),
            ("id", "first", "its id stands in the file twice"),
        ]
        for (key, value, problem) in fields {
            let folder = try Folder()
            let id = key == "id" ? "first" : "second"
            let cases = [LimboSuite.testCase("first"), LimboSuite.testCase(id, [key: value])]
            try folder.write("suite.json", LimboSuite.json(cases))
            let run = try CommandRun("holdfast-conformance", ["limbo", "suite.json"], in: folder)
            #expect(run.exitCode == 1 && run.output.isEmpty)
            let expected = "holdfast-conformance: 'suite.json' is no x509-limbo file: case 2 (\(id)): \(problem)\n"
            #expect(run.errors.hasPrefix(expected), "\(key): \(run.errors)")
        }
    }
}
