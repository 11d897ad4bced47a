import Foundation
import PeerPrograms
import TestSupport
import Testing

/// scripts/ledger, in a repository of two parts: what was shown of a tree holds until a file that it covers changes.
@Suite("The ledger of the long proofs", .ownThread)
struct LedgerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(repositoryWith: ["ledger", "covered"])
        try folder.write(
            "# a remark\ngood : one common : echo Test run with 7 tests\nbad : two common : false\n",
            to: "scripts/parts.txt")
        for name in ["one", "two", "common"] { try folder.write(name, to: name) }
    }

    private func ledger(_ arguments: String...) throws -> Peer {
        try Peer.run("bash", [folder.path("scripts/ledger")] + arguments)
    }

    /// Records a green result of the files as they lie there.
    private func recordGreen(_ part: String, _ item: String) throws -> Peer {
        let lines = try Peer.run("bash", [folder.path("scripts/covered"), part]).output.split(separator: "\n")
        let digest = try #require(lines.first { $0.hasPrefix("\(item) ") }).dropFirst(item.count + 1)
        return try ledger("record", part, item, "green", "1", "1", String(digest))
    }

    /// PART STANDS green red older never count of each part.
    private func shown() throws -> [String] {
        try ledger().output.split(separator: "\n").dropFirst().map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).prefix(7).joined(separator: " ")
        }
    }

    @Test("parts that stand are not run again, red ones are, and a changed file takes back what covered it")
    func life() throws {
        #expect(try shown() == ["good - 0 0 0 1 0", "bad - 0 0 0 1 0"])
        let first = try ledger("all")
        #expect(first.status == 2 && first.errors.hasSuffix("ledger: red: bad\n"), "\(first.errors)")
        #expect(try shown() == ["good green 1 0 0 0 7", "bad RED 0 1 0 0 0"])
        let second = try ledger("all")
        #expect(second.errors.contains("ledger: good stands\nledger: bad: false\n"), "\(second.errors)")
        try folder.write("changed", to: "two")
        #expect(try shown() == ["good green 1 0 0 0 7", "bad - 0 0 1 0 0"])
        try folder.write("new", to: "common")
        #expect(try shown() == ["good - 0 0 1 0 0", "bad - 0 0 1 0 0"])
        // What lay there before stands again.
        try folder.write("common", to: "common")
        #expect(try shown().first == "good green 1 0 0 0 7")
        #expect(try ledger("all", "good").status == 0)
    }

    @Test("what newer results have replaced is dropped, and nothing that stands")
    func prune() throws {
        for content in ["one", "changed", "changed again"] {
            try folder.write(content, to: "one")
            #expect(try recordGreen("good", "-").status == 0)
        }
        #expect(try recordGreen("good", "-").status == 0)
        #expect(try recordGreen("bad", "-").status == 0)
        let before = try shown()
        #expect(try ledger("prune").status == 0)
        #expect(try shown() == before)
        // Two of the newest files, and the only one of the other part.
        let lines = try folder.text("reports/ledger.jsonl").split(separator: "\n")
        #expect(lines.count == 3 && lines.count { $0.contains("\"good\"") } == 2, "\(lines)")
        try folder.write("one", to: "one")
        #expect(try shown().first == "good - 0 0 1 0 0")
    }

    @Test("what ran while a file changed that it covers is not recorded, and red")
    func changing() throws {
        try folder.write("echo changed >one; echo Test run with 7 tests\n", to: "change")
        try folder.write("moving : one : bash change\n", to: "scripts/parts.txt")
        let run = try ledger("all")
        #expect(run.status == 2 && run.errors.contains("ledger: moving is not recorded: files that it covers changed"))
        #expect(run.errors.hasSuffix("ledger: red: moving\n"), "\(run.errors)")
        #expect(try shown() == ["moving - 0 0 0 1 0"])
    }

    @Test("a part that this machine cannot run is named, is not red, and does not stand")
    func skipped() throws {
        try folder.write("echo skipped: no such machine\n", to: "skip")
        try folder.write("other : one : bash skip\n", to: "scripts/parts.txt")
        let run = try ledger("all")
        #expect(run.status == 0 && run.errors.contains("ledger: other is skipped: no such machine\n"), "\(run.errors)")
        #expect(try shown() == ["other - 0 0 0 1 0"])
    }

    @Test("a target stands for what it is built of")
    func targets() throws {
        try folder.write("one : LowTests Docs : true\n", to: "scripts/parts.txt")
        try folder.write(
            """
                targets: [
                    room("Low"),
                    room("High", imports: ["Low"]),
                    tests(of: "LowTests", imports: ["Low"]),
                ]

            """, to: "Package.swift")
        for name in ["Sources/Low/a", "Sources/High/a", "Tests/LowTests/a", "Docs/a"] {
            try folder.write(name, to: name)
        }
        #expect(try recordGreen("one", "-").status == 0)
        for (file, stands) in [
            ("Sources/Low/a", false), ("Sources/High/a", true), ("Tests/LowTests/a", false), ("Docs/a", false),
        ] {
            try folder.write("changed", to: file)
            #expect(try shown() == [stands ? "one green 1 0 0 0 1" : "one - 0 0 1 0 0"], "\(file)")
            try folder.write(file, to: file)
        }
    }

    @Test("a mutant stands until its patch changes, or a target that its tests are built of")
    func mutants() throws {
        try folder.write("mutants : Package.swift Vectors : true\n", to: "scripts/parts.txt")
        try folder.write(
            """
                targets: [
                    room("Low"),
                    room(
                        "High",
                        imports: ["Low"]),
                    .target(name: "Support", path: "Tests/Support"),
                    tests(of: "LowTests", imports: ["Low"]),
                    tests(
                        of: "HighTests",
                        imports: ["High", "Support"]),
                ]

            """, to: "Package.swift")
        for name in ["Sources/Low", "Sources/High", "Tests/Support", "Tests/LowTests", "Tests/HighTests"] {
            try folder.makeFolder(name)
            try folder.write(name, to: "\(name)/a.swift")
        }
        try folder.write("reads Vectors", to: "Tests/HighTests/a.swift")
        for name in ["Mutants", "Vectors"] { try folder.makeFolder(name) }
        try folder.write("# breaks: a\n# tests: LowTests\\.NumberTests\n", to: "Mutants/low.patch")
        try folder.write("# breaks: b\n# tests: LowTests\\.A|HighTests\\.B\n", to: "Mutants/high.patch")
        try folder.write("1", to: "Vectors/one")

        func stand() throws -> [String] {
            try ledger("items", "mutants").output.split(separator: "\n").filter { $0.contains(" green ") }
                .map { String($0.prefix { $0 != " " }) }
        }
        for item in ["low", "high"] {
            #expect(try recordGreen("mutants", item).status == 0)
        }
        #expect(try stand() == ["high", "low"])
        for (file, left) in [
            ("Sources/Low/a.swift", []), ("Sources/High/a.swift", ["low"]), ("Tests/Support/b.swift", ["low"]),
            ("Tests/LowTests/a.swift", []), ("Tests/HighTests/a.swift", ["low"]), ("Vectors/one", ["low"]),
            ("Package.swift", []), ("README.md", ["high", "low"]),
        ] {
            let before = try? folder.text(file)
            try folder.write("changed", to: file)
            #expect(try stand() == left, "\(file)")
            if let before { try folder.write(before, to: file) } else { try folder.remove(file) }
            #expect(try stand() == ["high", "low"], "\(file)")
        }
        // What the manifest says of another target does not matter.
        let manifest = try folder.text("Package.swift")
        let other = manifest.replacing("imports: [\"Low\"]),\n        .target", with: "imports: []),\n        .target")
        #expect(other != manifest)
        try folder.write(other, to: "Package.swift")
        #expect(try stand() == ["low"])
        try folder.write(manifest, to: "Package.swift")
        try folder.write("# breaks: more\n# tests: LowTests\\.NumberTests\n", to: "Mutants/low.patch")
        #expect(try stand() == ["high"])
        // A patch that is gone is no item: neither green nor older.
        try folder.remove("Mutants/low.patch")
        #expect(try shown() == ["mutants green 1 0 0 0 1"])
        let none = try ledger("record", "mutants", "none", "green", "1", "1", "0123456789abcdef")
        #expect(none.status == 2 && none.errors == "ledger: mutants has no item 'none'\n", "\(none.errors)")
    }

    @Test("what is no part, no result and no command is said")
    func wrong() throws {
        let tree = "0123456789abcdef"
        for (arguments, words) in [
            (["record", "good", "-", "blue", "1", "1", tree], "a result is green or red"),
            (["record", "good", "-", "green", "1", "1", "now"], "a tree is a digest of"),
            (["record", "none", "-", "green", "1", "1", tree], "no part is called 'none': good bad"),
            (["all", "none"], "no part is called 'none': good bad"),
        ] {
            let run = try Peer.run("bash", [folder.path("scripts/ledger")] + arguments)
            #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
        }
    }
}
