import Foundation
import HoldfastTestBed
import TestSupport
import Testing

/// `holdfast lab --try NAME…`: one line, one terminal, a verdict and its story.
@Suite("lab --try", .ownThread)
struct LabTryTests {
    @Test("the server is judged as check does it, its story is told, and the exit code is the verdict's")
    func expired() throws {
        let entry = try #require(TestBed.entry("expired"))
        let run = try CommandRun("holdfast", ["lab", "--try", "expired"], in: Folder())
        #expect(run.exitCode == entry.expectedExit && run.errors.isEmpty, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.contains("expired.holdfast.test:") == true)
        #expect(lines.first?.contains(": refused: the certificate expired 7 days ago") == true, "\(run.output)")
        #expect(lines.contains("  more         holdfast explain expired"))
        // Nobody has written an option.
        #expect(lines.contains { $0.hasPrefix("  address ") && $0.hasSuffix(", as the lab says") }, "\(run.output)")
        #expect(
            lines.suffix(3) == [
                "  story        expired: \(entry.story)", "  source       \(entry.source)",
                "  verdict      as expected: expired (exit 21)",
            ], "\(run.output)")
    }

    /// GB/T 15834-2011: the marks of Chinese text are of full width.
    @Test("in Chinese the colon behind the server's name is of full width")
    func chinese() throws {
        let tried = try CommandRun("holdfast", ["lab", "--try", "expired", "--language", "zh-Hans"], in: Folder())
        let told = tried.output.split(separator: "\n").first { $0.hasPrefix("  情景 ") }
        #expect(told?.contains(" expired：") == true, "\(tried.output)")
    }

    @Test("of several each is told, in their order, and the exit code is the worst; what gives no verdict is an error")
    func several() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["lab", "--try", "good", "tls10"], in: folder)
        #expect(run.exitCode == 4, "\(run.errors)")
        #expect(
            run.output.contains("trusted") && run.output.contains("\n  verdict      as expected: trusted (exit 0)\n"))
        #expect(run.output.hasSuffix("\n  verdict      as expected: failed (exit 4)\n"), "\(run.output)")
        #expect(run.errors.hasPrefix("holdfast: https://tls10.holdfast.test:"), "\(run.errors)")
        let good = try CommandRun("holdfast", ["lab", "--try", "good"], in: folder)
        #expect(good.exitCode == 0)
        let worst = try CommandRun("holdfast", ["lab", "--try", "wrong-name", "expired"], in: folder)
        #expect(worst.exitCode == 21)
        let stories = worst.output.split(separator: "\n").filter { $0.hasPrefix("  story ") }
        #expect(stories.count == 2 && stories[0].contains("wrong-name: ") && stories[1].contains("expired: "))
    }

    @Test("with --json a line each in the schema of lab --check; in Chinese as its neighbours")
    func machines() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["lab", "--try", "expired", "good", "--json"], in: folder)
        let lines = try run.output.split(separator: "\n").map { try JSONDocument($0) }
        #expect(run.exitCode == 21 && lines.count == 2)
        #expect(run.output.contains(#""schema":"holdfast.labVerdict/1","story":"#))
        let chinese = try CommandRun("holdfast", ["lab", "--try", "expired", "--language", "zh-Hans"], in: folder)
        #expect(chinese.output.contains("  结论         符合预期：expired（退出码 21）\n"), "\(chinese.output)")
    }

    @Test("--report writes the page of what was judged, as lab --check does it")
    func page() throws {
        let folder = try Folder()
        let run = try CommandRun(
            "holdfast", ["lab", "--try", "expired", "good", "--report", "new/lab.html"], in: folder)
        #expect(run.exitCode == 21 && run.errors == "report: new/lab.html\n", "\(run.errors)")
        let page = try String(contentsOf: folder.url.appending(path: "new/lab.html"), encoding: .utf8)
        for name in ["expired", "good"] {
            #expect(page.contains(try #require(TestBed.entry(name)).story), "\(name)")
        }
        #expect(!page.contains(try #require(TestBed.entry("wrong-name")).story))
    }

    @Test("nothing of it is left, and no other server is started")
    func leavesNothing() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "tmp"), withIntermediateDirectories: true)
        let run = try CommandRun(
            "holdfast", ["lab", "--try", "expired"], in: folder,
            environment: ["TMPDIR": folder.url.appending(path: "tmp").path])
        #expect(run.exitCode == 21)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "tmp").path).isEmpty)
    }

    @Test("names that are none, servers that cannot be here, and options that mean nothing are usage errors")
    func usage() throws {
        let folder = try Folder()
        try Script(
            """
            $ holdfast lab --try
            ! holdfast: --try needs NAME
            ! hint: such as holdfast lab --try expired; holdfast lab --list lists them
            = 2
            $ holdfast lab --try expird
            ! holdfast: the catalogue has no server 'expird'
            ! hint: did you mean expired?
            = 2
            $ holdfast lab --try digest
            ! holdfast: the catalogue has no server 'digest'
            ! hint: it is a story: holdfast lab --stories digest
            = 2
            $ holdfast lab --try expired --check
            ! holdfast: --try excludes --check
            ! hint: leave one of the two out
            = 2
            $ holdfast lab --try expired --list
            ! holdfast: --try excludes --list
            ! hint: leave one of the two out
            = 2
            $ holdfast lab --try expired --control
            ! holdfast: --try excludes --control
            ! hint: its servers end with it
            = 2
            $ holdfast lab --try --stories digest
            ! holdfast: --stories excludes --try
            ! hint: it is for the servers of the catalogue
            = 2
            """
        ).run(in: folder)
        for name in TestBed.catalogue.filter({ !$0.missing.isEmpty }).map(\.name).prefix(3) {
            let run = try CommandRun("holdfast", ["lab", "--try", name], in: folder)
            #expect(run.exitCode == 2 && run.output.isEmpty && run.errors.contains("\"\(name)\" needs "))
        }
    }
}
