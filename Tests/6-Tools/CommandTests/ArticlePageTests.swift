import Foundation
import TestSupport
import Testing

/// The pages of the five articles: their commands do what is shown, and both languages say the same.
@Suite("The pages of the articles", .ownThread)
struct ArticlePageTests {
    /// The articles' statements, counted through.
    private static let statements = Array(1...148)

    @Test(
        "Every command prints what the page shows, and ends with 0 unless the page says otherwise",
        arguments: ArticlePage.names, ArticlePage.Language.allCases)
    func commands(_ name: String, _ language: ArticlePage.Language) throws {
        let page = try ArticlePage(name, language)
        let run = try TranscriptRun(of: Transcript(page.url), locale: language.locale)
        defer { run.end() }
        func output(_ command: String) throws -> [String] {
            Array(try run.produce(Transcript.Block(lines: 0..<0, commands: [command])).dropFirst())
        }
        #expect(try output(Self.preparation()).isEmpty)
        let steps = page.blocks.joined()
        #expect(steps.count >= 5)
        for (step, next) in zip(steps, steps.dropFirst().map(\.command) + [""]) {
            let seen = try output(step.command)
            #expect(
                ArticlePage.matches(seen, step.output),
                "\(name)\(language.rawValue): \(step.command)\n\(seen.joined(separator: "\n"))")
            guard next != "echo $?", !TranscriptRun.stays(step.command) else { continue }
            #expect(try output("echo $?") == ["0"], "\(name): \(step.command)\n\(seen.joined(separator: "\n"))")
        }
    }

    /// The files that a reader has in the checkout's folder, and the articles' programs on the way.
    private static func preparation() throws -> String {
        let products = try CommandRun.executable("holdfast").deletingLastPathComponent().path
        return """
            ln -s '\(PrintedJSON.top.appending(path: "Vectors").path)' Vectors
            ln -s '\(products)/ArticleSamples' programs/ArticleSamples
            """
    }

    @Test("Both languages have the same outline, rows, commands and words in code type", arguments: ArticlePage.names)
    func languages(_ name: String) throws {
        let (english, chinese) = (try ArticlePage(name, .english), try ArticlePage(name, .chinese))
        for (first, second) in zip(english.outline, chinese.outline) where first != second {
            Issue.record("\(name): '\(first)' in English, '\(second)' in Chinese")
        }
        #expect(english.outline.count == chinese.outline.count)
        #expect(english.links.map(Self.plain) == chinese.links.map(Self.plain))
    }

    /// A link without what differs between the languages.
    private static func plain(_ link: String) -> String {
        guard let match = link.wholeMatch(of: /([0-9]{3}(?:\.zh)?\.md)?(#.+)?/) else { return link }
        return (match.1.map { $0.replacing(".zh", with: "") } ?? "") + (match.2 == nil ? "" : "#")
    }

    @Test("Each of the 148 statements has one place", arguments: ArticlePage.Language.allCases)
    func statements(_ language: ArticlePage.Language) throws {
        let numbers = try ArticlePage.names.flatMap { name in
            try ArticlePage(name, language).rows.filter { $0.level == 3 }.compactMap(\.number)
        }
        #expect(numbers == Self.statements)
    }

    @Test(
        "What a row calls not so, the last table sets right, with a source and a test",
        arguments: ArticlePage.Language.allCases)
    func corrections(_ language: ArticlePage.Language) throws {
        for name in ArticlePage.names {
            let page = try ArticlePage(name, language)
            let marked = page.rows.filter { row in
                row.level == 3 && row.cells.contains { $0.lowercased().contains(language.correction) }
            }
            let corrected = page.rows.filter { $0.level == 2 && $0.number != nil }
            #expect(marked.compactMap(\.number) == corrected.compactMap(\.number), "\(name)")
            for row in corrected {
                try #require(row.cells.count == 5, "\(row.cells)")
                #expect(!row.cells[3].isEmpty && row.cells[4].contains("`Tests/"), "\(name): \(row.cells)")
            }
        }
    }

    @Test("Every link leads to a file and a heading, every test that is named exists")
    func references() throws {
        var pages = [try ArticlePage(PrintedJSON.top.appending(path: "Docs/articles.md"))]
        for language in ArticlePage.Language.allCases {
            pages += try ArticlePage.names.map { try ArticlePage($0, language) }
        }
        for page in pages {
            for link in page.links where !link.hasPrefix("https://") {
                let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                let file = parts[0].isEmpty ? page.url : page.url.deletingLastPathComponent().appending(path: parts[0])
                guard FileManager.default.fileExists(atPath: file.path) else {
                    Issue.record("\(page.url.lastPathComponent): \(link) leads nowhere")
                    continue
                }
                guard parts.count > 1 else { continue }
                let anchors = try ArticlePage(file).headings.map(ArticlePage.anchor)
                #expect(anchors.contains(parts[1]), "\(page.url.lastPathComponent): \(link)")
            }
            #expect(!page.tests.isEmpty)
            for (path, functions) in page.tests {
                let text = try? String(contentsOf: PrintedJSON.top.appending(path: path), encoding: .utf8)
                #expect(text != nil, "\(page.url.lastPathComponent): \(path)")
                for function in functions {
                    #expect(
                        text?.contains("func \(function)(") == true,
                        "\(page.url.lastPathComponent): \(path), \(function)")
                }
            }
        }
    }

    @Test("Chapters, steps, servers, stories and samples that are named exist")
    func names() throws {
        let folder = try Folder()
        func listed(_ arguments: String...) throws -> Set<String> {
            let run = try CommandRun("holdfast", ["lab", "--list"] + arguments, in: folder)
            #expect(run.exitCode == 0, "\(arguments) \(run.errors)")
            let lines = run.output.split(separator: "\n")
            return Set(lines.compactMap { $0.prefixMatch(of: /[ ]{2}([^ ]+)/).map { String($0.1) } })
        }
        let (servers, stories) = (try listed(), try listed("--stories"))
        let samples = Set(try CommandRun("ArticleSamples", ["list"], in: folder).output.components(separatedBy: "\n"))
        let steps = try Self.lessonSteps(in: folder)
        for line in try ArticlePage.names.flatMap({ try ArticlePage($0, .english).lines }) {
            for span in ArticlePage.code(line) {
                let parts = span.split(separator: " ").map(String.init)
                switch parts.prefix(2) {
                case ["holdfast", "lesson"] where parts.count == 3:
                    #expect(steps.contains { $0.hasPrefix(parts[2] + ".") }, "\(span)")
                    for step in line.matches(of: /\b([0-9]+)\.[0-9]+\b/) where step.1 == parts[2] {
                        #expect(steps.contains(String(step.0)), "\(line)")
                    }
                case ["holdfast", "lab"] where parts.contains("--stories"):
                    for story in parts.dropFirst(3) { #expect(stories.contains(story), "\(story)") }
                case ["holdfast", "lab"] where !parts.contains("--rtt"):
                    for server in parts.dropFirst(2) { #expect(servers.contains(server), "\(span)") }
                case let words where words.first == "ArticleSamples" && words.count == 2:
                    #expect(samples.contains(parts[1]), "\(span)")
                default: break
                }
            }
        }
    }

    /// The lesson's steps, as `3.1`.
    private static func lessonSteps(in folder: Folder) throws -> Set<String> {
        struct Step: Decodable {
            let chapter: Int
            let step: Int
        }
        let run = try CommandRun("holdfast", ["lesson", "--json"], in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        return Set(
            try run.output.split(separator: "\n").map {
                let step = try JSONDecoder().decode(Step.self, from: Data($0.utf8))
                return "\(step.chapter).\(step.step)"
            })
    }

    @Test("The comparison notices a line that is not there, one too many, and another order")
    func comparison() {
        let seen = ["a", "b c d", "e"]
        for shown in [["…"], ["a", "…"], ["…", "b…d", "…"], ["a", "b c d", "e"], ["…", "e"], ["a", "…", "e", "…"]] {
            #expect(ArticlePage.matches(seen, shown), "\(shown)")
        }
        for shown in [[], ["a"], ["…", "x", "…"], ["…", "e", "…", "a"], ["a", "b…", "e", "f"], ["b…d", "…"]] {
            #expect(!ArticlePage.matches(seen, shown), "\(shown)")
        }
    }
}
