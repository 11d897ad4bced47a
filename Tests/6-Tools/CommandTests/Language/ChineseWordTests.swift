import Foundation
import TestSupport
import Testing

/// The words of the glossary of Docs/README.md, held in all Chinese of the sources and the pages.
@Suite("One Chinese word for each idea", .ownThread)
struct ChineseWordTests {
    private static let docs = PrintedJSON.top.appending(path: "Docs")
    private static let heading = "### 中文用词"

    /// A row of the glossary: what is written, and what is not.
    private struct Row {
        let chosen: [String]
        let rejected: [String]
    }

    private static func rows() throws -> [Row] {
        let page = try String(contentsOf: docs.appending(path: "README.md"), encoding: .utf8)
        return page.components(separatedBy: heading)[1].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .map { line in
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                let words = { (cell: String) in cell.split(separator: "、").map(String.init) }
                return Row(chosen: words(cells[0]), rejected: words(cells[1]))
            }
    }

    /// The files that people read Chinese of, or that it is made of; without the glossary itself.
    private static func texts() throws -> [(name: String, text: String)] {
        var texts: [(name: String, text: String)] = []
        for folder in ["Sources", "Docs", "Samples"] {
            let url = PrintedJSON.top.appending(path: folder)
            let files = try #require(FileManager.default.enumerator(atPath: url.path))
            for case let name as String in files
            where ["swift", "md", "tsv"].contains((name as NSString).pathExtension) {
                let text = try String(contentsOf: url.appending(path: name), encoding: .utf8)
                let own = name == "README.md" && folder == "Docs"
                texts.append(("\(folder)/\(name)", own ? text.components(separatedBy: heading)[0] : text))
            }
        }
        return texts
    }

    private static func isHan(_ character: Character?) -> Bool {
        character?.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } ?? false
    }

    @Test("no word that the glossary rejects stands anywhere")
    func words() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 15)
        let texts = try Self.texts()
        #expect(texts.count { $0.text.contains(where: Self.isHan) } > 150)
        for (name, text) in texts {
            // 通用名 is rejected, and is the beginning of 通用名称.
            let rest = rows.flatMap(\.chosen).reduce(text) { $0.replacing($1, with: " ") }
            for word in rows.flatMap(\.rejected) {
                let line = rest.split(separator: "\n").first { $0.contains(word) }
                #expect(line == nil, "\(name): \(word) in \(line ?? "")")
            }
        }
    }

    @Test("the glossary's own words are written, and no row rejects what another one chooses")
    func glossary() throws {
        let rows = try Self.rows()
        let all = try Self.texts().map(\.text).joined()
        for row in rows {
            for word in row.chosen { #expect(all.contains(word), "\(word)") }
            #expect(Set(row.rejected).isDisjoint(with: rows.flatMap(\.chosen)), "\(row)")
        }
    }

    /// GB/T 15834-2011, 4.8: quotation marks in Chinese text are “ and ”.
    @Test("no value behind a Chinese character stands in quotation marks of ASCII")
    func quotes() throws {
        for (name, text) in try Self.texts() {
            for line in text.split(separator: "\n") where line.contains(#"'\("#) {
                let isQuoted = line.components(separatedBy: #"'\("#).dropLast().contains { before in
                    let last = before.last { $0 != " " }
                    return Self.isHan(last) || last == "：" || last == "，"
                }
                #expect(!isQuoted, "\(name): \(line)")
            }
        }
    }

    /// GB/T 15834-2011 has the marks of full width in Chinese text; marks of ASCII between two Chinese characters come
    /// from a list that is joined as English joins it.
    @Test("no comma, semicolon, colon, bracket or question mark of ASCII stands between two Chinese characters")
    func marks() throws {
        let marks = Set(",;:?!()")
        for (name, text) in try Self.texts() {
            for line in text.split(separator: "\n") {
                let characters = Array(line)
                for (index, character) in characters.enumerated() where marks.contains(character) {
                    let before = characters[..<index].last { $0 != " " }
                    let after = characters[(index + 1)...].first { $0 != " " }
                    let isBetween = Self.isHan(before) && Self.isHan(after)
                    #expect(!isBetween, "\(name): \(line)")
                }
            }
        }
    }
}
