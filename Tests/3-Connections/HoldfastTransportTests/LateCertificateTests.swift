import CHandshake
import COpenSSL
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// Demands that come after the handshake (RFC 8446 §4.6.2, RFC 5246 §7.4.1.1), when nothing can be paused.
@Suite("Demands after the handshake")
struct LateCertificateTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func server(
        _ kind: Provocation.Kind, _ version: TLSVersion, _ moment: Provocation.Moment = .afterHandshake
    ) throws -> TLSServer {
        try world.server {
            $0.minimumVersion = version
            $0.maximumVersion = version
            $0.provocation = Provocation(kind, moment)
        }
    }

    @Test("an identity that was chosen before is used, and nobody is asked")
    func chosen() async throws {
        let server = try server(.clientCertificate, .tls13)
        let identity = try HandshakeIdentity(try world.root.issue(.client(name: "Alice", at: world.now)))
        let judge = ClientJudge(world, later: identity) { _ in .without() }
        let response = try await engine.perform(world.request(port: server.port), judge: judge)
        #expect(response.status == 200)
        #expect(judge.questions.isEmpty)
        engine.shutdown()
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.laterHandshakesCompleted == 1, "\(server.counters)")
    }

    /// RFC 8446 §4.6.2: "If the client declines to authenticate, it MUST respond with a Certificate message containing
    /// no certificates, followed by Finished."
    @Test("none was chosen: an empty list is sent, and a server that goes on without one answers")
    func notChosen() async throws {
        let server = try server(.clientCertificate, .tls13)
        let identity = try HandshakeIdentity(try world.root.issue(.client(name: "Alice", at: world.now)))
        let judge = ClientJudge(world) { _ in .use(identity) }
        let response = try await engine.perform(world.request(port: server.port), judge: judge)
        #expect(response.status == 200 && !response.connection.isClientCertificateSent)
        #expect(judge.questions.isEmpty, "there is no asking any more")
        engine.shutdown()
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.laterHandshakesCompleted == 1)
    }

    /// RFC 8446 §6.2: certificate_required is "sent by servers when a client certificate is desired but none was
    /// provided by the client". The server asks when it has the request, and answers it once it has the certificate.
    @Test("none was chosen, and the server insists: a named error")
    func insisting() async throws {
        let server = try server(.requiredClientCertificate, .tls13, .beforeResponse)
        let request = world.request(port: server.port)
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting())
        }
        #expect(error?.code == .clientCertificateAskedLate, "\(String(describing: error))")
        #expect(error?.phase == .tls && error?.certificateWasAccepted == true)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        // It is not repeated over another connection.
        #expect(server.counters.requestsReceived == 1 && server.counters.connections == 1)
    }

    @Test("what was answered in the handshake holds later: without stays without, whatever was to be used later")
    func answered() async throws {
        let server = try world.server {
            $0.minimumVersion = .tls13
            $0.requestsClientCertificate = true
            $0.provocation = Provocation(.clientCertificate, .afterHandshake)
        }
        let identity = try HandshakeIdentity(try world.root.issue(.client(name: "Alice", at: world.now)))
        let judge = ClientJudge(world, later: identity) { _ in .without() }
        let response = try await engine.perform(world.request(port: server.port), judge: judge)
        #expect(response.status == 200 && !response.connection.isClientCertificateSent)
        #expect(judge.questions.count == 1)
        engine.shutdown()
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.laterHandshakesCompleted == 1)
    }

    @Test("a second handshake of TLS 1.2 is declined, and the demand for it is noted")
    func renegotiation() throws {
        let pair = try unsafe HandshakePair(try world.identity(), version: TLS1_2_VERSION)
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(unsafe handshake_record_was_asked_to_renegotiate(pair.record) == 0)
        _ = pair.renegotiate()
        #expect(unsafe handshake_record_was_asked_to_renegotiate(pair.record) == 1)
    }

    /// RFC 8740 §3: "clients MUST NOT … post-handshake authentication": a CertificateRequest over HTTP/2 is a
    /// connection error of the type PROTOCOL_ERROR.
    @Test("over HTTP/2 the connection ends, also where an identity was chosen")
    func http2() throws {
        let identity = try world.root.issue(.client(name: "Alice", at: world.now))
        for (protocolName, isAnswered) in [("h2", false), ("http/1.1", true)] {
            let pair = try unsafe HandshakePair(try world.identity())
            let offered = [UInt8(protocolName.utf8.count)] + Array(protocolName.utf8)
            _ = unsafe SSL_set_alpn_protos(pair.client, offered, UInt32(offered.count))
            unsafe pair.selectFirstProtocol()
            #expect(pair.drive() == .wantsAnswer)
            let client = try HandshakeIdentity(identity)
            let isSet = unsafe client.material.with { certificate, key, others in
                unsafe handshake_record_set_identity(pair.record, certificate, key, others)
            }
            #expect(isSet == 1)
            try pair.answer(true)
            #expect(pair.drive() == .done)
            #expect(pair.demandCertificate() == (isAnswered ? .stuck : .failed))
            #expect(unsafe handshake_record_was_asked_over_http2(pair.record) == (isAnswered ? 0 : 1))
            #expect(unsafe handshake_record_has_sent_certificate(pair.record) == (isAnswered ? 1 : 0))
        }
    }

    @Test("an identity is put on a connection only while it waits")
    func onlyWhileWaiting() throws {
        let pair = try unsafe HandshakePair(try world.identity())
        let client = try HandshakeIdentity(try world.root.issue(.client(name: "Alice", at: world.now)))
        func set() -> Int32 {
            unsafe client.material.with { certificate, key, others in
                unsafe handshake_record_set_identity(pair.record, certificate, key, others)
            }
        }
        #expect(set() == 0)
        #expect(pair.drive() == .wantsAnswer)
        #expect(set() == 1)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(set() == 0)
        #expect(unsafe handshake_record_identify(pair.record, 1) == 0)
        pair.freeClient()
        #expect(set() == 0)
    }
}
