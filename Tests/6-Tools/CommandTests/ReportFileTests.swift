import Foundation
import HoldfastServing
import TestSupport
import Testing

/// `--report`, `--junit`, `--sarif` and `--quiet`.
@Suite(.ownThread)
struct ReportFileTests {
    private static let chain = [
        "chain.pem", "--host", "www.example.com", "--anchors-only", "root.pem", "--at", "2027-01-01T00:00:00Z",
    ]

    private func evaluate(in folder: Folder, _ arguments: String...) throws -> CommandRun {
        try CommandRun("holdfast", ["evaluate"] + Self.chain + arguments, in: folder)
    }

    private func text(_ folder: Folder, _ name: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    @Test("All three at once, beside the text; each whole and of its kind, and nothing else is left in the folder")
    func all() throws {
        let folder = try Folder()
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let run = try evaluate(in: folder, "--report", "a.html", "--junit", "a.xml", "--sarif", "a.sarif")
        #expect(run.exitCode == 0 && run.output.hasPrefix("chain.pem: trusted, expires in "), "\(run.errors)")
        #expect(try text(folder, "a.html").contains("</html>"))
        #expect(try text(folder, "a.xml").contains("</testsuite"))
        let sarif = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.url.appending(path: "a.sarif")))
        #expect((sarif as? [String: Any])?["version"] as? String == "2.1.0")
        let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(after).subtracting(before) == ["a.html", "a.xml", "a.sarif"])
    }

    @Test("Live, of several targets, those that failed too")
    func live() throws {
        let folder = try Folder()
        let run = try CommandRun(
            "holdfast", ["check", "--json", "127.0.0.1:1", "[::1]:1", "--junit", "a.xml"], in: folder)
        #expect(run.exitCode == 3)
        #expect(try Verdict.all(run.output).count == 2)
        let xml = try text(folder, "a.xml")
        #expect(xml.contains("127.0.0.1:1") && xml.contains("[::1]:1"))
    }

    @Test("A refusal and an unreadable file are in the report as well, with their exit codes")
    func refused() throws {
        let folder = try Folder()
        let refused = try CommandRun("holdfast", ["evaluate", "leaf.pem", "--quiet", "--sarif", "a.sarif"], in: folder)
        #expect(refused.exitCode == 20 && refused.output == "" && refused.errors == "")
        #expect(try text(folder, "a.sarif").contains("issuerNotFound"))
        let unreadable = try CommandRun("holdfast", ["evaluate", "nope.pem", "--junit", "b.xml"], in: folder)
        #expect(unreadable.exitCode == 1 && unreadable.errors.hasPrefix("holdfast: 'nope.pem': no such file"))
        #expect(try text(folder, "b.xml").contains("nope.pem"))
    }

    @Test("What cannot be written is found out before a server is connected to, and ends with 1")
    func unwritable() throws {
        let folder = try Folder()
        let server = try RawServer { connection throws(ServingError) in try RawBehaviour.closesAtOnce(connection) }
        defer { server.stop() }
        for (path, reason) in [
            ("missing/a.xml", "no such file or directory"), ("leaf.pem/a.xml", "not a directory"),
            ("folder", "is a directory"), ("", "no such file or directory"),
        ] {
            let run = try CommandRun(
                "holdfast", ["check", "127.0.0.1:\(server.port)", "--junit", path, "--json"], in: folder)
            #expect(run.exitCode == 1 && run.output == "", "\(path)")
            #expect(
                run.errors == "holdfast: cannot write '\(path)': \(reason)\nhint: check the folder and its rights\n")
        }
        #expect(server.counters.connections == 0)
    }

    @Test("A file is replaced as a whole: its rights stay, a link still leads to it, a pipe is written to")
    func replaced() throws {
        let folder = try Folder()
        let run = try CommandRun(
            shell: """
                check() { "$holdfast" evaluate chain.pem --anchors-only root.pem --at 2027-01-01T00:00:00Z --quiet \
                "$@"; }
                echo old > a.xml; chmod 640 a.xml; ln -s a.xml link; ln a.xml old
                check --junit link; echo $?
                stat -c %a a.xml; test -L link && echo link; cat old
                mkfifo pipe; cat pipe > piped & check --junit pipe; wait
                test -p pipe && cmp piped a.xml && echo piped
                """, in: folder)
        #expect(run.output == "0\n640\nlink\nold\npiped\n", "\(run.output)\(run.errors)")
        #expect(try text(folder, "a.xml").contains("</testsuite"))
    }

    @Test("A disk that is full at the end is an error, and the other files are written")
    func full() throws {
        let folder = try Folder()
        let run = try evaluate(in: folder, "--junit", "/dev/full", "--sarif", "a.sarif")
        #expect(run.exitCode == 1 && run.output.hasPrefix("chain.pem: trusted, expires in "))
        #expect(run.errors.hasPrefix("holdfast: cannot write '/dev/full': no space left on device\n"))
        #expect(try text(folder, "a.sarif").contains("2.1.0"))
    }

    @Test("- is standard output where nothing else goes there")
    func standardOutput() throws {
        let folder = try Folder()
        let run = try evaluate(in: folder, "--quiet", "--junit", "-")
        #expect(run.exitCode == 0 && run.output.contains("</testsuite") && run.errors == "")
        try Script(
            """
            $ holdfast check www.example.com --sarif -
            ! holdfast: --sarif -: standard output has the verdicts
            ! hint: add --quiet, or name a file
            = 2
            $ holdfast check www.example.com --quiet --json --report -
            ! holdfast: --report -: standard output has the JSON
            ! hint: leave --json out, or name a file
            = 2
            $ holdfast check www.example.com --quiet --junit - --sarif -
            ! holdfast: --junit and --sarif name one file, '-'
            ! hint: give each its own
            = 2
            $ holdfast evaluate chain.pem --report a --sarif a
            ! holdfast: --report and --sarif name one file, 'a'
            ! hint: give each its own
            = 2
            """
        ).run(in: folder)
    }

    @Test("--quiet: no verdict and no progress; errors stay, and so does JSON that was asked for")
    func quiet() throws {
        try Script(
            """
            $ holdfast evaluate chain.pem --quiet --anchors-only root.pem --at 2027-01-01T00:00:00Z
            $ holdfast evaluate leaf.pem --quiet --anchors-only root.pem --at 2027-01-01T00:00:00Z
            = 20
            $ holdfast evaluate leaf.pem --quiet --json --anchors-only root.pem --at 2027-01-01T00:00:00Z
            > {…"schema":"holdfast.verdict/1"…}
            = 20
            $ holdfast evaluate nope.pem --quiet
            ! holdfast: 'nope.pem': no such file or directory
            ! hint: …
            = 1
            $ holdfast check --quiet 127.0.0.1:1 [::1]:1
            ! holdfast: 127.0.0.1:1: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            ! holdfast: [::1]:1: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            """
        ).run(in: Folder())
    }
}
