import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTracing

/// Real servers, asked as several clients.
@Suite(.ownThread) struct ClientProbeTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    private func ask(
        _ port: UInt16, as clients: RecordedClient..., trusting: Bool = true, at instant: Instant? = nil
    ) async throws -> ClientAnswers {
        var configuration = try world.configuration(trusting: trusting)
        configuration.judgedAt = instant ?? world.now
        return await TraceClient().ask(world.target(port), as: clients, configuration)
    }

    private func key(_ chain: ClientAnswers.Chain?) -> String? {
        guard case .certificate(let leaf)? = chain?.presented.presented.first else { return nil }
        return leaf.subjectPublicKeyInfo.typeName
    }

    /// RFC 8446 §4.4.2.2: the server's certificate has to be one whose key goes with "signature_algorithms".
    @Test("a server of two certificates: each client gets its own, and each is judged once")
    func twoCertificates() async throws {
        let rsa = try world.identity(.rsa(bits: 2048))
        let server = try world.server(as: try world.identity(.p256)) { $0.ofOtherKeys = [rsa] }
        let both = try RecordedClientTests.client([:])
        let old = try RecordedClientTests.client(["signatureSchemes": "0804,0401"])
        let result = try await ask(server.port, as: both, old, both, old)
        #expect(result.answers.map { $0.answer?.end } == Array(repeating: .complete, count: 4))
        #expect(result.answers.map { $0.answer?.proof } == Array(repeating: .signed, count: 4))
        #expect(result.answers.map(\.shown) == [0, 1, 0, 1])
        #expect(result.chains.map(key) == ["EC", "RSA"])
        for chain in result.chains { #expect((try? chain.verdict.get()) != nil) }
        #expect(result.answers.map { $0.answer?.scheme?.number } == [0x0403, 0x0804, 0x0403, 0x0804])
        #expect(result.answers[0].answer?.applicationProtocol == "http/1.1")
        #expect(server.waitUntilIdle(afterAtLeast: 4))
        #expect(server.counters.connections == 4 && server.counters.applicationBytesReceived == 0)
        #expect(server.counters.requestsReceived == 0)
    }

    @Test("refused certificates are refused for whoever is shown them")
    func refused() async throws {
        let server = try world.server()
        let client = try RecordedClientTests.client([:])
        let result = try await ask(server.port, as: client, trusting: false)
        guard case .failure(let failure)? = result.chains.first?.verdict else {
            Issue.record("\(result)")
            return
        }
        #expect(failure.cause.code == .issuerNotFound && result.answers[0].shown == 0)
    }

    @Test("every suite of TLS 1.3, and each group by a second hello", .enabled(if: OpenSSLServer.exists))
    func suitesAndGroups() async throws {
        let suites: [(UInt16, String)] = [
            (0x1301, "TLS_AES_128_GCM_SHA256"), (0x1302, "TLS_AES_256_GCM_SHA384"),
            (0x1303, "TLS_CHACHA20_POLY1305_SHA256"),
        ]
        let groups: [(UInt16, String)] = [(23, "P-256"), (24, "P-384"), (25, "P-521"), (30, "X448")]
        let client = try RecordedClientTests.client(["groups": "001d,0017,0018,0019,001e"])
        for (place, (suite, name)) in suites.enumerated() {
            let (group, groupName) = groups[place]
            let server = try await OpenSSLServer(
                try world.identity(.p256), "-tls1_3 -ciphersuites \(name) -groups \(groupName)")
            let answer = try await ask(server.port, as: client).answers[0].answer
            #expect(answer?.end == .complete && answer?.proof == .signed, "\(name), \(groupName): \(answer as Any)")
            #expect(answer?.suite?.number == suite && answer?.group?.number == group)
        }
        let server = try await OpenSSLServer(try world.identity(.p256), "-tls1_3 -groups X448")
        #expect(try await ask(server.port, as: client).answers[0].answer?.group?.number == 30)
    }

    /// RFC 8446 §4.1.1: without a common group "the server MUST abort the handshake with either a 'handshake_failure'
    /// or an 'insufficient_security' fatal alert".
    @Test("a client without the server's only group gets an alert", .enabled(if: OpenSSLServer.exists))
    func noCommonGroup() async throws {
        let server = try await OpenSSLServer(try world.identity(.p256), "-tls1_3 -groups P-521")
        let answer = try await ask(server.port, as: RecordedClientTests.client([:])).answers[0]
        #expect(answer.answer?.end == .alert(.handshakeFailure) && answer.shown == nil)
    }

    @Test("TLS 1.2: ECDHE is signed; RSA key transport proves nothing yet")
    func tls12() async throws {
        let rsa = try world.identity(.rsa(bits: 2048))
        for (cipher, proof, group) in [
            ("ECDHE-RSA-AES128-GCM-SHA256", ServerProof.signed, 29), ("AES128-GCM-SHA256", .none, nil),
        ] as [(String, ServerProof, UInt16?)] {
            let server = try world.server(as: rsa) {
                $0.maximumVersion = .tls12
                $0.cipherList = cipher
            }
            let answer = try await ask(server.port, as: RecordedClientTests.client([:])).answers[0]
            #expect(answer.answer?.end == .complete && answer.answer?.version == .tls12, "\(answer)")
            #expect(answer.answer?.proof == proof && answer.answer?.group?.number == group && answer.shown == 0)
        }
    }

    /// RFC 8446 §4.4.2.2: "the digitalSignature bit MUST be set if the Key Usage extension is present"; of key exchange
    /// by RSA RFC 5246 §7.4.2 asks for keyEncipherment.
    @Test("one certificate is judged for each use of its key")
    func keyUse() async throws {
        let key = try PrivateKey.generate(.rsa(bits: 2048))
        let rsa = try world.identity(key: key) { template, _ in template.keyUsage = .keyEncipherment }
        let server = try world.server(as: rsa) { $0.cipherList = "AES128-GCM-SHA256" }
        let signed = try RecordedClientTests.client([:])
        let encrypting = try RecordedClientTests.client([
            "versions": "0303", "suites": "009c", "extensions": "0000,000a,000b:0100,0010,000d",
        ])
        let result = try await ask(server.port, as: encrypting, signed, encrypting)
        #expect(result.answers.map(\.shown) == [0, 1, 0], "\(result.answers)")
        let failures = result.chains.map { chain -> FindingCode? in
            if case .failure(let failure) = chain.verdict { failure.cause.code } else { nil }
        }
        #expect(failures == [nil, .keyUsage])
    }

    /// RFC 6962 §3.3.1: "Servers MUST only send SCTs to clients who have indicated support for the extension in the
    /// ClientHello". RFC 6066 §8 says the same of certificate status by its "status_request".
    @Test("each client's evidence is that of its own handshake")
    func evidence() async throws {
        let timestamps: [UInt8] = [0, 3, 0, 1, 9]
        // RFC 6960 §4.2.1: OCSPResponse { responseStatus tryLater (3) }.
        let staple: [UInt8] = [0x30, 3, 10, 1, 3]
        let server = try world.server {
            ($0.timestamps, $0.stapledOCSP) = (timestamps, staple)
        }
        let base = "0000,000a,000b:0100,0010,000d,002b,002d:0101,0033"
        let none = try RecordedClientTests.client([:])
        let stamped = try RecordedClientTests.client(["extensions": base + ",0012:"])
        let stapled = try RecordedClientTests.client(["extensions": base + ",0005:0100000000"])
        let result = try await ask(server.port, as: stamped, none, stapled, none, stamped)
        #expect(result.answers.map(\.shown) == [0, 1, 2, 1, 0], "\(result.answers)")
        #expect(result.chains.map(\.presented.signedCertificateTimestamps) == [timestamps, nil, nil])
        #expect(result.chains.map(\.presented.stapledOCSP) == [nil, nil, staple])
        #expect(Set(result.chains.map { $0.presented.presented.map(\.bytes) }).count == 1)
    }

    /// RFC 8446 §4.2.1: a server that shares no version with the client "MUST abort the handshake with a
    /// 'protocol_version' alert".
    @Test("a server of TLS 1.1 alone")
    func tls11() async throws {
        let server = try world.server(as: try world.identity(.rsa(bits: 2048))) {
            $0.minimumVersion = .tls10
            $0.maximumVersion = .tls11
            $0.securityLevel = 0
            $0.cipherList = "ALL"
        }
        let newer = try RecordedClientTests.client([:])
        let older = try RecordedClientTests.client([
            "versions": "0304,0303,0302,0301", "suites": "1301,c013,002f",
        ])
        let result = try await ask(server.port, as: newer, older)
        #expect(result.answers[0].answer?.end == .alert(.protocolVersion))
        #expect(result.answers[1].answer?.version == .tls11, "\(result.answers[1])")
        #expect(result.answers[1].answer?.proof != .signed)
    }

    @Test("ios is not asked, and nothing listens for it")
    func notRecorded() async throws {
        let server = try world.server()
        let ios = try #require(try RecordedClient.all().first { $0.name == "ios" })
        let result = try await ask(server.port, as: ios)
        #expect(result.answers[0].answer == nil && result.chains.isEmpty && server.counters.connections == 0)
    }

    @Test("all recorded clients and a server of today: each is answered")
    func everyone() async throws {
        let server = try world.server()
        let clients = try RecordedClient.all()
        var configuration = try world.configuration()
        configuration.judgedAt = world.now
        let result = await TraceClient().ask(world.target(server.port), as: clients, configuration)
        for one in result.answers where one.client.isRecorded {
            #expect(one.answer?.end == .complete && one.answer?.proof == .signed && one.shown == 0, "\(one)")
        }
        #expect(result.chains.count == 1)
    }
}
