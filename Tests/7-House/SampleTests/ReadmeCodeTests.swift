import Foundation
import Testing

/// The Swift of README.md and Docs/library.md, held against code that is compiled: an example that no longer compiles
/// is none.
@Suite("The code of the readme and of the library's page")
struct ReadmeCodeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func text(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    /// The blocks of Swift that are no manifest.
    private static func blocks(of page: String) -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
            .filter { !$0.contains(".package(name:") }
    }

    /// The lines without imports, which stand above all functions, and empty ones.
    private static func code(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { line in
            !line.hasPrefix("import ") && line.contains { !$0.isWhitespace }
        }
    }

    @Test(
        "each block is the body of a function, line by line, and its imports are the file's",
        arguments: [("README.md", 1), ("Docs/library.md", 7)])
    func compiled(_ page: String, _ least: Int) throws {
        let compiled = try ["ReadmeCode.swift", "ReadmeCode+Apple.swift"].map(Self.text)
        let blocks = Self.blocks(of: try Self.text("../../../\(page)"))
        #expect(blocks.count >= least)
        for block in blocks {
            let body = Self.code(block).map { String(repeating: " ", count: 8) + $0 }
            let file = try #require(
                compiled.first { Self.code($0).joined(separator: "\n").contains(body.joined(separator: "\n")) },
                "in no function: \(block)")
            for line in block.split(separator: "\n") where line.hasPrefix("import ") {
                let module = line.split(separator: " ")[1]
                #expect(file.contains("import \(module)\n"), "\(module)")
            }
        }
    }
}
