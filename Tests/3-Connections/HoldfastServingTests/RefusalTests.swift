import LoopbackSupport
import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// What the counters say when a client refuses: the ground that every test of refusal stands on.
@Suite(.ownThread) struct RefusalTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    @Test func countsNothingOfAClientThatRefuses() throws {
        for version in [TLSVersion.tls12, .tls13] {
            let server = try bench.echo { ($0.minimumVersion, $0.maximumVersion) = (version, version) }
            let arguments = ["--resolve", "a.test:\(server.port):127.0.0.1", "https://a.test:\(server.port)/"]
            let curl = try Peer.curl(["--cacert", "/etc/ssl/certs/ca-certificates.crt"] + arguments)
            #expect(curl.status == 60, "\(curl.all)")
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            let counters = server.counters
            #expect(counters.connections == 1)
            #expect(counters.handshakesCompleted == 0, "TLS \(version)")
            #expect(counters.applicationBytesReceived == 0, "TLS \(version)")
            #expect(counters.requestsReceived == 0, "TLS \(version)")
            // RFC 8446 §6.2, unknown_ca: "the certificate was not accepted because the CA certificate could not be
            // located or could not be matched with a known trust anchor".
            #expect(counters.alertsReceived.map(\.description) == ["unknown_ca"], "TLS \(version)")
            #expect(counters.serverNames == ["a.test"])
        }
    }

    /// The same counters do count when a client accepts: otherwise the test above could not fail.
    @Test func countsEveryByteOfAClientThatAccepts() throws {
        for version in [TLSVersion.tls12, .tls13] {
            let server = try bench.echo { ($0.minimumVersion, $0.maximumVersion) = (version, version) }
            let peer = try Peer.sClient(
                server.port, ["-CAfile", bench.rootFile, "-quiet", "-no_ign_eof"], input: "not HTTP",
                until: { server.counters.applicationBytesReceived >= 8 })
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            #expect(server.counters.handshakesCompleted == 1, "\(peer.all)")
            #expect(server.counters.applicationBytesReceived == 8, "\(peer.all)")
            #expect(server.counters.requestsReceived == 0)
        }
    }
}
