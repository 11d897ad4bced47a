import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTransport

/// Who the client is, asked inside of the handshake.
@Suite("Client certificates", .ownThread)
struct ClientCertificateTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func client(_ kind: KeyKind = .p256) throws -> Identity {
        try world.root.issue(.client(name: "Alice", at: world.now), key: try PrivateKey.generate(kind))
    }

    /// A server that answers with the subject of the client's certificate, and asks as `change` says.
    private func server(
        _ version: TLSVersion = .tls13, _ change: (inout TLSServerConfiguration) -> Void
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try world.identity())
        configuration.minimumVersion = version
        configuration.maximumVersion = version
        configuration.handshakeTimeout = .seconds(300)
        change(&configuration)
        return try TLSServer(configuration) { request in
            let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
            return ServerResponse(text: certificate?.subject.commonName ?? "nobody")
        }
    }

    @Test(
        "is sent to a server that requires one, with every kind of key",
        arguments: [TLSVersion.tls12, .tls13], [KeyKind.rsa(bits: 2048), .rsa(bits: 4096), .p256, .p384, .ed25519])
    func required(version: TLSVersion, kind: KeyKind) async throws {
        let server = try server(version) { $0.requiresClientCertificate = true }
        let identity = try HandshakeIdentity(try client(kind))
        let judge = ClientJudge(world) { _ in
            await Task.yield()
            return .use(identity)
        }
        let request = world.request(port: server.port)
        for round in 0..<2 {
            let response = try await engine.perform(request, judge: judge)
            #expect(response.text == "Alice")
            #expect(response.isReusedConnection == (round == 1))
            let record = response.connection
            #expect(record.isClientCertificateRequested && record.isClientCertificateSent)
        }
        #expect(judge.questions.count == 1 && judge.judgements == 1)
        #expect(judge.questions.first?.host == "example.test")
        #expect(judge.questions.first?.tlsVersion == (version == .tls12 ? "1.2" : "1.3"))
        #expect(judge.questions.first?.evaluation.anchor != nil)
    }

    @Test(
        "is sent by a key of ML-DSA", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: MLDSA.allCases)
    func postQuantum(set: MLDSA) async throws {
        let server = try server { $0.requiresClientCertificate = true }
        let identity = try HandshakeIdentity(try client(.mldsa(set)))
        let judge = ClientJudge(world) { _ in .use(identity) }
        let response = try await engine.perform(world.request(port: server.port), judge: judge)
        #expect(response.text == "Alice" && response.connection.isClientCertificateSent)
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("the names of the authorities that the server accepts are told", arguments: [TLSVersion.tls12, .tls13])
    func authorities(version: TLSVersion) async throws {
        let names = [
            try Certificate(der: world.root.certificate).subject,
            DistinguishedName([(.countryName, "DE"), (.organizationName, "Zwei & S\u{f6}hne"), (.commonName, "CA 2")]),
        ]
        let server = try server(version) {
            $0.requestsClientCertificate = true
            $0.acceptedAuthorities = names.map { Array($0.bytes) }
        }
        let judge = ClientJudge(world) { _ in .without() }
        let response = try await engine.perform(world.request(port: server.port), judge: judge)
        #expect(response.text == "nobody")
        #expect(response.connection.isClientCertificateRequested && !response.connection.isClientCertificateSent)
        #expect(judge.questions.map(\.distinguishedNames) == [names])
        let plain = try self.server(version) { $0.requestsClientCertificate = true }
        _ = try await engine.perform(world.request(port: plain.port), judge: judge)
        #expect(judge.questions.last?.distinguishedNames == [])
    }

    @Test("more names than are read end the connection", arguments: [TLSVersion.tls12, .tls13], [1_000, 1_001])
    func tooMany(version: TLSVersion, count: Int) async throws {
        let server = try server(version) {
            $0.requestsClientCertificate = true
            $0.acceptedAuthorities = (0..<count).map { Array(DistinguishedName([(.commonName, "CA \($0)")]).bytes) }
        }
        let judge = ClientJudge(world) { _ in .without() }
        let request = world.request(port: server.port)
        let error = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        #expect(error?.code == (count > 1_000 ? .certificateRequest : nil), "\(String(describing: error))")
        #expect(judge.questions.map(\.distinguishedNames.count) == (count > 1_000 ? [] : [count]))
        if count > 1_000 { #expect(server.waitUntilIdle(afterAtLeast: 1)) }
        #expect(server.counters.requestsReceived == (count > 1_000 ? 0 : 1))
    }

    @Test("nobody is asked where the server does not ask, and where it was refused")
    func notAsked() async throws {
        let identity = try HandshakeIdentity(try client())
        let judge = ClientJudge(world) { _ in .use(identity) }
        let plain = try server { _ in }
        let response = try await engine.perform(world.request(port: plain.port), judge: judge)
        #expect(response.text == "nobody" && !response.connection.isClientCertificateRequested)
        #expect(judge.questions.isEmpty)
        struct Refusing: HandshakeJudge {
            let answers: ClientJudge
            func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
                await TestJudge.refusing().judge(handshake)
            }
            func identity(for request: IdentityRequest) async -> IdentityAnswer {
                await answers.identity(for: request)
            }
        }
        for version in [TLSVersion.tls12, .tls13] {
            let server = try server(version) { $0.requiresClientCertificate = true }
            let request = world.request(port: server.port)
            let error = await failure { () throws(TransportError) in
                try await engine.perform(request, judge: Refusing(answers: judge))
            }
            #expect(error?.code == .certificateRefused)
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            #expect(server.counters.handshakesCompleted == 0)
        }
        #expect(judge.questions.isEmpty)
    }

    /// RFC 8446 §4.4.2.4: "If the client does not send any certificates … the server MAY … abort the handshake with a
    /// certificate_required alert", which comes after the client's own handshake has ended.
    @Test(
        "a server that requires one and gets none: a clear error, however the alert comes",
        arguments: [TLSVersion.tls12, .tls13])
    func missing(version: TLSVersion) async throws {
        let server = try server(version) { $0.requiresClientCertificate = true }
        for method in ["GET", "POST"] {
            var request = world.request(port: server.port)
            request.message.method = method
            if method == "POST" { request.message.body = [UInt8](repeating: 65, count: 4 << 20) }
            let asked = request
            let error = await failure { () throws(TransportError) in
                try await engine.perform(asked, judge: world.trusting())
            }
            #expect(error?.code == .clientCertificateRequired, "\(String(describing: error))")
            #expect(error?.phase == .tls && error?.certificateWasAccepted == true)
        }
        #expect(server.counters.requestsReceived == 0)
    }

    /// RFC 8446 §4.2.4: the names are there "to guide certificate selection", for a person too; the server writes them.
    @Test("the authorities that the server names are told to whoever has none, the first of many and cut short")
    func named() async throws {
        let long = String(repeating: "A", count: 400)
        let server = try server {
            $0.requiresClientCertificate = true
            $0.acceptedAuthorities = (["A", "B", long] + (0..<9).map { "C\($0)" }).map {
                Array(DistinguishedName([(.commonName, $0)]).bytes)
            }
        }
        let request = world.request(port: server.port)
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting())
        }
        let hint = try #require(error?.hint)
        #expect(
            hint.hasPrefix(
                ClientCertificateAdvice.giveIdentity.english + "; the server accepts certificates of CN=A, CN=B, "))
        #expect(hint.hasSuffix("A…, … (12)") && hint.count < 400, "\(hint)")
    }

    /// RFC 5246 §7.4.6: "If the client does not send any certificates, the server MAY at its discretion either continue
    /// the handshake without client authentication, or respond with a fatal handshake_failure alert." Servers send
    /// other alerts, and none: an empty list and an end before their Finished are what happened.
    @Test(
        "an end before the server's Finished, after an empty list, is for want of a certificate, whatever the alert",
        arguments: [.closes, .alert] + [50, 80, 49, 10].map { .alertOf(AlertDescription($0)) }
            as [RawTLS12Flight.Ending])
    func wordless(_ ending: RawTLS12Flight.Ending) async throws {
        for kind in [TransportRequest.Kind.request, .handshakeOnly] {
            for asks in [true, false] {
                let error = try await broken(ending, asks: asks, kind)
                #expect((error?.code == .clientCertificateRequired) == asks, "\(String(describing: error))")
                #expect(error?.certificateWasAccepted == true)
                #expect(error?.connection?.isClientCertificateRequired == asks)
                #expect(error?.connection?.isProvenWithoutClient == asks)
            }
        }
    }

    /// RFC 5246 §7.4.9: whoever sent such a Finished does not have the keys.
    @Test("a Finished that is noise is a fault found here, and nothing about a certificate")
    func noise() async throws {
        let error = try await broken(.garbageFinished, asks: true, .handshakeOnly)
        #expect(error?.code == .handshakeFailed, "\(String(describing: error))")
        #expect(error?.connection?.isClientCertificateRequired == false)
        #expect(error?.connection?.isProvenWithoutClient == false)
    }

    private func broken(
        _ ending: RawTLS12Flight.Ending, asks: Bool, _ kind: TransportRequest.Kind
    ) async throws -> TransportError? {
        let identity = try world.identity()
        var flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key, ending: ending)
        flight.asksForCertificate = asks
        let server = try RawServer { [flight] connection throws(ServingError) in try flight.serve(connection) }
        defer { server.stop() }
        var request = world.request(port: server.port)
        request.kind = kind
        let asked = request
        return await failure { () throws(TransportError) in try await engine.perform(asked, judge: world.trusting()) }
    }

    /// RFC 8446 §4.2.4: "The "certificate_authorities" extension is used to indicate the certificate authorities (CAs)
    /// which an endpoint supports and which SHOULD be used by the receiving endpoint to guide certificate selection."
    @Test(
        "one whose issuer the server does not name is not sent, and that is said",
        arguments: [TLSVersion.tls12, .tls13])
    func otherIssuer(version: TLSVersion) async throws {
        let elsewhere = DistinguishedName([(.commonName, "Elsewhere CA")])
        let server = try server(version) {
            $0.requiresClientCertificate = true
            $0.acceptedAuthorities = [Array(elsewhere.bytes)]
        }
        let own = DistinguishedName([(.commonName, "Own CA")])
        let judge = ClientJudge(world) { _ in .withheld(issuedBy: own) }
        let request = world.request(port: server.port)
        let error = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        #expect(error?.code == .clientCertificateRequired, "\(String(describing: error))")
        #expect(error?.message.hasPrefix("the client certificate is not one that the server asks for") ?? false)
        #expect(
            error?.hint
                == "compare its issuer, CN=Own CA, with the authorities that the server names, CN=Elsewhere CA, "
                + "and put the intermediates between them into its chain")
        #expect(error?.connection?.isClientCertificateSent == false)
    }

    @Test("a certificate that the server refuses: its alert is told", .enabled(if: Program.exists("openssl")))
    func refused() async throws {
        let stranger = try Identity.selfSigned(.client(name: "Mallory", at: world.now))
        let identity = try HandshakeIdentity(stranger)
        for version in ["-tls1_2", "-tls1_3"] {
            let server = try await Program("openssl", try world.identity()) { port, key, chain in
                [
                    "s_server", "-accept", "\(port)", "-key", key, "-cert", chain, "-quiet", "-WWW", "-Verify", "1",
                    "-verify_return_error", "-CAfile", chain, version,
                ]
            }
            let judge = ClientJudge(world) { _ in .use(identity) }
            let request = world.request(port: server.port)
            let error = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
            #expect(error?.code == .clientCertificateRefused, "\(version): \(String(describing: error))")
            #expect(judge.questions.first?.distinguishedNames.count == 1)
        }
    }

    @Test("over HTTP/2", .enabled(if: Program.exists("nghttpd")))
    func http2() async throws {
        let server = try await Program("nghttpd", try world.identity()) { port, key, chain in
            ["-d", ".", "-a", "127.0.0.1", "--verify-client", "\(port)", key, chain]
        }
        let identity = try HandshakeIdentity(try client(.rsa(bits: 2048)))
        let judge = ClientJudge(world) { _ in .use(identity) }
        var request = world.request(port: server.port)
        request.message.target = "/hello.txt"
        let response = try await engine.perform(request, judge: judge)
        #expect(response.httpVersion == "2" && response.text == "hello")
        #expect(response.connection.isClientCertificateSent)
        let asked = request
        let other = try TransportEngine()
        let error = await failure { () throws(TransportError) in
            try await other.perform(asked, judge: ClientJudge(world) { _ in .without() })
        }
        #expect(error?.code == .clientCertificateRequired, "\(String(describing: error))")
    }

    @Test("an answer that refuses ends the handshake with its own error")
    func refusing() async throws {
        let server = try server { $0.requestsClientCertificate = true }
        let judge = ClientJudge(world) { _ in
            .refuse(
                TransportError(
                    .tls, .init(rawValue: "noThanks"), Verbatim("the client does not say who it is"),
                    advice: Verbatim("none")))
        }
        let request = world.request(port: server.port)
        let error = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        #expect(error?.code.rawValue == "noThanks", "\(String(describing: error))")
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0 && server.counters.applicationBytesReceived == 0)
    }

    @Test("an identity that OpenSSL does not take is an error, and nothing is sent")
    func unusable() async throws {
        let alice = try client()
        let (own, other) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        for (certificates, key) in [(alice.chain, other), ([[0x30, 0]], own), ([], own)] {
            do throws(TransportError) {
                _ = try HandshakeIdentity(certificates: certificates, key: key)
                Issue.record("taken")
            } catch {
                #expect(error.code == .clientIdentityUnusable, "\(error)")
            }
        }
        // OpenSSL's default security level 1 asks for 1,024 bits of RSA.
        let weak = try HandshakeIdentity(try client(.rsa(bits: 512)))
        let server = try server { $0.requestsClientCertificate = true }
        let request = world.request(port: server.port)
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: ClientJudge(world) { _ in .use(weak) })
        }
        #expect(error?.code == .clientIdentityUnusable, "\(String(describing: error))")
        #expect(error?.librarySays.isEmpty == false)
        #expect(server.waitUntilIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
    }
}
