import Foundation
import HoldfastDiagnostics
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCommand

/// The first things that are typed: the name alone, a server behind it, words of other tools' habits.
@Suite("The first door", .ownThread)
struct FirstLineTests {
    /// gh and step print their help for a bare call, and exit with 0.
    @Test("holdfast alone shows six doors and the way to the rest, and succeeds, on a terminal and in a pipe")
    func alone() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", [], in: folder)
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        let doors = ["check HOST", "trace HOST", "lab --try expired", "lesson", "create ca", "explain LINE", "--help"]
        #expect(lines.count == doors.count)
        for (line, door) in zip(lines, doors) { #expect(line.hasPrefix("  holdfast \(door)  "), "\(line)") }
        let terminal = try CommandRun(
            shell: #"script -qec 'stty cols 80 rows 24; "$holdfast"' /dev/null < /dev/null"#, in: folder)
        #expect(terminal.exitCode == 0)
        #expect(terminal.output.split(whereSeparator: \.isNewline).count == doors.count, "\(terminal.output)")
        let chinese = try CommandRun("holdfast", ["--language", "zh-Hans"], in: folder)
        #expect(chinese.exitCode == 0 && chinese.output.contains("全部命令"), "\(chinese.errors)")
        for language in PageLanguage.allCases {
            for width in [60, 80] {
                for line in FirstLines.text(width, language).split(separator: "\n") {
                    #expect(WrappedText.columnCount(of: String(line)) <= width, "\(line)")
                }
            }
        }
    }

    @Test("a server in the place of a command is asked about")
    func server() throws {
        for (word, line) in [
            ("www.example.com", "check www.example.com"), ("https://www.example.com", "check https://www.example.com"),
            ("http://www.example.com", "check https://www.example.com"), ("localhost", "check localhost"),
            ("www.example.com:8443", "check www.example.com:8443"), ("192.0.2.7", "check 192.0.2.7"),
            ("[::1]:8443", "check '[::1]:8443'"), ("leaf.pem", "inspect leaf.pem"),
        ] {
            let run = try CommandRun("holdfast", [word], in: Folder())
            #expect(run.exitCode == 2)
            #expect(run.errors.hasSuffix("hint: did you mean holdfast \(line)?\n"), "\(word): \(run.errors)")
        }
        let secret = try CommandRun("holdfast", ["https://ann:secret@www.example.com"], in: Folder())
        #expect(!secret.errors.contains("secret") && secret.errors.contains("did you mean holdfast check "))
    }

    @Test("version, man and completion are understood")
    func aliases() throws {
        let folder = try Folder()
        #expect(try CommandRun("holdfast", ["version"], in: folder).output == "holdfast \(HelpText.version)\n")
        let names = [
            (["completion", "bash"], ["completions", "bash"]), (["help", "completion"], ["help", "completions"]),
        ]
        for (alias, name) in names {
            let run = try CommandRun("holdfast", alias, in: folder)
            #expect(try run.exitCode == 0 && run.output == CommandRun("holdfast", name, in: folder).output)
        }
        for words in [["man", "check"], ["man", "pin", "compute"], ["man"]] {
            let run = try CommandRun("holdfast", words, in: folder)
            let text = run.output.replacing(#/.\u{8}/#, with: "")
            let name = words.count > 1 ? words[1] : "COMMAND"
            #expect(run.exitCode == 0 && text.contains("holdfast \(name)"), "\(words): \(run.errors)")
        }
        let unknown = try CommandRun("holdfast", ["man", "chekc"], in: folder)
        #expect(unknown.exitCode == 2 && unknown.errors.contains("did you mean holdfast check?"), "\(unknown.errors)")
    }

    @Test("without man the page's words are those of the whole help")
    func withoutMan() throws {
        let run = try CommandRun("holdfast", ["man", "lesson"], in: Folder(), environment: ["PATH": "/nonexistent"])
        #expect(run.exitCode == 0 && run.output == HelpText.of(.lesson, width: 80), "\(run.errors)")
    }

    @Test("a Chinese page keeps its characters in a locale that the machine has not generated")
    func chineseMan() throws {
        let run = try CommandRun(
            "holdfast", ["man", "check", "--language", "zh-Hans"], in: Folder(),
            environment: ["LC_ALL": "zh_XX.UTF-8"])
        let words = Command.check.summary.chinese.filter { !$0.isWhitespace }
        let shown = run.output.replacing(#/.\u{8}/#, with: "").filter { !$0.isWhitespace }
        #expect(run.exitCode == 0 && shown.contains(words), "\(run.errors)")
    }

    @Test("a port that stands apart is put behind its host")
    func portApart() throws {
        try Script(
            """
            $ holdfast check www.example.com 8443
            ! holdfast: the port 8443 stands apart from www.example.com
            ! hint: did you mean holdfast check www.example.com:8443?
            = 2
            $ holdfast trace 192.0.2.7 8443
            ! holdfast: the port 8443 stands apart from 192.0.2.7
            ! hint: did you mean holdfast trace 192.0.2.7:8443?
            = 2
            $ holdfast check ::1 8443
            ! holdfast: the port 8443 stands apart from ::1
            ! hint: did you mean holdfast check '[::1]:8443'?
            = 2
            $ holdfast pin compute www.example.com 8443
            ! holdfast: the port 8443 stands apart from www.example.com
            ! hint: did you mean holdfast pin compute www.example.com:8443?
            = 2
            $ holdfast trace www.example.com:8443 8443
            ! holdfast: too many arguments: '8443'
            ! hint: holdfast trace takes SERVER
            = 2
            """
        ).run(in: Folder())
    }

    @Test("a file in the place of a server is answered with the line for what is in it")
    func files() throws {
        let folder = try Folder()
        try folder.write("web.txt", "# our servers\n\nwww.example.test\nb.example.test:8443\n")
        try folder.write("servers", "127.0.0.1:1\n")
        try folder.write("words.json", "{\"a\": 1}\n")
        try Script(
            """
            $ holdfast check web.txt
            ! holdfast: 'web.txt' is a file, and no server
            ! hint: holdfast check - < web.txt reads servers from it, one a line
            = 2
            $ holdfast trace ./web.txt
            ! holdfast: './web.txt' is a file, and no server
            ! hint: holdfast check - < ./web.txt reads servers from it, one a line
            = 2
            $ holdfast check chain.pem
            ! holdfast: 'chain.pem' is a file, and no server
            ! hint: it holds certificates: holdfast evaluate chain.pem --host NAME judges them
            = 2
            $ holdfast check words.json
            ! holdfast: 'words.json' is a file, and no server
            ! hint: holdfast inspect words.json shows what it holds
            = 2
            $ holdfast check servers --resolver static:other.test=127.0.0.1
            ! holdfast: servers: …
            ! hint: there is a file of that name: holdfast check - < servers reads servers from it
            ! more: holdfast explain couldNotResolveHost
            = 3
            """
        ).run(in: folder)
    }

    /// Ports of IANA: ftps 990 "ftp protocol, control, over TLS/SSL".
    @Test("schemes that are TLS and not HTTP are answered with what to write")
    func schemes() throws {
        try Script(
            """
            $ holdfast check wss://www.example.com/socket
            ! holdfast: 'wss://www.example.com/socket' is no https URL
            ! hint: write https://www.example.com/socket: the certificate of a WebSocket's server is the same
            = 2
            $ holdfast check ftps://www.example.com
            ! holdfast: 'ftps://www.example.com' is no https URL
            ! hint: write host:990, where TLS begins at once
            = 2
            $ holdfast check --starttls postgre db.example.com
            ! holdfast: …
            ! hint: did you mean --starttls postgres?
            = 2
            $ holdfast check postgresql://db.example.com
            ! holdfast: 'postgresql://db.example.com' is no https URL
            ! hint: write host or host:port behind --starttls postgres
            = 2
            $ holdfast check ircs://irc.example.com
            ! holdfast: 'ircs://irc.example.com' is no https URL
            ! hint: write host:6697, where TLS begins at once
            = 2
            """
        ).run(in: Folder())
    }
}
