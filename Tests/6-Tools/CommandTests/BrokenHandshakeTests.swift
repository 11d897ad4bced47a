import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// TLS that fails before the certificate was judged is 4, afterwards 5.
@Suite(.ownThread)
struct BrokenHandshakeTests {
    /// A server that presents this list, signs its key exchange, and breaks off when the client goes on.
    private func check(_ certificates: [[UInt8]], _ identity: Identity, root: String) throws -> CommandRun {
        let flight = try RawTLS12Flight(presenting: certificates, signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("anchor.pem", root)
        let target = "broken.test:\(server.port)"
        return try CommandRun(
            "holdfast",
            ["check", "--json", target, "--connect-to", "\(target):127.0.0.1:\(server.port)"]
                + ["--anchors-only", "anchor.pem"], in: folder)
    }

    @Test("The chain was accepted, then TLS broke: 5, not trusted, with the verdict beside the error")
    func after() throws {
        let bench = try Loopback(host: "broken.test")
        let identity = try bench.identity()
        let run = try check(identity.chain, identity, root: bench.root.identity.chainPEM)
        #expect(run.exitCode == 5, "\(run.output)\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(!verdict.trusted)
        #expect(verdict.result == "unspecified")
        #expect(verdict.error?.phase == "tls")
        #expect(run.errors.split(separator: "\n").count == 3, "\(run.errors)")
    }

    @Test("No certificate was sent: 4, nothing judged")
    func before() throws {
        let bench = try Loopback(host: "broken.test")
        let identity = try bench.identity()
        let run = try check([], identity, root: bench.root.identity.chainPEM)
        #expect(run.exitCode == 4, "\(run.output)\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(verdict.result == "invalid")
        #expect(verdict.error?.phase == "tls")
    }

    @Test("The chain was refused: the verdict's code, whatever became of TLS")
    func refused() throws {
        let bench = try Loopback(host: "other.test")
        let identity = try bench.identity()
        let run = try check(identity.chain, identity, root: bench.root.identity.chainPEM)
        #expect(run.exitCode == 24, "\(run.output)\(run.errors)")
        #expect(try Verdict(run.output).errors == ["hostMismatch"])
    }
}
