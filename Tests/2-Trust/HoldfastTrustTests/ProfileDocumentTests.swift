import Foundation
import TestSupport
import Testing

@testable import HoldfastTrust

/// `Docs/profiles.md` holds the tables as the code has them: every requirement with its weight, every weight with its
/// source.
@Suite("The documented profiles")
struct ProfileDocumentTests {
    private static let letters: [Severity?: String] = [.error: "error", .warning: "warning", .note: "note", nil: "–"]

    private static func weight(_ publicWeb: Severity?, _ own: Severity?) -> String {
        let (publicWeb, own) = (letters[publicWeb] ?? "", letters[own] ?? "")
        return own == publicWeb ? own : "\(publicWeb) / \(own)"
    }

    private static func cell(_ profile: Profile, _ requirement: Requirement) -> String {
        let cells = [TrustPolicy.Purpose.basicX509, nil].map { purpose in
            weight(
                profile.severity(of: requirement, under: .publicWeb, for: purpose),
                profile.severity(of: requirement, under: .own, for: purpose))
        }
        return cells[0] == cells[1] ? cells[0] : (cells[0] == "–" ? "" : "\(cells[0]), ") + "servers \(cells[1])"
    }

    /// One row a requirement, in the order of the rules.
    static var rows: [String] {
        Requirement.standard.map { requirement in
            let cells = Profile.all.map { cell($0, requirement) }.joined(separator: " | ")
            return "| `\(requirement.id)` | `\(requirement.code)` | \(cells) | \(requirement.source) |"
        }
    }

    /// One line a reason, for what is no error under every anchor, and for what servers are asked for besides.
    static var reasons: [String] {
        let tables = [
            (Profile.defaultRows, []), (Profile.rfc5280Rows, Profile.rfc5280ServerRows), (Profile.webpkiRows, []),
            (Profile.appleRows, []),
        ]
        return zip(Profile.all, tables).flatMap { profile, tables in
            let (rows, servers) = tables
            return ["### \(profile.name)"] + rows.map { line($0) } + servers.map { line($0, of: "servers ") }
        }
    }

    private static func line(_ row: Profile.Row, of kind: String = "") -> String {
        let weight = weight(row.grading.publicWeb, row.grading.own)
        return "- **\(kind)\(weight == "–" ? "off" : weight)**, \(row.grading.source): "
            + row.requirements.map { "`\($0)`" }.joined(separator: ", ")
    }

    @Test("Docs/profiles.md says what the code says")
    func documentation() throws {
        let file = ProjectFolder.top.appending(path: "Docs/profiles.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let rows = lines.filter { $0.hasPrefix("| `") }
        for (written, actual) in zip(rows, Self.rows) { #expect(written == actual) }
        #expect(rows.count == Self.rows.count)
        let reasons = lines.filter { $0.hasPrefix("- **") || $0.hasPrefix("### ") }
        for (written, actual) in zip(reasons, Self.reasons) { #expect(written == actual) }
        #expect(reasons.count == Self.reasons.count)
    }
}
