import Foundation
import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// `--resolver provider:…`: a provider's HTTPDNS, its account and the file that has it.
@Suite("Providers on the command line", .ownThread)
struct ProviderTests {
    /// A provider that answers in JSON, its description and the account of it.
    private struct Site {
        let server: TLSServer
        let folder: Folder
        let targets = Notes<String>()
        let secret = "0123456789abcdef-not-to-be-seen"

        init() throws {
            let bench = try Loopback(host: "provider.test")
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            let targets = targets
            server = try bench.answering { request in
                targets.add(request.target)
                // Of the shape of the documentation of Alibaba Cloud's HTTPDNS.
                let text = """
                    {"host": "a.example", "ips": ["192.0.2.1", "192.0.2.2"], "ipsv6": [], "ttl": 57, "origin_ttl": 120}
                    """
                return ServerResponse(
                    fields: [HTTPField("Content-Type", "application/json")], body: Array(text.utf8))
            }
            try folder.write(
                "provider.json",
                """
                {
                  "schema": "holdfast.provider/1", "name": "example",
                  "url": "https://{server}/{account}/resolve?host={host}&type={kind}&key={secret}",
                  "kinds": {"ipv4": "4", "ipv6": "6"},
                  "answer": {
                    "format": "json", "addresses": {"ipv4": "ips", "ipv6": "ipsv6"},
                    "timeToLive": {"ipv4": "ttl", "ipv6": "ttl"}, "host": "host"
                  }
                }
                """)
            try write(["example", "alibaba-httpdns"])
        }

        /// Writes the file of accounts, which nobody else may read.
        func write(_ providers: [String], _ further: String = "") throws {
            let entries = providers.map {
                """
                "\($0)": {"server": "provider.test", "port": \(server.port), "account": "139450", "secret": \
                "\(secret)", \
                "bootstrap": ["127.0.0.1"]\(further)}
                """
            }
            try folder.write("accounts.json", "{\(entries.joined(separator: ","))}")
            try rights(0o600)
        }

        func rights(_ mode: Int) throws {
            let path = folder.url.appending(path: "accounts.json").path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }

        func run(_ resolver: String) throws -> CommandRun {
            try CommandRun(
                "holdfast",
                ["resolve", "a.example", "--json", "-4", "--resolver", resolver, "--resolver-anchors", "anchor.pem"]
                    + ["--resolver-account", "accounts.json"], in: folder)
        }
    }

    @Test("one that a file describes is asked by its template, with the account of its name")
    func described() throws {
        let site = try Site()
        let run = try site.run("provider:provider.json")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let line = try #require(try Resolution.all(run.output).first)
        #expect(line.source == "provider:provider.json" && line.ttl == 57)
        #expect(line.addresses.map(\.address) == ["192.0.2.1", "192.0.2.2"])
        #expect(
            site.targets.all == ["/139450/resolve?host=a.example&type=4&key=\(site.secret)"])
        #expect(!run.output.contains(site.secret) && !run.errors.contains(site.secret))
    }

    @Test("one that comes with the program", arguments: ["provider:alibaba-httpdns", "alibaba-httpdns"])
    func builtIn(_ resolver: String) throws {
        let site = try Site()
        let run = try site.run(resolver)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try Resolution.all(run.output).first?.addresses.map(\.address) == ["192.0.2.1", "192.0.2.2"])
        // "Resolve a domain name" of its documentation.
        #expect(site.targets.all == ["/139450/d?host=a.example&query=4"])
    }

    @Test("the file of accounts: others may not read it, nothing in it is unknown, and no secret is quoted")
    func accounts() throws {
        let site = try Site()
        try site.rights(0o640)
        let readable = try site.run("provider:provider.json")
        #expect(readable.exitCode == 2)
        #expect(readable.errors.hasPrefix("holdfast: 'accounts.json' can be read or written by others"))
        try site.write(["example"], ", \"secrit\": \"\(site.secret)\"")
        let misspelt = try site.run("provider:provider.json")
        #expect(misspelt.exitCode == 2)
        #expect(misspelt.errors.hasPrefix("holdfast: 'accounts.json': an account has no member 'secrit'\n"))
        try site.write(["exampel"])
        let other = try site.run("provider:provider.json")
        #expect(other.exitCode == 2)
        #expect(other.errors.hasPrefix("holdfast: 'accounts.json' has no account of example\n"))
        #expect(other.errors.contains("exampel"))
        for run in [readable, misspelt, other] { #expect(!run.errors.contains(site.secret)) }
        #expect(site.targets.all.isEmpty)
    }

    /// A file that belongs to somebody else is read by a command of root's, and holds what that user wants.
    @Test("the file of accounts is refused where another owns it", .enabled(if: geteuid() == 0, "only root gives away"))
    func foreignAccounts() throws {
        let site = try Site()
        #expect(unsafe chown(site.folder.url.appending(path: "accounts.json").path, 12_345, 0) == 0)
        let run = try site.run("provider:provider.json")
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("holdfast: 'accounts.json' holds secrets, and '"))
        #expect(run.errors.contains("belongs to user 12345"))
        #expect(site.targets.all.isEmpty)
    }

    @Test("the accounts may come by a process substitution, and by standard input if nobody else may read that")
    func pipedAccounts() throws {
        let site = try Site()
        let command = "\"$holdfast\" resolve a.example --json -4 --resolver provider:provider.json"
        let options = "--resolver-anchors anchor.pem --resolver-account"
        for line in [
            "\(command) \(options) <(cat accounts.json)", "cat accounts.json | \(command) \(options) -",
            "\(command) \(options) - < accounts.json", "\(command) \(options) /dev/stdin < accounts.json",
        ] {
            let run = try CommandRun(shell: line, in: site.folder)
            #expect(run.exitCode == 0, "\(line): \(run.errors)")
        }
        try site.rights(0o644)
        let run = try CommandRun(shell: "\(command) \(options) - < accounts.json", in: site.folder)
        #expect(run.exitCode == 2 && run.errors.hasPrefix("holdfast: '-' can be read or written by others"))
    }

    @Test("without an account, or an account without a provider")
    func usage() throws {
        try Script(
            """
            $ holdfast resolve a.example --resolver provider:alibaba-httpdns
            ! holdfast: --resolver 'provider:alibaba-httpdns' needs --resolver-account FILE
            ! hint: the file has the provider's server, the account and its secret
            = 2
            $ holdfast resolve a.example --resolver provider:alibaba-htpdns
            ! holdfast: --resolver: 'provider:alibaba-htpdns': there is no such provider
            ! hint: did you mean provider:alibaba-httpdns?
            = 2
            $ holdfast resolve a.example --resolver system --resolver-account accounts.json
            ! holdfast: --resolver-account needs a provider
            ! hint: leave it out
            = 2
            $ holdfast resolve a.example --resolver provider:key.json
            ! holdfast: 'key.json': …
            ! hint: …
            = 1
            """
        ).run(in: Folder())
    }
}
