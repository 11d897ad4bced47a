import Foundation

/// A page below Docs/articles, with what its tests look at: its outline, its rows, its commands, its links.
struct ArticlePage {
    enum Language: String, CaseIterable {
        case english = ".md"
        case chinese = ".zh.md"

        /// The mark of a row that the page's last table sets right.
        var correction: String { self == .english ? "not so**" : "**不成立**" }

        /// The locale in which the page's commands are run.
        var locale: String { self == .english ? "C.UTF-8" : "zh_CN.UTF-8" }
    }

    /// A row of a table, with the heading above it.
    struct Row {
        let level: Int
        let cells: [String]

        /// The number of the statement; nil in tables of something else.
        var number: Int? { cells.first.flatMap { Int($0) } }
    }

    /// A command of a block, and the lines that the page shows of its output; `…` stands for any text or any lines.
    struct Step {
        let command: String
        var output: [String] = []
    }

    static let names = ["000", "001", "002", "003", "004"]

    let url: URL
    let lines: [String]
    private(set) var headings: [String] = []
    private(set) var rows: [Row] = []
    private(set) var blocks: [[Step]] = []
    /// One entry a line that is not empty, the same in both languages: what kind it is, and what of it has no language.
    /// What commands print is in the page's language.
    private(set) var outline: [String] = []

    init(_ name: String, _ language: Language) throws {
        try self.init(PrintedJSON.top.appending(path: "Docs/articles/\(name)\(language.rawValue)"))
    }

    init(_ url: URL) throws {
        self.url = url
        lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
        var fence: String?
        var level = 0
        for line in lines where !line.isEmpty {
            if line.hasPrefix("```") {
                if fence == nil, line == "```shellsession" { blocks.append([]) }
                fence = fence == nil ? line : nil
                outline.append(line)
            } else if let fence {
                outline.append(fence == "```shellsession" && Self.isOutput(line) ? "output" : line)
                if fence == "```shellsession" { readStep(line) }
            } else if line.hasPrefix("#") {
                level = line.prefix { $0 == "#" }.count
                headings.append(line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces))
                outline.append("heading \(level)")
            } else if line.hasPrefix("|") {
                let row = Row(level: level, cells: Self.cells(line))
                if !line.hasPrefix("|-") { rows.append(row) }
                outline.append("row \(row.number ?? 0), \(row.cells.count) cells, \(Self.code(line))")
            } else {
                outline.append("text, \(Self.code(line))")
            }
        }
    }

    private mutating func readStep(_ line: String) {
        guard let last = blocks.indices.last else { return }
        if line.hasPrefix("$ ") {
            blocks[last].append(Step(command: String(line.dropFirst(2))))
        } else if let step = blocks[last].indices.last {
            blocks[last][step].output.append(line)
        }
    }

    /// Whether a line of a block is a command's text, and neither a command, nor an exit code, nor left out.
    private static func isOutput(_ line: String) -> Bool {
        !line.hasPrefix("$ ") && line != "…" && Int(line) == nil
    }

    private static func cells(_ line: String) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The words in code type, in any order: they are no language's.
    static func code(_ line: String) -> [String] {
        line.matches(of: /`([^`]+)`/).map { String($0.1) }.sorted()
    }

    /// Where the page's links lead, in their order.
    var links: [String] {
        lines.flatMap { $0.matches(of: /\]\(([^)]+)\)/).map { String($0.1) } }
    }

    /// Tests that the page names: a path, and the functions in parentheses behind it.
    var tests: [(path: String, functions: [String])] {
        lines.flatMap { line in
            line.matches(of: /`(Tests\/[^`]+\.swift)`(?:[ ]?[(（]((?:`[A-Za-z0-9]+`(?:, |、)?)+)[)）])?/).map {
                (String($0.1), $0.2.map { Self.code(String($0)) } ?? [])
            }
        }
    }

    /// The name by which a link leads to a heading, as it is made of it where such pages are shown.
    static func anchor(_ heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
    }

    /// Whether lines are as they are shown, where `…` in a line is any text and a line of `…` alone any lines.
    static func matches(_ seen: [String], _ shown: [String]) -> Bool {
        var (line, place) = (0, 0)
        var (gap, resumed): (Int?, Int) = (nil, 0)
        while line < seen.count {
            if place < shown.count, shown[place] == "…" {
                (gap, resumed) = (place, line)
                place += 1
            } else if place < shown.count, Script.matches(line: seen[line], shown[place]) {
                line += 1
                place += 1
            } else if let last = gap {
                resumed += 1
                (line, place) = (resumed, last + 1)
            } else {
                return false
            }
        }
        return shown[place...].allSatisfy { $0 == "…" }
    }
}
