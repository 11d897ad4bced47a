import Foundation
import TestSupport
import Testing

/// The commands of Docs/workbench.md, one after the other as they stand there.
@Suite(.ownThread)
struct WorkbenchTests {
    private static func page() throws -> [String] {
        try String(contentsOf: PrintedJSON.top.appending(path: "Docs/workbench.md"), encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// What stands in the last column of the table, in the place of the articles' commands.
    private static func table() throws -> [String] {
        try page().filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }.compactMap { row in
            row.split(separator: "|").last.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }.filter { $0.hasPrefix("holdfast ") }
    }

    @Test("The table's commands work in their order, in one folder")
    func rows() throws {
        let commands = try Self.table()
        #expect(commands.count == 7)
        try Self.run(commands)
    }

    @Test("An authority, one below it, a server, its renewal, and what takes it back")
    func authority() throws {
        let lines = try Self.page()
        let start = try #require(lines.firstIndex { $0.hasPrefix("An authority of one's own") })
        let end = try #require(lines.firstIndex(of: "## `create`"))
        let commands = lines[start..<end].filter { $0.hasPrefix("    holdfast ") }.map { $0.dropFirst(4) }
        #expect(commands.count == 10)
        try Self.run(commands.map(String.init))
    }

    private static func run(_ commands: [String]) throws {
        let folder = try Folder()
        for command in commands {
            let run = try CommandRun(shell: "\"$holdfast\"" + command.dropFirst("holdfast".count), in: folder)
            #expect(run.exitCode == 0, "\(command)\n\(run.output)\(run.errors)")
        }
    }
}
