import HoldfastCrypto
import HoldfastServing
import LoopbackSupport
import Testing

@testable import HoldfastTracing

/// Who knows what after which phase (RFC 5246 §8, RFC 8446 §7.1).
@Suite struct KnowledgeTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    private func trace(_ kind: KeyKind, _ change: (inout TLSServerConfiguration) -> Void) async throws -> HandshakeTrace
    {
        let server = try world.server(as: world.identity(kind)) { change(&$0) }
        return try await world.trace(server.port)
    }

    private func holders(_ item: Knowledge.Item, in trace: HandshakeTrace) -> (HandshakePhase, Set<Knowledge.Holder>)? {
        for phase in trace.phases {
            if let known = phase.knowledge.first(where: { $0.item == item }) { return (phase.phase, known.holders) }
        }
        return nil
    }

    @Test(
        "RSA: the client makes the pre-master secret and sends it encrypted; whoever has the server's key can open it")
    func rsa() async throws {
        let trace = try await trace(.rsa(bits: 2048)) {
            $0.maximumVersion = .tls12
            $0.cipherList = "AES128-GCM-SHA256"
        }
        #expect(trace.negotiated.keyExchange == .rsa && trace.negotiated.keyExchange?.hasForwardSecrecy == false)
        #expect(
            holders(.clientRandom, in: trace) ?? (.application, []) == (.clientHello, [.client, .server, .observer]))
        #expect(
            holders(.serverRandom, in: trace) ?? (.application, []) == (.serverHello, [.client, .server, .observer]))
        #expect(
            holders(.encryptedPreMasterSecret, in: trace) ?? (.application, []) == (
                .clientKeyExchange, [.client, .server, .observer]
            ))
        #expect(holders(.preMasterSecret, in: trace) ?? (.application, []) == (.clientKeyExchange, [.client, .server]))
        #expect(holders(.serverKeyPossession, in: trace) ?? (.application, []) == (.serverFinished, [.client]))
        #expect(holders(.serverIdentity, in: trace) ?? (.application, []) == (.certificateCheck, [.client]))
    }

    @Test("ECDHE: both send half in the clear, and neither the observer nor the certificate's key opens anything")
    func ecdhe() async throws {
        let trace = try await trace(.p256) { $0.maximumVersion = .tls12 }
        guard case .ecdhe(let group)? = trace.negotiated.keyExchange else { return #expect(Bool(false)) }
        #expect(
            holders(.serverShare(group), in: trace) ?? (.application, []) == (
                .serverHello, [.client, .server, .observer]
            ))
        #expect(holders(.serverKeyPossession, in: trace) ?? (.application, []) == (.serverHello, [.client]))
        #expect(
            holders(.clientShare(group), in: trace) ?? (.application, []) == (
                .clientKeyExchange, [.client, .server, .observer]
            ))
        #expect(
            holders(.sharedSecret(group), in: trace) ?? (.application, []) == (.clientKeyExchange, [.client, .server]))
        #expect(holders(.encryptedPreMasterSecret, in: trace) == nil)
    }

    @Test(
        """
        TLS 1.3: the shared secret after the ServerHello, the certificate encrypted, the application keys after \
        Finished
        """
    )
    func tls13() async throws {
        let trace = try await trace(.p256) { $0.minimumVersion = .tls13 }
        #expect(
            trace.phases.map(\.phase) == [
                .clientHello, .serverHello, .serverParameters, .serverAuthentication, .certificateCheck,
                .clientFinished,
                .application,
            ])
        guard case .ecdhe(let group)? = trace.negotiated.keyExchange else { return #expect(Bool(false)) }
        #expect(
            holders(.clientShare(group), in: trace) ?? (.application, []) == (
                .clientHello, [.client, .server, .observer]
            ))
        #expect(holders(.sharedSecret(group), in: trace) ?? (.application, []) == (.serverHello, [.client, .server]))
        #expect(holders(.handshakeTrafficKeys, in: trace) ?? (.application, []) == (.serverHello, [.client, .server]))
        #expect(
            holders(.serverCertificate, in: trace) ?? (.application, []) == (.serverAuthentication, [.client, .server]))
        #expect(
            holders(.applicationTrafficKeys, in: trace) ?? (.application, []) == (
                .serverAuthentication, [.client, .server]
            ))
        #expect(holders(.sessionTicket, in: trace) ?? (.application, []) == (.application, [.client, .server]))
    }

    @Test("the observer never holds a secret, whatever was negotiated")
    func observer() async throws {
        let open: Set<String> = [
            "clientRandom", "serverRandom", "clientShare", "serverShare", "serverCertificate", "clientCertificate",
            "encryptedPreMasterSecret", "sessionTicket",
        ]
        for version in [TLSVersion.tls12, .tls13] {
            let trace = try await trace(.p256) {
                $0.minimumVersion = version
                $0.maximumVersion = version
            }
            for known in trace.phases.flatMap(\.knowledge) where known.holders.contains(.observer) {
                let name = "\(known.item)".prefix { $0 != "(" }
                #expect(open.contains(String(name)), "\(known.item)")
            }
        }
    }
}
