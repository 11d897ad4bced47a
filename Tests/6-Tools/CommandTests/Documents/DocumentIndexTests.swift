import Foundation
import Testing

/// Docs/README.md leads to every page, with the minutes that it takes to read; every link of the documentation leads
/// somewhere; and what is to be short is.
@Suite("The index of the documentation")
struct DocumentIndexTests {
    private static let docs = PrintedJSON.top.appending(path: "Docs")
    /// A page is read at so many words a minute.
    private static let wordsPerMinute = 200.0

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: PrintedJSON.top.appending(path: path), encoding: .utf8)
    }

    /// The pages below Docs, by their path from there; those of the reference have links of their own kind.
    private static func pages() -> [String] {
        let files = FileManager.default.enumerator(at: docs, includingPropertiesForKeys: nil)
        var pages: [String] = []
        while let url = files?.nextObject() as? URL {
            guard url.pathExtension == "md", !url.path.contains("/Holdfast.docc/") else { continue }
            pages.append(String(url.path.dropFirst(docs.path.count + 1)))
        }
        return pages.sorted()
    }

    private static func minutes(_ page: String) throws -> Double {
        Double(try text("Docs/\(page)").split(whereSeparator: \.isWhitespace).count) / wordsPerMinute
    }

    @Test("every page is linked from the index")
    func reachable() throws {
        let linked = Set(try ArticlePage(Self.docs.appending(path: "README.md")).links.map(Self.file))
        let pages = Self.pages().filter { $0 != "README.md" }
        #expect(pages.count > 50)
        #expect(pages.filter { !linked.contains($0) }.isEmpty)
    }

    /// `make transcripts` writes those anew that no longer hold.
    @Test("each row states the minutes of its page, to a minute or a tenth")
    func minutes() throws {
        let rewrites = ProcessInfo.processInfo.environment["HOLDFAST_TRANSCRIPTS"] != nil
        var index = try Self.text("Docs/README.md")
        var seen = 0
        for row in try ArticlePage(Self.docs.appending(path: "README.md")).rows where row.cells.count == 3 {
            guard let stated = Int(row.cells[2]) else { continue }
            let page = try #require(row.cells[1].firstMatch(of: /\]\(([^)#]+)/)).1
            let counted = try Self.minutes(String(page))
            let holds = abs(Double(stated) - counted) <= max(1, counted / 10)
            if rewrites, !holds {
                index = index.replacing(
                    "| \(row.cells[1]) | \(stated) |", with: "| \(row.cells[1]) | \(Int(counted.rounded())) |")
            } else {
                #expect(holds, "\(page): \(stated), counted \(counted): make transcripts writes it anew")
            }
            seen += 1
        }
        if rewrites { try Data(index.utf8).write(to: Self.docs.appending(path: "README.md")) }
        #expect(seen >= 45)
    }

    @Test("the glossary has 20 words at least, each in both languages, in their order")
    func glossary() throws {
        let rows = try ArticlePage(Self.docs.appending(path: "README.md")).rows
            .filter { $0.cells.count == 4 && $0.cells[0] != "Word" }
        #expect(rows.count >= 20)
        let words = rows.map { $0.cells[0].lowercased() }
        #expect(words == words.sorted() && Set(words).count == words.count)
        for row in rows {
            #expect(!Self.isChinese(row.cells[1]) && Self.isChinese(row.cells[3]), "\(row.cells)")
        }
    }

    private static func isChinese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    }

    private static func file(_ link: String) -> String {
        String(link.split(separator: "#", omittingEmptySubsequences: false)[0])
    }

    static let all =
        ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "Benchmarks/README.md"]
        + pages().map { "Docs/\($0)" }

    @Test("every link leads to a file, and to a heading of it", arguments: all)
    func links(_ path: String) throws {
        let page = try ArticlePage(PrintedJSON.top.appending(path: path))
        for link in page.links where !link.contains("://") {
            let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? page.url : page.url.deletingLastPathComponent().appending(path: parts[0])
            guard FileManager.default.fileExists(atPath: file.path) else {
                Issue.record("\(path): \(link) leads nowhere")
                continue
            }
            guard parts.count > 1, file.pathExtension == "md" else { continue }
            let anchors = try ArticlePage(file).headings.map(ArticlePage.anchor)
            #expect(anchors.contains(parts[1]), "\(path): \(link)")
        }
    }

    @Test("the readme has at most 9,000 bytes")
    func readme() throws {
        #expect(try Self.text("README.md").utf8.count <= 9_000)
    }

    @Test("the newest version of the changelog has at most 60 lines")
    func changelog() throws {
        let sections = try Self.text("CHANGELOG.md").components(separatedBy: "\n## ")
        #expect(sections.count >= 2)
        let lines = sections[1].trimmingCharacters(in: .newlines).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect((10...60).contains(lines.count), "\(lines.count)")
    }
}
