import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTLS
import HoldfastTransport
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `--groups`, what servers that take other groups are found to take, and how ready connections are.
@Suite(.ownThread)
struct GroupsOptionTests {
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init(_ change: (inout TLSServerConfiguration) throws -> Void = { _ in }) throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            server = try bench.server(change)
        }

        func run(_ command: String, _ arguments: String...) throws -> CommandRun {
            try CommandRun(
                "holdfast",
                [command, "https://good.test:\(server.port)", "--anchors-only", "anchor.pem"]
                    + ["--connect-to", Loopback.connectTo(server.port, host: "good.test")] + arguments, in: folder)
        }
    }

    /// One of `check` against a server that is written by hand.
    private func check(
        _ flight: RawTLS13Flight, _ command: String = "check", _ arguments: String...
    ) throws -> (run: CommandRun, connections: Int) {
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        defer { server.stop() }
        let target = "https://good.test:\(server.port)"
        let run = try CommandRun(
            "holdfast",
            [command, target, "--connect-to", Loopback.connectTo(server.port, host: "good.test")] + arguments,
            in: try Folder())
        return (run, server.counters.connections)
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func keyExchange(_ run: CommandRun) throws -> String? {
        (try object(run.output)["tls"] as? [String: Any])?["keyExchange"] as? String
    }

    @Test("keys are agreed on by the group that is named, whatever a policy file says")
    func named() throws {
        let site = try Site()
        #expect(try keyExchange(site.run("check", "--json", "--groups", "P-384:P-521")) == "secp384r1")
        try site.folder.write(
            "policy.json",
            "{\"schema\": \"holdfast.policy/1\", \"hosts\": {\"good.test\": {\"supportedGroups\": [\"P-521\"]}}}")
        let file = ["--policy-file", "policy.json", "--json"]
        #expect(try keyExchange(site.run("check", file[0], file[1], file[2])) == "secp521r1")
        let both = try site.run("check", file[0], file[1], file[2], "--groups", "secp384r1")
        #expect(try keyExchange(both) == "secp384r1")
        let trace = try site.run("trace", file[0], file[1])
        #expect(trace.output.contains("ECDHE secp521r1") && trace.exitCode == 0, "\(trace.output)")
        #expect(try site.run("trace", "--groups", "secp384r1").output.contains("ECDHE secp384r1"))
        #expect(try site.run("request", "--groups", "P-384", "--json").exitCode == 0)
    }

    @Test(
        "a word that is no group, and a group that the library lacks, are usage errors that list what is there",
        arguments: ["check", "request", "trace", "ats", "inspect"])
    func unusable(command: String) throws {
        let folder = try Folder()
        for (list, said) in [
            ("x25519:nonsense", "--groups: 'nonsense' is no group's name"), ("", "--groups: there is no group"),
            ("x25519:X25519", "--groups: x25519 stands there twice"),
            ("X25519Kyber768Draft00", "--groups: this machine's OpenSSL has no X25519Kyber768Draft00"),
        ] {
            let run = try CommandRun("holdfast", [command, "https://good.test", "--groups", list], in: folder)
            #expect(run.exitCode == 2 && run.errors.contains(said), "\(run.errors)")
            #expect(run.errors.contains("groups are ") && run.errors.contains("x25519"), "\(run.errors)")
        }
    }

    @Test("weak groups are for the diagnostic client alone")
    func weak() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["check", "good.test", "--groups", "secp192r1"], in: folder)
        #expect(run.exitCode == 2 && run.errors.contains("less than 112 bits"), "\(run.errors)")
    }

    /// RFC 8446 §4.1.4: a HelloRetryRequest "contains the named group that the server … intends to negotiate".
    @Test("a server of one group that was not offered is found to take it; a request asks nothing more")
    func otherGroup() throws {
        let flight = RawTLS13Flight(groups: ["secp384r1"])
        let (run, connections) = try check(flight, "check", "--json", "--groups", "x25519:P-256")
        #expect(run.exitCode == 4, "\(run.output)\(run.errors)")
        let error = try #require(try object(run.output)["error"] as? [String: Any])
        #expect(error["code"] as? String == "handshakeFailure")
        #expect(
            error["hint"] as? String
                == "of groups this server takes secp384r1, and x25519, secp256r1 were offered: try --groups secp384r1")
        // The handshake, then: those that were offered, the others, and the others without the one that was found.
        #expect(connections == 4)
        let chinese = try check(flight, "check", "--language", "zh-Hans", "--groups", "x25519:P-256").run
        #expect(chinese.errors.contains("请试用 --groups secp384r1"), "\(chinese.errors)")
        #expect(try check(flight, "request", "--groups", "x25519:P-256").connections == 1)
    }

    @Test("a server of post-quantum groups alone: what to do depends on the library", arguments: [40, 71] as [UInt8])
    func postQuantumGroups(alert: UInt8) throws {
        let flight = RawTLS13Flight(groups: ["SecP384r1MLKEM1024", "MLKEM1024"], refusal: AlertDescription(alert))
        let (run, _) = try check(flight)
        #expect(run.exitCode == 4 && run.errors.contains("of groups this server takes SecP384r1MLKEM1024, MLKEM1024"))
        #expect(
            run.errors.contains(
                OpenSSLLibrary.hasMLDSA
                    ? "try --groups SecP384r1MLKEM1024:MLKEM1024" : "lacks the former, which came with OpenSSL 3.5"),
            "\(run.errors)")
    }

    @Test(
        "a server that signs by ML-DSA alone is found to",
        .enabled(if: !OpenSSLLibrary.hasMLDSA, "this OpenSSL offers ML-DSA"))
    func postQuantumSignature() throws {
        let flight = RawTLS13Flight(groups: ["x25519", "secp256r1"], schemes: [HandshakeSignatureScheme(0x0905)])
        let (run, connections) = try check(flight)
        #expect(run.exitCode == 4 && run.errors.contains("this server signs with mldsa65, which"), "\(run.errors)")
        #expect(connections == 5)
    }

    @Test("a server that says nothing more is told of as before")
    func unknown() throws {
        let (run, connections) = try check(RawTLS13Flight(groups: []))
        #expect(run.exitCode == 4 && run.errors.contains("cipher suites, groups or signatures"), "\(run.errors)")
        #expect(connections == 3)
    }

    @Test("each live verdict says how ready the connection is, and --details tells it")
    func readiness() throws {
        for version in [TLSVersion.tls12, .tls13] {
            let site = try Site { $0.maximumVersion = version }
            let json = try object(try site.run("check", "--json", "--groups", "x25519:P-256").output)
            let postQuantum = try #require(json["postQuantum"] as? [String: Any])
            #expect(postQuantum["keyExchange"] as? String == "none" && postQuantum["group"] as? String == "x25519")
            #expect(postQuantum["signature"] as? String == "none" && postQuantum["chain"] as? String == "none")
            #expect(postQuantum["scheme"] as? String == "ecdsa_secp256r1_sha256")
            #expect((postQuantum["signatures"] as? [[String: String]])?.count == 2)
            #expect(postQuantum["missing"] as? [String] == ["keyExchange", "signature", "chain"])
            let text = try site.run("check", "--details", "--groups", "x25519:P-256").output
            #expect(text.contains("key exchange x25519: not post-quantum"), "\(text)")
            #expect(try !site.run("check", "--groups", "x25519:P-256").output.contains("post-quantum"))
        }
    }
}
