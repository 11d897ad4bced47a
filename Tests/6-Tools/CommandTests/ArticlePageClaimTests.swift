import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// What the pages of the articles set right, and a command shows.
@Suite("The articles' statements, by the command", .ownThread)
struct ArticlePageClaimTests {
    /// RFC 8446 §4.1.2: legacy_compression_methods is "exactly one byte, set to zero". §D.4: both ends send a
    /// change_cipher_spec for the sake of middleboxes. §2, Figure 1: version and suite are settled by the hellos, the
    /// Certificate comes after them.
    @Test("TLS 1.3: no compression, ChangeCipherSpec from both ends, the version settled before the certificate")
    func helloFields() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        let server = try TLSServer(TLSServerConfiguration(try bench.identity())) { ServerResponse(text: $0.target) }
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let run = try CommandRun(
            "holdfast",
            ["trace", "--details", "--tls", "1.3", "--anchors-only", "anchor.pem"]
                + ["--connect-to", Loopback.connectTo(server.port, host: "good.test")]
                + ["https://good.test:\(server.port)"], in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        let methods = try #require(lines.first { $0.contains("legacy_compression_methods: ") }, "\(run.output)")
        #expect(methods.matches(of: /[0-9]+/).map { String($0.output) } == ["0"], "\(methods)")
        for sender in ["client", "server"] {
            #expect(lines.contains { $0.contains("  \(sender)  TLS 1.3 ") && $0.contains(" ChangeCipherSpec") })
        }
        func place(_ message: String) throws -> Int {
            try #require(lines.firstIndex { $0.contains(" TLS 1.3 ") && $0.contains("   \(message): ") }, "\(message)")
        }
        let order = [try place("ClientHello"), try place("ServerHello"), try place("Certificate")]
        #expect(order == order.sorted())
        #expect(lines[order[1]].contains("TLS 1.3, TLS_"))
    }

    /// RFC 2986 §4: a request has a subject, a key and attributes, and neither issuer nor validity.
    @Test("A request is no certificate, whatever the file is called")
    func requestFile() throws {
        let folder = try Folder()
        func run(_ arguments: String...) throws -> CommandRun { try CommandRun("holdfast", arguments, in: folder) }
        #expect(
            try run("create", "csr", "--san", "www.example.test", "--out", "request.cer", "--key", "a.key").exitCode
                == 0)
        let seen = try run("inspect", "request.cer")
        #expect(seen.exitCode == 0 && seen.output.hasPrefix("request for "), "\(seen.output)\(seen.errors)")
        let judged = try run("evaluate", "request.cer")
        #expect(judged.exitCode == 2 && judged.errors.contains("holds no certificate"), "\(judged.errors)")
    }
}
