import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastSystem
import LoopbackSupport
import TestSupport
import Testing

/// Servers that end the connection with whoever asks for something beside the certificate: a protocol that they do not
/// speak (RFC 7301 §3.2), or a stapled OCSP response (RFC 6066 §8).
@Suite("Servers that bear no question", .ownThread)
struct UnwelcomeQuestionTests {
    private let bench: Loopback
    private let folder: Folder

    init() throws {
        bench = try Loopback(host: "odd.test")
        folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
    }

    private func run(_ words: [String], _ port: UInt16, _ more: String...) throws -> CommandRun {
        let target = "odd.test:\(port)"
        return try CommandRun(
            "holdfast", words + [target, "--connect-to", "\(target):127.0.0.1:\(port)"] + more, in: folder)
    }

    @Test("A server of another protocol that refuses HTTP's is judged without ALPN, by every command that only looks")
    func protocols() throws {
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.applicationProtocols = ["smtp"]
        let server = try TLSServer(configuration) { _ in ServerResponse(text: "") }
        let check = try run(["check"], server.port, "--anchors-only", "anchor.pem", "--json")
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        #expect(try Verdict(check.output).trusted)
        let ats = try run(["ats"], server.port, "--anchors", "anchor.pem", "--json")
        #expect(!ats.output.contains("no_application_protocol"), "\(ats.output)")
        #expect(ats.output.contains(#""passed":true"#), "\(ats.output)")
        let inspect = try run(["inspect"], server.port)
        #expect(inspect.exitCode == 0 && inspect.output.contains("odd.test"), "\(inspect.errors)")
        let pin = try run(["pin", "compute"], server.port, "--anchors-only", "anchor.pem")
        #expect(pin.exitCode == 0 && pin.output.hasPrefix("sha256/"), "\(pin.errors)")
        let own = pin.output.split(separator: "\n").first.map(String.init) ?? ""
        let verify = try run(["pin", "verify", "--pin", own], server.port, "--anchors-only", "anchor.pem")
        #expect(verify.exitCode == 0, "\(verify.errors)")
        let added = try run(["trust", "add", "--until", "30d", "--codes", "issuerNotFound"], server.port)
        #expect(added.exitCode == 0, "\(added.errors)")
        let request = try run(["request"], server.port, "--anchors-only", "anchor.pem")
        #expect(request.exitCode == 4 && request.errors.contains("no_application_protocol"), "\(request.errors)")
    }

    /// A server that closes the connection with a ClientHello that has the extension status_request (5).
    private func reticent() throws -> RawServer {
        let identity = try bench.identity()
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        return try RawServer { connection throws(ServingError) in
            let hello = try connection.read(until: .after(.seconds(300)))
            // RFC 6066 §8: type 5, CertificateStatusType ocsp, no responder, no extensions.
            guard hello.firstRange(of: [0, 5, 0, 5, 1, 0, 0, 0, 0] as [UInt8]) == nil else { return }
            try flight.serve(connection, after: hello, until: .after(.seconds(300)))
        }
    }

    @Test("A server that closes on whoever asks for a stapled response is named, with the way out")
    func staple() throws {
        let server = try reticent()
        defer { server.stop() }
        let words = "ends the connection with whoever asks for a stapled OCSP response: --revocation off does not ask"
        let check = try run(["check"], server.port, "--anchors-only", "anchor.pem")
        #expect(check.exitCode == 4 && check.errors.contains(words), "\(check.errors)")
        let trace = try run(["trace"], server.port, "--anchors-only", "anchor.pem")
        #expect(trace.exitCode == 4 && trace.errors.contains(words), "\(trace.errors)")
        let request = try CommandRun(
            "holdfast",
            ["request", "https://odd.test:\(server.port)/", "--anchors-only", "anchor.pem"]
                + ["--connect-to", "odd.test:\(server.port):127.0.0.1:\(server.port)"], in: folder)
        #expect(request.exitCode == 4 && request.errors.contains(words), "\(request.errors)")
        for command in ["check", "trace"] {
            let off = try run([command], server.port, "--anchors-only", "anchor.pem", "--revocation", "off")
            // The flight ends with handshake_failure, after the certificate was accepted.
            #expect(off.exitCode == 5, "\(off.output)\(off.errors)")
        }
        let ats = try run(["ats"], server.port, "--anchors", "anchor.pem")
        #expect(ats.output.contains("handshake_failure"), "the rows speak of what was answered: \(ats.output)")
    }

    @Test("A server that closes on everybody is not said to do it for the question")
    func closesAnyway() throws {
        let server = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(300)))
        }
        defer { server.stop() }
        for command in ["check", "trace"] {
            let run = try run([command], server.port, "--anchors-only", "anchor.pem")
            #expect(run.exitCode == 4 && !run.errors.contains("stapled"), "\(run.errors)")
        }
    }
}
