import Foundation
import PeerPrograms
import TestSupport
import Testing

/// scripts/mutants, in a repository whose tests are a shell script: what counts as caught.
@Suite("What becomes of a mutant", .ownThread)
struct MutantsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(repositoryWith: ["mutants", "ledger", "covered", "run-tests"])
        for name in ["Mutants", "programs"] { try folder.makeFolder(name) }
        try folder.write(
            """
                targets: [
                    tests(of: "LineTests", imports: []),
                ]

            """, to: "Package.swift")
        try folder.write("mutants : line : none\n", to: "scripts/parts.txt")
        try folder.write("good\n", to: "line")
        for word in ["fails", "passes", "hangs", "breaks", "edits"] {
            try folder.write(
                """
                # breaks: a line
                # tests: LineTests\\.
                diff --git a/line b/line
                --- a/line
                +++ b/line
                @@ -1 +1 @@
                -good
                +\(word)

                """, to: "Mutants/\(word).patch")
        }
        try folder.makeFolder("programs")
        try ProgramFile.write(
            """
            #!/bin/bash
            line=$(cat line)
            case "$1 $2 $line" in
            "build "*breaks) exit 1 ;;
            "build "*) exit 0 ;;
            "test list "*) echo "LineTests.Suite/test()" ;;
            *hangs) sleep 100 ;;
            *edits) echo another >../../../line; echo "Test run with 1 test"; exit 1 ;;
            *) echo "Test run with 1 test"; [ "$line" != fails ] ;;
            esac

            """, to: folder.path("programs/swift"))
    }

    /// - Parameter seconds: when a test hangs; the others have a time in which any machine is done.
    private func mutants(_ names: String..., seconds: Int = 3_600) throws -> Peer {
        let path = "\(folder.path("programs")):/usr/bin:/bin"
        return try Peer.run(
            "env", ["PATH=\(path)", "MUTANT_SECONDS=\(seconds)", "bash", folder.path("scripts/mutants")] + names)
    }

    @Test("a result is of the files that were copied, and not of those that somebody writes meanwhile")
    func edited() throws {
        let run = try mutants("edits")
        #expect(run.output.hasSuffix("1 mutants, 1 caught, 0 not\n") && run.status == 0, "\(run.all)")
        let items = try Peer.run("bash", [folder.path("scripts/ledger"), "items", "mutants"]).output
        #expect(items.contains("edits - 0\n"), "\(items)")
        try folder.write("good\n", to: "line")
        let again = try Peer.run("bash", [folder.path("scripts/ledger"), "items", "mutants"]).output
        #expect(again.contains("edits green "), "\(again)")
    }

    @Test("a test that fails catches it; one that passes, hangs or isn't built does not")
    func results() throws {
        func results(of run: Peer) -> [String] {
            run.output.split(separator: "\n").dropFirst().dropLast().map { row in
                row.split(separator: " ").dropLast(4).joined(separator: " ")
            }
        }
        let run = try mutants("fails", "passes", "breaks")
        #expect(results(of: run) == ["caught", "SURVIVED", "no build"], "\(run.all)")
        #expect(run.output.contains("3 mutants, 1 caught, 2 not\n") && run.status == 1, "\(run.all)")
        let hung = try mutants("hangs", seconds: 2)
        #expect(results(of: hung) == ["HUNG"], "\(hung.all)")
        #expect(hung.output.contains("1 mutants, 0 caught, 1 not\n") && hung.status == 1, "\(hung.all)")
        let ledger = try folder.text("reports/ledger.jsonl")
        let kept = ledger.split(separator: "\n").map { $0.contains("\"green\"") }
        #expect(kept == [true, false, false, false], "\(ledger)")
    }
}
