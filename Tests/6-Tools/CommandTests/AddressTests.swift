import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// `-4`, `-6` and `--all-addresses`, with servers at several addresses of loopback.
@Suite(.ownThread)
struct AddressTests {
    /// Servers for `multi.test` on one port: right at 127.0.0.1, wrong at 127.0.0.2, right at ::1 unless left out.
    private struct Site {
        let servers: [TLSServer]
        let folder: Folder
        var port: UInt16 { servers[0].port }

        init(atIPv6: Bool = true) throws {
            let bench = try Loopback(host: "multi.test")
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            let right = TLSServerConfiguration(try bench.identity())
            let wrong = TLSServerConfiguration(try bench.identity("other.test"))
            let first = try TLSServer(right) { _ in ServerResponse(text: "four\n") }
            var servers = [first]
            servers.append(
                try TLSServer(wrong, on: .secondLoopback, port: first.port) { _ in ServerResponse(text: "") })
            if atIPv6 {
                servers.append(
                    try TLSServer(right, on: .loopbackIPv6, port: first.port) { _ in ServerResponse(text: "six\n") })
            }
            self.servers = servers
        }

        func run(_ command: String = "check", addresses: String, _ arguments: String...) throws -> CommandRun {
            try CommandRun(
                "holdfast",
                [command, "https://multi.test:\(port)", "--resolve", "multi.test:\(port):\(addresses)"]
                    + ["--anchors-only", "anchor.pem"] + arguments, in: folder)
        }
    }

    @Test("Each address has a line of its own, IPv4 first, in ascending order; the worst is the exit code")
    func allAddresses() throws {
        let site = try Site()
        let run = try site.run(addresses: "[::1],127.0.0.2,127.0.0.1", "--all-addresses", "--json")
        #expect(run.exitCode == 24, "\(run.output)\(run.errors)")
        let verdicts = try Verdict.all(run.output)
        #expect(verdicts.map(\.address) == ["127.0.0.1", "127.0.0.2", "::1"])
        #expect(verdicts.map(\.trusted) == [true, false, true])
        #expect(verdicts.map(\.errors) == [[], ["hostMismatch"], []])
        #expect(Set(verdicts.map(\.target)) == ["https://multi.test:\(site.port)"])
        #expect(verdicts.allSatisfy { $0.host == "multi.test" && $0.tls?.sni == "multi.test" })
        let text = try site.run(addresses: "[::1],127.0.0.1", "--all-addresses")
        #expect(text.exitCode == 0)
        let headlines = text.output.split(separator: "\n").filter { $0.hasPrefix("https://") }
        let target = "https://multi.test:\(site.port)"
        #expect(headlines == ["127.0.0.1", "::1"].map { "\(target) at \($0): trusted, expires in 39 days" })
        #expect(site.servers.allSatisfy { $0.counters.applicationBytesReceived == 0 })
    }

    @Test("A dead IPv6 address among good ones is seen, and is the exit code")
    func dead() throws {
        let site = try Site(atIPv6: false)
        let plain = try site.run(addresses: "[::1],127.0.0.1")
        #expect(plain.exitCode == 0, "one that answers is enough otherwise")
        let run = try site.run(addresses: "[::1],127.0.0.1", "--all-addresses", "--json")
        #expect(run.exitCode == 3)
        let verdicts = try Verdict.all(run.output)
        #expect(verdicts.map(\.address) == ["127.0.0.1", "::1"])
        #expect(verdicts.map(\.trusted) == [true, false])
        #expect(verdicts[1].error?.phase == "connect" && verdicts[1].error?.code == "connectionRefused")
        #expect(run.errors.hasPrefix("holdfast: https://multi.test:\(site.port) at ::1: nothing listens"))
    }

    @Test("The worst address decides, whatever ends soon before it")
    func worst() throws {
        let site = try Site(atIPv6: false)
        let soon = ["--all-addresses", "--json", "--expires-within", "41d"]
        for (addresses, exit) in [
            ("127.0.0.1", Int32(32)), ("127.0.0.1,127.0.0.2", 24), ("127.0.0.1,[::1]", 3),
            ("127.0.0.1,[::1],127.0.0.2", 24),
        ] {
            let run = try site.run(addresses: addresses, soon[0], soon[1], soon[2], soon[3])
            #expect(run.exitCode == exit, "\(addresses): \(run.errors)")
            #expect(try Verdict.all(run.output).map(\.exitCode).first == 32)
        }
    }

    @Test("-4 and -6 choose among the addresses")
    func families() throws {
        let site = try Site()
        for (option, address) in [("-4", "127.0.0.1"), ("-6", "::1"), ("--ipv4", "127.0.0.1"), ("--ipv6", "::1")] {
            let run = try site.run(addresses: "[::1],127.0.0.1", option, "--json")
            #expect(run.exitCode == 0, "\(option): \(run.errors)")
            #expect(try Verdict(run.output).address == address, "\(option)")
            let all = try site.run(addresses: "[::1],127.0.0.1", option, "--all-addresses", "--json")
            #expect(try Verdict.all(all.output).map(\.address) == [address], "\(option)")
        }
        #expect(try site.run("request", addresses: "[::1],127.0.0.1", "-6").output == "six\n")
        #expect(try site.run("request", addresses: "[::1],127.0.0.1", "-4").output == "four\n")
    }

    @Test("Where --connect-to or the target itself names an address, that is the only one")
    func named() throws {
        let site = try Site()
        let place = "multi.test:\(site.port):[::1]:\(site.port)"
        let run = try site.run(addresses: "127.0.0.1", "--all-addresses", "--json", "--connect-to", place)
        #expect(try Verdict.all(run.output).map(\.address) == ["::1"])
        let literal = try CommandRun(
            "holdfast",
            ["check", "--all-addresses", "--json", "127.0.0.2:\(site.port)", "--anchors-only", "anchor.pem"],
            in: site.folder)
        #expect(literal.exitCode == 24)
        #expect(try Verdict.all(literal.output).map(\.address) == ["127.0.0.2"])
    }

    @Test("A name without an address is one failure, 3")
    func none() throws {
        try Script(
            """
            $ holdfast check --all-addresses --json --timeout 120 https://no-such-host.invalid
            > {…"error":{…"phase":"name",…"target":"https://no-such-host.invalid"…}
            ! holdfast: https://no-such-host.invalid: …
            ! hint: …
            ! more: holdfast explain …
            = 3
            """
        ).run(in: Folder())
    }

    @Test("What excludes each other is a usage error, before anything is connected to")
    func usage() throws {
        try Script(
            """
            $ holdfast check www.example.com -4 -6
            ! holdfast: -4 excludes -6
            ! hint: leave both out to dial either kind of address
            = 2
            $ holdfast check www.example.com -46
            ! holdfast: -4 excludes -6
            ! hint: …
            = 2
            $ holdfast check [::1]:8443 -4
            ! holdfast: '::1' is no IPv4 address, and -4 dials no others
            ! hint: leave -4 out
            = 2
            $ holdfast request https://127.0.0.1 -6
            ! holdfast: '127.0.0.1' is no IPv6 address, and -6 dials no others
            ! hint: leave -6 out
            = 2
            $ holdfast inspect https://127.0.0.1 -6
            ! holdfast: '127.0.0.1' is no IPv6 address, and -6 dials no others
            ! hint: leave -6 out
            = 2
            $ holdfast check www.example.com -6 --connect-to www.example.com:443:127.0.0.1:443
            ! holdfast: --connect-to: '127.0.0.1' is no IPv6 address, and -6 dials no others
            ! hint: leave -6 out
            = 2
            $ holdfast check www.example.com -4 --resolve www.example.com:443:[::1]
            ! holdfast: --resolve: 'www.example.com:443:[::1]' has no IPv4 address
            ! hint: leave -4 out, or name another address
            = 2
            $ holdfast inspect leaf.pem -4
            ! holdfast: option --ipv4 does not apply to a file
            ! hint: name a server: host, host:port or URL
            = 2
            # The address is not dialled: another one is, of the right family.
            $ holdfast check [::1]:443 -4 --connect-to [::1]:443:127.0.0.1:1
            ! holdfast: [::1]:443: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            """
        ).run(in: Folder())
    }
}
