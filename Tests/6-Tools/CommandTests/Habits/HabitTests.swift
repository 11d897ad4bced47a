import Foundation
import TestSupport
import Testing

@testable import HoldfastCommand

/// Words of other programs, each answered with the line to write here (the manuals are the table's sources).
@Suite("Habits of other tools", .ownThread)
struct HabitTests {
    /// What is typed, and the line that the hint names.
    private static let lines: [(typed: String, line: String)] = openSSL + scanners + clients + anyProgram

    private static let openSSL = [
        ("s_client -connect a.test:443", "check a.test:443"),
        ("openssl s_client -connect a.test:443", "check a.test:443"),
        ("check -connect a.test:443", "check a.test:443"),
        // What stands on the line is no pattern.
        ("check -connect {a}", "check '{a}'"), ("check --file [HOST].txt", "check - < '[HOST].txt'"),
        ("check -servername b.test -connect 192.0.2.7:8443", "check --connect-to b.test:443:192.0.2.7:8443 b.test"),
        ("check -noservername a.test", "check --no-sni a.test"),
        ("check -CAfile ca.pem a.test", "check --anchors-only ca.pem a.test"),
        ("trace -CApath /etc/ssl/certs a.test", "trace --anchors-only /etc/ssl/certs a.test"),
        ("check -showcerts a.test", "inspect a.test"),
        ("verify -CAfile ca.pem chain.pem", "evaluate --anchors-only ca.pem chain.pem"),
        ("x509 -in chain.pem -noout -dates", "inspect chain.pem"),
        ("inspect -in chain.pem", "inspect chain.pem"), ("inspect chain.pem -text", "inspect chain.pem"),
        ("check -starttls smtp a.test:25", "check --starttls smtp a.test:25"),
        ("check -tls1_3 a.test", "trace --tls 1.3 a.test"), ("check -tls1_1 a.test", "trace --tls 1.1 a.test"),
        ("trace -cipher AES128-SHA a.test", "trace --ciphers AES128-SHA a.test"),
        ("check -groups X25519 a.test", "check --groups X25519 a.test"),
        ("check -alpn h2 a.test", "trace --alpn h2 a.test"),
        ("check -status a.test", "trace a.test"),
        ("check --CApath /etc/ssl a.test", "check --anchors-only /etc/ssl a.test"),
        ("check --checkend 86400 a.test", "check --expires-within 1d a.test"),
        ("request -cert alice.pem https://a.test", "request --cert alice.pem https://a.test"),
        ("request -key alice.key https://a.test", "request --key alice.key https://a.test"),
        ("evaluate -checkend 86400 chain.pem", "evaluate --expires-within 1d chain.pem"),
        ("check -checkend 2592000 a.test", "check --expires-within 30d a.test"),
        ("evaluate -untrusted inter.pem leaf.pem", "evaluate leaf.pem inter.pem"),
        ("evaluate -x509_strict leaf.pem", "evaluate --profile rfc5280 leaf.pem"),
        ("check -proxy p.test:3128 a.test", "check --proxy http://p.test:3128 a.test"),
        ("check -msg a.test", "trace --details a.test"),
        ("req -new -key k.pem", "create csr --name NAME --out NAME.csr --key k.pem"),
        ("genrsa 2048", "create key --key-type rsa-2048 --out NEW.key"),
        ("pkcs12 -export -in chain.pem", "convert --to pkcs12 --out NEW.p12 chain.pem"),
        ("keytool -printcert -sslserver a.test:443", "inspect a.test:443"),
        ("inspect -sslserver a.test:443", "inspect a.test:443"),
    ]

    private static let scanners = [
        ("check --ip 192.0.2.7 a.test", "check --connect-to a.test:443:192.0.2.7:443 a.test"),
        ("check --mx a.test", "check --starttls smtp a.test"),
        ("check --file web.txt", "check - < web.txt"),
        ("check --jsonfile o.json a.test", "check --json a.test > o.json"),
        ("check --htmlfile o.html a.test", "check --report o.html a.test"),
        ("check --add-ca ca.pem a.test", "check --anchors ca.pem a.test"),
        ("check --certinfo a.test", "check a.test"), ("check --tlsv1_2 a.test", "trace --tls 1.2 a.test"),
        ("check --json_out r.json a.test", "check --json a.test > r.json"),
        ("check --targets_in web.txt", "check - < web.txt"), ("check --targets=web.txt", "check - < web.txt"),
        ("check --heartbleed a.test", "trace --tls 1.1 a.test"),
        ("check --sni-name b.test 192.0.2.7", "check --connect-to b.test:443:192.0.2.7:443 b.test"),
        ("check --show-certificate a.test", "inspect a.test"),
        ("check --starttls-smtp a.test", "check --starttls smtp a.test"),
        ("nscurl --ats-diagnostics https://a.test", "ats https://a.test"),
        ("check --ats-diagnostics https://a.test", "ats https://a.test"),
    ]

    private static let clients = [
        ("certificate inspect https://a.test", "inspect https://a.test"),
        ("step certificate inspect chain.pem", "inspect chain.pem"),
        ("certificate verify https://a.test --roots ca.pem", "check --anchors-only ca.pem https://a.test"),
        ("certificate needs-renewal https://a.test --expires-in 33%", "check --expires-within 30d https://a.test"),
        ("certificate create localhost", "create leaf localhost"),
        ("certificate install ca.pem", "trust-store install ca.pem"),
        ("step ca init", "create ca"),
        ("check --roots ca.pem a.test", "check --anchors-only ca.pem a.test"),
        ("check --servername b.test 192.0.2.7:8443", "check --connect-to b.test:443:192.0.2.7:8443 b.test"),
        ("check --expires-in 33% a.test", "check --expires-within 30d a.test"),
        ("request --verify ca.pem https://a.test", "request --anchors-only ca.pem https://a.test"),
        ("https a.test", "request https://a.test"), ("http https://a.test", "request https://a.test"),
        ("http --verify ca.pem https://a.test", "request --anchors-only ca.pem https://a.test"),
        ("ca certificate a.test a.crt a.key", "create leaf a.test"),
        ("request --check-status https://a.test", "request --fail https://a.test"),
        ("request --cert-key alice.key https://a.test", "request --key alice.key https://a.test"),
        ("check --x509cafile ca.pem a.test", "check --anchors-only ca.pem a.test"),
        ("check --print-cert a.test", "inspect a.test"),
        ("check --starttls-proto smtp a.test", "check --starttls smtp a.test"),
        ("request --ca-certificate ca.pem https://a.test", "request --anchors-only ca.pem https://a.test"),
        ("request --private-key k.pem https://a.test", "request --key k.pem https://a.test"),
        ("trust-store -install", "trust-store install CA.pem"),
        ("create leaf a.test -client", "create leaf --usage client a.test"),
    ]

    private static let anyProgram = [
        ("check --ca-file ca.pem a.test", "check --anchors-only ca.pem a.test"),
        ("evaluate --ca-bundle ca.pem leaf.pem", "evaluate --anchors-only ca.pem leaf.pem"),
        ("check --sni b.test 192.0.2.7", "check --connect-to b.test:443:192.0.2.7:443 b.test"),
        ("check --host b.test 192.0.2.7", "check --connect-to b.test:443:192.0.2.7:443 b.test"),
        ("check --port 8443 a.test", "check a.test:8443"), ("check -p 8443 a.test", "check a.test:8443"),
        ("check --format json a.test", "check --json a.test"),
        ("check --days 30 a.test", "check --expires-within 30d a.test"),
        ("check --client-cert c.pem a.test", "check --cert c.pem a.test"),
        ("check --all-ips a.test", "check --all-addresses a.test"), ("check --debug a.test", "trace --details a.test"),
        ("curl -v https://a.test", "trace https://a.test"), ("testssl a.test", "check a.test"),
        ("testssl.sh a.test:8443", "check a.test:8443"), ("sslscan a.test", "check a.test"),
        ("sslyze a.test", "check a.test"), ("gnutls-cli a.test", "check a.test"),
        ("httpie https://a.test", "request https://a.test"),
        ("create cert localhost", "create leaf localhost"), ("create root", "create ca"),
        ("create request", "create csr --name NAME --key NAME.key --out NAME.csr"),
    ]

    @Test("each is a usage error whose hint names the line to write")
    func answers() throws {
        #expect(Self.lines.count >= 52)
        let folder = try Folder()
        for (typed, line) in Self.lines {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: folder)
            #expect(run.exitCode == 2 && run.output.isEmpty, "\(typed)")
            let hint = run.errors.split(separator: "\n").last { $0.hasPrefix("hint: ") } ?? ""
            #expect(hint.hasSuffix(" holdfast \(line)"), "\(typed): \(run.errors)")
        }
    }

    @Test("what has no line is told so: judging is not switched off, a value is not read from the command line")
    func withoutLine() throws {
        let off = "nothing switches the judging off"
        for (typed, words) in [
            ("request --verify=no https://a.test", off), ("request --verify no https://a.test", off),
            ("check --no-ca-verification a.test", off), ("check --insecure-skip-tls-verify a.test", off),
            ("check --skip-verify a.test", off),
            ("check -verify_return_error a.test", "certificates are always judged"),
            ("check -verify 5 a.test", "certificates are always judged"),
            ("check --retry 3 a.test", "the shell repeats"),
            ("request -pass pass:secret https://a.test", "--passphrase-file FILE"),
            ("check -no_tls1_1 a.test", "TLS 1.2 and 1.3 alone are spoken"),
        ] {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: Folder())
            #expect(run.exitCode == 2 && run.errors.contains(words), "\(typed): \(run.errors)")
            #expect(!run.errors.contains("secret"))
        }
    }

    @Test("the tool is named, and a password in a URL is not shown")
    func named() throws {
        try Script(
            """
            $ holdfast check -servername a.test
            ! holdfast: unknown option -servername, which is openssl's
            ! hint: write holdfast check --connect-to a.test:443:ADDRESS:PORT a.test
            = 2
            $ holdfast s_client
            ! holdfast: unknown command 's_client', which is openssl's
            ! hint: write holdfast check HOST
            = 2
            $ holdfast check --ca-file ca.pem https://ann:secret@a.test
            ! holdfast: unknown option --ca-file
            ! hint: write holdfast check --anchors-only ca.pem 'https://…@a.test'
            = 2
            # An option of ours that another command has is told as that, where the habit means nothing.
            $ holdfast create csr --days 30
            ! holdfast: option --days does not apply to create csr
            ! hint: holdfast create csr --help --all lists the options that do
            = 2
            $ holdfast check --language zh-Hans -CAfile ca.pem a.test
            ! holdfast: 未知的选项 -CAfile，它是 openssl 的选项
            ! 提示：请写 holdfast check --language zh-Hans --anchors-only ca.pem a.test
            = 2
            """
        ).run(in: Folder())
    }

    @Test("every line of the table is one that there is: its command, and each of its options")
    func table() throws {
        let commands = Command.all.flatMap { $0.verbs.isEmpty ? [$0] : $0.verbs }
        for habit in try Habit.builtIn() {
            let (pattern, owner): (String, String?) =
                switch habit.answer {
                case .options(let options, let command): (options, command ?? "")
                case .server(let pattern), .advice(_, let pattern): (pattern, "")
                case .command(let line): (line, nil)
                default: ("", "")
                }
            guard !pattern.isEmpty else { continue }
            let named = Command.leading(pattern)?.command
            #expect((owner == nil) == (named != nil) || owner == "", "\(habit.spellings): \(pattern)")
            let command = named ?? owner.flatMap { name in commands.first { $0.name == name } }
            for word in pattern.split(separator: " ") where word.hasPrefix("--") {
                // Without an owner it is for whichever command has it.
                let holders = command.map { [$0] } ?? commands
                #expect(holders.contains { $0.has(String(word)) }, "\(habit.spellings): \(word)")
            }
        }
    }

    @Test("no word stands twice in the table, none is an option of every command, and each tool has one")
    func words() {
        let all = Habit.all.flatMap(\.spellings)
        let twice = Dictionary(grouping: all) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(twice.isEmpty, "\(twice)")
        for tool in HabitTool.allCases {
            let words = Habit.lines.filter { $0.tool == tool }.flatMap(\.spellings)
            #expect(Set(words).count == words.count, "\(tool): \(words)")
        }
        for word in all { #expect(!Command.everywhere.contains { $0.isCalled(word) }, "\(word)") }
        for word in all where !word.hasPrefix("-") && !word.contains(" ") {
            #expect(!Command.all.contains { $0.name == word }, "\(word)")
        }
        for tool in HabitTool.allCases {
            #expect(Habit.all.contains { $0.tool == tool }, "\(tool)")
        }
    }

    /// Docs/cli.md has a row for each tool, with the manual that its words are from.
    @Test("the page names each tool with its manual")
    func page() throws {
        let page = try String(contentsOf: PrintedJSON.top.appending(path: "Docs/cli.md"), encoding: .utf8)
        let file = PrintedJSON.top.appending(path: "Sources/0-C/CTrustFacts/data/habits.tsv")
        let sources = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t")
        }
        for tool in HabitTool.allCases {
            let source = try #require(sources.first { $0[0] == "#source" && $0[1] == tool.rawValue }, "\(tool)")
            #expect(page.contains("| \(tool.rawValue) | \(source[2]) |"), "\(tool)")
        }
    }
}
