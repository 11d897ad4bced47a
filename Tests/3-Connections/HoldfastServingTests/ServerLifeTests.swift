import LoopbackSupport
import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// Starting, stopping, deadlines, many at once.
@Suite(.ownThread, .hangLimit) struct ServerLifeTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    @Test func stopsWithConnectionsOpen() throws {
        let port: UInt16
        do {
            // Neither limit ends it: the stop does.
            let server = try bench.echo {
                $0.handshakeTimeout = .seconds(36_000)
                $0.idleTimeout = .seconds(36_000)
            }
            port = server.port
            let silent = try RawClient(connectingTo: port)
            #expect(server.wait { $0.openConnections == 1 })
            server.stop()
            #expect(server.counters.openConnections == 0)
            #expect(silent.readsEnd(within: HangLimit.duration))
            server.stop()
        }
        #expect(throws: ServingError.self) { try RawClient(connectingTo: port) }
        // The port is free again.
        let configuration = TLSServerConfiguration(try bench.identity("a.test"))
        let next = try TLSServer(configuration, port: port) { _ in ServerResponse() }
        #expect(next.port == port)
    }

    @Test func stopsWhenItIsLetGo() throws {
        var server: TLSServer? = try bench.echo()
        let port = try #require(server).port
        server = nil
        #expect(throws: ServingError.self) { try RawClient(connectingTo: port) }
    }

    /// The deadline covers the whole handshake, not each byte of it.
    @Test func endsHandshakesThatDoNotGetOn() throws {
        let server = try bench.echo { $0.handshakeTimeout = .milliseconds(200) }
        let silent = try RawClient(connectingTo: server.port)
        #expect(silent.readsEnd(within: HangLimit.duration))
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.failures.map(\.reason) == [.timedOut])
    }

    @Test func endsConnectionsThatLieIdle() throws {
        let server = try bench.echo { $0.idleTimeout = .milliseconds(200) }
        let peer = try Peer.sClient(
            server.port, ["-quiet", "-no_ign_eof"], until: { !server.counters.failures.isEmpty })
        #expect(server.waitUntilIdle(afterAtLeast: 1), "\(peer.all)")
        #expect(server.counters.failures.map(\.reason) == [.timedOut])
    }

    /// A client that goes away while it is being answered is an error of that connection: SIGPIPE ends nobody.
    @Test func survivesClientsThatGoAway() throws {
        let body = [UInt8](repeating: 65, count: 32 << 20)
        let server = try bench.answering(as: bench.identity("a.test")) { _ in
            ServerResponse(body: body)
        }
        let peer = try Peer.run(
            "sh",
            [
                "-c",
                "curl -q -s --insecure https://127.0.0.1:\(server.port)/ | head -c 1000 | wc -c",
            ])
        #expect(peer.output.contains("1000"))
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.failures.map(\.operation) == [.writeToTLS])
    }

    @Test func servesManyAtOnce() throws {
        let server = try bench.echo()
        let urls = (1...60).map { "https://a.test:\(server.port)/\($0)" }
        let curl = try Peer.curl(
            bench.arguments(server) + ["--parallel", "--parallel-immediate", "--parallel-max", "60"] + urls)
        #expect(curl.status == 0, "\(curl.errors)")
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.requestsReceived == 60)
        #expect(server.counters.failures == [])
    }
}
