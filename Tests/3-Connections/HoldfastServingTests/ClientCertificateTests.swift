import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastServing

/// A server that wants to see a client's certificate, whosesoever.
@Suite(.ownThread) struct ClientCertificateTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    private func server() throws -> TLSServer { try bench.echo { $0.requiresClientCertificate = true } }

    /// RFC 5246 §7.4.6: handshake_failure, before the handshake is complete. RFC 8446 §4.4.2.4: certificate_required,
    /// which a client reads after it has finished.
    @Test(arguments: [("-tls1_2", "alert handshake failure"), ("-tls1_3", "alert certificate required")])
    func refusesAClientWithout(_ version: String, _ alert: String) throws {
        let server = try server()
        let peer = try Peer.sClient(
            server.port, [version, "-servername", "a.test"], until: { !server.counters.failures.isEmpty })
        #expect(peer.errors.contains(alert), "\(peer.all)")
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test func servesAClientWithAnyCertificate() throws {
        let folder = try TemporaryFolder()
        let key = try PrivateKey.generate(.p256)
        let client = try Identity.selfSigned(.client(name: "client", at: SystemClock.now()), key: key)
        let file = try folder.write(client.chainPEM + key.pem, to: "client.pem")
        let server = try server()
        for version in ["--tls-max", "--tlsv1.3"] {
            let versions = version == "--tls-max" ? [version, "1.2"] : [version]
            let curl = try Peer.curl(
                bench.arguments(server) + versions + ["--cert", file, "https://a.test:\(server.port)/x"])
            #expect(curl.output == "GET /x ", "\(version): \(curl.all)")
        }
        #expect(server.waitUntilIdle(afterAtLeast: 2))
        #expect(server.counters.handshakesCompleted == 2)
    }
}
