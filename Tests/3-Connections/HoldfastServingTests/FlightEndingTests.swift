import HoldfastAuthority
import HoldfastSystem
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastServing

/// How a handshake written by hand breaks, as OpenSSL sees it.
@Suite(.ownThread) struct FlightEndingTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    private func serve(
        _ ending: RawTLS12Flight.Ending
    ) throws -> (peer: Peer, outcome: RawTLS12Flight.Outcome?, server: RawServer) {
        let identity = try bench.identity("a.test")
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key, ending: ending)
        let outcomes = Monitor<[RawTLS12Flight.Outcome]>([])
        let server = try RawServer { connection throws(ServingError) in
            let outcome = try flight.serve(connection)
            outcomes.change { $0.append(outcome) }
        }
        let peer = try Peer.sClient(
            server.port, ["-servername", "a.test", "-CAfile", bench.rootFile, "-verify_return_error", "-msg"])
        #expect(outcomes.wait(until: .after(HangLimit.duration)) { !$0.isEmpty })
        return (peer, outcomes.read(\.first), server)
    }

    @Test func closesAfterServerHello() throws {
        let (peer, outcome, server) = try serve(.closesAfterServerHello)
        #expect(peer.output.contains("ServerHello"), "\(peer.all)")
        #expect(!peer.output.contains(", Certificate"), "\(peer.all)")
        #expect(peer.output.contains("no peer certificate available"), "\(peer.all)")
        #expect(peer.errors.contains("unexpected eof while reading"), "\(peer.all)")
        #expect(outcome == .closed)
        #expect(server.counters.failures == [])
    }

    @Test func answersWithAnAlert() throws {
        let (peer, outcome, _) = try serve(.alert)
        #expect(peer.output.contains("Verification: OK"), "\(peer.all)")
        #expect(peer.errors.contains("alert handshake failure"), "\(peer.all)")
        #expect(outcome == .continued)
    }

    /// RFC 5246 §7.2.2: bad_record_mac is what a client says to a record that it cannot decrypt.
    @Test func answersWithAFinishedThatIsNoise() throws {
        let (peer, outcome, server) = try serve(.garbageFinished)
        #expect(peer.output.contains("Verification: OK"), "\(peer.all)")
        #expect(peer.output.contains("fatal bad_record_mac"), "\(peer.all)")
        #expect(!peer.errors.contains("alert handshake failure"), "\(peer.all)")
        #expect(outcome == .continued)
        #expect(server.counters.failures == [])
    }

    @Test func saysWhatAClientRefuses() throws {
        for ending in [RawTLS12Flight.Ending.alert, .garbageFinished] {
            let identity = try bench.identity("other.test")
            let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key, ending: ending)
            let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
            let peer = try Peer.sClient(
                server.port,
                ["-CAfile", bench.rootFile, "-verify_return_error", "-verify_hostname", "a.test", "-tls1_2"])
            #expect(peer.errors.contains("hostname mismatch"), "\(peer.all)")
            #expect(server.wait { $0.alertsReceived.map(\.description) == ["bad_certificate"] }, "\(server.counters)")
        }
    }
}
