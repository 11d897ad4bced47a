import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// `--ct-policy` and `--ct-logs`.
@Suite(.ownThread)
struct TransparencyOptionTests {
    private let folder: Folder
    private let bench: Loopback
    private let logs: [ListedLog]

    init() throws {
        folder = try Folder()
        bench = try Loopback()
        logs = try ListedLog.two(at: bench.now)
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        try folder.write("logs.json", ListedLog.list(logs, published: bench.now))
    }

    /// A server's identity with timestamps of these logs in it.
    private func identity(_ chosen: [ListedLog]) throws -> Identity {
        try bench.intermediate.issue(
            .server(names: [Loopback.host], at: bench.now), loggedBy: chosen.map(\.log),
            at: bench.now.advanced(bySeconds: -3_600))
    }

    private func evaluate(_ chosen: [ListedLog], _ options: String...) throws -> CommandRun {
        try folder.write("logged.pem", identity(chosen).chainPEM)
        return try CommandRun(
            "holdfast",
            ["evaluate", "logged.pem", "--host", Loopback.host, "--anchors-only", "ca.pem"] + options, in: folder)
    }

    private func transparency(_ run: CommandRun) throws -> JSONDocument? {
        try JSONDocument(run.output)["transparency"]
    }

    @Test("recorded chains: enough timestamps are 0, too few 28, under one's own anchors too; nobody asked: 0")
    func exitCodes() throws {
        for policy in ["apple", "chrome"] {
            let options = ["--ct-policy", policy, "--ct-logs", "logs.json", "--json"]
            func run(_ chosen: [ListedLog]) throws -> CommandRun {
                try evaluate(chosen, options[0], options[1], options[2], options[3], options[4])
            }
            let enough = try run(logs)
            #expect(enough.exitCode == 0, "\(enough.errors)")
            #expect(try transparency(enough)?["result"] == .text("passed"))
            #expect(try transparency(enough)?["policy"] == .text(policy))
            #expect(try transparency(enough)?["timestamps"]?.count == 2)
            for few in [[logs[0]], [logs[1], logs[1]]] {
                let refused = try run(few)
                #expect(refused.exitCode == 28)
                #expect(try Verdict(refused.output).errors == ["transparency"])
                #expect(try transparency(refused)?["result"] == .text("failed"))
            }
        }
        let plain = try evaluate([logs[0]], "--json")
        #expect(plain.exitCode == 0)
        #expect(try transparency(plain) == .text("notChecked"))
    }

    @Test("without a list the verdict says notChecked and warns; it never says passed")
    func withoutList() throws {
        let run = try evaluate(logs, "--ct-policy", "apple", "--json")
        #expect(run.exitCode == 0)
        #expect(try transparency(run)?["result"] == .text("notChecked"))
        let findings = try Verdict(run.output).findings
        #expect(findings.contains { $0.code == "transparency" && $0.severity == "warning" })
        let text = try evaluate(logs, "--ct-policy", "apple")
        #expect(text.output.contains("transparency not checked: there is no list of logs"))
        #expect(text.output.contains("\n  warnings\n"))
    }

    @Test("a list may come by a pipe, and the page and the text tell of each timestamp")
    func shown() throws {
        try folder.write("logged.pem", identity(logs).chainPEM)
        let run = try CommandRun(
            shell: "$holdfast evaluate logged.pem --host \(Loopback.host) --anchors-only ca.pem --ct-policy apple "
                + "--ct-logs <(cat logs.json) --report page.html", in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("  transparency passed, as apple (rules of 2026-11-25) counts\n"))
        #expect(run.output.contains("Amber 1 (Amber, embedded, "))
        let page = try String(contentsOf: folder.url.appending(path: "page.html"), encoding: .utf8)
        #expect(page.contains("Amber 1") && page.contains("证书内嵌"))
    }

    @Test("usage: a list without a policy, an unknown policy, and where no server's certificate is judged")
    func usage() throws {
        try Script(
            """
            $ holdfast evaluate chain.pem --host www.example.com --ct-logs logs.json
            ! holdfast: --ct-logs needs --ct-policy
            ! hint: say whose rules count the timestamps: apple or chrome
            = 2
            $ holdfast check a.test --ct-logs gone.json
            ! holdfast: --ct-logs needs --ct-policy
            ! hint: say whose rules count the timestamps: apple or chrome
            = 2
            $ holdfast request https://a.test --ct-policy mozilla
            ! holdfast: --ct-policy: 'mozilla' is no programme
            ! hint: programmes are apple, chrome
            = 2
            $ holdfast check a.test --policy basic-x509 --ct-policy apple
            ! holdfast: --ct-policy does not apply to --policy basic-x509
            ! hint: only certificates of servers are logged; leave one of the two out
            = 2
            $ holdfast evaluate chain.pem --ct-policy apple --ct-logs logs.json
            ! holdfast: --ct-policy needs --host NAME
            ! hint: only certificates of servers are logged
            = 2
            $ holdfast inspect leaf.pem --ct-policy apple
            ! holdfast: option --ct-policy does not apply to inspect
            ! hint: holdfast inspect --help --all lists the options that do
            = 2
            """
        ).run(in: folder)
    }

    @Test("a list that cannot be read, is too large or is broken is exit code 1, with everything that is wrong in it")
    func brokenLists() throws {
        try folder.write(
            "broken.json",
            """
            {"operators": [
              {"name": "A", "logs": [
                {"log_id": 1, "key": "AA=="},
                {"key": "AA=="}
              ]}
            ]}
            """)
        try folder.write("one.json", "{}")
        try folder.write("text.json", "no JSON")
        try folder.writeSparse("large.json", bytes: 5 << 20)
        try Script(
            """
            $ holdfast evaluate chain.pem --host a.test --ct-policy apple --ct-logs gone.json
            ! holdfast: 'gone.json': no such file or directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            $ holdfast check a.test --ct-policy apple --ct-logs one.json
            ! holdfast: one.json:1:1: 'operators' is missing
            ! hint: nothing of it counts until all of it is right: get it anew from its publisher
            = 1
            $ holdfast request https://a.test --ct-policy chrome --ct-logs text.json
            ! holdfast: text.json:1:1: …
            ! hint: nothing of it counts until all of it is right: get it anew from its publisher
            = 1
            $ holdfast trace a.test --ct-policy chrome --ct-logs large.json
            ! holdfast: 'large.json' is too large: more than 4 MiB
            ! hint: name a list of logs; the longest that is published has less than 1 MiB
            = 1
            $ holdfast check a.test --ct-policy apple --ct-logs folder
            ! holdfast: 'folder' is a folder
            ! hint: name a file
            = 2
            """
        ).run(in: folder)
        let run = try CommandRun(
            "holdfast", ["check", "a.test", "--ct-policy", "apple", "--ct-logs", "broken.json"], in: folder)
        #expect(run.exitCode == 1)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("holdfast: broken.json:3:16: ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("holdfast: broken.json:3:26: ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("holdfast: broken.json:4:5: ") && $0.contains("log_id") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("holdfast: list of logs 'broken.json': it has ") }, "\(lines)")
    }

    @Test("live: check, request and trace ask; a server without enough gets no request")
    func live() throws {
        func exits(_ chosen: [ListedLog], _ options: [String]) throws -> (codes: [Int32], requests: Int, said: String) {
            let server = try bench.server(as: identity(chosen))
            let target = "https://\(Loopback.host):\(server.port)/"
            let way = ["--connect-to", Loopback.connectTo(server.port), "--anchors-only", "ca.pem"]
            let runs = try ["check", "request", "trace"].map { command in
                try CommandRun("holdfast", [command, target] + way + options, in: folder)
            }
            return (runs.map(\.exitCode), server.counters.requestsReceived, runs[1].errors)
        }
        let asked = ["--ct-policy", "chrome", "--ct-logs", "logs.json"]
        let enough = try exits(logs, asked)
        #expect(enough.codes == [0, 0, 0] && enough.said == "", "\(enough)")
        let few = try exits([logs[0]], asked)
        #expect(few.codes == [28, 28, 28] && few.requests == 0, "\(few)")
        #expect(try exits([logs[0]], []).codes == [0, 0, 0])
        let unknown = try exits([logs[0]], ["--ct-policy", "chrome"])
        #expect(unknown.codes == [0, 0, 0] && unknown.said.contains("certificate transparency was not checked"))
    }

    @Test("a policy file asks for it by host; the options count in its place")
    func policyFile() throws {
        func write(_ transparency: String, of host: String = Loopback.host) throws {
            try folder.write(
                "policy.json",
                """
                {"schema": "holdfast.policy/1", "hosts": {"\(host)": {"transparency": \(transparency)}}}
                """)
        }
        func exit(_ chosen: [ListedLog], _ options: String...) throws -> Int32 {
            try folder.write("logged.pem", identity(chosen).chainPEM)
            return try CommandRun(
                "holdfast",
                [
                    "evaluate", "logged.pem", "--host", Loopback.host, "--anchors-only", "ca.pem", "--policy-file",
                    "policy.json", "--quiet",
                ] + options, in: folder
            ).exitCode
        }
        let demand = "{\"policy\": \"apple\", \"logs\": \"logs.json\"}"
        try write(demand)
        #expect(try exit(logs) == 0)
        #expect(try exit([logs[0]]) == 28)
        try write("{\"policy\": \"apple\", \"logs\": \"logs.json\", \"anchors\": \"public\"}")
        #expect(try exit([logs[0]]) == 0)
        #expect(try exit([logs[0]], "--ct-policy", "apple", "--ct-logs", "logs.json") == 28)
        try write("\"off\"")
        #expect(try exit([logs[0]]) == 0)
        try write(demand, of: "other.holdfast.test")
        #expect(try exit([logs[0]]) == 0)
        // A list that is broken breaks the file that names it.
        try folder.write("logs.json", "{}")
        try write(demand)
        try folder.write("logged.pem", identity(logs).chainPEM)
        let broken = try CommandRun(
            "holdfast", ["evaluate", "logged.pem", "--host", Loopback.host, "--policy-file", "policy.json"], in: folder)
        #expect(broken.exitCode == 2)
        #expect(broken.errors.contains("transparency.logs: logs.json:1:1: 'operators' is missing"))
    }
}
