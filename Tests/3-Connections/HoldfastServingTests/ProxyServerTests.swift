import Foundation
import HoldfastAuthority
import LoopbackSupport
import PeerPrograms
import Synchronization
import TestSupport
import Testing

@testable import HoldfastServing

/// The proxies, used by curl.
@Suite(.ownThread) struct ProxyServerTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    private enum Kind: String, CaseIterable { case http, https, socks5h }

    private func proxy(
        _ kind: Kind, to server: TLSServer, _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) throws -> ProxyServer {
        let spoken: ProxyConfiguration.Kind =
            switch kind {
            case .http: .http
            case .https: .https(TLSServerConfiguration(try bench.identity("proxy.test")))
            case .socks5h: .socks5
            }
        var configuration = ProxyConfiguration(spoken)
        configuration.routes = ["a.test:\(server.port)": server.port]
        change(&configuration)
        return try ProxyServer(configuration)
    }

    private func curl(_ kind: Kind, _ proxy: ProxyServer, _ arguments: [String]) throws -> Peer {
        try Peer.run(
            "curl",
            [
                "-q", "-sS", "--max-time", "60", "--cacert", bench.rootFile, "--proxy-cacert", bench.rootFile,
                "--resolve", "proxy.test:\(proxy.port):127.0.0.1", "--proxy",
                "\(kind.rawValue)://\(kind == .https ? "proxy.test" : "127.0.0.1"):\(proxy.port)",
            ] + arguments)
    }

    @Test(arguments: Kind.allCases)
    private func leadsNamesThatOnlyItKnows(_ kind: Kind) throws {
        let server = try bench.echo()
        let proxy = try proxy(kind, to: server)
        let url = "https://a.test:\(server.port)"
        let peer = try curl(kind, proxy, ["\(url)/1", "\(url)/2"])
        #expect(peer.output == "GET /1 GET /2 ", "\(peer.all)")
        #expect(proxy.wait { $0.openConnections == 0 })
        let counters = proxy.counters
        #expect(counters.connections == 1 && counters.tunnels == 1)
        #expect(counters.visits.map(\.target) == ["a.test:\(server.port)"])
        #expect(counters.visits.first?.answer == (kind == .socks5h ? 0 : 200))
        #expect(counters.bytesToServers > 0 && counters.bytesToClients > 0)
        switch kind {
        case .socks5h: #expect(counters.visits.first?.addressKind == .name)
        case .http, .https:
            #expect(counters.visits.first?.requestLine == "CONNECT a.test:\(server.port) HTTP/1.1")
            #expect(counters.visits.first?["host"] == "a.test:\(server.port)")
        }
        #expect(counters.handshakesCompleted == (kind == .https ? 1 : 0))
        #expect(counters.serverNames == (kind == .https ? ["proxy.test"] : []))
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.serverNames == ["a.test"])
    }

    @Test(arguments: Kind.allCases)
    private func saysWhatItCannotReach(_ kind: Kind) throws {
        let server = try bench.echo()
        let proxy = try proxy(kind, to: server) { $0.routes = ["a.test:443": server.port] }
        let peer = try curl(kind, proxy, ["https://a.test:\(server.port)/"])
        #expect(peer.status == (kind == .socks5h ? 97 : 56), "\(peer.all)")
        #expect(proxy.counters.visits.map(\.answer) == [kind == .socks5h ? 4 : 502])
        #expect(proxy.counters.tunnels == 0)
        #expect(server.counters.connections == 0)
    }

    @Test(arguments: [Kind.http, .https], [true, false])
    private func asksForAPassword(_ kind: Kind, closes: Bool) throws {
        let server = try bench.echo()
        let proxy = try proxy(kind, to: server) {
            // RFC 7617 §2.
            $0.refusal = ProxyConfiguration.basic("QWxhZGRpbjpvcGVuIHNlc2FtZQ==", closes: closes)
        }
        let url = "https://a.test:\(server.port)/"
        let peer = try curl(kind, proxy, ["--proxy-anyauth", "--proxy-user", "Aladdin:open sesame", url])
        // CURLE_SEND_ERROR: curl 8.14 writes its answer to an HTTPS proxy on the connection that the proxy has closed.
        if kind == .https, closes, peer.status == 55, CurlCommand.majorVersion >= 8 {
            #expect(proxy.counters.visits.map(\.answer) == [407] && server.counters.connections == 0)
            return
        }
        #expect(peer.output == "GET / ", "\(peer.all)")
        let counters = proxy.counters
        #expect(counters.visits.map(\.answer) == [407, 200])
        #expect(counters.visits.map { $0["Proxy-Authorization"] == nil } == [true, false])
        #expect(counters.connections == (closes ? 2 : 1))
        let stranger = try curl(kind, proxy, ["--proxy-user", "Aladdin:wrong", url])
        #expect(stranger.status == 56, "\(stranger.all)")
        #expect(server.counters.connections == 1)
    }

    @Test func asksForAPasswordInSOCKS() throws {
        let server = try bench.echo()
        let proxy = try proxy(.socks5h, to: server) { $0.user = .init(name: "alice", password: "secret") }
        let url = "https://a.test:\(server.port)/"
        #expect(try curl(.socks5h, proxy, ["--proxy-user", "alice:secret", url]).output == "GET / ")
        #expect(try curl(.socks5h, proxy, ["--proxy-user", "alice:wrong", url]).status == 97)
        #expect(try curl(.socks5h, proxy, [url]).status == 97)
        #expect(proxy.counters.visits.map(\.answer) == [0, 1])
        #expect(proxy.counters.visits.first?.user == .init(name: "alice", password: "secret"))
    }

    @Test func namesAddressesAsSOCKSDoes() throws {
        let server = try bench.echo()
        let proxy = try proxy(.socks5h, to: server) {
            for host in ["192.0.2.7", "[2001:db8::7]"] { $0.routes["\(host):\(server.port)"] = server.port }
        }
        for host in ["192.0.2.7", "[2001:db8::7]"] {
            #expect(try curl(.socks5h, proxy, ["-k", "https://\(host):\(server.port)/"]).output == "GET / ")
        }
        #expect(proxy.counters.visits.map(\.addressKind) == [.ipv4, .ipv6])
    }

    @Test(arguments: Kind.allCases)
    private func carriesMuchBothWays(_ kind: Kind) throws {
        let server = try bench.echo()
        let proxy = try proxy(kind, to: server)
        let file = bench.rootFile + ".body"
        let body = String(repeating: "0123456789abcdef", count: 1 << 18)
        try Data(body.utf8).write(to: URL(filePath: file))
        let peer = try curl(kind, proxy, ["--data-binary", "@\(file)", "https://a.test:\(server.port)/"])
        #expect(peer.output == "POST / " + body)
        #expect(proxy.counters.bytesToServers > 4 << 20 && proxy.counters.bytesToClients > 4 << 20)
    }

    @Test(arguments: Kind.allCases)
    private func stoppingEndsTunnels(_ kind: Kind) throws {
        let server = try RawServer(serve: RawBehaviour.neverAnswers)
        let known = try bench.echo()
        let proxy = try proxy(kind, to: known) { $0.routes["a.test:1"] = server.port }
        let status = Mutex<Int32?>(nil)
        let client = Thread {
            let ended = (try? curl(kind, proxy, ["https://a.test:1/"]))?.status
            status.withLock { $0 = ended }
        }
        client.start()
        #expect(proxy.wait(upTo: .seconds(300)) { $0.tunnels == 1 })
        proxy.stop()
        #expect(proxy.counters.openConnections == 0)
        #expect(server.wait(upTo: .seconds(300)) { $0.openConnections == 0 })
        while !client.isFinished { Thread.sleep(forTimeInterval: 0.01) }
        #expect(status.withLock { $0 } == 35)
    }
}
