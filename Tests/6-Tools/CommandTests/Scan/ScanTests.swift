import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast scan`: a list of any length in, a result for each line out.
@Suite("Scans of lists", .ownThread)
struct ScanTests {
    /// The members of a line of `holdfast.scan/1` that the tests look at.
    private struct Result: Decodable {
        let index: Int
        let line: Int
        let key: String
        let target: String
        let owner: String?
        let options: [String: String]
        let attempts: Int
        let level: String
        let exitCode: Int32
        let verdict: Verdict

        static func all(_ output: String) throws -> [Result] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(Result.self, from: Data($0.utf8)) }
                .sorted { $0.index < $1.index }
        }
    }

    private let folder: Folder
    private let good: TLSServer
    private let asking: TLSServer

    init() throws {
        let bench = try Loopback(host: "good.test")
        folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        good = try bench.server()
        asking = try bench.server(as: bench.identity("asks.test")) { $0.requestsClientCertificate = true }
    }

    private func scan(_ list: String, _ arguments: String..., input: String = "") throws -> CommandRun {
        try folder.write("list.txt", list)
        return try CommandRun(
            "holdfast", ["scan", "list.txt", "--anchors-only", "anchor.pem"] + arguments, in: folder, input: input)
    }

    private var goodLine: String { "good.test:\(good.port) address=127.0.0.1" }
    private var askingLine: String { "asks.test:\(asking.port) address=127.0.0.1" }

    @Test("Each line has its result with its place, its options and its owner; what fails makes it 33")
    func results() throws {
        let list = """
            # servers of the test
            \(goodLine) # the web team

            other.test:\(good.port) address=127.0.0.1
            127.0.0.1:1 # nobody
            https://GOOD.test:\(good.port)/x address=127.0.0.1
            """
        let run = try scan(list, "--json", "--concurrency", "2")
        #expect(run.exitCode == 33 && run.errors == "", "\(run.errors)")
        let results = try Result.all(run.output)
        #expect(results.map(\.index) == [0, 1, 2, 3] && results.map(\.line) == [2, 4, 5, 6])
        #expect(results.map(\.owner) == ["the web team", nil, "nobody", nil])
        #expect(results.map(\.level) == ["none", "error", "error", "none"])
        #expect(results.map(\.exitCode) == [0, 24, 3, 0])
        #expect(results[1].verdict.errors == ["hostMismatch"] && results[0].options == ["address": "127.0.0.1"])
        #expect(results[0].key == "good.test:\(good.port) address=127.0.0.1" && results[3].key == results[0].key)
        #expect(results[3].target == "https://GOOD.test:\(good.port)/x")
        #expect(try scan(goodLine, "--json").exitCode == 0)
    }

    @Test("By sni= another name is sent and proven, at the addresses of the first")
    func serverName() throws {
        let run = try scan(
            """
            localhost:\(good.port) sni=good.test
            127.0.0.1:\(good.port) sni=good.test
            localhost:\(good.port)
            127.0.0.1:1 sni=good.test
            """, "--json", "-4")
        let results = try Result.all(run.output)
        #expect(results.map(\.exitCode) == [0, 0, 24, 3])
        #expect(results.prefix(2).map(\.verdict.tls?.sni) == ["good.test", "good.test"])
        #expect(results.prefix(2).map(\.verdict.host) == ["good.test", "good.test"])
        #expect(results[0].target == "localhost:\(good.port)")
        #expect(results[0].key == "localhost:\(good.port) sni=good.test")
    }

    @Test("Lines that are wrong are named and left out, and make it 2; strictly, the first ends the scan")
    func wrongLines() throws {
        let list = "\(goodLine)\nhttp://a.example\n\(goodLine) port=1\ngood.test address=here\n\(goodLine)\n"
        let run = try scan(list, "--json")
        #expect(run.exitCode == 2)
        #expect(try Result.all(run.output).map(\.line) == [1, 5])
        #expect(run.errors.contains("holdfast: 'list.txt', line 2: 'http://a.example' is no https URL\n"))
        #expect(run.errors.contains("holdfast: 'list.txt', line 3: 'port=1' is no option of a line\nhint: a line is"))
        #expect(run.errors.contains("holdfast: 'list.txt', line 4: address=: 'here' is no address\n"))
        // A finding is worse.
        #expect(try scan(list + "127.0.0.1:1\n", "--json").exitCode == 33)
        let strict = try scan(list, "--json", "--strict")
        #expect(strict.exitCode == 2)
        #expect(try Result.all(strict.output).map(\.line) == [1])
        #expect(strict.errors.hasPrefix("holdfast: 'list.txt', line 2: ") && !strict.errors.contains("line 3"))
    }

    @Test("A long line, octets that are no text, and a list of nothing; what is no list")
    func oddLists() throws {
        try folder.write("odd", Data("# \u{e9}\n".utf8) + Data([0xff, 0x0a]) + Data("127.0.0.1:1".utf8))
        let odd = try CommandRun("holdfast", ["scan", "odd", "--json"], in: folder)
        #expect(try Result.all(odd.output).map(\.line) == [3])
        #expect(odd.errors.hasPrefix("holdfast: 'odd', line 2: it is not UTF-8\n") && odd.exitCode == 33)
        let long = try scan("127.0.0.1:1 # \(String(repeating: "x", count: 20_000))\n127.0.0.1:2\n", "--json")
        #expect(try Result.all(long.output).map(\.line) == [2])
        #expect(long.errors.hasPrefix("holdfast: 'list.txt', line 1: it is longer than 16384 octets\n"))
        try Script(
            """
            $ holdfast scan -
            < # a remark
            ! holdfast: standard input names no target
            ! hint: write one server a line
            = 2
            $ holdfast scan www.example.com
            ! holdfast: 'www.example.com' is a server, and no list of servers
            ! hint: holdfast check www.example.com judges one server
            = 2
            $ holdfast scan nope.txt
            ! holdfast: 'nope.txt': no such file or directory
            ! hint: …
            = 1
            $ holdfast scan folder
            ! …
            = 2
            $ holdfast scan - --shard 4/3
            ! holdfast: --shard: '4/3' is no part
            ! hint: write --shard 1/4 to --shard 4/4
            = 2
            $ holdfast scan - --concurrency 0
            ! holdfast: --concurrency: '0' is no number from 1 to 1000
            ! hint: write it in digits
            = 2
            $ holdfast scan - --fail-on everything
            ! holdfast: --fail-on: 'everything' is none of error, warning, note
            ! …
            = 2
            """
        ).run(in: folder)
    }

    @Test("Results come while the list is still being written")
    func streaming() throws {
        let line = """
            { echo '127.0.0.1:1 # first'; until [ -s out ]; do sleep 0.1; done; echo '127.0.0.1:2'; } \
            | "$holdfast" scan --json - > out; echo "$?"; cat out
            """
        let run = try CommandRun(shell: line, in: folder)
        let lines = run.output.split(separator: "\n", maxSplits: 1).map(String.init)
        #expect(lines.first == "33")
        #expect(try Result.all(lines[1]).map(\.index) == [0, 1])
    }

    @Test("An option about a place that no line has is told once, at the end, whichever part has the line")
    func unusedRules() throws {
        let rules = [
            "--connect-to", "good.test:443:127.0.0.1:\(good.port)", "--connect-to", "god.test:443:127.0.0.1:1",
            "--resolve", "goods.test:443:127.0.0.1",
        ]
        try folder.write("list.txt", "good.test\ngood.test\n\(goodLine)\n")
        for part in ["1/1", "1/2", "2/2"] {
            let run = try CommandRun(
                "holdfast",
                ["scan", "list.txt", "--anchors-only", "anchor.pem", "--json", "--shard", part] + rules, in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            let told = run.errors.split(separator: "\n").filter { $0.hasPrefix("holdfast: ") }
            #expect(told.count == 2, "\(told)")
            #expect(told.first?.contains("god.test:443") == true && told.last?.contains("goods.test:443") == true)
        }
        // It leads away from an address of the line's own, too.
        let led = try scan(goodLine, "--json", "--connect-to", "good.test:\(good.port):127.0.0.1:1")
        #expect(led.exitCode == 33 && led.errors.isEmpty, "\(led.errors)")
    }

    @Test("All parts together are the list, each target once and in its place")
    func shards() throws {
        let list = (1...40).map { "127.0.0.1:\($0)" }.joined(separator: "\n")
        var seen: [Int: String] = [:]
        for part in 1...3 {
            let run = try scan(list, "--json", "--shard", "\(part)/3")
            for result in try Result.all(run.output) {
                #expect(seen.updateValue(result.target, forKey: result.index) == nil)
            }
        }
        #expect(seen.count == 40 && (0..<40).allSatisfy { seen[$0] == "127.0.0.1:\($0 + 1)" })
    }

    @Test("Who was not reached is asked again, who is refused is not; each result says how often")
    func retries() throws {
        let list = "127.0.0.1:1\nother.test:\(good.port) address=127.0.0.1\n\(goodLine)\n"
        let run = try scan(list, "--json", "--retry", "1")
        #expect(try Result.all(run.output).map(\.attempts) == [2, 1, 1])
        let table = try scan("127.0.0.1:1\n", "--retry", "1")
        #expect(table.output.split(separator: "\n")[0].hasSuffix("; 2 attempts"))
    }

    @Test("What fails is for --fail-on to say: a warning, or what ends soon")
    func failOn() throws {
        #expect(try scan(askingLine).exitCode == 0)
        #expect(try scan(askingLine, "--fail-on", "warning").exitCode == 33)
        #expect(try scan(goodLine, "--fail-on", "warning").exitCode == 0)
        #expect(try scan(goodLine, "--fail-on", "warning", "--expires-within", "1d").exitCode == 0)
        #expect(try scan(goodLine, "--expires-within", "3000d").exitCode == 0)
        #expect(try scan(goodLine, "--fail-on", "warning", "--expires-within", "3000d").exitCode == 33)
        #expect(try scan(goodLine, "--fail-on", "warning", "--expires-within", "99%").exitCode == 33)
        #expect(try scan(goodLine, "--fail-on", "warning", "--expires-within", "1%").exitCode == 0)
        let wrong = try scan(goodLine, "--expires-within", "100%")
        #expect(wrong.exitCode == 2 && wrong.errors.contains("'100%' is no share from 1% to 99%"))
    }

    @Test("The table has a line for each, and says then what failed and what is warned about")
    func table() throws {
        let list = "\(goodLine)\n\(askingLine)\nother.test:\(good.port) address=127.0.0.1\n"
        let run = try scan(list)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("good.test:\(good.port)") && $0.contains("  trusted  expires in") })
        #expect(
            lines.contains { $0.hasPrefix("asks.test") && $0.hasSuffix("; warning: clientCertificateRequested") })
        #expect(lines.contains { $0.hasPrefix("3 in all: 2 trusted, 1 refused, 0 failed") }, "\(run.output)")
        #expect(lines.contains { $0.hasPrefix("error on 1 server: hostMismatch (") })
        #expect(lines.contains { $0.hasPrefix("warning on 1 server: clientCertificateRequested (") })
        let least = try scan(list, "--least", "error")
        #expect(!least.output.contains("good.test:\(good.port)  ") && least.output.contains("other.test"))
        #expect(try scan(list, "--quiet").output == "")
    }

    @Test("Files are written as a whole at the end, whatever standard output has")
    func files() throws {
        let run = try scan(
            "\(goodLine) # =web\n127.0.0.1:1\n", "--json", "--csv", "out.csv", "--junit", "out.xml", "--sarif",
            "out.sarif")
        #expect(run.exitCode == 33, "\(run.errors)")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
        }
        let rows = try text("out.csv").components(separatedBy: "\r\n")
        #expect(rows.count == 4 && rows[0].hasPrefix("index,target,owner,") && rows.last == "")
        #expect(rows.contains { $0.hasPrefix("0,good.test:\(good.port),'=web,") })
        #expect(try text("out.xml").contains(#"tests="2" failures="0" errors="1""#))
        let sarif = try text("out.sarif")
        #expect(sarif.contains(#""uri":"list.txt""#) && sarif.contains(#""startLine":2"#))
        let twice = try scan(goodLine, "--csv", "-")
        #expect(twice.exitCode == 2 && twice.errors.contains("--csv -: standard output has the table"))
        #expect(try scan(goodLine, "--csv", "-", "--quiet").output.hasPrefix("index,target,"))
    }

    @Test("As a plugin it prints one line and ends with 0 to 3")
    func nagios() throws {
        let good = try scan(goodLine, "--nagios")
        #expect(good.exitCode == 0 && good.output.hasPrefix("HOLDFAST OK - 1 of 1 trusted; next to expire: "))
        #expect(good.output.split(separator: "\n").count == 1 && good.output.contains(" | servers=1;;;0 errors=0;;;0 "))
        #expect(try scan(goodLine, "--nagios", "--expires-within", "3000d").exitCode == 1)
        let bad = try scan("127.0.0.1:1", "--nagios")
        #expect(bad.exitCode == 2 && bad.output.hasPrefix("HOLDFAST CRITICAL - 0 of 1 trusted; "))
        let unknown = try CommandRun("holdfast", ["scan", "nope.txt", "--nagios"], in: folder)
        #expect(unknown.exitCode == 3 && unknown.output.hasPrefix("HOLDFAST UNKNOWN - 'nope.txt': no such file"))
        #expect(try scan("a b\n\(goodLine)", "--nagios").exitCode == 3)
        let table = try scan(goodLine, "--nagios", "--table")
        #expect(table.exitCode == 3 && table.errors.hasPrefix("holdfast: --nagios excludes --table\n"))
    }

    @Test("Of a check too a warning stands in the table's line, and is for --fail-on")
    func check() throws {
        let targets = [good, asking].enumerated().map { "\($0.offset == 0 ? "good" : "asks").test:\($0.element.port)" }
        let way = targets.flatMap { ["--connect-to", "\($0):127.0.0.1:\($0.split(separator: ":")[1])"] }
        func check(_ arguments: String...) throws -> CommandRun {
            try CommandRun(
                "holdfast", ["check"] + targets + way + ["--anchors-only", "anchor.pem"] + arguments, in: folder)
        }
        let table = try check("--table")
        #expect(table.exitCode == 0)
        #expect(table.output.contains("; warning: clientCertificateRequested\n"))
        #expect(try check("--fail-on", "warning").exitCode == 33)
        #expect(try check("--fail-on", "error").exitCode == 0)
        #expect(try check("--json", "--expires-within", "99%").exitCode == 32)
    }
}
