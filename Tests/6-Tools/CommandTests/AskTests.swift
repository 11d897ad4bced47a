import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast request --ask` on a pseudo-terminal, as util-linux's `script` makes it.
@Suite("The warning on a terminal", .ownThread)
struct AskTests {
    private struct Site {
        let server: TLSServer
        let folder: Folder
        let command: String

        init() throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            server = try bench.answering { _ in
                ServerResponse(text: "end\n")
            }
            try folder.write("root.pem", bench.root.identity.chainPEM)
            let port = server.port
            command =
                "request --ask https://other.test:\(port)/ --connect-to other.test:\(port):127.0.0.1:\(port) "
                + "--anchors-only root.pem"
        }

        /// What is typed is one line; the terminal's lines end in CR LF.
        func run(typing line: String, _ environment: String = "", _ command: String? = nil) throws -> CommandRun {
            try CommandRun(
                shell:
                    "export \(environment) XDG_STATE_HOME=$PWD/state; echo '\(line)' | "
                    + "script -qec \"$holdfast \(command ?? self.command)\" /dev/null",
                in: folder)
        }
    }

    @Test("it says what is wrong, and 'once' goes on for this run alone")
    func once() throws {
        let site = try Site()
        let run = try site.run(typing: "once")
        #expect(run.exitCode == 0 && run.output.contains("end"), "\(run.output)")
        for text in ["not private", "hostMismatch", "other.test", "good.test", "at your own risk", "1 day"] {
            #expect(run.output.contains(text), "\(text)")
        }
        #expect(try site.run(typing: "no").exitCode == 24)
        #expect(site.server.counters.requestsReceived == 1)
    }

    @Test("anything else stops, and nothing was sent", arguments: ["", "no", "yes", "y", "onc", "once more"])
    func stop(_ line: String) throws {
        let site = try Site()
        #expect(try site.run(typing: line).exitCode == 24)
        #expect(site.server.counters.requestsReceived == 0)
    }

    @Test("'keep' is kept with the user's exceptions, and not asked again")
    func kept() throws {
        let site = try Site()
        #expect(try site.run(typing: "keep").exitCode == 0)
        let again = try site.run(typing: "no")
        #expect(again.exitCode == 0 && again.output.contains("trusted by the user's exception"), "\(again.output)")
        #expect(try site.run(typing: "", "", "trust list").output.contains("other.test"))
        #expect(site.server.counters.requestsReceived == 2)
    }

    @Test("what nobody may overlook is shown, and not asked about")
    func impossible() throws {
        let site = try Site()
        let pin = "--pin sha256/" + String(repeating: "A", count: 43) + "="
        let run = try site.run(typing: "once", "", site.command + " " + pin)
        #expect(run.exitCode == 26 && run.output.contains("There is no way on"), "\(run.output)")
        #expect(!run.output.contains("Type 'once'"))
        #expect(site.server.counters.requestsReceived == 0)
    }

    @Test("in the language of the locale")
    func chinese() throws {
        let run = try Site().run(typing: "no", "LC_ALL=zh_CN.UTF-8")
        #expect(run.output.contains("此连接不安全") && run.output.contains("other.test"), "\(run.output)")
    }

    @Test("without a terminal nobody is asked, and the server is refused")
    func noTerminal() throws {
        let site = try Site()
        let run = try CommandRun(
            "holdfast", site.command.split(separator: " ").map(String.init), in: site.folder, input: "once\n")
        #expect(run.exitCode == 24 && run.errors.contains("there is no terminal to ask on"), "\(run.errors)")
    }
}
