import Foundation
import TestSupport
import Testing

/// The published suites, where they are at hand: every difference has its reason in `Docs/conformance.txt`, and there
/// are no more than that.
@Suite("The published suites", .ownThread)
struct ConformanceDataTests {
    private struct Line: Decodable {
        let id: String
        let expected: String
        let actual: String
    }

    private func run(
        _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (agreeing: Int, lines: [Line], errors: String) {
        let reasons = LimboSuite.document("conformance.txt")
        let run = try CommandRun(
            "holdfast-conformance", arguments + ["--reasons", reasons], in: Folder())
        #expect(run.exitCode == 0, "\(run.errors)", sourceLocation: sourceLocation)
        let lines = try run.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        return (lines.count { $0.expected == $0.actual }, lines, run.errors)
    }

    @Test("limbo in two runs: all that quotes the baseline requirements by webpki, the rest by rfc5280")
    func limbo() throws {
        guard let file = LimboSuite.published("limbo-core.json") else { return }
        let web = try run(["limbo", file, "--only", "webpki::*", "--profile", "webpki"])
        let others = try run(["limbo", file, "--except", "webpki::*", "--profile", "rfc5280"])
        #expect(web.lines.count + others.lines.count == 208)
        #expect(web.agreeing + others.agreeing == 208)
    }

    /// Three pairs of cases contradict each other: 205 is the most that one profile can agree with.
    @Test("limbo by rfc5280 alone: 203 of 208 at least, and none wrongly accepted or refused without a reason")
    func single() throws {
        guard let file = LimboSuite.published("limbo-core.json") else { return }
        let single = try run(["limbo", file, "--profile", "rfc5280"])
        #expect(single.lines.count == 208)
        #expect(single.agreeing >= 203)
        let text = try String(contentsOfFile: LimboSuite.document("conformance.txt"), encoding: .utf8)
        let argued = text.split(separator: "\n").filter { $0.hasPrefix("limbo rfc5280 ") }
        #expect(argued.count == 208 - single.agreeing)
    }

    @Test("PKITS: each of its 249 tests as its authors expect")
    func pkits() throws {
        guard let file = LimboSuite.published("pkits.json") else { return }
        let suite = try run(["pkits", file])
        let rows = suite.errors.split(separator: "\n").map { row in
            row.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(
            rows == [
                "section agree wrongly accepted wrongly refused skipped",
                "4.1 Signature Verification 6 of 6 0 0 0", "4.2 Validity Periods 8 of 8 0 0 0",
                "4.3 Verifying Name Chaining 11 of 11 0 0 0", "4.4 Basic Certificate Revocation Tests 21 of 21 0 0 0",
                "4.5 Verifying Paths with Self-Issued Certificates 8 of 8 0 0 0",
                "4.6 Verifying Basic Constraints 17 of 17 0 0 0", "4.7 Key Usage 5 of 5 0 0 0",
                "4.8 Certificate Policies 35 of 35 0 0 0", "4.9 Require Explicit Policy 8 of 8 0 0 0",
                "4.10 Policy Mappings 23 of 23 0 0 0", "4.11 Inhibit Policy Mapping 11 of 11 0 0 0",
                "4.12 Inhibit Any Policy 11 of 11 0 0 0", "4.13 Name Constraints 38 of 38 0 0 0",
                "4.14 Distribution Points 35 of 35 0 0 0", "4.15 Delta-CRLs 10 of 10 0 0 0",
                "4.16 Private Certificate Extensions 2 of 2 0 0 0", "policies (4.8 to 4.12) 88 of 88 0 0 0",
                "revocation lists (4.4, 4.14, 4.15) 66 of 66 0 0 0",
                "249 tests, profile rfc5280: 249 as expected, 0 not",
            ])
        #expect(suite.lines.count == 249)
    }
}
