import HoldfastAuthority
import HoldfastServing
import HoldfastSystem
import LoopbackSupport
import TestSupport
import Testing

/// `--proxy` wherever there is a connection: the server is judged through the tunnel, and named by the proxy alone.
@Suite(.ownThread)
struct ProxyOptionTests {
    private final class Site {
        let server: TLSServer
        let folder: Folder

        init() throws {
            let bench = try Loopback(host: "good.test")
            server = try bench.answering { _ in ServerResponse(text: "hello") }
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
        }

        var target: String { "good.test:\(server.port)" }

        func proxy(
            _ kind: ProxyConfiguration.Kind = .http, _ change: (inout ProxyConfiguration) -> Void = { _ in }
        ) throws -> ProxyServer {
            var configuration = ProxyConfiguration(kind, routes: [target: server.port])
            change(&configuration)
            return try ProxyServer(configuration)
        }

        func run(_ words: [String], through proxy: String) throws -> CommandRun {
            try CommandRun("holdfast", words + [target, "--proxy", proxy, "--timeout", "60s"], in: folder)
        }
    }

    private static let commands: [(words: [String], exitCodes: Set<Int32>)] = [
        (["check"], [0]), (["inspect"], [0]), (["request"], [0]), (["trace"], [0]), (["pin", "compute"], [0]),
        // Whether the server is strong enough for iOS is not asked here.
        (["ats"], [0, 33]),
    ]

    /// RFC 9110 §9.3.6, RFC 1928 §4.
    @Test("commands reach a server whose name the proxy alone knows", arguments: ["http", "socks5"])
    func reached(_ scheme: String) throws {
        let site = try Site()
        for (words, exitCodes) in Self.commands {
            let proxy = try site.proxy(scheme == "http" ? .http : .socks5)
            let trust = words == ["inspect"] ? [] : ["--anchors-only", "anchor.pem"]
            let run = try site.run(words + trust, through: "\(scheme)://127.0.0.1:\(proxy.port)")
            #expect(exitCodes.contains(run.exitCode), "\(words): \(run.output)\(run.errors)")
            #expect(proxy.counters.tunnels >= 1 && proxy.counters.visits.allSatisfy { $0.target == site.target })
        }
    }

    @Test("resolve --judge has the proxy connect to each address", arguments: ["http", "socks5"])
    func resolve(_ scheme: String) throws {
        let site = try Site()
        let proxy = try site.proxy(scheme == "http" ? .http : .socks5) {
            $0.routes = ["127.0.0.1:\(site.server.port)": site.server.port]
        }
        let words = ["resolve", "-4", "--resolver", "static:good.test=127.0.0.1", "--anchors-only", "anchor.pem"]
        let run = try site.run(words + ["--judge"], through: "\(scheme)://127.0.0.1:\(proxy.port)")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(proxy.counters.tunnels == 1)
        let alone = try site.run(words, through: "\(scheme)://127.0.0.1:\(proxy.port)")
        #expect(alone.exitCode == 2 && alone.errors.contains("--judge"))
    }

    @Test("the diagnostic client answers a proxy that asks for a password, by either protocol; without one it says so")
    func password() throws {
        let site = try Site()
        // RFC 7617 §2, "Aladdin" and "open sesame".
        let http = try site.proxy { $0.refusal = ProxyConfiguration.basic("QWxhZGRpbjpvcGVuIHNlc2FtZQ==") }
        let socks = try site.proxy(.socks5) { $0.user = .init(name: "Aladdin", password: "open sesame") }
        for (scheme, port) in [("http", http.port), ("socks5", socks.port)] {
            let trace = ["trace", "--anchors-only", "anchor.pem"]
            let named = try site.run(trace, through: "\(scheme)://Aladdin:open%20sesame@127.0.0.1:\(port)")
            #expect(named.exitCode == 0, "\(named.errors)")
            #expect(!named.output.contains("sesame") && !named.output.contains("QWxhZGRpb"))
            for wrong in ["\(scheme)://127.0.0.1:\(port)", "\(scheme)://Aladdin:closed@127.0.0.1:\(port)"] {
                let refused = try site.run(trace, through: wrong)
                #expect(refused.exitCode == 3, "\(refused.errors)")
                #expect(refused.errors.contains("the proxy") && !refused.errors.contains("closed@"))
            }
        }
        #expect(site.server.counters.connections == 2)
    }

    @Test("a proxy that is none, and one that refuses, end with exit code 3")
    func refused() throws {
        let site = try Site()
        let (http, socks) = (try site.proxy { $0.routes = [:] }, try site.proxy(.socks5) { $0.routes = [:] })
        for proxy in ["http://127.0.0.1:\(http.port)", "socks5://127.0.0.1:\(socks.port)", "http://127.0.0.1:1"] {
            for command in ["check", "trace"] {
                #expect(try site.run([command], through: proxy).exitCode == 3, "\(command) \(proxy)")
            }
        }
        #expect(site.server.counters.connections == 0)
    }

    /// Whoever stands in between could put commands there (CVE-2011-0411): a server of TLS waits for the ClientHello.
    @Test("bytes that come behind a proxy's answer, where the client has to speak, end the trace")
    func early() throws {
        let proxy = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(600)))
            try connection.write(Array("HTTP/1.1 200 OK\r\n\r\ninjected\r\n".utf8), until: .after(.seconds(600)))
            _ = try connection.read(until: .after(.seconds(600)))
        }
        let site = try Site()
        for options in [[], ["--starttls", "postgres"]] {
            let run = try site.run(["trace", "--json"] + options, through: "http://127.0.0.1:\(proxy.port)")
            #expect(run.exitCode == 4, "\(run.errors)")
            #expect(run.output.contains(#""code":"plaintextInjected""#), "\(run.output)")
        }
    }

    @Test("what makes no sense is a usage error")
    func usage() throws {
        try Script(
            """
            $ holdfast trace www.example.com --proxy https://proxy.example
            ! holdfast: trace does not go through a proxy of https://
            ! hint: …
            = 2
            $ holdfast ats www.example.com --proxy https://proxy.example
            ! holdfast: ats does not go through a proxy of https://
            ! hint: …
            = 2
            $ holdfast check --starttls smtp mail.example.com --proxy https://proxy.example
            ! holdfast: --starttls does not go through a proxy of https://
            ! hint: …
            = 2
            $ holdfast trace localhost --proxy http://localhost:3128 --rtt 22ms
            ! holdfast: --proxy excludes --rtt
            ! hint: the delay line leads to a server of this machine
            = 2
            """
        ).run(in: Folder())
    }
}
