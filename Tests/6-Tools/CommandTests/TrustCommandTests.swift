import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast trust`, and the commands that obey it.
@Suite(.ownThread)
struct TrustCommandTests {
    /// A server for `good.test` whose certificate ran out yesterday, and a folder with its root and its chain.
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init() throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            let identity = try bench.identity { template, now in
                template.notBefore = now.advanced(byDays: -10)
                template.notAfter = now.advanced(byDays: -1)
            }
            server = try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "hello\n") }
            try folder.write("root.pem", bench.root.identity.chainPEM)
            try folder.write("old.pem", identity.chainPEM)
        }

        var url: String { "https://good.test:\(server.port)" }
        private var dial: [String] { ["--connect-to", Loopback.connectTo(server.port, host: "good.test")] }

        func run(_ arguments: String..., anchors: String = "root.pem") throws -> CommandRun {
            try CommandRun("holdfast", arguments + ["--anchors-only", anchors] + dial, in: folder)
        }

        func local(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRun {
            try CommandRun("holdfast", arguments, in: folder, environment: environment)
        }

        /// The store of the folder's commands.
        var store: URL { folder.url.appending(path: "state/holdfast/exceptions.json") }
    }

    private struct Line: Decodable {
        let schema: String
        let certificate: String
        let host: String
        let policy: String
        let codes: [String]
        let until: String
        let note: String?
        let inForce: Bool

        static func all(_ run: CommandRun) throws -> [Line] {
            try run.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }

    private struct FullVerdict: Decodable {
        struct Finding: Decodable {
            let code: String
            let severity: String
            let overriddenBy: String?
        }
        struct Explicit: Decodable {
            let kind: String
            let until: String
            let codes: [String]
        }
        let trusted: Bool
        let result: String
        let findings: [Finding]
        let explicitTrust: Explicit?

        init(_ run: CommandRun) throws {
            self = try JSONDecoder().decode(FullVerdict.self, from: Data(run.output.utf8))
        }
    }

    @Test("A URL is judged first; without --codes it says which, adds nothing, and ends with 2")
    func neverImplied() throws {
        let site = try Site()
        let run = try site.run("trust", "add", site.url, "--until", "30d")
        #expect(run.exitCode == 2, "\(run.output)\(run.errors)")
        #expect(run.output == "")
        #expect(run.errors.contains("SHA-256 "))
        #expect(run.errors.contains("  expired: the certificate expired "))
        #expect(run.errors.contains("--codes says what to override; nothing was added"))
        #expect(run.errors.hasSuffix("add --codes expired\n"))
        #expect(!FileManager.default.fileExists(atPath: site.store.path))
        let trusted = try site.run(
            "trust", "add", site.url, "--until", "30d", "--profile", "default", anchors: "old.pem")
        #expect(trusted.exitCode == 2, "\(trusted.errors)")
    }

    @Test("Added: check, evaluate and request trust it, as proceed, and say so; --no-exceptions does not")
    func obeyed() throws {
        let site = try Site()
        #expect(try site.run("check", site.url).exitCode == 21)
        let added = try site.run("trust", "add", site.url, "--until", "30d", "--codes", "expired", "--json")
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(added.errors == "")
        let line = try #require(try Line.all(added).first)
        #expect(line.schema == "holdfast.exception/1")
        #expect(line.host == "good.test")
        #expect(line.policy == "ssl")
        #expect(line.codes == ["expired"])
        #expect(line.inForce)

        let check = try site.run("check", site.url, "--json")
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        let verdict = try FullVerdict(check)
        #expect(verdict.trusted)
        #expect(verdict.result == "proceed")
        #expect(verdict.findings.first?.code == "expired")
        #expect(verdict.findings.first?.severity == "warning")
        #expect(verdict.findings.first?.overriddenBy == "exception")
        #expect(verdict.explicitTrust?.kind == "exception")
        #expect(verdict.explicitTrust?.codes == ["expired"])
        #expect(verdict.explicitTrust?.until == line.until)
        let text = try site.run("check", site.url)
        #expect(text.output.hasPrefix("\(site.url): trusted by the user's exception until \(line.until)\n"))
        #expect(text.output.contains("\n\n  overridden\n    expired: the certificate expired"))

        let request = try site.run("request", site.url)
        #expect(request.exitCode == 0, "\(request.errors)")
        #expect(request.output == "hello\n")
        #expect(request.errors == "good.test: trusted by the user's exception until \(line.until)\n")
        let answer = try site.run("request", site.url, "--json")
        #expect(answer.output.contains("\"result\":\"proceed\""))

        let evaluate = try site.local(
            "evaluate", "old.pem", "--host", "good.test", "--anchors-only", "root.pem", "--json")
        #expect(evaluate.exitCode == 0, "\(evaluate.output)\(evaluate.errors)")
        #expect(try FullVerdict(evaluate).result == "proceed")
        for arguments in [
            ["--policy", "basic-x509"], ["--host", "other.test"], ["--host", "good.test", "--no-exceptions"],
        ] {
            let run = try CommandRun(
                "holdfast", ["evaluate", "old.pem", "--anchors-only", "root.pem"] + arguments, in: site.folder)
            #expect(run.exitCode == 21, "\(arguments) \(run.output)")
        }
        #expect(try site.run("check", site.url, "--no-exceptions").exitCode == 21)
        #expect(try site.run("request", site.url, "--no-exceptions").exitCode == 21)
        // Before it was made, and after its end.
        #expect(try site.run("check", site.url, "--at", "2026-01-01T00:00:00Z").exitCode == 21)
        #expect(try site.run("check", site.url, "--at", line.until).exitCode == 21)
    }

    @Test("A new code asks again, and the verdict says what the exception does not cover")
    func newCode() throws {
        let site = try Site()
        let added = try site.run("trust", "add", site.url, "--until", "30d", "--codes", "expired")
        #expect(added.exitCode == 0, "\(added.errors)")
        // Now without its root, too.
        let check = try site.run("check", site.url, anchors: "other.pem")
        #expect(check.exitCode == 20, "\(check.output)")
        #expect(check.output.contains("the user's exception for this certificate does not cover issuerNotFound"))
        let lacking = try site.run(
            "trust", "add", site.url, "--until", "30d", "--codes", "expired,weakKey", anchors: "other.pem")
        // It is kept, and the exit code says what the server is refused for all the same.
        #expect(lacking.exitCode == 20)
        #expect(lacking.errors.contains("replaces the exception that was there for it\n"))
        #expect(lacking.errors.contains("not covered, and so still refused: issuerNotFound\n"))
        #expect(lacking.errors.contains("not found now, and overridden all the same: weakKey\n"))
    }

    @Test("From a file, listed, and removed by host or by fingerprint")
    func files() throws {
        let site = try Site()
        let note = "the printer \u{1b}[31m"
        let added = try site.local(
            "trust", "add", "old.pem", "--host", "good.test", "--anchors-only", "root.pem", "--until", "2027-02-01",
            "--codes", "expired", "--note", note)
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(added.output.hasPrefix("good.test: trusted from "))
        #expect(added.output.contains(" until 2027-02-01T00:00:00Z, whatever expired says\n  SHA-256  "))
        #expect(!added.output.contains("\u{1b}"))
        let other = try site.local(
            "trust", "add", "old.pem", "--host", "printer.test", "--anchors-only", "root.pem", "--until", "12h",
            "--codes", "expired,hostMismatch")
        #expect(other.exitCode == 0, "\(other.errors)")
        let lines = try Line.all(try site.local("trust", "list", "--json"))
        #expect(lines.map(\.host) == ["good.test", "printer.test"])
        #expect(lines.first?.note == note)
        let fingerprint = try #require(lines.first?.certificate)
        #expect(lines.last?.certificate == fingerprint)
        let list = try site.local("trust", "list")
        #expect(list.output.contains("printer.test: trusted from "))
        let ambiguous = try site.local("trust", "remove", fingerprint.uppercased())
        #expect(ambiguous.exitCode == 2)
        #expect(ambiguous.errors.contains("2 exceptions for"))
        #expect(try site.local("trust", "remove", "printer.test").exitCode == 0)
        let removed = try site.local("trust", "remove", fingerprint, "--all")
        #expect(removed.exitCode == 0)
        #expect(removed.errors == "removed: good.test, SHA-256 \(fingerprint)\n")
        let empty = try site.local("trust", "list", "--json")
        #expect(empty.exitCode == 0)
        #expect(empty.output == "")
        #expect(try site.local("trust", "remove", "good.test").exitCode == 2)
        #expect(try site.local("trust", "remove", "--all").exitCode == 0)
    }

    @Test("Several commands that add at the same time: none is lost")
    func concurrent() throws {
        let site = try Site()
        let state = site.folder.url.appending(path: "state").path
        let adding = """
            export XDG_STATE_HOME='\(state)'
            for n in 1 2 3 4 5 6 7 8; do
                $holdfast trust add old.pem --host h$n.test --until 1d --codes expired,hostMismatch \\
                    --anchors-only root.pem >/dev/null &
            done
            wait
            """
        #expect(try CommandRun(shell: adding, in: site.folder).errors == "")
        let hosts = try Line.all(try site.local("trust", "list", "--json")).map(\.host)
        #expect(hosts.sorted() == (1...8).map { "h\($0).test" })
    }

    @Test("A store that others may read, and one that is damaged, count as empty, loudly")
    func untrustedStore() throws {
        let site = try Site()
        #expect(try site.run("trust", "add", site.url, "--until", "30d", "--codes", "expired").exitCode == 0)
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: site.store.path)
        let open = try site.run("check", site.url)
        #expect(open.exitCode == 21)
        #expect(open.errors.contains("others than its owner have rights to it (mode 644)\nhint: "))
        #expect(try site.run("trust", "add", site.url, "--until", "30d", "--codes", "expired").exitCode == 1)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: site.store.path)
        #expect(try site.run("check", site.url).exitCode == 0)
        var bytes = try Data(contentsOf: site.store)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: site.store)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: site.store.path)
        let damaged = try site.run("check", site.url)
        #expect(damaged.exitCode == 21)
        #expect(damaged.errors.contains("corrupt: "))
        #expect(damaged.errors.contains("; kept as 'exceptions.json.corrupt-1'"))
        #expect(
            try Data(contentsOf: site.store.deletingLastPathComponent().appending(path: "exceptions.json.corrupt-1"))
                == bytes)
        #expect(try site.run("check", site.url).errors == "")
    }

    @Test("Without a place for it: judged without exceptions, and trust says what is missing")
    func noPlace() throws {
        let site = try Site()
        let nowhere = ["XDG_STATE_HOME": "relative"]
        let run = try site.local(
            "evaluate", "old.pem", "--host", "good.test", "--anchors-only", "root.pem", environment: nowhere)
        #expect(run.exitCode == 21)
        #expect(run.errors == "")
        let list = try site.local("trust", "list", environment: nowhere)
        #expect(list.exitCode == 1)
        #expect(list.errors.contains("there is no place for exceptions"))
        // The one below HOME, where the other variable names none.
        let home = try site.local("trust", "list", environment: ["XDG_STATE_HOME": "", "HOME": site.folder.url.path])
        #expect(home.exitCode == 0)
    }

    @Test("What makes no sense is a usage error, and nothing is added")
    func usage() throws {
        let site = try Site()
        try Script(
            """
            $ holdfast trust
            ! holdfast: trust needs VERB …
            ! hint: holdfast trust --help shows what it does
            = 2
            $ holdfast trust ad x
            ! holdfast: 'ad' is nothing that holdfast trust does
            ! hint: did you mean holdfast trust add?
            = 2
            $ holdfast trust add
            ! holdfast: trust add needs FILE|SERVER
            ! hint: …
            = 2
            $ holdfast trust add old.pem --until 30d --codes expired
            ! holdfast: trust add FILE needs --host NAME
            ! hint: an exception is for one host
            = 2
            $ holdfast trust add old.pem --host good.test --codes expired
            ! holdfast: trust add needs --until
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host *.good.test --until 30d --codes expired
            ! holdfast: --host: '*.good.test' …
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host good.test --until soon --codes expired
            ! holdfast: --until: 'soon' is no time
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host good.test --until 2020-01-01 --codes expired --anchors-only root.pem
            ! holdfast: --until: 2020-01-01T00:00:00Z is over already
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host good.test --until 399d --codes expired --anchors-only root.pem
            ! holdfast: --until: the end … is too late: an exception lasts 398 days at most, thus until …
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host good.test --until 30d --codes expird
            ! holdfast: --codes: 'expird' is no finding's code
            ! hint: did you mean expired?
            = 2
            $ holdfast trust add old.pem --host good.test --until 30d --codes expired,
            ! holdfast: --codes: '' is no finding's code
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host good.test --until 30d --codes expired,badSignature
            ! holdfast: --codes: no exception may override badSignature
            ! hint: …
            = 2
            $ holdfast trust add old.pem --host good.test --until 30d --codes expired --timeout 3
            ! holdfast: option --timeout does not apply to a file
            ! hint: …
            = 2
            $ holdfast trust add https://good.test --host other.test --until 30d --codes expired
            ! holdfast: --host differs from the server's name good.test
            ! hint: …
            = 2
            $ holdfast trust add cut.der --host good.test --until 30d --codes expired
            ! holdfast: cut.der: the certificate cannot be read, and so not be excepted: …
            ! hint: …
            ! more: holdfast explain malformedCertificate
            = 30
            $ holdfast trust add no-such-host.invalid --until 30 --codes expired
            ! holdfast: no-such-host.invalid: …
            ! hint: there is no file of that name either
            ! more: holdfast explain …
            = 3
            $ holdfast trust list --until 30d
            ! holdfast: option --until does not apply to trust list
            ! hint: …
            = 2
            $ holdfast trust list more
            ! holdfast: too many arguments: 'more'
            ! hint: …
            = 2
            $ holdfast trust remove
            ! holdfast: trust remove needs FINGERPRINT|HOST
            ! hint: --all alone removes every exception
            = 2
            $ holdfast trust remove 'what is this'
            ! holdfast: 'what is this' is neither a SHA-256 nor a host
            ! hint: …
            = 2
            $ holdfast check good.test --policy ssl --codes expired
            ! holdfast: option --codes does not apply to check
            ! hint: …
            = 2
            $ holdfast trust list
            ! no exceptions
            """
        ).run(in: site.folder)
        #expect(!FileManager.default.fileExists(atPath: site.store.path))
    }

    @Test("What nobody may except is said, and nothing is added")
    func neverExcepted() throws {
        let site = try Site()
        let bench = try Loopback(host: "good.test")
        let identity = try bench.identity { template, _ in
            template.signatureEdit = .flippingBit(at: -1)
        }
        try site.folder.write("bad.pem", identity.chainPEM)
        try site.folder.write("root.pem", bench.root.identity.chainPEM)
        let run = try site.local(
            "trust", "add", "bad.pem", "--host", "good.test", "--anchors-only", "root.pem", "--until", "30d", "--codes",
            "expired")
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(run.errors.contains("badSignature cannot be excepted; nothing was added"))
        #expect(!FileManager.default.fileExists(atPath: site.store.path))
    }

    @Test("Help names the file, the bounds and the verbs")
    func help() throws {
        let site = try Site()
        let help = try site.local("trust", "--help", "--all")
        #expect(help.exitCode == 0)
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for word in ["398 days", "holdfast/exceptions.json", "add", "list", "remove", "--until", "--codes"] {
            #expect(words.contains(word), "\(word)")
        }
        for command in ["check", "evaluate", "request"] {
            #expect(try site.local(command, "--help", "--all").output.contains("--no-exceptions"), "\(command)")
        }
    }
}
