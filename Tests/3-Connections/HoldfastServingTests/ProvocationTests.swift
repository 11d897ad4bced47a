import LoopbackSupport
import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// What a server does to a client that is connected already; `openssl s_client` agrees to all of it unless told not to.
@Suite(.ownThread) struct ProvocationTests {
    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    private func server(_ kind: Provocation.Kind, _ moment: Provocation.Moment) throws -> TLSServer {
        try bench.echo { $0.provocation = Provocation(kind, moment) }
    }

    // Without -nbio s_client waits, after a renegotiation, for application data alone: for ever, where it had it
    // before.
    private static let request = "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"

    @Test func asksForARenegotiationInWhichAnotherCertificateIsPresented() throws {
        let other = try bench.identity("other.test")
        for moment in [Provocation.Moment.afterHandshake, .beforeResponse, .afterResponse] {
            let server = try server(.renegotiation(presenting: other), moment)
            let peer = try Peer.sClient(
                server.port, ["-tls1_2", "-CAfile", bench.rootFile, "-no_ign_eof", "-nbio"], input: Self.request,
                holdingInputOpen: 0.5, until: { server.counters.laterHandshakesCompleted == 1 })
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            #expect(server.counters.provocationsSent == 1, "\(moment)")
            #expect(server.counters.laterHandshakesCompleted == 1, "\(moment): \(server.counters) \(peer.all)")
            // s_client names each certificate that it verifies, depth 0 being the leaf.
            #expect(peer.errors.withPlainNames.contains("depth=0 CN=a.test"), "\(moment): \(peer.all)")
            #expect(peer.errors.withPlainNames.contains("depth=0 CN=other.test"), "\(moment): \(peer.all)")
        }
    }

    @Test func isRefusedByAClientThatDoesNotRenegotiate() throws {
        let server = try server(.renegotiation(presenting: nil), .afterHandshake)
        let peer = try Peer.sClient(
            server.port, ["-tls1_2", "-no_renegotiation", "-no_ign_eof"], holdingInputOpen: 0.5,
            until: { !server.counters.alertsReceived.isEmpty })
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.laterHandshakesCompleted == 0, "\(peer.all)")
        // RFC 5246 §7.2.2: no_renegotiation, "sent by the client in response to a hello request".
        #expect(server.counters.alertsReceived.contains { $0.description == "no_renegotiation" }, "\(server.counters)")
    }

    @Test func asksForAClientCertificateAfterTheHandshake() throws {
        let server = try server(.clientCertificate, .beforeResponse)
        let peer = try Peer.sClient(
            server.port, ["-tls1_3", "-enable_pha", "-no_ign_eof"], input: Self.request, holdingInputOpen: 0.5,
            until: { server.counters.laterHandshakesCompleted == 1 })
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.provocationsSent == 1)
        #expect(server.counters.laterHandshakesCompleted == 1, "\(server.counters) \(peer.all)")
    }

    @Test func cannotAskAClientThatDidNotOfferIt() throws {
        let server = try server(.clientCertificate, .afterHandshake)
        _ = try Peer.sClient(
            server.port, ["-tls1_3", "-no_ign_eof"], holdingInputOpen: 0.2, until: { !server.counters.failures.isEmpty }
        )
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.provocationsSent == 0)
        #expect(server.counters.failures.map(\.operation) == [.provoke])
    }

    @Test func asksForNewKeys() throws {
        let server = try server(.keyUpdate, .beforeResponse)
        let peer = try Peer.sClient(
            server.port, ["-tls1_3", "-no_ign_eof"], input: Self.request, untilPrinted: "GET / ")
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.provocationsSent == 1)
        #expect(peer.output.contains("GET / "), "\(peer.all)")
    }
}
