import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// `--resolver` and `--connect-to` with several addresses, where connections follow them.
@Suite("Resolvers and addresses of one's own choice, by command", .ownThread)
struct ResolverOptionTests {
    @Test("check, request and trace connect where the resolver says", arguments: ["check", "request", "trace"])
    func followed(_ command: String) throws {
        let site = try ResolverSite()
        let run = try site.run(command, ["--timeout", "60"] + ResolverSite.resolver("127.0.0.1"))
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(site.right.waitUntilIdle(afterAtLeast: 1))
        #expect(site.right.counters.serverNames == [ResolverSite.name])
        if command == "request" { #expect(run.output == "right\n") }
    }

    @Test("the system is not asked unless --system-fallback says so", arguments: ["check", "request", "trace"])
    func fallback(_ command: String) throws {
        // `localhost` is a name that the system knows, and the resolver does not.
        let bench = try Loopback(host: "localhost")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let server = try bench.answering { _ in
            ServerResponse(text: "end\n")
        }
        let arguments = [
            command, "https://localhost:\(server.port)", "-4", "--anchors-only", "anchor.pem", "--resolver",
            "static:other.example=127.0.0.1",
        ]
        let never = try CommandRun("holdfast", arguments, in: folder)
        #expect(never.exitCode == 3, "\(never.output)\(never.errors)")
        #expect(server.counters.connections == 0)
        for fallback in ["last", "parallel"] {
            let run = try CommandRun("holdfast", arguments + ["--system-fallback", fallback], in: folder)
            #expect(run.exitCode == 0, "\(fallback): \(run.output)\(run.errors)")
        }
    }

    @Test("a poisoned answer costs a request nothing but time: the next address, also of the next resolver, is taken")
    func poisoned() throws {
        let site = try ResolverSite()
        let next = try site.run(
            "request", ResolverSite.resolver("127.0.0.2") + ResolverSite.resolver("127.0.0.1"))
        #expect(next.exitCode == 0 && next.output == "right\n", "\(next.errors)")
        #expect(site.wrong.counters.requestsReceived == 0)
        let none = try site.run("request", ResolverSite.resolver("127.0.0.2"))
        #expect(none.exitCode == 24, "\(none.errors)")
        #expect(site.wrong.counters.requestsReceived == 0)
    }

    @Test("--all-addresses judges every address of the resolver's")
    func allAddresses() throws {
        let site = try ResolverSite()
        let run = try site.run(
            "check", ["--all-addresses", "--json"] + ResolverSite.resolver("127.0.0.1", "127.0.0.2"))
        #expect(run.exitCode == 24)
        #expect(try Verdict.all(run.output).map(\.address) == ["127.0.0.1", "127.0.0.2"])
        #expect(try Verdict.all(run.output).map(\.trusted) == [true, false])
    }

    @Test("--connect-to goes before --resolver")
    func precedence() throws {
        let site = try ResolverSite()
        let place = "\(ResolverSite.name):\(site.port):127.0.0.1:\(site.port)"
        for command in ["check", "request", "trace"] {
            let run = try site.run(command, ["--connect-to", place] + ResolverSite.resolver("127.0.0.2"))
            #expect(run.exitCode == 0, "\(command): \(run.output)\(run.errors)")
        }
        #expect(site.wrong.counters.connections == 0)
    }

    @Test("several --connect-to for one host and port are all tried", arguments: ["check", "request", "trace"])
    func several(_ command: String) throws {
        let site = try ResolverSite()
        let source = "\(ResolverSite.name):\(site.port)"
        // Nothing listens at the first.
        let places = ["127.0.0.3", "127.0.0.1"].flatMap { ["--connect-to", "\(source):\($0):\(site.port)"] }
        let run = try site.run(command, places)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(site.right.waitUntilIdle(afterAtLeast: 1))
    }

    @Test("places of one server are addresses where there are several")
    func mixed() throws {
        try Script(
            """
            $ holdfast check a.example --connect-to a.example:443:b.example:443 --connect-to a.example:443:127.0.0.1:443
            ! holdfast: --connect-to: a.example:443 is led to a name and elsewhere too
            ! hint: several places for one server are written as addresses
            = 2
            $ holdfast check a.example --connect-to a.example:443:127.0.0.1:443 --connect-to a.example:443:b.example:443
            ! holdfast: --connect-to: a.example:443 is led to a name and elsewhere too
            ! hint: several places for one server are written as addresses
            = 2
            """
        ).run(in: Folder())
    }

    @Test("--no-sni sends no name, and the certificate is judged for it", arguments: ["check", "request", "trace"])
    func withoutServerName(_ command: String) throws {
        let site = try ResolverSite()
        let place = "\(ResolverSite.name):\(site.port):127.0.0.1:\(site.port)"
        let run = try site.run(command, ["--no-sni", "--connect-to", place])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(site.right.waitUntilIdle(afterAtLeast: 1))
        #expect(site.right.counters.serverNames == [nil])
        let other = "\(ResolverSite.name):\(site.port):127.0.0.2:\(site.port)"
        #expect(try site.run(command, ["--no-sni", "--connect-to", other]).exitCode == 24)
    }

    @Test("check --no-sni: where the name differs it is tried, and the verdict stays")
    func triedName() throws {
        let bench = try Loopback(host: "default.test")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.others.append(.init(names: ["good.test"], try bench.identity("good.test")))
        let server = try TLSServer(configuration) { _ in ServerResponse(text: "") }
        let run = try CommandRun(
            "holdfast",
            ["check", "https://good.test:\(server.port)", "--anchors-only", "anchor.pem", "--no-sni", "--json"]
                + ["--connect-to", Loopback.connectTo(server.port, host: "good.test")], in: folder)
        #expect(run.exitCode == 24, "\(run.errors)")
        let sni = try #require(try Verdict(run.output).sni)
        #expect(sni.sent == nil && sni.tried == "good.test" && sni.choosesBySNI == true && sni.provesName)
    }
}
