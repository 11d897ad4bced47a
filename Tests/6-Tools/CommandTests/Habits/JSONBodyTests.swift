import TestSupport
import Testing

/// curl(1): "--json <data>: (HTTP) Send the specified JSON data in a POST request to the HTTP server. --json works as a
/// shortcut for passing on these three options: --data-binary [arg], --header "Content-Type: application/json",
/// --header "Accept: application/json"" (added in 7.82.0). Ours prints the answer as JSON.
@Suite("curl's --json", .ownThread)
struct JSONBodyTests {
    private static let body = #"{"article": "lamp"}"#
    private static let options = "-H 'Content-Type: application/json' -d"

    @Test("a body behind it is a usage error that names the line to write")
    func body() throws {
        let url = "https://a.test/orders"
        let rows: [(typed: [String], line: String)] = [
            (["-X", "POST", "--json", Self.body, url], "\(Self.options) '\(Self.body)' -X POST \(url)"),
            (["--json=\(Self.body)", url], "\(Self.options) '\(Self.body)' \(url)"),
            ([url, "--json", "@order.json"], "\(Self.options) @order.json \(url)"),
            (["-X", "POST", "--json", "[1]"], "\(Self.options) '[1]' -X POST URL"),
            (["--json", "{}", "https://ann:secret@a.test"], "\(Self.options) '{}' 'https://…@a.test'"),
        ]
        for (typed, line) in rows {
            let run = try CommandRun("holdfast", ["request"] + typed, in: Folder())
            #expect(run.exitCode == 2 && run.output.isEmpty, "\(typed)")
            #expect(run.errors.contains("--json prints the answer as JSON here; curl's sends a body"), "\(run.errors)")
            #expect(run.errors.contains("hint: write holdfast request \(line)\n"), "\(run.errors)")
            #expect(!run.errors.contains("secret"))
        }
    }

    @Test("beside a URL alone it is ours, an address in brackets too; and Chinese stands beside the English")
    func ours() throws {
        for target in ["https://127.0.0.1:1/", "[::1]:1"] {
            let run = try CommandRun("holdfast", ["request", "--json", target], in: Folder())
            #expect(run.exitCode == 3 && run.output.contains("holdfast.response/1"), "\(run.errors)")
        }
        let run = try CommandRun(
            "holdfast", ["request", "--language", "zh-Hans", "--json", "{}", "https://a.test"], in: Folder())
        #expect(run.exitCode == 2 && run.errors.contains("请写 holdfast request"), "\(run.errors)")
    }
}
