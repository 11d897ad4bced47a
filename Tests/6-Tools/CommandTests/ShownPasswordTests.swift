import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// RFC 3986 §3.2.1: "Applications should not render as clear text any data after the first colon (":") character found
/// within a userinfo subcomponent unless the data after the colon is the empty string (indicating no password)."
@Suite("Passwords of URLs are shown in no output", .ownThread)
struct ShownPasswordTests {
    private static let secret = "Zx9-secret"
    private static let user = "mallory"

    /// A server, and a folder in which the command runs.
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init() throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            server = try bench.answering { request in
                switch request.target {
                case "/away": .redirect(to: "http://\(user):\(secret)@good.test/")
                case "/broken": .redirect(to: "https://\(user):\(secret)@good.test:none/")
                default: ServerResponse(status: 404, text: "nothing")
                }
            }
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
        }

        var url: String { "https://\(user):\(secret)@good.test:\(server.port)" }

        /// Runs a command line in which URL stands for the server, with what leads there.
        ///
        /// - Parameter port: the port that is dialled in the place of the server's.
        func run(_ line: String, dialling port: UInt16? = nil) throws -> CommandRun {
            let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "URL", with: url) }
            let port = port ?? server.port
            return try CommandRun(
                "holdfast", words + ["--connect-to", Loopback.connectTo(port, host: "good.test")], in: folder)
        }
    }

    /// Looks through what was printed, and through every file of the folder.
    private static func expectNone(_ run: CommandRun, in folder: Folder, _ line: String) throws {
        var texts = ["standard output": run.output, "standard error": run.errors]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
            guard let data = try? Data(contentsOf: folder.url.appending(path: name)) else { continue }
            texts[name] = String(decoding: data, as: UTF8.self)
        }
        for (place, text) in texts {
            #expect(!text.contains(secret), "\(line): \(place): \(text)")
            #expect(!text.contains(user), "\(line): \(place): \(text)")
        }
    }

    @Test(
        "of a server that is trusted, one that is not, and one that cannot be reached",
        arguments: [
            "check", "check --json", "check --all-addresses",
            "check --quiet --report a.html --junit a.xml --sarif a.sarif",
            "trace", "trace --details", "trace --json", "trace --repeat 2 --report a.html", "trace --repeat 2 --json",
            "trace --head --details", "inspect", "inspect --json", "inspect --lint", "request", "request --json",
            "request --fail", "request -i", "pin compute", "pin compute --json", "pin compute --format okhttp",
            "pin verify --pin sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "pin verify --json --pin sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "trust add --until 1d", "trust add --until 1d --codes issuerNotFound",
            "trust add --until 1d --codes expired",
        ])
    func formats(_ command: String) throws {
        let site = try Site()
        let takesAnchors = !command.hasPrefix("inspect") && !command.hasPrefix("trust")
        for ending in ["URL", "URL/path?query", "URL --timeout 5"]
            + (takesAnchors ? ["URL --anchors-only anchor.pem"] : [])
        {
            let line = "\(command) \(ending)"
            let run = try site.run(line)
            #expect(run.exitCode != 2 || command.hasPrefix("trust"), "\(line): \(run.errors)")
            try Self.expectNone(run, in: site.folder, line)
        }
        let line = "\(command) URL"
        // RFC 1078's tcpmux: bound by nobody. The port of a server that was stopped may soon be another's.
        let run = try site.run(line, dialling: 1)
        #expect(run.exitCode == 3, "\(line): \(run.errors)")
        #expect(run.errors.contains("https://…@good.test:\(site.server.port)"), "\(run.errors)")
        try Self.expectNone(run, in: site.folder, line)
    }

    @Test("one sees that there was something, in every format")
    func ellipsis() throws {
        let site = try Site()
        let shown = "https://…@good.test:\(site.server.port)"
        let check = try site.run(
            "check --quiet --report a.html --junit a.xml --sarif a.sarif URL --anchors-only anchor.pem")
        #expect(check.exitCode == 0)
        for name in ["a.html", "a.xml"] {
            let text = try String(contentsOf: site.folder.url.appending(path: name), encoding: .utf8)
            #expect(text.contains(shown), "\(name)")
        }
        for command in [
            "check", "check --json", "trace", "trace --json", "inspect", "inspect --json", "pin compute --json",
        ] {
            let anchors = command.hasPrefix("inspect") ? "" : " --anchors-only anchor.pem"
            let run = try site.run("\(command) URL\(anchors)")
            let text = run.output.replacingOccurrences(of: "\\/", with: "/")
            #expect(command == "trace" || text.contains(shown), "\(command): \(run.output)\(run.errors)")
        }
        let refused = try site.run("request URL")
        #expect(refused.errors.hasPrefix("holdfast: \(shown): refused: "), "\(refused.errors)")
    }

    @Test("of redirects, which quote what the server wrote", arguments: ["/away", "/broken"])
    func redirects(_ path: String) throws {
        let site = try Site()
        for format in ["request", "request --json"] {
            let line = "\(format) https://good.test:\(site.server.port)\(path) --anchors-only anchor.pem"
            let run = try site.run(line)
            #expect(run.exitCode == 6 && run.errors.contains("…@good.test"), "\(run.exitCode) \(run.errors)")
            try Self.expectNone(run, in: site.folder, line)
        }
    }

    /// URLs that are none, of other schemes, where no URL is wanted, and options that quote what they do not
    /// understand.
    @Test(
        "of command lines that make no sense",
        arguments: [
            "http://U:P@host", "ftp://U:P@host/", "https://U:P@ho_st:99999", "https://U:P@", "https://U:P@host:none",
            "https://U:P@ss@host", "https://U:P/P@host", "https://U:P?P@host", "https://U:P#P@host", "U:P@host:none",
            "https:U:P@host", "https:////U:P@host", "http:/U:P@host", "//U:P@host", "https://U:P@ho'st:x",
        ])
    func nonsense(_ written: String) throws {
        let written = written.replacingOccurrences(of: "U", with: Self.user)
            .replacingOccurrences(of: "P", with: Self.secret)
        let folder = try Folder()
        for words in [
            ["check"], ["check", "--starttls", "smtp"], ["check", "host.invalid"], ["trace"], ["inspect"], ["request"],
            ["evaluate"], ["pin", "compute"], ["pin", "verify"], ["pin", "lint"], ["pin", "simulate"], ["pin"],
            ["trust", "add", "--until", "1d"], ["trust", "remove"], ["trust", "list"], ["trust"], ["resolve"],
            ["convert"], ["create"], ["create", "ca"], ["lab"], ["lesson"], ["imports"], [], ["help"],
        ] {
            let run = try CommandRun("holdfast", words + [written], in: folder)
            try Self.expectNone(run, in: folder, "\(words) \(written)")
        }
        let list = try CommandRun("holdfast", ["check", "-"], in: folder, input: "# a list\n\(written)\n")
        try Self.expectNone(list, in: folder, "standard input: \(written)")
    }

    @Test(
        "of every option that takes a value, given a URL with a password",
        arguments: [
            "check", "evaluate", "inspect", "request", "trace", "resolve", "lesson", "convert", "create leaf",
            "create crl", "create ocsp", "pin compute",
            "pin verify", "pin lint", "pin simulate", "trust add", "trust remove",
        ])
    func options(_ command: String) throws {
        let folder = try Folder()
        let words = command.split(separator: " ").map(String.init)
        let help = try CommandRun("holdfast", words + ["--help", "--all"], in: folder).output
        let options = help.matches(of: /(--[a-z-]+) [A-Z]/).map { String($0.1) }
        #expect(!options.isEmpty, "\(help)")
        for option in Set(options) {
            for written in ["https://\(Self.user):\(Self.secret)@host/", "ftp://\(Self.user):\(Self.secret)@ho_st:x"] {
                let operand = command.hasPrefix("trust") ? ["leaf.pem"] : ["https://127.0.0.1:1"]
                let line = words + [option, written] + operand
                let run = try CommandRun("holdfast", line, in: folder)
                try Self.expectNone(run, in: folder, "\(line)")
            }
        }
    }
}
