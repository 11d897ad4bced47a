import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `holdfast gate` as a user runs it.
@Suite("holdfast gate", .ownThread)
struct GateCommandTests {
    private let bench: Loopback
    private let folder: Folder
    /// Standard input that does not end.
    private let input = Pipe()

    init() throws {
        bench = try Loopback()
        folder = try Folder()
    }

    private func options(_ server: TLSServer) -> [String] {
        ["--anchors-only", bench.rootFile, "--connect-to", Loopback.connectTo(server.port)]
    }

    private func url(_ server: TLSServer) -> String { "https://\(Loopback.host):\(server.port)/x" }

    @Test("curl gets an answer through the gate that it was started behind")
    func curl() throws {
        let server = try bench.server()
        let run = try CommandRun(
            "holdfast", ["gate"] + options(server) + ["--", "curl", "-q", "-sS", url(server)], in: folder)
        #expect(run.exitCode == 0 && run.output == "GET /x", "\(run.errors)")
    }

    @Test("what is refused has its reason, and the server no byte")
    func refused() throws {
        let server = try Loopback().server()
        let run = try CommandRun(
            "holdfast", ["gate"] + options(server) + ["--", "curl", "-q", "-sS", "-f", url(server)], in: folder)
        #expect(run.exitCode == 22 && run.errors.contains("refused \(Loopback.host):\(server.port)"))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("the gate exits as its command does", arguments: [("exit 7", 7), ("kill -TERM $$", 143)])
    func exitCode(_ script: String, _ code: Int32) throws {
        let run = try CommandRun("holdfast", ["gate", "--", "sh", "-c", script], in: folder)
        #expect(run.exitCode == code, "\(run.errors)")
    }

    @Test("the variables hold for the command alone, and its files are gone with it")
    func environment() throws {
        let script = #"printf '%s\n' "$HTTPS_PROXY" "$SSL_CERT_FILE" "${NO_PROXY-unset}"; test -r "$SSL_CERT_FILE""#
        let run = try CommandRun(
            "holdfast", ["gate", "--", "sh", "-c", script], in: folder, environment: ["NO_PROXY": "*"])
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(run.exitCode == 0 && lines.count == 3, "\(run.errors)")
        #expect(lines[0].wholeMatch(of: /http:\/\/holdfast:[0-9a-f]{32}@127\.0\.0\.1:[0-9]+/) != nil)
        #expect(!FileManager.default.fileExists(atPath: lines[1]) && lines[2] == "unset")
    }

    @Test(
        "another user of this machine is asked for credentials, and the gate's own is not",
        .enabled(if: geteuid() == 0, "only the superuser can be somebody else"))
    func otherUser() throws {
        let server = try bench.server()
        let asking = "curl -q -s -o /dev/null -w '%{http_connect} ' -x \"http://${HTTPS_PROXY#*@}\" \(url(server))"
        let run = try CommandRun(
            "holdfast",
            ["gate"] + options(server) + [
                "--", "sh", "-c", "\(asking); setpriv --reuid=65534 --regid=65534 --clear-groups \(asking); exit 0",
            ], in: folder)
        #expect(run.output == "200 407 ", "\(run.errors)")
        #expect(server.counters.connections == 1)
    }

    @Test("a command that is not there, and options that exclude each other")
    func usage() throws {
        #expect(try CommandRun("holdfast", ["gate", "--", "/nowhere/x"], in: folder).exitCode == 1)
        for arguments in [
            ["--observe", "--only", "a.test"], ["--life", "2d"], ["--listen", "nowhere"], ["--names", "a b"],
            ["--policy", "basic-x509"],
        ] {
            #expect(try CommandRun("holdfast", ["gate"] + arguments, in: folder).exitCode == 2, "\(arguments)")
        }
    }

    @Test("a certificate of the client's is for the hosts that are named, and for none without a name")
    func certificate() throws {
        let client = try bench.intermediate.issue(.client(name: "Alice", at: bench.now))
        try folder.write("alice.pem", client.chainPEM + client.key.pem)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.url.appending(path: "alice.pem").path)
        var settings = TLSServerConfiguration(try bench.identity())
        settings.requestsClientCertificate = true
        let server = try TLSServer(settings) { request in
            ServerResponse(text: request.connection.clientCertificate == nil ? "nobody" : "somebody")
        }
        for (host, seen) in [(Loopback.host, "somebody"), ("elsewhere.test", "nobody")] {
            let run = try CommandRun(
                "holdfast",
                ["gate", "--cert", "alice.pem", "--cert-for", host] + options(server)
                    + ["--", "curl", "-q", "-sS", url(server)], in: folder)
            #expect(run.exitCode == 0 && run.output == seen, "\(run.errors)")
        }
        let unnamed = try CommandRun("holdfast", ["gate", "--cert", "alice.pem", "--", "true"], in: folder)
        #expect(unnamed.exitCode == 2 && unnamed.errors.contains("--cert needs --cert-for"), "\(unnamed.errors)")
        let without = try CommandRun("holdfast", ["gate", "--cert-for", "a.test", "--", "true"], in: folder)
        #expect(without.exitCode == 2 && without.errors.contains("--cert-for needs --cert"), "\(without.errors)")
    }

    @Test("without a command it says how to use it, and ends when standard input does")
    func standing() throws {
        let run = try CommandRun("holdfast", ["gate", "--json", "--page"], in: folder)
        let line = try #require(run.output.split(separator: "\n").first)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(run.exitCode == 0 && object?["schema"] as? String == "holdfast.gate/1")
        #expect((object?["page"] as? String)?.hasPrefix("http://127.0.0.1:") == true)
    }

    // MARK: Signals

    /// A gate without a command that has come as far as to say that it listens, and cannot yet: what it is to write to
    /// has no room.
    private func held(_ begin: [String]) async throws -> (ChildProcess, output: Pipe) {
        let output = Pipe()
        let end = output.fileHandleForWriting.fileDescriptor
        let flags = fcntl(end, F_GETFL)
        _ = fcntl(end, F_SETFL, flags | O_NONBLOCK)
        let page = [UInt8](repeating: 0x0A, count: 4_096)
        while unsafe write(end, page, page.count) > 0 {}
        _ = fcntl(end, F_SETFL, flags)
        let process = ChildProcess()
        process.executableURL = URL(filePath: begin[0])
        process.arguments = Array(begin.dropFirst())
        process.environment = [
            "PATH": "/usr/bin:/bin", "TMPDIR": folder.url.path,
            "XDG_STATE_HOME": folder.url.appending(path: "state").path,
        ]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        try await eventually("its folder is there") { try !folders.isEmpty }
        return (process, output)
    }

    /// The folders of gates.
    private var folders: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
                $0.hasPrefix("holdfast-gate-")
            }
        }
    }

    @Test(
        "a signal that comes before it has said that it listens ends it in order", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalled(_ signal: Int32) async throws {
        let (process, output) = try await held([try CommandRun.executable("holdfast").path, "gate"])
        kill(process.processIdentifier, signal)
        _ = try process.readToEnd(output)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try folders == [])
    }

    /// nohup(1): "run a command immune to hangups".
    @Test("SIGHUP stays ignored where it was, with a command and without", arguments: [[], ["--", "sleep", "1000"]])
    func nohup(_ command: [String]) async throws {
        let gate = [try CommandRun.executable("holdfast").path, "gate", "--page"] + command
        let (process, output) = try await held(["/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""] + gate)
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        // proc_pid_status(5): the mask of ignored signals.
        let ignored = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
        let mask = try #require(ignored.flatMap { UInt64($0, radix: 16) })
        #expect(mask & 1 << (SIGHUP - 1) != 0)
        kill(process.processIdentifier, SIGTERM)
        _ = try process.readToEnd(output)
        process.waitUntilExit()
        #expect(try folders == [])
    }

    /// The mask of signals that a program finds ignored (proc_pid_status(5)), started behind a gate or without.
    private func ignored(_ trap: String, _ gate: [String]) throws -> UInt64? {
        let (process, output) = (ChildProcess(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "trap '' \(trap); exec \"$@\"", "sh"] + gate + ["cat", "/proc/self/status"]
        process.environment = [
            "PATH": "/usr/bin:/bin", "TMPDIR": folder.url.path,
            "XDG_STATE_HOME": folder.url.appending(path: "state").path,
        ]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        let status = String(decoding: try process.readToEnd(output), as: UTF8.self)
        process.waitUntilExit()
        let mask = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
        // The C library has 32 and 33 for itself (signal(7)), and ignores them in what posix_spawn(3) starts.
        return mask.flatMap { UInt64($0, radix: 16) }.map { $0 & ~(3 << 31) }
    }

    /// exec(3p): "Signals set to be ignored (SIG_IGN) by the calling process image shall be set to be ignored by the
    /// new process image."
    @Test(
        "the command finds those signals ignored that the gate has found so, and no others",
        arguments: ["PIPE", "HUP", "INT QUIT", "TERM HUP USR1"])
    func signals(_ names: String) throws {
        let gate = [try CommandRun.executable("holdfast").path, "gate", "--"]
        let without = try ignored(names, [])
        let none = try ignored("VTALRM", [])
        #expect(without != nil && without != none)
        #expect(try ignored(names, gate) == without)
        #expect(try ignored("VTALRM", gate) == none)
    }
}
