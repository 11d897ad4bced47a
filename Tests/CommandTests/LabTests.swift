import Foundation
import Testing

/// The whole catalogue, judged by the command as its lines say.
struct LabTests {
    @Test("Every server gives its expected exit code and exactly its expected errors, live and recorded")
    func catalogue() throws {
        let lab = try RunningLab()
        #expect(lab.servers.count >= 16)
        #expect(Set(lab.servers.map(\.name)).count == lab.servers.count)
        let folder = try Folder()
        var recorded = 0
        for server in lab.servers {
            let trust = ["--json", "--anchors-only", server.anchors] + (server.at.map { ["--at", $0] } ?? [])
            let live = try CommandRun(
                "holdfast", ["check", server.url, "--connect-to", server.connectTo] + trust + server.arguments,
                in: folder)
            #expect(live.exitCode == server.expectedExit, "\(server.name)\n\(live.output)\(live.errors)")
            let verdict = try Verdict(live.output)
            #expect(verdict.errors == Set(server.expectedFindings), "\(server.name), live")
            #expect(verdict.trusted == (server.expectedExit == 0), "\(server.name)")
            #expect(verdict.schema == "holdfast.verdict/1")
            #expect(verdict.target == server.url)
            #expect((verdict.error != nil) == (1...7).contains(server.expectedExit), "\(server.name)")
            if verdict.result != "invalid" { #expect(verdict.tls?.sni == verdict.host, "\(server.name)") }
            guard let chain = server.chain else { continue }
            recorded += 1
            let host = try #require(URL(string: server.url)?.host)
            let evaluated = try CommandRun("holdfast", ["evaluate", chain, "--host", host] + trust, in: folder)
            #expect(evaluated.exitCode == server.expectedExit, "\(server.name)\n\(evaluated.output)")
            #expect(try Verdict(evaluated.output).errors == Set(server.expectedFindings), "\(server.name), recorded")
        }
        #expect(recorded >= 12)
        #expect(try lab.end() == 0)
        let anchors = try #require(lab.servers.first?.anchors)
        #expect(!FileManager.default.fileExists(atPath: anchors), "the files end with the command")
    }

    @Test("All in one run, concurrently: output in argument order, the exit code of the first that fails")
    func together() throws {
        let lab = try RunningLab(["good", "wrong-name", "expired", "good-rsa"])
        let folder = try Folder()
        // One file of anchors for all: the lab has one authority.
        let targets = lab.servers.map(\.url)
        let dialling = lab.servers.flatMap { ["--connect-to", $0.connectTo, "--anchors-only", $0.anchors] }
        let run = try CommandRun("holdfast", ["check", "--json"] + targets + dialling, in: folder)
        let verdicts = try run.output.split(separator: "\n").map { try Verdict(String($0)) }
        #expect(verdicts.map(\.target) == targets)
        #expect(verdicts.map(\.trusted) == [true, false, false, true])
        #expect(run.exitCode == 24, "the first failing one in argument order is wrong-name")
        #expect(run.errors.split(separator: "\n").count == 4, "a progress line each: \(run.errors)")
        let text = try CommandRun("holdfast", ["check"] + targets + dialling, in: folder)
        let headlines = text.output.split(separator: "\n").filter { $0.hasPrefix("https://") }
        #expect(headlines.count == 4)
        for (headline, target) in zip(headlines, targets) { #expect(headline.hasPrefix(target + ": "), "\(headline)") }
    }

    @Test("Interrupted, terminated or hung up, it stops its servers, removes its files and exits with 0")
    func signals() throws {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let lab = try RunningLab(["good"])
            let server = try #require(lab.servers.first)
            #expect(FileManager.default.fileExists(atPath: server.anchors))
            #expect(try lab.end(signal: signal) == 0, "signal \(signal)")
            #expect(!FileManager.default.fileExists(atPath: server.anchors), "signal \(signal)")
        }
    }

    @Test("--check says of each server whether it is as expected, writes the page, and ends with the sum")
    func check() throws {
        let folder = try Folder()
        try Script(
            """
            $ holdfast lab --check good expired plain-http --report new/lab.html
            > good        as expected  trusted (exit 0)
            > expired     as expected  expired (exit 21)
            > plain-http  as expected  failed (exit 4)
            > 3 servers, 3 as expected, 0 not
            ! judging 3 servers
            ! report: new/lab.html
            $ holdfast lab --list wrong-name
            > …wrong-name  …
            $ holdfast lab wrong-nam
            ! holdfast: the catalogue has no server 'wrong-nam'
            ! hint: did you mean wrong-name?
            = 2
            $ holdfast lab --report lab.html
            ! holdfast: option --report needs --check
            ! hint: a report tells of judged servers
            = 2
            $ holdfast lab --check good --report leaf.pem/lab.html
            > …
            ! judging 1 server
            ! holdfast: cannot write 'leaf.pem/lab.html': not a directory
            ! hint: check the folder and its rights
            = 1
            """
        ).run(in: folder)
        let page = try String(contentsOf: folder.url.appending(path: "new/lab.html"), encoding: .utf8)
        #expect(page.contains("3 servers, 3 as expected, 0 not"))
    }

    @Test("A purpose without a name judges the same live chain without comparing it")
    func withoutName() throws {
        let lab = try RunningLab(["wrong-name"])
        let server = try #require(lab.servers.first)
        let run = try CommandRun(
            "holdfast",
            ["check", "--policy", "basic-x509", server.url, "--connect-to", server.connectTo, "--anchors-only"]
                + [server.anchors], in: Folder())
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(run.output.hasPrefix("\(server.url): trusted, judged without a name\n"))
    }

    @Test("inspect shows what a server presents, whether it is trusted or not")
    func inspect() throws {
        let lab = try RunningLab(["expired"])
        let server = try #require(lab.servers.first)
        let folder = try Folder()
        let live = try CommandRun(
            "holdfast", ["inspect", "--json", server.url, "--connect-to", server.connectTo], in: folder)
        #expect(live.exitCode == 0, "\(live.errors)")
        let file = try CommandRun("holdfast", ["inspect", "--json", #require(server.chain)], in: folder)
        let live256 = live.output.components(separatedBy: "\"fingerprintSHA256\":\"").dropFirst().map { $0.prefix(64) }
        let file256 = file.output.components(separatedBy: "\"fingerprintSHA256\":\"").dropFirst().map { $0.prefix(64) }
        #expect(live256 == file256)
        #expect(live256.count == 2)
    }
}
