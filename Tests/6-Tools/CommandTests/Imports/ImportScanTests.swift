import TestSupport
import Testing

@testable import HoldfastCommand

/// Which lines of source code lead around HoldfastNetworking. The spellings of an import are those of *The Swift
/// Programming Language*, "Declarations", Import Declaration, and of SE-0409 (access levels).
@Suite("Imports that lead around", .ownThread)
struct ImportScanTests {
    private func found(_ source: String) -> [String] {
        ImportReport(source: source.utf8, file: "a.swift").findings.map { "\($0.line) \($0.code.rawValue)" }
    }

    @Test(
        "every spelling of the import",
        arguments: [
            "import FoundationNetworking", "  import\tFoundationNetworking", "import /* why */ FoundationNetworking",
            "@preconcurrency import FoundationNetworking", "public import FoundationNetworking",
            "package import FoundationNetworking", "internal import FoundationNetworking",
            "private import FoundationNetworking", "@testable import FoundationNetworking",
            "@_implementationOnly import FoundationNetworking", "@_spi(Some) import FoundationNetworking",
            "import class FoundationNetworking.URLSession", "import struct FoundationNetworking.URLRequest",
            "import var FoundationNetworking.NSURLErrorDomain", "import `FoundationNetworking`",
            "import Foundation; import FoundationNetworking", "import Foundation;import FoundationNetworking;",
        ])
    func spellings(_ line: String) {
        #expect(found(line) == ["1 directImport"])
        #expect(found("\n\r\n" + line + "\n") == ["3 directImport"])
    }

    @Test(
        "an import that is handed on",
        arguments: [
            "@_exported import FoundationNetworking", "@_exported public import FoundationNetworking",
            "@preconcurrency @_exported import FoundationNetworking",
            "@_exported @preconcurrency public import FoundationNetworking",
            "@_exported\nimport FoundationNetworking",
        ])
    func exported(_ line: String) {
        #expect(found(line).map { $0.suffix(14) } == ["exportedImport"])
        #expect(found("@_exported import Foundation\n" + "import FoundationNetworking") == ["2 directImport"])
    }

    @Test("inside a condition, where the whole of it is to be replaced")
    func conditional() throws {
        let source = """
            import Foundation
            #if canImport(FoundationNetworking)
            import FoundationNetworking
            #endif
            #if os(Linux)
            import FoundationNetworking
            #elseif canImport(FoundationNetworking)
            import FoundationNetworking
            #endif
            """
        let findings = ImportReport(source: source.utf8, file: "a.swift").findings
        #expect(findings.map(\.line) == [3, 6, 8])
        #expect(findings.map { $0.advice.contains("the whole #if") } == [true, false, true])
        #expect(findings.map(\.seen) == .init(repeating: "import FoundationNetworking", count: 3))
    }

    @Test(
        "no import: comments, texts, other modules, other uses of the words",
        arguments: [
            "import HoldfastNetworking", "import Foundation", "import FoundationNetworkingExtras",
            "// import FoundationNetworking",
            "/* import FoundationNetworking */", "/* /* */ import FoundationNetworking */",
            "let a = \"import FoundationNetworking\"",
            "let a = \"\"\"\nimport FoundationNetworking\n\"\"\"", "let a = #\"\"import FoundationNetworking\"#",
            "let a = #\"\"\"\n\"\"\"\nimport FoundationNetworking\n\"\"\"#",
            "let a = \"\\\"import FoundationNetworking\"",
            "let a = #/import FoundationNetworking/#",
            "#if canImport(FoundationNetworking)\nimport HoldfastNetworking\n#endif",
            "FoundationNetworking.URLSession.shared", "let `import` = FoundationNetworking.self",
            "a.import FoundationNetworking",
            "/// import FoundationNetworking\n//\n/** import FoundationNetworking */",
            "import Some.FoundationNetworking",
        ])
    func others(_ source: String) {
        #expect(found(source) == [])
        // The scan is at its place again behind it.
        #expect(found(source + "\nimport FoundationNetworking").count == 1)
    }

    @Test("what a text interpolates is code, and what follows it is text again")
    func interpolation() {
        let load = "try? String(contentsOf: url)"
        #expect(found("print(\"a \\(\(load)) import FoundationNetworking\")") == ["1 possibleFoundationLoad"])
        #expect(found("print(#\"a \\(\(load)) \\#(\"\\(1)\") import FoundationNetworking\"#)") == [])
        #expect(
            found("print(#\"a \\#(\(load)) \"#)\nimport FoundationNetworking") == [
                "1 possibleFoundationLoad", "2 directImport",
            ])
        #expect(found("let a = \"\"\"\n \\(f(\")\", b))\nimport FoundationNetworking\n\"\"\"") == [])
        #expect(found("let a = \"not ended\nimport FoundationNetworking") == ["2 directImport"])
        #expect(found("let a = /\"/\nimport FoundationNetworking") == ["2 directImport"])
    }

    @Test(
        "Foundation's own loading: of a server, and of what may be one",
        arguments: [
            ("try Data(contentsOf: url)", "possibleFoundationLoad"),
            ("try Data.init(contentsOf: url, options: .mappedIfSafe)", "possibleFoundationLoad"),
            ("let a: Data = try .init(contentsOf: url)", "possibleFoundationLoad"),
            ("try String(contentsOf: profileURL, encoding: .utf8)", "possibleFoundationLoad"),
            ("NSData(contentsOf: base.appendingPathComponent(\"a\"))", "possibleFoundationLoad"),
            ("NSDictionary(contentsOf: u)", "possibleFoundationLoad"),
            ("XMLParser(contentsOf: feed)", "possibleFoundationLoad"),
            ("Data(contentsOf: URL(string: \"https://a.test/b\")!)", "foundationLoad"),
            ("String(contentsOf: URL(string: \"HTTP://a.test/\\(name)\")!)", "foundationLoad"),
        ])
    func loads(_ line: String, _ code: String) {
        #expect(found("\n" + line) == ["2 " + code])
    }

    @Test(
        "files, and other things of the name",
        arguments: [
            "Data(contentsOf: URL(fileURLWithPath: path))", "Data(contentsOf: URL(filePath: path))",
            "Data(contentsOf: fileURL)",
            "Data(contentsOf: folder.appending(path: name))",
            "Data(contentsOf: Bundle.main.url(forResource: \"a\", withExtension: nil)!)",
            "Data(contentsOf: FileManager.default.temporaryDirectory)", "Data(contentsOf: Bundle.module.bundleURL)",
            "Data(contentsOf: cache_file)", "Data(contentsOf: URL(string: \"file:///etc/hosts\")!)",
            "list.append(contentsOf: more)",
            "list.insert(contentsOf: more, at: 0)", "String(contentsOfFile: path)", "init(contentsOf url: URL) {}",
            "Sequence(contentsOf: url)",
        ])
    func files(_ line: String) {
        #expect(found(line) == [])
    }

    /// Apple, `urlSession(_:downloadTask:didFinishDownloadingTo:)`: `location` is "a file URL for the temporary file".
    @Test("the file of a finished download, under any name, as far as its method goes") func download() {
        let method = """
            func urlSession(_ s: URLSession, downloadTask t: URLSessionDownloadTask, didFinishDownloadingTo NAME: URL) {
            if let data = try? Data(contentsOf: NAME) { keep(data) }
            work { try? String(contentsOf: NAME) }
            }
            """
        for name in ["location", "place"] {
            let source = method.replacing("NAME", with: name)
            #expect(found(source) == [])
            #expect(found(source + "\ntry Data(contentsOf: \(name))") == ["5 possibleFoundationLoad"])
        }
        #expect(
            found(method.replacing("contentsOf: NAME", with: "contentsOf: other")) == [
                "2 possibleFoundationLoad", "3 possibleFoundationLoad",
            ])
    }

    @Test("one inside the other")
    func nested() {
        let source =
            "Data(contentsOf: URL(string: try String(contentsOf: fileURL))!,\n options: f(Data(contentsOf: b)))"
        // A name that was read from a file is no file.
        #expect(
            found("try Data(contentsOf: place(of: Data(contentsOf: a)))") == [
                "1 possibleFoundationLoad", "1 possibleFoundationLoad",
            ])
        #expect(found(source).last == "2 possibleFoundationLoad")
    }

    @Test("hostile shapes end, and cost no more than their length")
    func hostile() {
        let shapes: [[String]] = [
            ["#"], ["\""], ["\"\\("], ["/*"], ["("], ["`"], ["#\"\"\""], ["\\"], ["#/"], ["Data(contentsOf:"],
            ["@_exported "],
            ["#if "], ["import "], ["\"\"\"", "\n"], ["#", "\""], ["\u{0}"], ["Data(contentsOf: a)"],
        ]
        for shape in shapes {
            let bytes = Array(String(repeating: shape.joined(), count: 200_000 / shape.joined().utf8.count).utf8)
            let report = ImportReport(source: bytes, file: "a.swift")
            #expect(report.findings.count <= ImportReport.findingLimit)
        }
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        #expect(ImportReport(source: bytes, file: "a.swift").fileCount == 1)
    }

    @Test("of very many findings the first are told, and that there are more")
    func many() {
        let source = String(repeating: "import FoundationNetworking\n", count: ImportReport.findingLimit + 1)
        let report = ImportReport(source: source.utf8, file: "a.swift")
        #expect(report.findings.count == ImportReport.findingLimit)
        #expect(report.problems.map(\.file) == ["a.swift"])
    }
}
