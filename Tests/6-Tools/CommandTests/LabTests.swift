import Foundation
import HoldfastTestBed
import TestSupport
import Testing

/// The whole catalogue, judged by the command as its lines say.
@Suite(.ownThread)
struct LabTests {
    @Test("Every server gives its expected exit code and exactly its expected errors, live and recorded")
    func catalogue() throws {
        let lab = try RunningLab()
        #expect(lab.servers.count >= 50)
        #expect(Set(lab.servers.map(\.name)).count == lab.servers.count)
        for outcome in LabOutcome.all(of: lab.servers) {
            let server = outcome.server
            let live = try outcome.live.get()
            #expect(live.exitCode == server.expectedExit, "\(server.name)\n\(live.output)\(live.errors)")
            guard let verdict = try? Verdict(live.output) else {
                Issue.record("\(server.name): no verdict\n\(live.output)\(live.errors)")
                continue
            }
            #expect(verdict.errors == Set(server.expectedFindings), "\(server.name), live")
            #expect(verdict.trusted == (server.expectedExit == 0), "\(server.name)")
            #expect(verdict.schema == "holdfast.verdict/1")
            #expect(verdict.target == server.url)
            #expect((verdict.error != nil) == (1...7).contains(server.expectedExit), "\(server.name)")
            // RFC 6066 §3: an address is no server name.
            if verdict.result != "invalid" {
                #expect(verdict.tls?.sni == (server.isAddress ? nil : verdict.host), "\(server.name)")
            }
            guard let recorded = try outcome.recorded?.get() else { continue }
            #expect(recorded.exitCode == server.expectedExit, "\(server.name)\n\(recorded.output)\(recorded.errors)")
            let errors = try? Verdict(recorded.output).errors
            #expect(errors == Set(server.expectedFindings), "\(server.name), recorded")
        }
        #expect(lab.servers.count { $0.chain != nil } >= 50)
        #expect(try lab.end() == 0)
        let anchors = try #require(lab.servers.first?.anchors)
        #expect(!FileManager.default.fileExists(atPath: anchors), "the files end with the command")
    }

    @Test("What passes under one's own anchor with a warning says so, and a certificate beside the path too")
    func warnings() throws {
        let rows = [
            ("rsa1024", "weakKey"), ("no-eku", "extendedKeyUsage"),
            ("malformed-extra", "malformedCertificate"),
        ]
        let lab = try RunningLab(rows.map(\.0))
        let folder = try Folder()
        for (server, row) in zip(lab.servers, rows) {
            let verdict = try Verdict(CommandRun("holdfast", server.check, in: folder).output)
            #expect(verdict.trusted, "\(row)")
            #expect(verdict.findings.contains { $0.code == row.1 && $0.severity == "warning" }, "\(row)")
        }
    }

    @Test("A name with an umlaut is checked as its A-label, in the URL and in the address to connect to")
    func internationalName() throws {
        let lab = try RunningLab(["good-idn"])
        let server = try #require(lab.servers.first)
        func written(_ text: String) -> String { text.replacing("xn--bcher-kva", with: "Bücher") }
        let run = try CommandRun(
            "holdfast",
            ["check", "--json", written(server.url), "--connect-to", written(server.connectTo), "--anchors-only"]
                + [server.anchors], in: Folder())
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(verdict.host == "xn--bcher-kva.holdfast.test")
        #expect(verdict.tls?.sni == "xn--bcher-kva.holdfast.test")
        let evaluated = try CommandRun(
            "holdfast",
            ["evaluate", #require(server.chain), "--host", "bücher.holdfast.test", "--anchors-only", server.anchors],
            in: Folder())
        #expect(evaluated.exitCode == 0, "\(evaluated.output)\(evaluated.errors)")
    }

    @Test("A certificate that was accepted is no trust where TLS fails after it: the verdict says both")
    func acceptedInVain() throws {
        let lab = try RunningLab(["stolen-certificate", "alert-afterwards", "garbage-finished"])
        let folder = try Folder()
        for server in lab.servers {
            let run = try CommandRun("holdfast", server.check, in: folder)
            let verdict = try Verdict(run.output)
            #expect(run.exitCode == 5, "\(server.name)")
            #expect(!verdict.trusted && verdict.result == "unspecified", "\(server.name)")
            #expect(verdict.error?.phase == "tls", "\(server.name)")
        }
    }

    @Test("All in one run, concurrently: output in argument order, the exit code of the worst")
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
        #expect(run.exitCode == 21, "causes of 21 are named before those of 24 (Docs/findings.md)")
        #expect(run.errors.isEmpty, "progress is for terminals: \(run.errors)")
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
            ! holdfast: cannot write 'leaf.pem/lab.html': not a directory
            ! hint: check the folder and its rights
            = 1
            """
        ).run(in: folder)
        let page = try String(contentsOf: folder.url.appending(path: "new/lab.html"), encoding: .utf8)
        for name in ["good", "expired", "plain-http"] {
            let story = try #require(TestBed.entry(name)).story
            #expect(page.contains(name) && page.contains(story), "\(name)")
        }
        let chinese = try CommandRun(
            "holdfast", ["lab", "--check", "good", "--report", "zh.html", "--language", "zh-Hans"], in: folder)
        #expect(chinese.exitCode == 0, "\(chinese.errors)")
        let second = try String(contentsOf: folder.url.appending(path: "zh.html"), encoding: .utf8)
        #expect(second.contains("lang=\"zh-Hans\"") && !page.contains("<html lang=\"zh-Hans\""))
    }

    @Test("Servers for which OpenSSL lacks an algorithm are left out by name, and counts are of the others")
    func leftOut() throws {
        let folder = try Folder()
        let count = TestBed.available.count
        let lab = try CommandRun("holdfast", ["lab"], in: folder)
        #expect(lab.exitCode == 0 && lab.errors.contains("listening: \(count); ends"), "\(lab.errors)")
        let check = try CommandRun("holdfast", ["lab", "--check"], in: folder)
        #expect(check.exitCode == 0, "\(check.output)")
        #expect(check.output.hasSuffix("\n\(count) servers, \(count) as expected, 0 not\n"), "\(check.output)")
        let list = try CommandRun("holdfast", ["lab", "--list"], in: folder)
        // A story that is longer than a line goes on below itself.
        let listed = list.output.split(separator: "\n").filter { !$0.hasPrefix("   ") }
        #expect(listed.count == TestBed.catalogue.count, "\(list.output)")
        for run in [lab, check, list] {
            let said = run.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("left out: ") }
            #expect(said == (TestBed.leftOut.map { [$0] } ?? []), "\(run.errors)")
        }
        let json = try CommandRun("holdfast", ["lab", "--list", "--json", "mldsa65", "good"], in: folder)
        let needs = json.output.split(separator: "\n").map { $0.contains(#""needs":["ML-DSA-65"]"#) }
        #expect(needs == [true, false] && json.errors == "", "\(json.output)")
        for name in TestBed.catalogue.filter({ !$0.missing.isEmpty }).map(\.name) {
            for option in [[], ["--check"]] {
                let run = try CommandRun("holdfast", ["lab", "good", name] + option, in: folder)
                #expect(run.exitCode == 2 && run.output.isEmpty, "\(name): \(run.output)")
                #expect(run.errors.contains("\"\(name)\" needs "), "\(run.errors)")
            }
        }
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
        #expect(run.output.hasPrefix("\(server.url): trusted, expires in 39 days, judged without a name\n"))
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
