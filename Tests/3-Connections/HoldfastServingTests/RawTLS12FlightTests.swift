import HoldfastAuthority
import HoldfastCrypto
import HoldfastSystem
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// The flight written by hand, as OpenSSL and curl read it.
@Suite(.ownThread) struct RawTLS12FlightTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    private func server(_ certificates: [[UInt8]], _ key: PrivateKey) throws -> RawServer {
        let flight = try RawTLS12Flight(presenting: certificates, signingBy: key)
        return try RawServer { connection throws(ServingError) in try flight.serve(connection) }
    }

    /// With a chain that parses, a client verifies the key exchange and goes on: the flight is right in all the rest.
    @Test func isTakenByAClientWhereTheCertificatesAreGood() throws {
        for key in [try PrivateKey.generate(.p256), try PrivateKey.generate(.rsa(bits: 2048))] {
            let identity = try bench.identity("a.test", key: key)
            let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: key)
            let outcomes = Monitor<[RawTLS12Flight.Outcome]>([])
            let server = try RawServer { connection throws(ServingError) in
                let outcome = try flight.serve(connection)
                outcomes.change { $0.append(outcome) }
            }
            let peer = try Peer.sClient(
                server.port, ["-servername", "a.test", "-CAfile", bench.rootFile, "-verify_return_error"])
            #expect(peer.errors.contains("verify return:1"), "\(peer.all)")
            #expect(peer.output.withPlainNames.contains("subject=CN=a.test"), "\(peer.all)")
            #expect(peer.output.contains("Verification: OK"), "\(peer.all)")
            #expect(peer.errors.contains("alert handshake failure"), "\(peer.all)")
            #expect(outcomes.wait(until: .after(HangLimit.duration)) { $0 == [.continued] })
        }
    }

    /// A signature by another key: had the flight's own been wrong, the test above would look like this one.
    @Test func isRefusedWhereTheKeyExchangeIsSignedByAnotherKey() throws {
        let identity = try bench.identity("a.test")
        let server = try server(identity.chain, try PrivateKey.generate(.p256))
        let peer = try Peer.sClient(server.port, ["-CAfile", bench.rootFile])
        #expect(peer.errors.contains("bad signature"), "\(peer.all)")
        #expect(server.wait { !$0.alertsReceived.isEmpty })
        #expect(server.counters.alertsReceived.map(\.description) == ["decrypt_error"])
    }

    @Test func carriesCertificatesThatDoNotParse() throws {
        let identity = try bench.identity("a.test")
        let good = identity.certificate
        let rows: [(name: String, certificates: [[UInt8]])] = [
            ("cut off", [Array(good.dropLast(10))]), ("noise", [[UInt8](repeating: 0xAA, count: 300)]),
            ("an empty entry", [[]]), ("a broken intermediate", [good, [0x30, 0x01]]),
            ("bytes after the end", [good + [0]]),
        ]
        for row in rows {
            let server = try server(row.certificates, identity.key)
            for version in [[], ["-tls1_2"]] {
                let peer = try Peer.sClient(server.port, version)
                #expect(peer.status != 0, "\(row.name): \(peer.all)")
            }
            #expect(server.wait { $0.alertsReceived.count == 2 }, "\(row.name): \(server.counters)")
            #expect(server.counters.alertsReceived.allSatisfy { $0.isFatal }, "\(row.name)")
            let curl = try Peer.curl(["--cacert", bench.rootFile, "https://127.0.0.1:\(server.port)/"])
            #expect(curl.status == 35, "\(row.name): \(curl.all)")
        }
    }

    @Test func carriesNoCertificateAtAll() throws {
        let server = try server([], try PrivateKey.generate(.p256))
        let peer = try Peer.sClient(server.port, [])
        #expect(peer.output.contains("no peer certificate available"), "\(peer.all)")
        #expect(server.wait { $0.alertsReceived.map(\.description) == ["decode_error"] }, "\(server.counters)")
    }

    /// A Certificate message of more than one record (RFC 5246 §6.2.1).
    @Test func carriesMoreThanARecordHolds() throws {
        let identity = try bench.identity("a.test")
        let server = try server(identity.chain + Array(repeating: bench.root.certificate, count: 100), identity.key)
        let peer = try Peer.sClient(server.port, ["-showcerts", "-CAfile", bench.rootFile])
        let sent = try PEM.blocks(in: Array(peer.output.utf8)[...]).filter { $0.label == "CERTIFICATE" }
        #expect(sent.count == 102, "\(peer.errors)")
    }

    @Test func saysSoWhereAClientOffersNothingThatFits() throws {
        let server = try server([], try PrivateKey.generate(.p256))
        let peer = try Peer.sClient(server.port, ["-tls1_2", "-cipher", "AES128-SHA"])
        #expect(peer.errors.contains("alert handshake failure"), "\(peer.all)")
    }

    @Test func refusesKeysItCannotSignBy() throws {
        let key = try PrivateKey.generate(.ed25519)
        #expect(throws: ServingError.self) { try RawTLS12Flight(presenting: [], signingBy: key) }
    }

    /// What is no TLS, or a ClientHello that is cut off, ends the connection with an error and not the process.
    @Test func survivesNoise() throws {
        let server = try server([], try PrivateKey.generate(.p256))
        let rows = [
            "GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{4}\u{1}\u{0}\u{0}\u{0}",
            "\u{16}\u{3}\u{1}\u{0}\u{5}\u{1}\u{0}\u{0}\u{1}\u{3}", "\u{16}\u{3}\u{1}\u{0}\u{0}",
        ]
        for row in rows {
            _ = try Peer.run("curl", ["-q", "-s", "--max-time", "1", "telnet://127.0.0.1:\(server.port)"], input: row)
        }
        #expect(server.wait { $0.connections == rows.count && $0.openConnections == 0 }, "\(server.counters)")
        #expect(server.counters.failures.count == rows.count, "\(server.counters.failures)")
    }
}
