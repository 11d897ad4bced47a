import Foundation
import TestSupport
import Testing

/// The Swift of the pages below Docs, held against code that is compiled: an example that no longer compiles is none.
@Suite("The code of the pages")
struct PageCodeTests {
    private static let top = ProjectFolder.top

    private static func files(below folder: String, ending: String) throws -> [String] {
        try #require(FileManager.default.subpaths(atPath: top.appending(path: folder).path)).filter {
            $0.hasSuffix(ending) && !$0.contains(".build/")
        }.sorted()
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    /// The blocks of Swift that are no manifest, and more than an import line: without the imports, whose names stand
    /// apart. A block of another package's code is marked with its name after `swift`, and is none of them.
    private static func blocks(of page: String) -> [(code: [String], imports: [String])] {
        page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
            .filter { !$0.contains(".package(") && !$0.contains(".product(") && !$0.contains(".testTarget(") }
            .map { block in
                let lines = block.split(separator: "\n").map(String.init)
                let imports = lines.filter { $0.hasPrefix("import ") }
                    .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
                return (Self.code(lines), imports)
            }
            .filter { !$0.code.isEmpty }
    }

    /// The lines without imports and empty ones.
    private static func code(_ lines: [String]) -> [String] {
        lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@testable") && $0.contains { !$0.isWhitespace } }
    }

    /// Whether the lines stand in a file one after the other, all of them indented by as much more.
    private static func holds(_ file: [String], _ block: [String]) -> Bool {
        guard let first = block.first else { return false }
        return file.indices.contains { start in
            guard file[start].hasSuffix(first), start + block.count <= file.count else { return false }
            let indent = String(file[start].dropLast(first.count))
            guard indent.allSatisfy({ $0 == " " }) else { return false }
            return block.indices.allSatisfy { file[start + $0] == indent + block[$0] }
        }
    }

    private static func compiled() throws -> [(code: [String], text: String)] {
        let folders = ["Tests/7-House/SampleTests", "Samples", "Adapters"]
        return try folders.flatMap { folder in
            try files(below: folder, ending: ".swift").map { name in
                let text = try text("\(folder)/\(name)")
                return (code(text.split(separator: "\n").map(String.init)), text)
            }
        }
    }

    private static let pages = (try? files(below: "Docs", ending: ".md").filter { !$0.hasPrefix("articles/") }) ?? []

    @Test("each block stands in a file that is compiled, line by line, with its imports", arguments: pages)
    func compiled(_ page: String) throws {
        let compiled = try Self.compiled()
        let missing = try Self.blocks(of: Self.text("Docs/\(page)")).filter { block in
            !compiled.contains { file in
                Self.holds(file.code, block.code)
                    && block.imports.allSatisfy { file.text.contains("import \($0)\n") }
            }
        }
        for block in missing { Issue.record("in no file that is compiled: \(block.code.joined(separator: "\n"))") }
    }

    @Test("there are pages, and a block that is changed in one place is missed")
    func finds() throws {
        #expect(Self.pages.count > 40)
        #expect(try Self.blocks(of: Self.text("Docs/networking.md")).count > 8)
        let file = ["    a()", "    b()", "    if c {", "        d()", "    }"]
        #expect(Self.holds(file, ["b()", "if c {", "    d()"]))
        #expect(!Self.holds(file, ["b()", "if c {", "d()"]) && !Self.holds(file, ["b()", "d()"]))
        #expect(!Self.holds(file, []))
    }

    /// `make samples` builds them with what the tests are built with; `swift run` builds all of it once more.
    @Test("pages and samples name the way by which this package's own samples are built and run")
    func samples() throws {
        let files = try ["Docs", "Samples"].flatMap { folder in
            try ["md", "swift"].flatMap { try Self.files(below: folder, ending: ".\($0)") }.map { "\(folder)/\($0)" }
        }
        #expect(files.count > 100)
        for file in files + ["README.md"] {
            for line in try Self.text(file).split(separator: "\n") where line.contains("swift run ") {
                // What is a package of its own is run as one.
                #expect(line.contains("--package-path"), "\(file): \(line)")
            }
        }
    }
}
