import TestSupport
import Testing

@testable import HoldfastCommand

/// One table of options: what is the same is called the same, and is there wherever it means something.
@Suite(.ownThread)
struct GrammarTests {
    private static let commands = Command.all.flatMap { $0.verbs.isEmpty ? [$0] : $0.verbs }

    private static func command(_ name: String) throws -> Command {
        try #require(commands.first { $0.name == name }, "\(name)")
    }

    @Test(
        "every command that connects takes every option of connections",
        arguments: [
            "check", "inspect", "request", "trace", "pin compute", "pin verify", "trust add", "ats", "gate", "browse",
            "deadlines",
        ])
    func connecting(_ name: String) throws {
        let command = try Self.command(name)
        let names = ["--proxy", "--resolver", "--no-sni", "--cert", "--key", "--connect-to", "--resolve", "--timeout"]
        for option in names + ["--ipv4", "--ipv6"] {
            #expect(command.options.contains { $0.name == option }, "\(option)")
        }
        // HTTP is spoken by these, and nothing before TLS.
        let speaksHTTP = ["request", "ats", "gate", "browse"].contains(name)
        #expect(command.options.contains(.startTLS) == !speaksHTTP)
    }

    /// It asks for addresses itself, and says which ones are dialled.
    @Test("resolve takes what means something where every address is connected to")
    func resolve() throws {
        let options = try Self.command("resolve").options
        for option in [CommandOption.proxy, .noSNI, .startTLS, .clientCertificate, .timeout, .ipv4, .resolver] {
            #expect(options.contains(option), "\(option.name)")
        }
        #expect(!options.contains(.connectTo) && !options.contains(.resolve))
    }

    @Test("an option of a name takes the same kind of value in every command")
    func values() {
        var kinds: [String: Set<String>] = [:]
        for command in Self.commands {
            for option in command.options { kinds[option.name, default: []].insert(option.placeholder ?? "") }
        }
        // A folder is a file's place; a pattern names hosts, and a key is named by its file. The lab has many ports,
        // and an option of their own for them. Findings have levels, differences of policy files kinds.
        let known: [String: Set<String>] = [
            "--out": ["FILE", "FOLDER"], "--host": ["NAME", "PATTERN"], "--only": ["NAME", "KIND", "KIND[,KIND]"],
            "--listen": ["ADDR:PORT", "ADDRESS"], "--fail-on": ["LEVEL", "KIND"],
        ]
        for (name, found) in kinds where found.count > 1 {
            #expect(found == known[name], "\(name): \(found)")
        }
        #expect(kinds["--at"] == ["TIME"] && kinds["--report"] == ["FILE"] && kinds["--policy-file"] == ["FILE"])
    }

    @Test("no command has two options of one name or letter")
    func names() {
        for command in Self.commands {
            #expect(Set(command.options.map(\.name)).count == command.options.count, "\(command.name)")
            let letters = command.options.compactMap(\.letter)
            #expect(Set(letters).count == letters.count, "\(command.name)")
        }
    }

    @Test("what curl spells otherwise is answered with our option")
    func curl() throws {
        try Script(
            """
            $ holdfast check -k https://www.example.com
            ! holdfast: unknown option -k, which is curl's
            ! hint: nothing switches the judging off: …; write holdfast check https://www.example.com
            = 2
            $ holdfast request --insecure https://www.example.com
            ! holdfast: unknown option --insecure, which is curl's
            ! hint: nothing switches the judging off: …
            = 2
            $ holdfast check --cacert root.pem https://www.example.com
            ! holdfast: unknown option --cacert, which is curl's
            ! hint: write holdfast check --anchors-only root.pem https://www.example.com
            = 2
            $ holdfast check --cacert=root.pem https://www.example.com --json
            ! holdfast: unknown option --cacert, which is curl's
            ! hint: write holdfast check --anchors-only root.pem --json https://www.example.com
            = 2
            $ holdfast -V
            ! holdfast: unknown option -V, which is curl's
            ! hint: write holdfast --version
            = 2
            $ holdfast check -V
            ! holdfast: unknown option -V, which is curl's
            ! hint: write holdfast --version
            = 2
            $ holdfast request -m 3 https://www.example.com
            ! holdfast: unknown option -m, which is curl's
            ! hint: write holdfast request --timeout 3 https://www.example.com
            = 2
            $ holdfast evaluate -x http://localhost:3128 chain.pem
            ! holdfast: unknown option -x, which is curl's
            ! hint: it is --proxy here, which evaluate does not take; check, scan, inspect do; write …
            = 2
            $ holdfast request -sS https://www.example.com
            ! holdfast: unknown option -s, which is curl's
            ! hint: …; it is --quiet here, which request …; write holdfast request https://www.example.com
            = 2
            $ holdfast request --output page.html https://www.example.com
            ! holdfast: unknown option --output, which is curl's
            ! hint: write holdfast request --out page.html https://www.example.com
            = 2
            $ holdfast request -I https://www.example.com
            ! holdfast: unknown option -I, which is curl's
            ! hint: write holdfast request --method HEAD --include https://www.example.com
            = 2
            $ holdfast pin -k
            ! holdfast: unknown option -k, which is curl's
            ! hint: nothing switches the judging off: …
            = 2
            """
        ).run(in: Folder())
    }

    @Test("options that are spelled as curl's are ours")
    func same() throws {
        let request = try Self.command("request")
        for (long, letter) in [
            ("--header", "H"), ("--data", "d"), ("--include", "i"), ("--fail", "f"), ("--out", "o"), ("--cookie", "b"),
            ("--cookie-jar", "c"), ("--method", "X"), ("--ipv4", "4"), ("--ipv6", "6"),
        ] {
            #expect(request.options.first { $0.name == long }?.letter == Character(letter), "\(long)")
        }
        for name in ["--proxy", "--cert", "--key", "--connect-to", "--resolve"] {
            #expect(request.options.contains { $0.name == name }, "\(name)")
        }
    }
}
