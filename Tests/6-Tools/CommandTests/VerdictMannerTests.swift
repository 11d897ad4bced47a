import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastSystem
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// The manner in which verdicts are told: a table, a language, a terminal's width, what was meant.
@Suite(.ownThread)
struct VerdictMannerTests {
    private struct Site {
        let server: TLSServer
        let folder: Folder
        let arguments: [String]

        init() throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            server = try bench.answering { _ in
                ServerResponse(text: "")
            }
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            let port = server.port
            let ways = ["good.test", "other.test"].flatMap { ["--connect-to", "\($0):\(port):127.0.0.1:\(port)"] }
            arguments = ways + ["--anchors-only", "anchor.pem"]
        }

        func target(_ host: String) -> String { "\(host):\(server.port)" }

        func run(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRun {
            try CommandRun("holdfast", arguments + self.arguments, in: folder, environment: environment)
        }
    }

    @Test("The option for an authority of one's own is named once, where none was; an address where a name has none")
    func options() throws {
        let site = try Site()
        let good = site.target("good.test")
        let check = ["check", "--revocation", "off"]
        let hint = "hint: --anchors FILE judges by an authority of your own\n"
        let lost = try CommandRun(
            "holdfast", check + [good, site.target("other.test")] + site.arguments.prefix(4), in: site.folder)
        #expect(lost.exitCode == 20)
        #expect(lost.errors.components(separatedBy: hint).count == 2, "\(lost.errors)")
        let quiet = try CommandRun(
            "holdfast", check + ["--quiet", good] + site.arguments.prefix(2), in: site.folder)
        #expect(quiet.exitCode == 20 && quiet.errors.isEmpty, "\(quiet.errors)")
        #expect(try !site.run("check", site.target("other.test"), "--revocation", "off").errors.contains(hint))
        let unknown = try CommandRun("holdfast", ["check", "nowhere.invalid"], in: site.folder)
        #expect(unknown.exitCode == 3)
        #expect(unknown.errors.contains("name stands for (--resolve)\nmore: "), "\(unknown.errors)")
    }

    @Test("--table is a line for each target, in their order, failures too, and a summary; the exit code is the worst")
    func table() throws {
        let site = try Site()
        let (good, other) = (site.target("good.test"), site.target("other.test"))
        let run = try site.run("check", "--table", good, "127.0.0.1:1", other)
        #expect(run.exitCode == 24, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 6, "\(run.output)")
        func padded(_ name: String) -> String { name.padding(toLength: other.count, withPad: " ", startingAt: 0) }
        #expect(lines[0] == "\(padded(good))  trusted  expires in 39 days")
        #expect(lines[1] == "\(padded("127.0.0.1:1"))  failed   nothing listens at 127.0.0.1, port 1")
        #expect(lines[2].hasPrefix("\(other)  refused  the certificate is not for other.test but for good.test"))
        #expect(lines[3] == "3 in all: 1 trusted, 1 refused, 1 failed; next to expire: \(good), in 39 days")
        #expect(lines[4...].map { $0.split(separator: " ").last } == ["connectionRefused", "hostMismatch"])
        let soon = try site.run("check", "--table", "--expires-within", "41d", good)
        #expect(soon.exitCode == 32 && soon.output.contains("; 1 expires within the time asked for; next to expire: "))
        let later = try site.run("check", "--table", "--expires-within", "39d", good)
        #expect(later.exitCode == 0 && !later.output.contains("asked for"), "\(later.output)")
        // The table tells everything; progress is for terminals.
        #expect(run.errors.isEmpty, "\(run.errors)")
        for option in ["--json", "--quiet"] {
            let refused = try site.run("check", "--table", option, good)
            #expect(refused.exitCode == 2 && refused.errors.hasPrefix("holdfast: --table excludes \(option)\n"))
        }
    }

    @Test("Chinese by the option and by the locale, of which the first variable counts; the option comes first")
    func language() throws {
        let site = try Site()
        let other = site.target("other.test")
        let chinese = "\(other)：不可信：证书不适用于 other.test，而适用于 good.test\n"
        for (option, environment, isChinese) in [
            ("--language=zh-Hans", [:], true), ("--language=zh", [:], true),
            ("--no-exceptions", ["LC_ALL": "zh_CN.UTF-8"], true),
            ("--no-exceptions", ["LC_ALL": "", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "C"], true),
            ("--no-exceptions", ["LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"], false),
            ("--language=en", ["LC_ALL": "zh_CN.UTF-8"], false),
        ] as [(String, [String: String], Bool)] {
            let run = try site.run("check", other, option, environment: environment)
            #expect(run.exitCode == 24)
            #expect(run.output.hasPrefix(chinese) == isChinese, "\(option) \(environment)\n\(run.output)")
        }
        let failure = try CommandRun("holdfast", ["check", "127.0.0.1:1", "--language", "zh-Hans"], in: site.folder)
        #expect(failure.exitCode == 3)
        let said = "holdfast: 127.0.0.1:1：127.0.0.1 的端口 1 没有程序在监听\n提示：请检查端口，并确认服务器正在运行\n"
        #expect(failure.errors == said + "详细：holdfast explain connectionRefused\n")
        let request = try site.run("request", "https://\(other)/", "--language", "zh-Hans")
        #expect(request.exitCode == 24)
        let refusal = "\nholdfast: https://\(other)/：不可信：证书不适用于 other.test，而适用于 good.test\n提示：请使用证书所含的名称"
        #expect(request.errors.contains(refusal), "\(request.errors)")
        let trace = try site.run("trace", site.target("good.test"), "--language", "zh-Hans")
        #expect(trace.exitCode == 0 && trace.output.contains("：可信，39 天后到期\n"), "\(trace.output)")
        let json = try site.run("check", other, "--json", "--language", "zh-Hans")
        #expect(json.output.contains("the certificate is not for other.test"), "JSON is for machines")
        let unknown = try site.run("check", other, "--language", "fr")
        #expect(unknown.exitCode == 2)
        #expect(
            unknown.errors == """
                holdfast: --language: 'fr' is no language of this command
                hint: languages are en, zh-Hans

                """)
    }

    /// A pseudo-terminal of so many columns, as util-linux's `script` makes it; its lines end in CR LF.
    private func terminal(columns: Int, _ command: String, in folder: Folder) throws -> CommandRun {
        try CommandRun(
            shell: "export NO_COLOR=1 XDG_STATE_HOME=$PWD/state; script -qec "
                + "\"stty cols \(columns); $holdfast \(command)\" /dev/null < /dev/null", in: folder)
    }

    @Test("On a terminal a verdict is folded to its width; in a pipe it is not")
    func folded() throws {
        let command = "evaluate chain.pem root.pem --anchors-only other.pem --at 2027-01-01T00:00:00Z"
        let run = try terminal(columns: 60, command, in: Folder())
        #expect(run.exitCode == 23, "\(run.output)")
        let lines = run.output.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.prefix(1) == ["chain.pem root.pem:"])
        #expect(lines.dropFirst().first?.hasPrefix("  refused: the chain ends at Recorded Root, ") == true)
        #expect(lines.allSatisfy { $0.count <= 60 }, "\(run.output)")
        let piped = try CommandRun("holdfast", command.split(separator: " ").map(String.init), in: Folder())
        #expect(piped.output.split(separator: "\n").contains { $0.count > 80 })
    }

    @Test("A single target that takes its time has a line on a terminal, which is taken away; none in a pipe")
    func slow() throws {
        let server = try RawServer { connection throws(ServingError) in try RawBehaviour.neverAnswers(connection) }
        let command = "check 127.0.0.1:\(server.port) --timeout 2.5"
        let lines = "\r\u{1b}[K127.0.0.1:\(server.port) … 1 s\r\u{1b}[K127.0.0.1:\(server.port) … 2 s\r\u{1b}[K"
        var run = try terminal(columns: 80, command, in: Folder())
        // A process that a busy machine gives no turn for a second has no line for it.
        for _ in 0..<5 where !run.output.contains(lines) { run = try terminal(columns: 80, command, in: Folder()) }
        #expect(run.exitCode == 7 && run.output.contains(lines), "\(run.output)")
        let piped = try CommandRun("holdfast", command.split(separator: " ").map(String.init), in: Folder())
        #expect(piped.exitCode == 7 && !piped.errors.contains("…") && piped.output == "", "\(piped.errors)")
    }

    @Test("A server that greets in the clear: the advice names the protocol, at any port, of check and of trace")
    func greeting() throws {
        for (greeting, kind) in [("220 mail.test ESMTP ready\r\n", "smtp"), ("* OK ready\r\n", "imap")] {
            let server = try RawServer { connection throws(ServingError) in
                try connection.write(Array(greeting.utf8), until: .after(.seconds(600)))
                try connection.readToEnd(until: .after(.seconds(600)))
            }
            for command in ["check", "trace"] {
                let run = try CommandRun("holdfast", [command, "127.0.0.1:\(server.port)"], in: Folder())
                #expect(run.exitCode == 4, "\(run.errors)")
                let hint = "hint: the server speaks \(kind.uppercased()), which changes to TLS when asked: "
                #expect(run.errors.contains(hint + "try --starttls \(kind)\n"), "\(command)\n\(run.errors)")
            }
        }
        let web = try RawServer { connection throws(ServingError) in try RawBehaviour.plainHTTP(connection) }
        let run = try CommandRun("holdfast", ["check", "127.0.0.1:\(web.port)"], in: Folder())
        #expect(run.exitCode == 4 && !run.errors.contains("--starttls"), "\(run.errors)")
    }

    @Test("A scheme that is nearly https is taken for a slip; http and others are not")
    func schemes() throws {
        var script = ""
        for slip in ["htps", "htttps", "hhtps", "HTPS", "httpd"] {
            script += """
                $ holdfast check \(slip)://www.example.com:8443/path
                ! holdfast: '\(slip)://www.example.com:8443/path' is no https URL
                ! hint: did you mean https://www.example.com:8443/path?
                = 2

                """
        }
        script += """
            $ holdfast check http://www.example.com
            ! holdfast: 'http://www.example.com' is no https URL
            ! hint: without TLS there is no certificate to judge; write https://…
            = 2
            $ holdfast check ftp://www.example.com
            ! holdfast: 'ftp://www.example.com' is no https URL
            ! hint: write host or host:port behind --starttls ftp
            = 2

            """
        try Script(script).run(in: Folder())
    }
}
