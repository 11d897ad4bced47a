import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast scan` with a history: nights, one after the other.
@Suite("A scan that keeps its runs", .ownThread)
struct ScanHistoryCommandTests {
    private let server: TLSServer
    private let folder: Folder
    private var good: String { "good.test:\(server.port)" }
    private var other: String { "other.test:\(server.port)" }

    init() throws {
        let bench = try Loopback(host: "good.test")
        folder = try Folder()
        server = try bench.server()
        try folder.write("root.pem", bench.root.identity.chainPEM)
    }

    private func list(_ lines: [String]) throws {
        try folder.write("servers.txt", lines.map { "\($0) address=127.0.0.1\n" }.joined())
    }

    private var scan: [String] {
        ["scan", "servers.txt", "--anchors-only", "root.pem", "--database", "scans.sqlite"]
    }

    private func run(_ arguments: [String]) throws -> CommandRun { try CommandRun("holdfast", arguments, in: folder) }

    private func history(_ arguments: String...) throws -> CommandRun {
        try run(["scan"] + arguments + ["--database", "scans.sqlite"])
    }

    /// One member of each line of JSON.
    private func members(_ name: String, of run: CommandRun) throws -> [JSONDocument?] {
        try run.output.split(separator: "\n").map { try JSONDocument($0)[name] }
    }

    @Test("what failed last night is nothing new, and what is newly failing is") func nights() throws {
        try list([good])
        var night = try run(scan + ["--only-new", "--json"])
        #expect(night.exitCode == 0, "\(night.errors)")
        #expect(night.errors.contains("no earlier run"))

        try list([good, other])
        night = try run(scan + ["--since", "last", "--only-new", "--json"])
        #expect(night.exitCode == 33, "\(night.errors)")
        let changes = try members("changes", of: night).flatMap { $0?.elements ?? [] }
        #expect(Set(changes.map { $0["kind"]?.text }) == ["newlyFailing", "new"])

        night = try run(scan + ["--only-new"])
        #expect(night.exitCode == 0, "\(night.output)")
        #expect(try run(scan).exitCode == 33)

        try list([other])
        night = try run(scan + ["--since", "last", "--json"])
        #expect(night.output.contains("holdfast.scanDiff/1"))
        #expect(try members("schema", of: night).map { $0?.text } == ["holdfast.scan/1", "holdfast.scanDiff/1"])

        let runs = try history("show", "--json")
        #expect(try members("run", of: runs) == [.number(5), .number(4), .number(3), .number(2), .number(1)])
        #expect(try history("show").output.contains("run 2 of "))
        #expect(try history("show", "2", "--json").output.split(separator: "\n").count == 2)
        #expect(try history("show", "2").output.contains("\(other): failed: hostMismatch"))

        var difference = try history("diff", "1", "2", "--json")
        #expect(difference.exitCode == 33)
        #expect(try members("key", of: difference) == [.text("\(other) address=127.0.0.1")])
        difference = try history("diff", "1", "2")
        #expect(difference.output == "\(other): newly failing: hostMismatch; new in the list\n")
        difference = try history("diff", "3", "4")
        #expect((difference.exitCode, difference.output) == (0, ""))
    }

    @Test("silence about a target, until it ends") func silence() throws {
        try list([good, other])
        #expect(try run(scan).exitCode == 33)
        let target = "\(other) address=127.0.0.1"
        #expect(try history("mute", target, "--until", "2001-01-01").exitCode == 2)
        #expect(try history("mute", other, "--until", "30d").exitCode == 2)
        #expect(try history("mute", target, "--until", "30d", "--json").exitCode == 0)
        let night = try run(scan + ["--json"])
        #expect(night.exitCode == 0)
        #expect(try Set(members("muted", of: night).map { $0?.bool }) == [false, true])
        #expect(try history("show").output.contains("\(other): silent until "))
        #expect(try history("unmute", target).exitCode == 0)
        #expect(try run(scan).exitCode == 33)
    }

    @Test("killed again and again, and gone on with: each target once") func killed() throws {
        let count = 150
        try list((0..<count).map { _ in good })
        let line = "\"$holdfast\" " + scan.joined(separator: " ") + " --concurrency 4 --json --resume"
        let killed = try CommandRun(
            shell: "for delay in 0.1 0.2 0.3 0.4 0.5; do timeout -s KILL $delay \(line) >> out.json; done; \(line)",
            in: folder)
        #expect(killed.exitCode == 0, "\(killed.errors)")
        for run in try members("run", of: history("show", "--json")) {
            guard case .number(let number) = run else { continue }
            let results = try history("show", "\(Int(number))", "--json")
            #expect(try members("index", of: results) == (0..<count).map { .number(Double($0)) })
        }
    }

    @Test("numbers and files of a run that is gone on with are about the whole of it") func wholeFiles() throws {
        let lines = ["\(good) address=127.0.0.1 # web", "\(other) address=127.0.0.1 # shop", "127.0.0.1:1"]
        try folder.write("servers.txt", lines.map { $0 + "\n" }.joined())
        let options = "--anchors-only root.pem --database scans.sqlite --language en"
        let files = ["csv", "junit", "sarif", "report", "metrics"].map { "--\($0) out.\($0)" }.joined(separator: " ")
        // Two results are told, and a third line is waited for, when the process is killed.
        let killed = try CommandRun(
            shell: """
                mkfifo list; "$holdfast" scan - \(options) --json < list > first.json & pid=$!; exec 3> list
                head -n 2 servers.txt >&3
                until [ "$(wc -l < first.json)" = 2 ]; do sleep 0.1; done; kill -KILL $pid; wait $pid
                "$holdfast" scan - \(options) --resume \(files) < servers.txt
                """, in: folder)
        #expect(killed.exitCode == 33, "\(killed.errors)")
        #expect(killed.errors.contains("going on with run 1 of "))
        #expect(killed.errors.contains("have findings and certificates"))
        let told = killed.output.split(separator: "\n").map(String.init)
        #expect(told.first?.hasPrefix("127.0.0.1:1") == true && !killed.output.contains(good + "  "), "\(told)")
        #expect(told.contains { $0.hasPrefix("3 in all: 1 trusted, 1 refused, 1 failed") }, "\(told)")
        #expect(told.contains { $0.hasPrefix("error on 1 server: hostMismatch (") }, "\(told)")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.url.appending(path: "out." + name), encoding: .utf8)
        }
        let rows = try text("csv").components(separatedBy: "\r\n").dropFirst().dropLast()
        #expect(rows.map { $0.prefix { $0 != "," } } == ["0", "1", "2"], "\(rows)")
        #expect(rows.first?.contains(",web,") == true && rows.first?.contains(",1.3,") == true, "\(rows)")
        #expect(try text("junit").contains(#"tests="3" failures="1" errors="1""#))
        let sarif = try text("sarif")
        #expect(sarif.contains(#""ruleId":"hostMismatch""#) && sarif.contains(#""ruleId":"connectionRefused""#))
        let metrics = try text("metrics")
        #expect(metrics.contains("holdfast_scan_results{level=\"error\"} 2\n"))
        #expect(metrics.contains("holdfast_scan_tls_versions{version=\"1.3\"} 2\n"))
        let page = try text("report")
        #expect(page.contains(other) && page.contains("3 results, 2 failed or refused"))
    }

    @Test(
        "what means nothing is refused",
        arguments: [
            "scan servers.txt --resume", "scan servers.txt --since last", "scan servers.txt --only-new",
            "scan servers.txt --database scans.sqlite --since yesterday", "scan servers.txt --database -",
            "scan show", "scan show 1 2 --database scans.sqlite", "scan diff 1 --database scans.sqlite",
            "scan show nothing --database scans.sqlite", "scan mute good.test:1 --database scans.sqlite",
            "scan show 99 --database scans.sqlite",
        ])
    func refused(line: String) throws {
        try list([good])
        _ = try run(scan)
        let refusal = try run(line.split(separator: " ").map(String.init))
        #expect(refusal.exitCode == 2, "\(refusal.output)\(refusal.errors)")
        #expect(refusal.errors.contains("hint: "))
    }

    @Test("a file that is no history is left as it is, with exit code 1") func foreign() throws {
        try list([good])
        try folder.write("scans.sqlite", "no database")
        let night = try run(scan)
        #expect(night.exitCode == 1)
        #expect(night.errors.contains("'scans.sqlite' is damaged"), "\(night.errors)")
        #expect(try String(contentsOf: folder.url.appending(path: "scans.sqlite"), encoding: .utf8) == "no database")
        #expect(try run(["scan", "show", "--database", "absent.sqlite"]).exitCode == 1)
    }
}
