import Foundation
import TestSupport
import Testing

@testable import HoldfastCommand

/// Files and folders that are looked through for imports, and what is said about them.
@Suite("Looking through folders for imports", .ownThread)
struct ImportReportTests {
    private let root: TestSupport.TemporaryFolder
    private let line = "import FoundationNetworking\n"

    init() throws { root = try TestSupport.TemporaryFolder() }

    private func write(_ path: String, _ text: String) throws { try root.write(text, to: path) }

    private func relative(_ files: [String]) -> [String] { files.map { String($0.dropFirst(root.path.count + 1)) } }

    @Test("Swift files of every level, in order; .build, .git and links are not entered")
    func walk() throws {
        for path in [
            "b/c/d.swift", "a.swift", "b/a.swift", "b/notes.txt", ".build/x.swift", "b/.git/y.swift", ".hidden/z.swift",
        ] {
            try write(path, line)
        }
        try write("outside/far.swift", line)
        let inside = try root.makeFolder("in")
        for (name, target) in [("up", ".."), ("far.swift", "../outside/far.swift"), ("text", "../b/notes.txt")] {
            try root.link("in/" + name, to: target)
        }
        let report = ImportReport(of: [root.path])
        #expect(
            relative(report.findings.map(\.file)) == [
                ".hidden/z.swift", "a.swift", "b/a.swift", "b/c/d.swift", "outside/far.swift",
            ])
        #expect(relative(report.links) == ["in/far.swift", "in/up"])
        #expect(report.problems == [] && report.fileCount == 5 && report.hasErrors)
        // What is named is looked at, whatever it is called.
        #expect(ImportReport(of: [root.path + "/.build", root.path + "/b/notes.txt"]).findings.count == 2)
        #expect(ImportReport(of: [inside + "/up/outside/"]).findings.count == 1)
    }

    @Test("what cannot be looked at is a problem")
    func problems() throws {
        try write("a.swift", "")
        try write("large.swift", "")
        let handle = try FileHandle(forWritingTo: root.url("large.swift"))
        try handle.truncate(atOffset: UInt64(ImportReport.fileLimit) + 1)
        try handle.close()
        let made = unsafe mkfifo(root.path + "/pipe", 0o600)
        #expect(made == 0)
        let nowhere = root.path + "/nowhere"
        let report = ImportReport(of: [root.path, nowhere, root.path + "/pipe"])
        #expect(relative(report.problems.map(\.file)) == ["large.swift", "nowhere", "pipe"])
        #expect(
            report.problems.map(\.reason) == [
                "it is larger than 16 MiB", "no such file or directory", "it is no regular file",
            ])
        #expect(report.fileCount == 1)
    }

    @Test("folders inside each other, up to the limit")
    func deep() throws {
        let deepest = String(repeating: "a/", count: ImportReport.depthLimit)
        try write(deepest + "last.swift", line)
        try write(deepest + "a/beyond.swift", line)
        let report = ImportReport(of: [root.path])
        #expect(relative(report.findings.map(\.file)) == [deepest + "last.swift"])
        #expect(relative(report.problems.map(\.file)) == [deepest + "a"])
    }

    @Test("the text and the JSON")
    func rendering() throws {
        let source = "import FoundationNetworking\nlet a = try Data(contentsOf: url) // \u{1B}[2J\n"
        let report = ImportReport(source: source.utf8, file: "a\u{202E}.swift")
        let text = report.text()
        #expect(text.contains("a\\u{202e}.swift:1: error: This file's requests are silently unjudged"))
        #expect(text.contains("a\\u{202e}.swift:2: note: "))
        #expect(text.contains("  advice  Write import HoldfastNetworking in its place; it brings Foundation too.\n"))
        #expect(text.hasSuffix("1 file: 1 silently unjudged, 1 to look at\n"))
        #expect(!text.contains("\u{1B}"))
        let objects = try report.findings.map { finding in
            try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(finding)) as? [String: Any])
        }
        #expect(objects.map { $0["schema"] as? String } == ["holdfast.imports/1", "holdfast.imports/1"])
        #expect(objects.map { $0["severity"] as? String } == ["error", "note"])
        #expect(
            Set(objects[0].keys) == [
                "schema", "kind", "code", "severity", "file", "line", "seen", "message", "statement", "advice",
                "adviceStatement",
            ])
        #expect(ImportReport(source: "".utf8, file: "b").text() == "1 file: nothing is silently unjudged\n")
    }

    /// As of Alamofire: `@_exported import` in one file, `import Foundation` in the others.
    @Test("names that one file of a module hands on are missing in none of its files")
    func handedOn() throws {
        try write("Sources/A/Support/All.swift", "@_exported public import HoldfastNetworking\n")
        for path in ["Sources/A/a.swift", "Sources/B/b.swift", "c.swift"] {
            try write(path, "import Foundation\nlet session = URLSession.shared\n")
        }
        #expect(relative(ImportReport(of: [root.path]).findings.map(\.file)) == ["Sources/B/b.swift", "c.swift"])
        try write("Sources/A/Support/All.swift", "@_exported import Foundation\nimport HoldfastNetworking\n")
        #expect(ImportReport(of: [root.path]).findings.count == 3)
    }

    /// The rooms that stand in FoundationNetworking's place import it, and the old side of the page "From
    /// FoundationNetworking", which shows what it is left for; nothing else of this package may.
    @Test("this package passes, where it does not stand in FoundationNetworking's place")
    func ourselves() throws {
        let package = ProjectFolder.top
        let report = ImportReport(of: ["Sources", "Samples", "Tests"].map { package.appending(path: $0).path })
        let errors = report.findings.filter { $0.severity == .error }.map(\.file)
        let old = "/Tests/7-House/SampleTests/Pages/FromFoundationNetworkingOld.swift"
        #expect(errors.filter { !$0.contains("/Sources/5-Apple/HoldfastNetworkingNames/") && !$0.hasSuffix(old) } == [])
        #expect(!errors.isEmpty)
        #expect(report.problems == [])
    }
}
