import Foundation
import PeerPrograms
import Testing
import TestSupport

/// scripts/mutants, in a repository whose tests are a shell script: what counts as caught.
@Suite("What becomes of a mutant", .ownThread)
struct MutantsTests {
    private let folder: URL

    init() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "mutants-\(UUID().uuidString)")
        for name in ["scripts", "Mutants", "programs"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        for name in ["scripts/mutants", "scripts/ledger", "scripts/run-tests"] {
            try FileManager.default.copyItem(at: top.appending(path: name), to: folder.appending(path: name))
        }
        try write("mutants : line : none\n", to: "scripts/parts.txt")
        try write("good\n", to: "line")
        for word in ["fails", "passes", "hangs", "breaks"] {
            try write(
                """
                # breaks: a line
                # tests: Suite
                diff --git a/line b/line
                --- a/line
                +++ b/line
                @@ -1 +1 @@
                -good
                +\(word)

                """, to: "Mutants/\(word).patch")
        }
        try write(
            """
            #!/bin/bash
            line=$(cat line)
            case "$1 $2 $line" in
            "build "*breaks) exit 1 ;;
            "build "*) exit 0 ;;
            "test list "*) echo "Suite/test()" ;;
            *hangs) sleep 100 ;;
            *) echo "Test run with 1 test"; [ "$line" != fails ] ;;
            esac

            """, to: "programs/swift")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "programs/swift").path)
        _ = try Peer.run("git", ["-C", folder.path, "init", "-q"])
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    @Test("a test that fails catches it; one that passes, hangs or isn't built does not")
    func results() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = "\(folder.appending(path: "programs").path):/usr/bin:/bin"
        let run = try Peer.run(
            "env",
            ["PATH=\(path)", "MUTANT_SECONDS=2", "bash", folder.appending(path: "scripts/mutants").path]
                + ["fails", "passes", "hangs", "breaks"])
        let rows = run.output.split(separator: "\n").dropFirst()
        let results = rows.prefix(4).map { row in
            let words = row.split(separator: " ")
            return "\(words.dropLast(4).joined(separator: " "))"
        }
        #expect(results == ["caught", "SURVIVED", "HUNG", "no build"], "\(run.all)")
        #expect(run.output.contains("4 mutants, 1 caught, 3 not\n") && run.status == 1, "\(run.all)")
        let ledger = try String(contentsOf: folder.appending(path: "reports/ledger.jsonl"), encoding: .utf8)
        let kept = ledger.split(separator: "\n").map { $0.contains("\"green\"") }
        #expect(kept == [true, false, false, false], "\(ledger)")
    }
}
