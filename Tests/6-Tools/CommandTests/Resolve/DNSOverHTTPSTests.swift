import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// `--resolver https://…`: how a server of DNS over HTTPS is asked, reached and judged.
@Suite("DNS over HTTPS on the command line", .ownThread)
struct DNSOverHTTPSTests {
    private struct Site {
        let bench: Loopback
        let folder: Folder

        init() throws {
            bench = try Loopback()
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
        }

        func run(_ command: String, _ arguments: [String]) throws -> CommandRun {
            try CommandRun("holdfast", [command] + arguments, in: folder)
        }

        let reaching = ["--resolver-bootstrap", "\(DNSServer.name)=127.0.0.1", "--resolver-anchors", "anchor.pem"]
    }

    @Test("by POST, and by GET where that is asked for", arguments: ["", "get+"])
    func methods(_ prefix: String) throws {
        let site = try Site()
        let dns = try DNSServer(site.bench, [[192, 0, 2, 1], [192, 0, 2, 2]])
        let run = try site.run(
            "resolve", ["a.example", "--json", "--resolver", prefix + dns.url] + site.reaching)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let lines = try Resolution.all(run.output)
        #expect(lines.map(\.source) == [prefix + dns.url, prefix + dns.url])
        #expect(lines.map { $0.addresses.map(\.address) } == [["192.0.2.1", "192.0.2.2"], []])
        #expect(lines[0].ttl == 300)
        // RFC 8484 §4.1.
        let isPost = prefix.isEmpty
        #expect(
            dns.questions.allSatisfy {
                $0.method == (isPost ? "POST" : "GET") && $0.path == "/dns-query"
                    && $0.accept == "application/dns-message"
                    && $0.contentType == (isPost ? "application/dns-message" : nil)
            }, "\(dns.questions)")
        #expect(dns.questions.count == 2)
    }

    @Test("that there is no such name is an answer: RCODE 3")
    func noSuchName() throws {
        let site = try Site()
        let dns = try DNSServer(site.bench, [], responseCode: 3)
        let run = try site.run("resolve", ["a.example", "--json", "-4", "--resolver", dns.url] + site.reaching)
        #expect(try Resolution.all(run.output).map { $0.error?.code } == ["noSuchName"])
        #expect(run.exitCode == 3)
        #expect(run.errors.hasPrefix("holdfast: a.example: no source has an address\n"), "\(run.errors)")
    }

    @Test("one whose authority is not known is told nothing; the other sources' answers count")
    func untrusted() throws {
        let site = try Site()
        let dns = try DNSServer(site.bench, [[192, 0, 2, 1]])
        let run = try site.run(
            "resolve",
            ["a.example", "--json", "-4", "--resolver", dns.url, "--resolver", "static:a.example=192.0.2.7"]
                + ["--resolver-bootstrap", "\(DNSServer.name)=127.0.0.1"])
        #expect(run.exitCode == 3)
        let lines = try Resolution.all(run.output)
        #expect(lines.map { $0.error?.code } == ["untrusted", nil])
        #expect(lines[1].addresses.map(\.address) == ["192.0.2.7"])
        #expect(run.errors.hasPrefix("holdfast: a.example: \(dns.url): "), "\(run.errors)")
        #expect(run.errors.contains("--resolver-anchors"), "\(run.errors)")
        #expect(dns.server.counters.applicationBytesReceived == 0)
    }

    @Test("the target's anchors are not the resolver's: whom it may be asked is a question of its own")
    func ownAnchors() throws {
        let site = try Site()
        let dns = try DNSServer(site.bench, [[127, 0, 0, 1]])
        let server = try site.bench.answering(as: site.bench.identity("good.test")) { _ in
            ServerResponse(text: "end\n")
        }
        let target = ["https://good.test:\(server.port)", "--anchors-only", "anchor.pem", "--resolver", dns.url]
        let bootstrap = ["--resolver-bootstrap", "\(DNSServer.name)=127.0.0.1"]
        #expect(try site.run("request", target + bootstrap).exitCode == 3)
        for command in ["check", "request", "trace"] {
            let run = try site.run(command, target + site.reaching)
            #expect(run.exitCode == 0, "\(command): \(run.output)\(run.errors)")
        }
    }
}
