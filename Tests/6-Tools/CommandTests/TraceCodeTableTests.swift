import Foundation
import TestSupport
import Testing

/// The codes of Docs/trace.md, held against the errors that the diagnostic client makes.
@Suite("The table of a trace's errors")
struct TraceCodeTableTests {
    private static let top = ProjectFolder.top

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The codes that the sources of HoldfastTracing write.
    private static func written() throws -> Set<String> {
        let folder = top.appending(path: "Sources/3-Connections/HoldfastTracing")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var codes: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            for match in try text(file).matches(of: /TraceError\(\s*[.\w]+,\s*\.(\w+)/) {
                codes.insert(String(match.1))
            }
        }
        return codes
    }

    /// The codes of the table's first column; a row may have several.
    private static func shown() throws -> [String] {
        let section = try #require(
            try text(top.appending(path: "Docs/trace.md")).components(separatedBy: "| Code | Phase |").last)
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
        }
    }

    @Test("each code stands in it once, and none besides")
    func complete() throws {
        let (written, shown) = (try Self.written(), try Self.shown())
        #expect(written.count > 15 && Set(shown) == written && shown.count == written.count)
    }
}
