import HoldfastDiagnostics
import HoldfastLesson
import HoldfastStatements
import HoldfastTestBed
import HoldfastTransport
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastCommand

/// `holdfast explain`: what people come with, and what they are told.
@Suite("holdfast explain", .ownThread)
struct ExplainTests {
    private func run(_ arguments: String..., input: String = "") throws -> CommandRun {
        try CommandRun("holdfast", ["explain"] + arguments, in: Folder(), input: input)
    }

    private func answers(_ arguments: String..., input: String = "") throws -> [JSONDocument] {
        let run = try CommandRun("holdfast", ["explain", "--json"] + arguments, in: Folder(), input: input)
        return try run.output.split(separator: "\n").map { try JSONDocument(String($0)) }
    }

    private func codes(_ answer: JSONDocument?) -> [String] {
        answer?["candidates"]?.elements?.compactMap { $0["code"]?.text } ?? []
    }

    /// The lines that people were seen to come with, and the causes that each program's documents give them.
    static let lines: [(line: String, program: String, first: String)] = [
        ("NSURLErrorDomain -1202", "apple", "issuerNotFound"),
        ("errSSLXCertChainInvalid -9807", "apple", "issuerNotFound"),
        ("PKIX path building failed", "java", "issuerNotFound"),
        ("ERR_CERT_COMMON_NAME_INVALID", "chrome", "hostMismatch"),
        ("SEC_ERROR_UNKNOWN_ISSUER", "nss", "issuerNotFound"),
        (
            "curl: (60) SSL certificate problem: unable to get local issuer certificate", "curl", "issuerNotFound"
        ),
        ("x509: certificate relies on legacy Common Name field, use SANs instead", "go", "missingSubjectAltName"),
        ("EE certificate key too weak", "openssl", "weakKey"),
        ("UNABLE_TO_VERIFY_LEAF_SIGNATURE", "openssl", "issuerNotFound"),
        ("tlsv13 alert certificate required", "tls", "clientCertificateRequired"),
        ("alert bad certificate", "tls", "clientCertificateRefused"),
    ]

    @Test("the lines that people come with lead to the right place", arguments: lines)
    func known(_ line: String, _ program: String, _ first: String) throws {
        let answers = try answers(line)
        #expect(answers.count == 1 && answers.first?["program"] == .text(program), "\(answers)")
        #expect(codes(answers.first).first == first, "\(codes(answers.first))")
        for language in ["en", "zh-Hans"] {
            let text = try run(line, "--language", language)
            #expect(text.exitCode == 0 && text.errors.isEmpty && text.output.contains("holdfast "), "\(text)")
        }
    }

    /// RFC 8446 §6.2, bad_certificate: "A certificate was corrupt, contained signatures that did not verify correctly".
    /// It is sent by whoever was shown the certificate.
    @Test("an alert in nginx's log is the client's word about the server")
    func serverLog() throws {
        let line = """
            2026/11/29 06:00:00 [info] 7#7: *1 SSL_do_handshake() failed (SSL: error:0A000412:SSL routines::sslv3 \
            alert bad certificate:SSL alert number 42) while SSL handshaking, client: 192.0.2.7, server: 0.0.0.0:443
            """
        let answers = try answers("-", input: "one\n\(line)\ntwo\n\(line)\n")
        #expect(answers.count == 1)
        #expect(answers.first?["program"] == .text("nginx") && answers.first?["readIn"] == .text("serverLog"))
        #expect(answers.first?["line"] == .number(2) && answers.first?["times"] == .number(2))
        #expect(
            codes(answers.first).contains("hostMismatch") && !codes(answers.first).contains("clientCertificateRefused"))
        let received = "curl: (56) OpenSSL SSL_read: error:0A000412:SSL routines::sslv3 alert bad certificate"
        let client = try self.answers(received)
        #expect(codes(client.first).first == "clientCertificateRefused" && client.first?["readIn"] == .text("client"))
    }

    @Test("a bare number is said for every program that has it, ours first")
    func numbers() throws {
        let twenty = try answers("20")
        #expect(twenty.compactMap { $0["program"]?.text } == ["holdfast", "openssl", "tls"], "\(twenty)")
        #expect(twenty.allSatisfy { $0["known"] == .bool(true) })
        #expect(codes(twenty[1]).first == "issuerNotFound")
        #expect(codes(try answers("-9813").first).first == "issuerNotFound")
        #expect(try answers("-1202").first?["program"] == .text("apple"))
        #expect(try answers("60").compactMap { $0["program"]?.text } == ["openssl", "curl"])
        // errSecCertificateExpired of SecBase.h.
        #expect(codes(try answers("-67818").first) == ["expired"])
    }

    @Test("each of our own codes is known: findings, errors, requirements, exit codes")
    func own() throws {
        let explainer = try Explainer()
        for code in FindingCode.all {
            let found = explainer.explanations(of: code.rawValue)
            #expect(found.first?.program == "holdfast" && found.first?.candidates.first?.cause == .finding(code))
            #expect(found.first?.candidates.first?.advice != nil, "\(code)")
        }
        for code in TransportError.Code.all {
            #expect(explainer.explanations(of: code.rawValue).first?.candidates.first?.cause.code == code.rawValue)
        }
        for requirement in Requirement.standard {
            let found = explainer.explanations(of: requirement.id)
            #expect(found.first?.candidates.first?.cause == .finding(requirement.code), "\(requirement.id)")
        }
        for (code, _) in ExitCode.table {
            let found = try answers(code).first
            #expect(found?["program"] == .text("holdfast"), "\(code)")
            let name = Int32(code).flatMap(ExitCode.init(rawValue:))?.meaning.english
            #expect(found?["saidBy"]?.elements?.first?["name"] == name.map(JSONDocument.text), "\(code)")
        }
    }

    @Test("the host that a line names stands in the command that decides; what is no host does not")
    func host() throws {
        let line = "curl: (60) SSL: no alternative certificate subject name matches target host name 'www.example.com'"
        #expect(try answers(line).first?["host"] == .text("www.example.com"))
        #expect(try run(line).output.contains("holdfast check https://www.example.com/\n"))
        let url = "Get \"https://a.example.com:8443/x\": x509: certificate signed by unknown authority"
        #expect(try answers(url).first?["host"] == .text("a.example.com:8443"))
        let hostile = "no alternative certificate subject name matches target host name '$(reboot)'"
        #expect(try answers(hostile).first?["host"] == .null)
    }

    @Test("what nobody knows is said so, with exit code 33")
    func unknown() throws {
        for argument in ["the printer is on fire", "zzz", "-424242"] {
            let run = try run(argument)
            #expect(run.exitCode == 33 && run.output.isEmpty && run.errors.hasPrefix("holdfast: not known: "), "\(run)")
        }
        let input = try run("-", input: "nothing\nof the kind\n")
        #expect(input.exitCode == 33 && input.errors.hasPrefix("holdfast: no line of standard input is known\n"))
        #expect(try answers("zzz").map { $0["known"] } == [.bool(false)])
        #expect(try run("zzz", "--language", "zh").errors.hasPrefix("holdfast: 未知：'zzz'\n提示："))
    }

    @Test("hostile octets end nothing, and move no cursor")
    func hostile() throws {
        let long = String(repeating: "a", count: 100_000)
        let text =
            "\u{1b}[2Jcertificate has expired\u{202e}\u{1b}]0;x\u{7}\n\(long)\n\(long)certificate has expired\n\0\n"
        let run = try run("-", input: text)
        #expect(run.exitCode == 0 && !run.output.contains("\u{1b}") && !run.output.contains("\u{202e}"))
        #expect(run.output.contains("\\u{1b}[2Jcertificate has expired"))
        let explainer = try Explainer()
        #expect(explainer.explanations(ofText: (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }).count <= 200)
        #expect(explainer.explanations(of: "").isEmpty && explainer.explanations(of: " \n").isEmpty)
    }

    @Test("the lab's servers by which a cause is shown have it, and so has each chapter its number")
    func places() throws {
        for server in TestBed.servers(showing: "expired") { #expect(server.expectedFindings.contains("expired")) }
        #expect(TestBed.servers(showing: "expired").first?.expectedFindings == ["expired"])
        for (key, name) in TestBed.failing {
            #expect(TestBed.entry(name).map { key.hasSuffix(":\($0.expectedExit)") } == true, "\(key)")
        }
        #expect(Lesson.chapter(about: "pinMismatch")?.number == 11)
        #expect(Lesson.chapter(about: "zzz") == nil)
    }
}
