import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// The articles' diagnosis: is a certificate for another name a matter of SNI?
@Suite(.ownThread)
struct SNITests {
    /// A server with one identity for everybody and others by name, and a folder with its root as `anchor.pem`.
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init(_ name: String, others: [(names: [String], certificate: String)] = []) throws {
            let bench = try Loopback(host: name)
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            var configuration = TLSServerConfiguration(try bench.identity())
            for other in others {
                configuration.others.append(.init(names: other.names, try bench.identity(other.certificate)))
            }
            server = try TLSServer(configuration) { _ in ServerResponse(text: "") }
        }

        func run(_ host: String, command: String = "check", _ arguments: String...) throws -> CommandRun {
            let target = "\(host):\(server.port)"
            return try CommandRun(
                "holdfast",
                [command, "https://\(target)", "--connect-to", Loopback.connectTo(server.port, host: "good.test")]
                    + ["--anchors-only", "anchor.pem"] + arguments, in: folder)
        }
    }

    @Test("Another certificate without SNI: said in the text and the JSON; verdict and exit code stay")
    func chooses() throws {
        let site = try Site("default.test", others: [(["good.test"], "other.test")])
        let json = try site.run("good.test", "--json")
        #expect(json.exitCode == 24, "\(json.errors)")
        let verdict = try Verdict(json.output)
        #expect(verdict.errors == ["hostMismatch"] && !verdict.trusted)
        let sni = try #require(verdict.sni)
        #expect(sni.sent == "good.test" && sni.tried == nil && sni.choosesBySNI == true && !sni.provesName)
        #expect(sni.presents?.subject == "CN=default.test")
        #expect(sni.message == "the server chooses its certificate by SNI: without it, it presents CN=default.test")
        let text = try site.run("good.test")
        #expect(text.exitCode == 24)
        #expect(text.output.contains("\n  SNI          \(sni.message)\n"))
        #expect(site.server.waitUntilIdle(afterAtLeast: 4))
        #expect(site.server.counters.connections == 4 && site.server.counters.applicationBytesReceived == 0)
        #expect(site.server.counters.handshakesCompleted == 0)
    }

    @Test("A second certificate that would prove the name does not make the first one trusted")
    func wouldProve() throws {
        let site = try Site("good.test", others: [(["good.test"], "other.test")])
        let run = try site.run("good.test", "--json")
        #expect(run.exitCode == 24)
        let verdict = try Verdict(run.output)
        #expect(!verdict.trusted && verdict.errors == ["hostMismatch"])
        #expect(verdict.sni?.choosesBySNI == true && verdict.sni?.provesName == true)
        #expect(verdict.sni?.message.hasSuffix("it presents CN=good.test, which carries the name") == true)
    }

    /// A server that chooses and has none for the name shows its first one too (RFC 6066 §3).
    @Test("The same certificate with and without: whether the server chooses does not show")
    func same() throws {
        for others in [[], [(["second.test"], "second.test")]] as [[(names: [String], certificate: String)]] {
            let site = try Site("other.test", others: others)
            let run = try site.run("good.test", "--json")
            #expect(run.exitCode == 24)
            let sni = try #require(try Verdict(run.output).sni)
            #expect(sni.choosesBySNI == nil)
            #expect(
                sni.message
                    == "the same certificate with and without SNI: the server has none for the name good.test, or does "
                    + "not choose by it")
        }
    }

    @Test("An address has no SNI: the name that --connect-to leads there is tried")
    func address() throws {
        let site = try Site("default.test", others: [(["good.test"], "good.test")])
        let run = try site.run("127.0.0.1", "--json")
        #expect(run.exitCode == 24)
        let verdict = try Verdict(run.output)
        #expect(verdict.tls?.sni == nil)
        let sni = try #require(verdict.sni)
        #expect(sni.sent == nil && sni.tried == "good.test" && sni.choosesBySNI == true)
        #expect(
            sni.message
                == "the server chooses its certificate by SNI: with the server name good.test, it presents CN=good.test"
        )
        #expect(site.server.counters.serverNames.compactMap(\.self) == ["good.test"])
    }

    @Test("Where the name is right, or nothing is compared, nobody looks twice")
    func notAsked() throws {
        let site = try Site("good.test")
        #expect(try Verdict(site.run("good.test", "--json").output).sni == nil)
        let other = try Site("other.test")
        let run = try other.run("good.test", "--json", "--policy", "basic-x509")
        #expect(run.exitCode == 0)
        #expect(try Verdict(run.output).sni == nil)
        for server in [site.server, other.server] {
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            #expect(server.counters.connections == 1)
        }
    }

    @Test("A request looks once")
    func request() throws {
        let site = try Site("default.test", others: [(["good.test"], "other.test")])
        let run = try site.run("good.test", command: "request")
        #expect(run.exitCode == 24)
        #expect(site.server.waitUntilIdle(afterAtLeast: 1))
        #expect(site.server.counters.connections == 1)
    }

    @Test("A server that does not answer the second time costs what is left of the time limit")
    func timeLimit() throws {
        let bench = try Loopback(host: "other.test")
        let identity = try bench.identity()
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        func check(seconds: String) throws -> CommandRun {
            let server = try RawServer { connection throws(ServingError) in
                if connection.number == 1 {
                    try flight.serve(connection)
                } else {
                    try RawBehaviour.neverAnswers(connection)
                }
            }
            defer { server.stop() }
            let target = "good.test:\(server.port)"
            return try CommandRun(
                "holdfast",
                ["check", "--json", target, "--connect-to", "\(target):127.0.0.1:\(server.port)"]
                    + ["--timeout", seconds, "--anchors-only", "anchor.pem"], in: folder)
        }
        var run = try check(seconds: "2")
        // The limit holds for the first connection too: where a busy machine took longer, it is a longer one.
        for seconds in ["20", "200"] where run.exitCode == 7 { run = try check(seconds: seconds) }
        #expect(run.exitCode == 24, "\(run.output)\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(verdict.errors == ["hostMismatch"] && verdict.error == nil)
        #expect(verdict.sni?.error?.code == "timedOut" && verdict.sni?.choosesBySNI == nil)
    }
}
