import Foundation
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCommand

/// What `holdfast imports --ios` finds in source code, and that the list is true.
@Suite("What Swift on Linux lacks", .ownThread)
struct LinuxLackTests {
    private func found(_ source: String) throws -> [String] {
        try ImportReport(source: source.utf8, file: "a.swift", lacks: .builtIn()).findings.map {
            "\($0.line) \($0.name ?? $0.code.rawValue)"
        }
    }

    /// The compiler that is found where the tests were started.
    private static func compiler(_ arguments: String, in folder: Folder) throws -> CommandRun {
        let own = ProcessInfo.processInfo.environment
        let given = ["PATH", "HOME"].map { "\($0)='\(own[$0] ?? "")'" }.joined(separator: " ")
        return try CommandRun(shell: "\(given) swiftc \(arguments)", in: folder)
    }

    /// The compiler's version, as the table writes it; nil where there is no compiler to be run.
    private static let toolchain: String? = {
        guard let folder = try? Folder(), let run = try? compiler("--version", in: folder), run.exitCode == 0,
            let start = run.output.range(of: "Swift version ")
        else { return nil }
        return "Swift " + run.output[start.upperBound...].prefix { $0 != " " }
    }()

    /// Each probe in a place of its own, in one run of the compiler.
    @Test(
        "each row is lacking with the toolchain that the table names",
        .enabled(if: (try? LinuxLackTable.builtIn().toolchain) == toolchain, "another toolchain than the table's"))
    func compiled() throws {
        let rows = try LinuxLackTable.builtIn().rows
        let folder = try Folder()
        let names = rows.filter { $0.kind == .name }
        let lines =
            ["import Foundation", "import FoundationNetworking"]
            + names.map(\.probe).enumerated().map {
                "enum Probe\($0) { \($1 ?? "") }"
            }
        try folder.write("names.swift", lines.joined(separator: "\n") + "\n")
        func refused(_ file: String) throws -> Set<Int> {
            let run = try Self.compiler("-typecheck -swift-version 5 \(file).swift", in: folder)
            return Set(run.errors.matches(of: /\.swift:(\d+):\d+: error:/).compactMap { Int($0.output.1) })
        }
        let lacking = try refused("names")
        for (index, row) in names.enumerated() {
            #expect(lacking.contains(index + 3), "\(row.name) compiles: \(row.probe ?? "")")
        }
        // Nothing but the probes is at fault.
        #expect(lacking.isDisjoint(with: [1, 2]))
        let moved = rows.filter { $0.kind == .moved }
        let probes = moved.enumerated().map { "enum Probe\($0) { \($1.probe ?? "") }\n" }
        try folder.write("moved.swift", "import Foundation\n" + probes.joined())
        let elsewhere = try refused("moved")
        for (index, row) in moved.enumerated() {
            #expect(elsewhere.contains(index + 2), "\(row.name) is Foundation's: \(row.probe ?? "")")
        }
        #expect(!elsewhere.contains(1) && moved.count > 100)
        // A name that is there would be noticed.
        try folder.write(
            "good.swift",
            "import Foundation\nenum Probe { func f() { let a: NSRegularExpression? = nil; _ = a } }\n")
        #expect(try Self.compiler("-typecheck good.swift", in: folder).exitCode == 0)
        let modules = rows.filter { $0.kind == .module }.map {
            "#if canImport(\($0.name))\n#error(\"\($0.name)\")\n#endif"
        }
        try folder.write("modules.swift", modules.joined(separator: "\n") + "\n")
        let imports = try Self.compiler("-typecheck modules.swift", in: folder)
        #expect(imports.exitCode == 0, "\(imports.errors)")
        try folder.write("there.swift", "#if canImport(Foundation)\n#error(\"there\")\n#endif\n")
        #expect(try Self.compiler("-typecheck there.swift", in: folder).exitCode != 0)
    }

    /// Apple's NSURLError.h: NSURLErrorSecureConnectionFailed is -1200, and the six behind it follow down to -1206.
    @Test(
        "each number is another one in the Foundation that this is built with",
        .enabled(if: (try? LinuxLackTable.builtIn().toolchain) == toolchain, "another toolchain than the table's"))
    func numbers() throws {
        let here = [
            "NSURLErrorSecureConnectionFailed": NSURLErrorSecureConnectionFailed,
            "NSURLErrorServerCertificateHasBadDate": NSURLErrorServerCertificateHasBadDate,
            "NSURLErrorServerCertificateUntrusted": NSURLErrorServerCertificateUntrusted,
            "NSURLErrorServerCertificateHasUnknownRoot": NSURLErrorServerCertificateHasUnknownRoot,
            "NSURLErrorServerCertificateNotYetValid": NSURLErrorServerCertificateNotYetValid,
            "NSURLErrorClientCertificateRejected": NSURLErrorClientCertificateRejected,
            "NSURLErrorClientCertificateRequired": NSURLErrorClientCertificateRequired,
        ]
        let rows = try LinuxLackTable.builtIn().rows.filter { $0.kind == .number }
        #expect(Set(rows.map(\.name)) == Set(here.keys))
        for row in rows {
            let apple = try #require(row.probe.flatMap { Int($0) })
            #expect((-1206 ... -1200).contains(apple) && here[row.name] == apple - 1)
        }
    }

    @Test("each row is found where it stands, by its own probe")
    func probes() throws {
        for row in try LinuxLackTable.builtIn().rows {
            let source =
                switch row.kind {
                case .module: "import \(row.name)\n"
                case .name, .moved, .differs: "import Foundation\n\(row.probe ?? "")\n"
                case .number: "if (error as NSError).code == \(row.name) {}\n"
                }
            let line = [.module, .number].contains(row.kind) ? 1 : 2
            #expect(try found(source).contains("\(line) \(row.name)"), "\(row.name) in \(source)")
        }
    }

    @Test("each advice is some row's, and says something of its own in both languages")
    func advice() throws {
        #expect(Set(try LinuxLackTable.builtIn().rows.map(\.advice)) == Set(LinuxAdvice.allCases))
        for language in [PageLanguage.english, .chinese] {
            let words = Dictionary(grouping: LinuxAdvice.allCases, by: { $0.words.text(in: language) })
            #expect(words.values.allSatisfy { $0.count == 1 }, "\(language)")
        }
    }

    @Test("the table of Docs/networking.md is this one, with the toolchain")
    func documented() throws {
        let table = try LinuxLackTable.builtIn()
        let text = try Self.guide()
        for kinds in [[LinuxLack.Kind.module, .name, .number], [.moved], [.differs]] {
            let rows = table.rows.filter { kinds.contains($0.kind) }
            var advice: [LinuxAdvice] = []
            for row in rows where !advice.contains(row.advice) { advice.append(row.advice) }
            let lines = advice.map { advice in
                let names = rows.filter { $0.advice == advice }.map { "`\($0.name)`" }
                return "| \(names.joined(separator: ", ")) | \(advice.english) |\n"
            }
            #expect(text.contains("|-|-|\n" + lines.joined() + "\n"), "\(lines.joined())")
        }
        #expect(text.contains("compiled with \(table.toolchain) on 2026-11-29"))
    }

    private static func guide() throws -> String {
        let guide = ProjectFolder.top.appending(path: "Docs/networking.md")
        return try String(contentsOf: guide, encoding: .utf8)
    }

    @Test("what differs is in the guide's list of every name, as something that differs")
    func different() throws {
        let every = try #require(try Self.guide().components(separatedBy: "\n## Every name\n").dropFirst().first)
        for row in try LinuxLackTable.builtIn().rows where row.kind == .differs {
            let name = row.name.prefix { $0 != "(" }
            let lines = every.split(separator: "\n").filter { $0.contains("`\(name)") }
            #expect(
                lines.contains { line in
                    ["differs", "never called", "without effect"].contains { line.contains("| \($0)") }
                }, "\(row.name): \(lines)")
        }
    }

    /// The compiler's words about a file with `import Foundation` alone: "This type has moved to the
    /// FoundationNetworking module. Import that module to use it." Nobody would judge its servers.
    @Test(
        "a file whose imports bring no URLSession or SecTrust is told of once, with the line to write",
        arguments: [
            ("import Foundation\nlet s = URLSession.shared\nlet r: URLRequest", ["2 URLSession"], true),
            (
                "import UIKit\n#if os(Linux)\nimport Foundation\n#endif\nlet t: SecTrust", ["1 UIKit", "5 SecTrust"],
                true
            ),
            ("import Foundation\nlet t: SecTrust\nfunc f(_ s: URLSession) {}", ["3 URLSession"], true),
            (
                "import Foundation\nimport HoldfastSecurity\nlet t: SecTrust\nlet s = URLSession.shared",
                ["4 URLSession"], true
            ),
            ("import Foundation\nimport Alamofire\nlet s = URLSession.shared", ["3 URLSession"], false),
            ("import HoldfastNetworking\nlet s = URLSession.shared\nlet t: SecTrust", [], true),
            ("import Foundation\nimport HoldfastSecurity\nlet t: SecTrust", [], true),
            (
                "#if canImport(HoldfastNetworking)\nimport HoldfastNetworking\n#else\nimport Foundation\n#endif\n"
                    + "let t: SecTrust",
                [], true
            ),
            ("import Foundation\n#if os(iOS)\nlet s = URLSession.shared\n#endif", [], true),
            ("import Foundation\nstruct SecTrust {}\nlet s = Own.URLSession.shared // URLRequest", [], true),
            ("let s = URLSession.shared", [], true),
        ] as [(String, [String], Bool)])
    func moved(_ source: String, _ expected: [String], isCertain: Bool) throws {
        #expect(try found(source) == expected, "\(source)")
        let asked = try ImportReport(source: source.utf8, file: "a.swift", lacks: .builtIn())
        #expect(asked.hasErrors == (isCertain && !expected.isEmpty))
        // Without --ios the same, as a note, and nothing else of the table.
        let plain = ImportReport(source: source.utf8, file: "a.swift").findings
        #expect(
            plain.map { "\($0.line) \($0.name ?? "")" } == expected.filter { $0.contains("URLS") || $0.contains("Sec") }
        )
        #expect(plain.allSatisfy { $0.severity == .note && $0.code == .missingImport })
        for finding in plain {
            let line = finding.name == "SecTrust" ? "Add import HoldfastSecurity" : "Write import HoldfastNetworking"
            #expect(finding.advice.hasPrefix(line), "\(finding.advice)")
        }
    }

    @Test("a module that the target has by a product keeps its imports, and gives its names")
    func present() throws {
        let table = try #require(try LinuxLackTable.builtIn().having(["Security", "CryptoKit"]))
        func found(_ source: String) -> [String] {
            ImportReport(source: source.utf8, file: "a.swift", lacks: table).findings.map {
                "\($0.line) \($0.name ?? "")"
            }
        }
        #expect(found("import Foundation\nimport Security\nlet a: SecTrust") == [])
        #expect(found("import CryptoKit\nimport CommonCrypto\nlet k: SymmetricKey") == ["2 CommonCrypto"])
        #expect(found("let k: SymmetricKey") == ["1 SymmetricKey"])
        #expect(found("#if canImport(Security)\nimport UIKit\n#else\nimport os\n#endif") == ["2 UIKit"])
        #expect(try LinuxLackTable.builtIn().having(["Securty"]) == nil)
    }

    @Test("every spelling of an import, and no other words")
    func imports() throws {
        #expect(
            try found(
                """
                import os.log
                @preconcurrency import struct os.Logger
                internal import Combine
                import Foundation; import UIKit
                // import CryptoKit
                let text = "import Network", more = \"""
                    import OSLog
                    \"""
                import class Foundation.XMLParser
                import osmosis
                let inner = "\\(autoreleasepool { 1 })"
                """) == ["1 os", "2 os", "3 Combine", "4 UIKit", "11 autoreleasepool"])
    }

    @Test("a program's own declarations, members of other things, and files that import what gives the name")
    func own() throws {
        #expect(
            try found(
                """
                func autoreleasepool(_ body: () -> Void) { body() }
                struct NetService {}
                typealias AnyCancellable = Int
                log.os_log("a")
                let `NSProxy` = 1
                store.observe(key)
                urls(forResourcesWithExtension: "cer")
                payload.compressed(using: compressor)
                """) == [])
        #expect(try found("import FoundationXML\nlet parser = XMLParser(data: data)\n") == [])
        #expect(try found("import OpenCombine\nvar all: Set<AnyCancellable> = []\n") == [])
        #expect(try found("let parser = XMLParser(data: data)\n") == ["1 XMLParser"])
        // The names of a module that is lacking, where the import is left out or stands in another file.
        #expect(try found("let log = Logger(subsystem: \"a\", category: \"b\")\n") == ["1 Logger(subsystem:category:)"])
        #expect(try found("import Logging\nlet log = Logger(label: \"a\")\n") == [])
        #expect(try found("let key = SymmetricKey(size: .bits256)\n") == ["1 SymmetricKey"])
        #expect(try found("import Crypto\nlet key = SymmetricKey(size: .bits256)\n") == [])
        #expect(try found("import CryptoKit\nimport Crypto\nlet a: SymmetricKey? = nil\n") == ["1 CryptoKit"])
    }

    @Test(
        "what a condition leaves out on Linux is passed over, what it may bring is not",
        arguments: [
            ("#if canImport(os)\nimport os\n#endif", []),
            ("#if canImport(Combine) && DEBUG\nimport Combine\n#endif", []),
            ("#if os(iOS) || os(macOS)\nimport UIKit\n#else\nimport Network\n#endif", ["4 Network"]),
            ("#if !os(Linux)\nimport UIKit\n#endif", []), ("#if os(Linux)\nimport UIKit\n#endif", ["2 UIKit"]),
            ("#if os(Linux)\nimport Foundation\n#else\nimport UIKit\n#endif", []),
            ("#if DEBUG\nimport os\n#else\nimport UIKit\n#endif", ["2 os", "4 UIKit"]),
            ("#if swift(>=5.9)\nimport os\n#endif", ["2 os"]), ("#if canImport(Logging)\nimport os\n#endif", ["2 os"]),
            ("#if os(iOS)\nimport UIKit\n#elseif os(Linux)\nimport os\n#else\nimport Network\n#endif", ["4 os"]),
            ("#if os(iOS)\n#if DEBUG\nimport UIKit\n#else\nimport os\n#endif\n#endif\nimport Network", ["8 Network"]),
            ("#if !(os(Linux) && !targetEnvironment(simulator))\nimport UIKit\n#endif", []),
            ("#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif", []),
            ("#if (os(iOS)\nimport UIKit\n#endif", ["2 UIKit"]), ("#endif\nimport UIKit\n#else\n#if", ["2 UIKit"]),
        ])
    func conditions(_ source: String, _ expected: [String]) throws {
        #expect(try found(source) == expected, "\(source)")
    }

    @Test("conditions without an end, and parentheses inside each other, take no longer than others")
    func hostile() throws {
        let deep = String(repeating: "(", count: 200_000), marks = String(repeating: "!", count: 200_000)
        #expect(try found("#if \(deep)\nimport os\n") == ["2 os"])
        #expect(try found("#if \(marks)os(iOS)\nimport os\n") == ["2 os"])
        #expect(try found(String(repeating: "#if os(iOS)\n", count: 10_000) + "import os") == [])
    }

    @Test("without --ios nothing of it is looked for")
    func unasked() {
        let report = ImportReport(source: "import os\n".utf8, file: "a.swift")
        #expect(report.findings.isEmpty && report.text() == "1 file: nothing is silently unjudged\n")
    }
}
