import Foundation
import TestSupport
import Testing

/// A short run of `make differential`: made chains, judged by us and by `openssl`.
@Suite("holdfast-conformance differential", .ownThread)
struct DifferentialTests {
    private static let root = ProjectFolder.top

    private static var explanations: String { root.appending(path: "Docs/differential.txt").path }

    private func run(_ arguments: String...) throws -> CommandRun {
        try CommandRun(
            "holdfast-conformance", ["differential", "--explanations", Self.explanations] + arguments, in: Folder())
    }

    private func isMissing(_ run: CommandRun) -> Bool {
        guard run.errors.contains("none of the peers is installed") else { return false }
        print("skipped: no openssl")
        return true
    }

    @Test("Four hundred chains: every disagreement with openssl is explained")
    func explained() throws {
        let run = try run("--seed", "7", "--count", "400", "--peers", "openssl")
        if isMissing(run) { return }
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("openssl: 400 judged"), "\(run.errors)")
        #expect(run.errors.contains(", 0 without an explanation"), "\(run.errors)")
        #expect(run.output.contains("we accept, it refuses") && run.output.contains("we refuse, it accepts"))
    }

    @Test("Without explanations the run fails, and says which classes have none")
    func unexplained() throws {
        let folder = try Folder()
        let run = try CommandRun(
            "holdfast-conformance",
            ["differential", "--explanations", "empty", "--count", "40", "--peers", "openssl"], in: folder)
        if isMissing(run) { return }
        #expect(run.exitCode == 33, "\(run.errors)")
        #expect(
            run.output.contains("\tUNEXPLAINED\tvalidity.lastSecond.leaf\twe accept, it refuses\t1\t"), "\(run.output)")
    }

    @Test("A seed says everything about its chains, and one case can be made alone")
    func reproducible() throws {
        func stories(_ text: String) throws -> [String] {
            try text.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let deviations = try #require(object?["deviations"] as? [String])
                let peers = try #require(object?["peers"] as? [String: [String: Any]])
                return "\(try #require(object?["case"])) \(deviations) \(try #require(object?["host"])) "
                    + "\(try #require(object?["certificates"])) \(try #require(object?["accepted"])) "
                    + "\(try #require(peers["openssl"]?["accepted"]))"
            }
        }
        let first = try run("--seed", "3", "--count", "60", "--json", "--peers", "openssl")
        if isMissing(first) { return }
        let again = try run("--seed", "3", "--count", "60", "--json", "--peers", "openssl")
        let alone = try run("--seed", "3", "--case", "51", "--json", "--peers", "openssl")
        let all = try stories(first.output)
        #expect(all.count == 60)
        #expect(try stories(again.output) == all)
        #expect(try stories(alone.output) == [all[51]])
        let other = try run("--seed", "4", "--count", "60", "--json", "--peers", "openssl")
        #expect(try stories(other.output) != all)
    }

    @Test("The list of explanations and the document name the same causes")
    func documented() throws {
        let list = try String(contentsOfFile: Self.explanations, encoding: .utf8)
        let page = try String(contentsOf: Self.root.appending(path: "Docs/differential.md"), encoding: .utf8)
        // What is asked live has a table of its own, which OpinionTableTests holds against its list.
        let text = page.components(separatedBy: "\n## ").filter { !$0.hasPrefix("Asked live\n") }
            .joined(separator: "\n")
        let causes = list.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains("|") }
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
        #expect(!rows.isEmpty)
        #expect(Set(causes) == Set(rows))
        #expect(Set(rows).count == rows.count, "a cause stands in two rows")
    }

    @Test("Arguments that make no sense")
    func problems() throws {
        try Script(
            """
            $ holdfast-conformance differential --peers nss
            ! holdfast-conformance: no peer 'nss' is known
            ! hint: peers are openssl, openssl-strict, gnutls, cryptography
            = 2
            $ holdfast-conformance differential --seed x
            ! holdfast-conformance: --seed takes a whole number, not 'x'
            ! hint: …
            = 2
            $ holdfast-conformance differential --count 0
            ! holdfast-conformance: --count takes a whole number, not '0'
            ! hint: 1 to 10000000
            = 2
            $ holdfast-conformance differential chain.pem
            ! holdfast-conformance: differential takes no 'chain.pem'
            ! hint: …
            = 2
            $ holdfast-conformance differential --keep
            ! holdfast-conformance: option --keep needs a value
            ! hint: …
            = 2
            $ holdfast-conformance differential --explanations nope.txt
            ! holdfast-conformance: 'nope.txt' cannot be read
            ! hint: it is the list of explanations
            = 1
            $ holdfast-conformance differential --explanations text.txt
            ! holdfast-conformance: 'text.txt': line 1 does not have the six fields of an explanation
            = 1
            """
        ).run(in: Folder())
    }
}
