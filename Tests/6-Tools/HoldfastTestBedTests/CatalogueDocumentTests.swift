import Foundation
import TestSupport
import Testing

@testable import HoldfastTestBed

/// `Docs/catalogue.md` says what the code says.
@Suite(.ownThread) struct CatalogueDocumentTests {
    /// Each entry's row, in the order of the catalogue.
    static let rows = TestBed.catalogue.map { entry in
        let cells = [
            "`\(entry.name)`", entry.story,
            entry.arguments.isEmpty ? "" : "`\(entry.arguments.joined(separator: " "))`",
            "\(entry.expectedExit)", entry.expectedFindings.sorted().map { "`\($0)`" }.joined(separator: ", "),
            entry.source,
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    static let file = ProjectFolder.top.appendingPathComponent("Docs/catalogue.md")

    @Test func listsEveryServerWithItsExpectation() throws {
        let lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
        let table = lines.filter { $0.hasPrefix("| `") }
        for row in Self.rows where !table.contains(row) { Issue.record("Docs/catalogue.md lacks:\n\(row)") }
        for row in table where !Self.rows.contains(row) { Issue.record("Docs/catalogue.md has, and no code:\n\(row)") }
        #expect(table.count == Self.rows.count)
        #expect(
            lines.contains { $0.contains("\(Self.rows.count) servers") }, "the number of servers: \(Self.rows.count)")
    }

    /// Puts the code's rows in the place of the document's, and the number of servers into its text.
    static func rewrite() throws {
        var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        lines.removeAll { $0.hasPrefix("| `") }
        let header = try #require(lines.firstIndex { $0.hasPrefix("|-") }, "the table has a head")
        lines.insert(contentsOf: rows, at: header + 1)
        let text = lines.joined(separator: "\n").replacing(/\d+ servers/, with: "\(rows.count) servers")
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
