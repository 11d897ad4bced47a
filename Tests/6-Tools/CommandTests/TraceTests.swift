import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `holdfast trace` against servers on loopback.
@Suite(.ownThread)
struct TraceTests {
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init(_ change: (inout TLSServerConfiguration) throws -> Void = { _ in }) throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            var configuration = TLSServerConfiguration(try bench.identity())
            try change(&configuration)
            server = try TLSServer(configuration) { request in ServerResponse(text: request.target) }
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
        }

        func trace(_ arguments: String..., anchors: String = "anchor.pem") throws -> CommandRun {
            let port = server.port
            return try CommandRun(
                "holdfast",
                ["trace", "https://good.test:\(port)", "--anchors-only", anchors]
                    + ["--connect-to", Loopback.connectTo(port, host: "good.test")] + arguments, in: folder)
        }
    }

    private static func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("TLS 1.3 and 1.2: every message of the RFC's figure in its order, the verdict among them, exit code 0")
    func table() throws {
        let site = try Site()
        for (version, messages) in [
            (
                "1.3",
                ["ClientHello", "ServerHello", "EncryptedExtensions", "Certificate", "CertificateVerify", "Finished"]
            ),
            (
                "1.2",
                [
                    "ClientHello", "ServerHello", "Certificate", "ServerKeyExchange", "ServerHelloDone",
                    "ClientKeyExchange",
                ]
            ),
        ] {
            let run = try site.trace("--tls", version)
            #expect(run.exitCode == 0, "\(run.errors)")
            let rows = run.output.split(separator: "\n").filter { $0.contains(" TLS \(version) ") }
            var rest = rows[...]
            for message in messages {
                let index = rest.firstIndex { $0.contains("   \(message)") }
                #expect(index != nil, "\(version): \(message)\n\(run.output)")
                rest = rest[(index ?? rest.startIndex)...].dropFirst()
            }
            #expect(run.output.contains("trusted: up to the anchor") && run.output.contains("TLS : TCP = "))
            let isHybrid = version == "1.3" && OpenSSLLibrary.hasMLDSA
            #expect(run.output.contains("key exchange: \(isHybrid ? "hybrid" : "ECDHE")"))
            #expect(run.output.contains("── 1. ClientHello"))
        }
    }

    @Test("EncryptedExtensions: the protocol that the server took, and each other extension by its name")
    func encryptedExtensions() throws {
        let run = try Site { $0.applicationProtocols = ["http/1.1"] }.trace("--tls", "1.3")
        #expect(run.output.contains("EncryptedExtensions: ALPN http/1.1"), "\(run.output)")
        #expect(!run.output.contains("application_layer_protocol_negotiation"))
    }

    @Test("A refused server is traced to its end, and gets no request; the exit code is the verdict's")
    func refused() throws {
        let site = try Site()
        let run = try site.trace("--head", anchors: "other.pem")
        #expect(run.exitCode == 20, "\(run.errors)")
        #expect(run.output.contains("not trusted: issuerNotFound") && !run.output.contains("application data:"))
        let stopped = try site.trace("--stop-on-refusal", anchors: "other.pem")
        #expect(stopped.exitCode == 20 && stopped.output.contains("fatal, unknown_ca"), "\(stopped.output)")
        let trusted = try site.trace("--head")
        #expect(trusted.exitCode == 0 && trusted.output.contains("application data:"))
    }

    @Test("--json is one object a connection and one for all; --resume resumes from the second on")
    func repeated() throws {
        let site = try Site()
        let run = try site.trace("--repeat", "3", "--resume", "--json")
        let lines = run.output.split(separator: "\n")
        #expect(run.exitCode == 0 && lines.count == 4, "\(run.errors)")
        let objects = try lines.map { try Self.object($0) }
        #expect(
            objects.map { $0["schema"] as? String } == Array(repeating: "holdfast.trace/1", count: 3) + [
                "holdfast.trace-statistics/1"
            ])
        let resumed = objects.prefix(3).map { ($0["negotiated"] as? [String: Any])?["resumed"] as? Bool }
        #expect(resumed == [false, true, true])
        // The chain of the session before is judged again.
        #expect(objects.prefix(3).allSatisfy { ($0["verdict"] as? [String: Any])?["trusted"] as? Bool == true })
        let handshakes = try #require(objects[3]["handshakes"] as? [[String: Any]])
        #expect(handshakes.map { $0["kind"] as? String } == ["full", "resumed"])
        let text = try site.trace("--repeat", "3")
        #expect(text.output.contains("median") && text.output.contains("means nothing"))
    }

    @Test("A server that ends without close_notify is resumed, and not said to have closed in good order")
    func cut() throws {
        for version in ["1.2", "1.3"] {
            let site = try Site {
                $0.conversation = { connection throws(ServingError) in
                    while try !connection.read().isEmpty {}
                    connection.cut(silently: true)
                }
            }
            let run = try site.trace("--resume", "--json", "--tls", version)
            let lines = try run.output.split(separator: "\n").map { try Self.object($0) }
            #expect(run.exitCode == 0 && lines.count == 3, "\(run.errors)")
            #expect(lines.prefix(2).map { ($0["negotiated"] as? [String: Any])?["resumed"] as? Bool } == [false, true])
            #expect(
                lines.prefix(2).map { ($0["outcome"] as? [String: Any])?["closing"] as? String }
                    == ["withoutCloseNotify", "withoutCloseNotify"])
            #expect(lines[2]["resumption"] as? [String: Int] == ["wanted": 1, "offered": 1, "resumed": 1])
            let text = try site.trace("--tls", version)
            #expect(
                text.output.contains("the handshake was done; the server ended the connection without close_notify"))
            #expect(!text.output.contains("good order"))
        }
        #expect(try Site().trace().output.contains("the connection closed in good order"))
    }

    @Test("A server that does not resume is said not to: in the text, the JSON and the page")
    func notResumed() throws {
        for version in ["1.2", "1.3"] {
            let site = try Site { $0.resumesSessions = false }
            let text = try site.trace("--resume", "--tls", version, "--report", "trace.html")
            #expect(text.exitCode == 0 && text.output.contains(", not resumed\n"), "\(text.output)")
            #expect(text.output.contains("\n0 of 1 connection was resumed: the server "), "\(text.output)")
            let page = try String(contentsOf: site.folder.url.appending(path: "trace.html"), encoding: .utf8)
            #expect(page.contains("0 of 1 connection was resumed: the server "))
            let json = try site.trace("--resume", "--repeat", "3", "--tls", version, "--json")
            let last = try Self.object(try #require(json.output.split(separator: "\n").last))
            let resumption = try #require(last["resumption"] as? [String: Int])
            #expect(resumption["wanted"] == 2 && resumption["resumed"] == 0)
        }
    }

    /// RFC 5246 §7.4.7: without ClientKeyExchange there is no pre-master secret.
    @Test("Where the handshake is broken off before the client's half, nobody has computed a secret")
    func stopped() throws {
        let site = try Site()
        let run = try site.trace("--stop-on-refusal", "--tls", "1.2", "--report", "trace.html", anchors: "other.pem")
        #expect(run.output.contains("key exchange: ECDHE x25519: chosen, and not carried out:"), "\(run.output)")
        let page = try String(contentsOf: site.folder.url.appending(path: "trace.html"), encoding: .utf8)
        for text in [run.output, page] {
            #expect(!text.contains("both computed") && !text.contains("forward secrecy"))
        }
        let json = try Self.object(
            try site.trace("--stop-on-refusal", "--tls", "1.2", "--json", anchors: "other.pem").output)
        let negotiated = try #require(json["negotiated"] as? [String: Any])
        #expect(negotiated["keyExchange"] as? String == "ECDHE x25519" && negotiated["forwardSecrecy"] == nil)
        #expect(try site.trace("--tls", "1.2", anchors: "other.pem").output.contains("both computed the secret"))
    }

    @Test("--report writes a page; --quiet leaves only the exit code")
    func page() throws {
        let site = try Site()
        let run = try site.trace("--report", "trace.html", "--quiet")
        #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty)
        let page = try String(contentsOf: site.folder.url.appending(path: "trace.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("ClientHello") && !page.contains("<script"))
    }

    @Test("TLS 1.0 is offered only when it is asked for by name")
    func legacy() throws {
        let site = try Site()
        // RFC 8446 §6.2: protocol_version.
        let run = try site.trace("--tls", "1.0")
        #expect(run.exitCode == 4 && run.errors.contains("protocol_version"), "\(run.errors)")
        #expect(run.output.contains("ClientHello: TLS 1.0,"))
    }

    @Test("What makes no sense is a usage error; nobody there is exit code 3")
    func usage() throws {
        try Script(
            """
            $ holdfast trace
            ! holdfast: trace needs SERVER
            ! hint: holdfast trace --help shows examples
            = 2
            $ holdfast trace http://www.example.com
            ! holdfast: 'http://www.example.com' is no https URL
            ! hint: …
            = 2
            $ holdfast trace --tls 1.4 www.example.com
            ! holdfast: --tls: '1.4' is no version
            ! hint: versions are 1.0, 1.1, 1.2, 1.3
            = 2
            $ holdfast trace --repeat 0 www.example.com
            ! holdfast: --repeat: '0' is no number from 1 to 1000
            ! hint: such as 20
            = 2
            $ holdfast trace --starttls gopher www.example.com
            ! holdfast: --starttls: 'gopher' is no protocol that changes to TLS here
            ! hint: protocols are smtp, lmtp, imap, …
            = 2
            $ holdfast trace --starttls smtp https://www.example.com
            ! holdfast: 'https://www.example.com': with --starttls a target is host or host:port
            ! hint: write mail.example.com or mail.example.com:25
            = 2
            $ holdfast trace --key key.pem www.example.com
            ! holdfast: --key needs --cert
            ! hint: name the certificate that belongs to the key
            = 2
            $ holdfast trace --ciphers NONSENSE --resolve www.example.com:443:127.0.0.1 www.example.com
            ! holdfast: the cipher list 'NONSENSE'…
            ! hint: holdfast trace --help --all tells of the options
            = 2
            $ holdfast trace --quiet https://127.0.0.1:1
            ! holdfast: https://127.0.0.1:1: nothing listens there …
            ! hint: check the port and the address
            ! more: holdfast explain connectionRefused
            = 3
            """
        ).run(in: Folder())
    }
}
