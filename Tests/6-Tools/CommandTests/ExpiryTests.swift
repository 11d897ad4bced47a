import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// `--expires-within`: trusted, and 32 where something ends within the time.
@Suite(.ownThread)
struct ExpiryTests {
    /// The recorded leaf ends at 2046-08-08T09:01:57Z, its intermediate and root at 2046-11-16T09:01:57Z.
    private func evaluate(at: String, _ arguments: String...) throws -> CommandRun {
        let chain = ["evaluate", "chain.pem", "--anchors-only", "root.pem", "--at", at]
        return try CommandRun("holdfast", chain + arguments, in: Folder())
    }

    @Test("Each unit means its time, and the last second counts", arguments: ["1w", "7d", "168h", "10080m"])
    func units(duration: String) throws {
        let last = try evaluate(at: "2046-08-01T09:01:57Z", "--json", "--expires-within", duration)
        #expect(last.exitCode == 32, "\(last.errors)")
        let verdict = try Verdict(last.output)
        #expect(verdict.trusted && verdict.result == "unspecified" && verdict.errors == [])
        #expect(verdict.findings.map(\.code) == ["expiresSoon"] && verdict.findings[0].severity == "warning")
        let before = try evaluate(at: "2046-08-01T09:01:56Z", "--json", "--expires-within", duration)
        #expect(try before.exitCode == 0 && Verdict(before.output).findings.isEmpty)
    }

    @Test("Every certificate of the chain is named, one's own anchor among them: default refuses it once it has ended")
    func chain() throws {
        let run = try evaluate(at: "2046-08-08T00:00:00Z", "--json", "--expires-within", "101d")
        #expect(run.exitCode == 32)
        #expect(try Verdict(run.output).findings.map(\.severity) == ["warning", "warning", "warning"])
        let text = try evaluate(at: "2046-08-08T00:00:00Z", "--expires-within", "1d")
        #expect(text.output.hasPrefix("chain.pem: trusted, expires in 9 hours, judged without a name\n"))
        #expect(text.output.contains("expiresSoon: the certificate expires in 9 hours\n"))
    }

    @Test("What is worse comes first: expired is 21, another name 24")
    func worse() throws {
        let expired = try evaluate(at: "2046-08-08T09:01:58Z", "--json", "--expires-within", "1d")
        #expect(expired.exitCode == 21)
        #expect(try Verdict(expired.output).findings.map(\.code) == ["expired"])
        let other = try evaluate(
            at: "2046-08-08T00:00:00Z", "--json", "--expires-within", "1d", "--host", "other.example")
        #expect(other.exitCode == 24)
        let findings = try Verdict(other.output).findings
        #expect(findings.first?.code == "hostMismatch")
        #expect(findings.first { $0.code == "expiresSoon" }?.severity == "warning")
    }

    @Test("Live, with several targets: 32 only where nothing else failed, wherever it stands")
    func live() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let server = try bench.answering { _ in
            ServerResponse(text: "")
        }
        let target = "good.test:\(server.port)"
        let dialling = ["--connect-to", "\(target):127.0.0.1:\(server.port)", "--anchors-only", "anchor.pem", "--json"]
        for (duration, exit) in [("39d", Int32(0)), ("41d", 32)] {
            let run = try CommandRun(
                "holdfast", ["check", target, "--expires-within", duration] + dialling, in: folder)
            #expect(run.exitCode == exit, "\(duration)")
            #expect(try Verdict(run.output).trusted)
        }
        let both = try CommandRun(
            "holdfast", ["check", "127.0.0.1:1", target, "--expires-within", "41d"] + dialling, in: folder)
        #expect(both.exitCode == 3)
        let reversed = try CommandRun(
            "holdfast", ["check", target, "127.0.0.1:1", "--expires-within", "41d"] + dialling, in: folder)
        #expect(reversed.exitCode == 3)
        #expect(try Verdict.all(reversed.output).map(\.exitCode) == [32, 3])
        // The same server under another name, which it cannot prove.
        let other = ["other.test:\(server.port)", "--connect-to"]
        let refused = try CommandRun(
            "holdfast",
            ["check", target] + other + ["other.test:\(server.port):127.0.0.1:\(server.port)"]
                + ["--expires-within", "41d"] + dialling, in: folder)
        #expect(refused.exitCode == 24)
        #expect(try Verdict.all(refused.output).map(\.exitCode) == [32, 24])
    }

    @Test("What is no length of time is refused")
    func usage() throws {
        var script = ""
        for text in ["d", "", "1.5d", "+3d", "-3d", "3s", "3 d", "3D"] {
            script += """
                $ holdfast check https://www.example.com '--expires-within=\(text)'
                ! holdfast: --expires-within: '\(text)' is no length of time
                ! hint: write a number and m, h, d or w, such as 30d
                = 2

                """
        }
        for text in ["0d", "36526d", "99999999999999999999w"] {
            script += """
                $ holdfast evaluate chain.pem --expires-within \(text)
                ! holdfast: --expires-within: '\(text)' is not between one minute and a hundred years
                ! hint: …
                = 2

                """
        }
        try Script(script).run(in: Folder())
    }
}
