import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// Words that have to fit the case.
@Suite(.ownThread)
struct WordingTests {
    @Test("An empty argument is said to be empty, by every command")
    func empty() throws {
        for (command, operands) in [
            ("check", "SERVER…"), ("request", "URL"), ("trace", "SERVER"), ("resolve", "NAME…"), ("evaluate", "CHAIN…"),
            ("inspect", "FILE…|FOLDER|SERVER"), ("imports", "PATH…"),
        ] {
            let run = try CommandRun("holdfast", [command, ""], in: Folder())
            #expect(run.exitCode == 2 && run.output == "", "\(command): \(run.output)")
            let lines = run.errors.split(separator: "\n").map(String.init)
            #expect(lines.first == "holdfast: \(command): the argument is empty", "\(run.errors)")
            #expect(lines.last == "hint: \(command) takes \(operands); look at what stands in quotes")
        }
        let second = try CommandRun("holdfast", ["check", "127.0.0.1:1", ""], in: Folder())
        #expect(second.exitCode == 2 && second.errors.hasPrefix("holdfast: check: argument 2 is empty\n"))
        let host = try CommandRun("holdfast", ["evaluate", "chain.pem", "--host", ""], in: Folder())
        #expect(host.errors.hasPrefix("holdfast: --host: '' is empty\n"))
    }

    @Test("All bad lines of standard input are told at once, and nothing is connected to")
    func lines() throws {
        try Script(
            """
            $ holdfast check -
            < http://www.example.com
            < 127.0.0.1:1
            < www.example.com www.example.org
            ! holdfast: standard input, line 1: 'http://www.example.com' is no https URL
            ! hint: without TLS there is no certificate to judge; write https://…
            ! holdfast: standard input, line 3: 'www.example.com www.example.org': …
            ! hint: …
            = 2
            $ holdfast resolve -
            < http://a.example
            < b.example:99999
            ! holdfast: standard input, line 1: 'http://a.example' is no https URL
            ! hint: …
            ! holdfast: standard input, line 2: 'b.example:99999': …
            ! hint: …
            = 2
            """
        ).run(in: Folder())
        let many = String(repeating: "http://a.example\n", count: 22)
        let run = try CommandRun("holdfast", ["check", "-"], in: Folder(), input: many)
        #expect(run.exitCode == 2 && run.errors.contains("\nholdfast: standard input, line 20: "))
        #expect(!run.errors.contains("line 21:"))
        #expect(run.errors.contains("\nholdfast: standard input: 2 more lines are wrong\n"), "\(run.errors)")
    }

    @Test("A --connect-to or --resolve that fits no target is said, and changes nothing else")
    func unused() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let server = try bench.answering { _ in
            ServerResponse(text: "hello")
        }
        let (port, mistyped) = (server.port, "god.test:\(server.port)")
        let fitting = ["--connect-to", Loopback.connectTo(port, host: "good.test"), "--anchors-only", "anchor.pem"]
        for command in ["check", "request", "trace", "inspect"] {
            let trust = command == "inspect" ? Array(fitting.prefix(2)) : fitting
            let target = "https://good.test:\(port)"
            let quiet = try CommandRun("holdfast", [command, target] + trust, in: folder)
            #expect(quiet.exitCode == 0 && quiet.errors == "", "\(command): \(quiet.errors)")
            let run = try CommandRun(
                "holdfast",
                [command, target, "--connect-to", "\(mistyped):127.0.0.1:\(port)"]
                    + ["--resolve", "good.test:444:127.0.0.1"] + trust, in: folder)
            #expect(run.exitCode == 0, "\(command): \(run.errors)")
            let hint = "hint: compare host and port; without a port a server's is 443"
            #expect(
                run.errors.split(separator: "\n").map(String.init) == [
                    "holdfast: --connect-to '\(mistyped):127.0.0.1:\(port)' fits no server that is asked for", hint,
                    "holdfast: --resolve 'good.test:444:127.0.0.1' fits no server that is asked for", hint,
                ], "\(command)")
        }
        // The place of --connect-to may be a name with addresses of its own.
        let led = try CommandRun(
            "holdfast",
            ["check", "good.test", "--connect-to", "good.test:443:place.test:\(port)"]
                + ["--resolve", "place.test:\(port):127.0.0.1", "--anchors-only", "anchor.pem"], in: folder)
        #expect(led.exitCode == 0 && led.errors == "", "\(led.errors)")
    }

    /// RFC 5246 §7.4.1.3: the suite stands in the ServerHello, before the certificate.
    @Test("A refused server of TLS 1.2 shows its cipher suite, as one of 1.3 does")
    func cipher() throws {
        let bench = try Loopback(host: "good.test")
        for (version, suite) in [(TLSVersion.tls12, "TLS_ECDHE_ECDSA_WITH_"), (.tls13, "TLS_AES_")] {
            var configuration = TLSServerConfiguration(try bench.identity())
            (configuration.minimumVersion, configuration.maximumVersion) = (version, version)
            let server = try TLSServer(configuration) { _ in ServerResponse(text: "") }
            let run = try CommandRun(
                "holdfast",
                ["check", "good.test:\(server.port)", "--anchors-only", "root.pem"]
                    + ["--connect-to", Loopback.connectTo(server.port, host: "good.test")], in: Folder())
            #expect(run.exitCode == 20)
            #expect(
                run.output.contains("connection   TLS \(version == .tls12 ? "1.2" : "1.3"), \(suite)"), "\(run.output)")
            #expect(
                run.output.contains("\n  sent         2 certificates: CN=good.test; CN=Holdfast Test Intermediate\n"))
        }
    }

    /// Docs/workbench.md.
    @Test("The exit codes of inspect are those that its help and its page tell")
    func inspect() throws {
        let folder = try Folder()
        for (arguments, exit) in [
            (["leaf.pem"], Int32(0)), (["nope.pem"], 1), (["empty"], 2), (["text.txt"], 2), (["cut.pem"], 30),
            (["cut.der"], 30), (["https://127.0.0.1:1"], 3), (["folder"], 0),
        ] {
            let run = try CommandRun("holdfast", ["inspect"] + arguments, in: folder)
            #expect(run.exitCode == exit, "\(arguments): \(run.errors)")
        }
        let help = try CommandRun("holdfast", ["inspect", "--help", "--all"], in: folder)
        let beginning = "The exit code is 0 where everything is shown, also what is of a kind that is not"
        #expect(help.output.contains(beginning))
    }
}
