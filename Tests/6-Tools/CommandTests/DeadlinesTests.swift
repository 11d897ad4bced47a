import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast deadlines`: the calendar, files and servers.
@Suite("holdfast deadlines", .ownThread)
struct DeadlinesTests {
    private func run(_ arguments: String..., in folder: Folder? = nil) throws -> CommandRun {
        try CommandRun("holdfast", ["deadlines"] + arguments, in: folder ?? Folder())
    }

    @Test("without an argument the calendar: each day with who asks for what")
    func calendar() throws {
        let text = try run("--at", "2026-11-28")
        #expect(text.exitCode == 0 && text.errors.isEmpty)
        let hundred =
            "2027-03-15  in 107 days   a server's certificate issued from then on is valid for at most 100 days"
        #expect(text.output.contains("\(hundred) (CA/B BR 6.3.2, SC-081v3)\n"), "\(text.output)")
        #expect(text.output.contains("2026-09-15  in force      nothing is signed over SHA-1"))
        let json = try run("--at", "2026-11-28", "--json", "--within", "90d")
        #expect(json.exitCode == 32)
        let object = try JSONDocument(json.output)
        #expect(object["target"] == .null && object["anchor"] == .null && object["exitCode"] == .number(32))
        #expect(try run("--at", "2026-11-28", "--within", "60d", "--quiet").exitCode == 0)
        let chinese = try run("--at", "2026-11-28", "--language", "zh-Hans")
        #expect(chinese.output.contains("此后签发的服务器证书有效期最长 100 天（CA/B BR 6.3.2, SC-081v3）"))
    }

    /// The recorded leaf ends at 2046-08-08T09:01:57Z, its intermediate and root at 2046-11-16T09:01:57Z.
    @Test("a file: 32 from the second on that its end is within the time")
    func file() throws {
        func within(_ at: String, _ more: String...) throws -> CommandRun {
            let arguments = ["deadlines", "chain.pem", "--anchors-only", "root.pem", "--at", at, "--within", "7d"]
            return try CommandRun("holdfast", arguments + more, in: Folder())
        }
        let last = try within("2046-08-01T09:01:57Z", "--json")
        #expect(last.exitCode == 32)
        let object = try JSONDocument(last.output)
        #expect(object["anchor"] == .text("own") && object["deadlines"]?.elements?.count == 3)
        #expect(try within("2046-08-01T09:01:56Z").exitCode == 0)
        let ended = try within("2046-08-09")
        #expect(
            ended.exitCode == 32 && ended.output.hasPrefix("chain.pem: 1 certificate has ended, the next of 2 dates"))
    }

    @Test("what is not part of the first chain of a file is told about by itself")
    func several() throws {
        let folder = try Folder()
        try folder.write("all.pem", Recorded.leaf + Recorded.intermediate + Recorded.other)
        let run = try run("all.pem", "--anchors-only", "root.pem", "--at", "2026-11-28", "--json", in: folder)
        let objects = try run.output.split(separator: "\n").map { try JSONDocument(String($0)) }
        #expect(objects.map { $0["target"] } == [.text("all.pem (1)"), .text("all.pem (2)")], "\(run.errors)")
    }

    @Test("a server, and one that nobody answers for: each has its line, and the worse exit code counts")
    func live() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let server = try bench.answering { _ in ServerResponse(text: "") }
        let target = "good.test:\(server.port)"
        let dialling = ["--connect-to", "\(target):127.0.0.1:\(server.port)", "--anchors-only", "anchor.pem"]
        let good = try CommandRun(
            "holdfast", ["deadlines", target, "--json", "--within", "39d"] + dialling, in: folder)
        #expect(good.exitCode == 0, "\(good.errors)")
        #expect(try JSONDocument(good.output)["deadlines"]?.elements?.count ?? 0 >= 2)
        let both = try CommandRun(
            "holdfast", ["deadlines", "127.0.0.1:1", target, "--json", "--within", "41d"] + dialling, in: folder)
        #expect(both.exitCode == 3)
        let lines = try both.output.split(separator: "\n").map { try JSONDocument(String($0)) }
        #expect(lines.map { $0["exitCode"] } == [.number(3), .number(32)])
        #expect(lines.first?["error"]?["code"] == .text("connectionRefused") && both.errors.contains("127.0.0.1:1"))
        let table = try CommandRun("holdfast", ["deadlines", target, target, "--table"] + dialling, in: folder)
        #expect(table.exitCode == 0 && table.output.contains("  \(target)  "))
    }

    @Test("what makes no sense is said, and what cannot be read")
    func usage() throws {
        let table = try run("--table", "--json")
        #expect(table.exitCode == 2 && table.errors.hasPrefix("holdfast: --table excludes --json\n"))
        #expect(try run("chain.pem", "--within", "soon").exitCode == 2)
        #expect(try run("chain.pem", "--no-sni").exitCode == 2)
        let broken = try run("cut.der")
        #expect(broken.exitCode == 30 && broken.output.isEmpty, "\(broken.errors)")
        #expect(try run("absent.pem").exitCode == 1)
        #expect(try run("text.txt").exitCode == 2)
    }
}
