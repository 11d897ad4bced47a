import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Servers whose issuer is missing, in one run with servers that send it.
///
/// RFC 8446 §4.4.2: "The sender's certificate MUST come in the first CertificateEntry in the list. Each following
/// certificate SHOULD directly certify the one immediately preceding it."
@Suite("An intermediate that one server forgets and another sends", .ownThread)
struct ForgottenIntermediateTests {
    private struct Line: Decodable {
        struct Finding: Decodable {
            struct Statements: Decodable {
                struct Statement: Decodable {
                    struct Argument: Decodable {
                        let text: String?
                        let number: Int?

                        init(from decoder: any Decoder) throws {
                            let value = try decoder.singleValueContainer()
                            text = try? value.decode(String.self)
                            number = try? value.decode(Int.self)
                        }
                    }

                    let identifier: String?
                    let arguments: [String: Argument]?
                }

                let message: Statement
                let advice: Statement
            }

            let code: String
            let advice: String
            let message: String
            let statements: Statements
        }

        let target: String
        let trusted: Bool
        let exitCode: Int32
        let findings: [Finding]

        static func all(_ text: String) throws -> [Line] {
            try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }

    private let bench: Loopback
    private let folder: Folder
    /// Sends its own certificate alone.
    private let short: TLSServer

    init() throws {
        bench = try Loopback(host: "short.test")
        folder = try Folder()
        try folder.write("root.pem", bench.root.identity.chainPEM)
        short = try bench.server(as: bench.identity().presenting([]))
    }

    /// Checks servers by their names, in this order.
    private func check(_ servers: [(name: String, server: TLSServer)], _ more: String...) throws -> CommandRun {
        var arguments = ["check", "--anchors-only", "root.pem"] + more
        for (name, server) in servers {
            let target = "\(name):\(server.port)"
            arguments += [target, "--connect-to", "\(target):127.0.0.1:\(server.port)"]
        }
        return try CommandRun("holdfast", arguments, in: folder)
    }

    private var intermediate: String { HexString.encode(Digest.sha256(bench.intermediate.certificate)) }

    @Test(
        "is named with the server that sends it, whichever comes first; no verdict changes", arguments: [true, false])
    func named(isFirst: Bool) throws {
        let whole = try bench.server(as: bench.identity("whole.test"))
        let pair = [("short.test", short), ("whole.test", whole)]
        let run = try check(isFirst ? pair : pair.reversed(), "--json")
        #expect(run.exitCode == 20, "\(run.output)\(run.errors)")
        let lines = try Line.all(run.output)
        #expect(lines.map(\.target).first == (isFirst ? "short.test:\(short.port)" : "whole.test:\(whole.port)"))
        let refused = try #require(lines.first { $0.target.hasPrefix("short") })
        #expect(!refused.trusted && refused.exitCode == 20 && refused.findings.map(\.code) == ["issuerNotFound"])
        #expect(lines.first { $0.target.hasPrefix("whole") }?.trusted == true)
        let finding = try #require(refused.findings.first)
        #expect(finding.statements.message.identifier == "issuerElsewhere.issuerSentBy")
        #expect(finding.statements.advice.identifier == "issuerElsewhere.sendToo")
        let arguments = try #require(finding.statements.advice.arguments)
        #expect(arguments["sha256"]?.text == intermediate)
        #expect(arguments["server"]?.text == "whole.test:\(whole.port)")
        #expect(arguments["place"]?.number == 2)
        #expect(finding.message.contains("whole.test:\(whole.port)"), "\(finding.message)")
        #expect(finding.advice.contains(intermediate), "\(finding.advice)")
    }

    @Test(
        "is saved by the command that is to be pasted, in both languages", arguments: ["en", "zh-Hans"])
    func saved(language: String) throws {
        // As servers without a name to be led to: the command has to reach it as it stands.
        let whole = try bench.server(as: bench.identity("127.0.0.1"))
        let own = try bench.server(as: bench.identity("localhost").presenting([]))
        let run = try CommandRun(
            "holdfast",
            ["check", "--anchors-only", "root.pem", "127.0.0.1:\(whole.port)", "localhost:\(own.port)"]
                + ["--resolve", "localhost:\(own.port):127.0.0.1", "--language", language], in: folder)
        #expect(run.exitCode == 20, "\(run.output)\(run.errors)")
        let command = try #require(
            run.output.firstRange(of: /openssl s_client .* issuer\.pem/).map { String(run.output[$0]) },
            "\(run.output)")
        let name = try Certificate(der: bench.intermediate.certificate).subject.shortDescription
        #expect(run.output.contains(intermediate) && run.output.contains(name), "\(run.output)")
        if language != "en" { #expect(run.output.contains("发送")) }
        // Nothing is written before it is asked for.
        let file = folder.url.appending(path: "issuer.pem")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let saving = try CommandRun(shell: command.replacing("holdfast ", with: "\"$holdfast\" "), in: folder)
        #expect(saving.exitCode == 0, "\(command): \(saving.output)\(saving.errors)")
        let saved = try CommandRun("holdfast", ["inspect", "--json", "issuer.pem"], in: folder)
        #expect(saved.output.contains(intermediate), "\(saved.output)\(saved.errors)")
    }

    @Test("is not told by its name alone: one of another key is another one") func otherKey() throws {
        // The same names, other keys.
        let other = try Loopback(host: "whole.test")
        let whole = try other.server()
        let alone = try check([("short.test", short)], "--json")
        let run = try check([("short.test", short), ("whole.test", whole)], "--json")
        let (first, beside) = (try Line.all(alone.output)[0], try Line.all(run.output)[0])
        #expect(first.findings.first?.statements.message.identifier == "anchor.issuerNotFound")
        #expect(beside.findings.first?.statements.message.identifier == "anchor.issuerNotFound")
        #expect(beside.findings.first?.advice == first.findings.first?.advice)
    }

    /// RFC 5280 §6.1: a trust anchor is an input, "generated through some out-of-band procedure" (§6.1.1(d)): that a
    /// server sends a root makes it none.
    @Test("that is a root is to be compared before it becomes an anchor") func root() throws {
        let own = try Loopback(host: "short.test", hasIntermediate: false)
        let server = try own.server(as: own.identity().presenting([]))
        let whole = try own.server(as: own.identity("whole.test").presenting([own.root.certificate]))
        let lines = try Line.all(check([("short.test", server), ("whole.test", whole)], "--json").output)
        #expect(lines.map(\.exitCode) == [20, 23])
        let finding = try #require(lines[0].findings.first)
        #expect(finding.statements.advice.identifier == "issuerElsewhere.compareRoot")
        let digest = HexString.encode(Digest.sha256(own.root.certificate))
        #expect(finding.statements.advice.arguments?["sha256"]?.text == digest)
    }

    @Test("with --table and --quiet the targets stay in their order, and reports have it too") func files() throws {
        let whole = try bench.server(as: bench.identity("whole.test"))
        let pair = [("short.test", short), ("whole.test", whole)]
        let run = try check(pair, "--table", "--report", "page.html", "--sarif", "log.sarif", "--junit", "log.xml")
        #expect(run.exitCode == 20)
        let rows = run.output.split(separator: "\n")
        #expect(rows.first?.contains("short.test") ?? false, "\(run.output)")
        for name in ["page.html", "log.sarif", "log.xml"] {
            let file = try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
            #expect(file.contains(intermediate), "\(name)")
        }
    }
}
