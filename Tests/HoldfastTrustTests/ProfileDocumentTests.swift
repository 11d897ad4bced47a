import Foundation
import Testing

@testable import HoldfastTrust

/// `Docs/profiles.md` holds the tables as the code has them: every requirement with its weight, every weight with its
/// source.
@Suite("The documented profiles")
struct ProfileDocumentTests {
    private static let letters: [Severity?: String] = [.error: "error", .warning: "warning", .note: "note", nil: "–"]

    private static func cell(_ profile: Profile, _ requirement: Requirement) -> String {
        let own = letters[profile.severity(of: requirement, under: .own)] ?? ""
        let publicWeb = letters[profile.severity(of: requirement, under: .publicWeb)] ?? ""
        return own == publicWeb ? own : "\(publicWeb) / \(own)"
    }

    /// One row a requirement, in the order of the rules.
    static var rows: [String] {
        Requirement.standard.map { requirement in
            let cells = Profile.all.map { cell($0, requirement) }.joined(separator: " | ")
            return "| `\(requirement.id)` | `\(requirement.code)` | \(cells) | \(requirement.source) |"
        }
    }

    /// One line a reason, for what is no error under every anchor.
    static var reasons: [String] {
        let tables = [Profile.defaultRows, Profile.rfc5280Rows, Profile.webpkiRows, Profile.appleRows]
        return zip(Profile.all, tables).flatMap { profile, rows in
            ["### \(profile.name)"]
                + rows.map { row in
                    let own = letters[row.grading.own] ?? ""
                    let publicWeb = letters[row.grading.publicWeb] ?? ""
                    let weight = own == publicWeb ? own : "\(publicWeb) / \(own)"
                    return "- **\(weight == "–" ? "off" : weight)**, \(row.grading.source): "
                        + row.requirements.map { "`\($0)`" }.joined(separator: ", ")
                }
        }
    }

    @Test("Docs/profiles.md says what the code says")
    func documentation() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/profiles.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let rows = lines.filter { $0.hasPrefix("| `") }
        for (written, actual) in zip(rows, Self.rows) { #expect(written == actual) }
        #expect(rows.count == Self.rows.count)
        let reasons = lines.filter { $0.hasPrefix("- **") || $0.hasPrefix("### ") }
        for (written, actual) in zip(reasons, Self.reasons) { #expect(written == actual) }
        #expect(reasons.count == Self.reasons.count)
    }
}
