import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastStatements
import HoldfastSystem
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// Every failure says how far it came, by a stable word.
@Suite("Failures")
struct FailureTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func error(_ port: UInt16, _ judge: TestJudge? = nil) async throws -> TransportError {
        let judge = judge ?? world.trusting()
        return try #require(
            await failure { () throws(TransportError) in
                try await engine.perform(world.request(.handshakeOnly, port: port), judge: judge)
            })
    }

    @Test("a name that does not exist")
    func name() async throws {
        var request = world.request(to: "nowhere.invalid", port: 443)
        request.connection.dial = DialTargets()
        let judge = world.trusting()
        let error = try #require(
            await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) })
        #expect(error.phase == .name && error.code == .couldNotResolveHost, "\(error)")
        #expect(error.connection == nil && !error.certificateWasAccepted)
    }

    @Test("a port that nothing listens on")
    func port() async throws {
        let port = try SilentPort()
        let error = try await error(port.number)
        #expect(error.phase == .connect && error.code == .connectionRefused, "\(error) \(error.librarySays)")
    }

    @Test("plain HTTP on the TLS port")
    func plainHTTP() async throws {
        let server = try RawServer(serve: RawBehaviour.plainHTTP)
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.code == .notTLS, "\(error) \(error.librarySays)")
        #expect(error.librarySays.first?.contains("wrong version number") == true, "\(error.librarySays)")
        #expect(!error.certificateWasAccepted)
    }

    @Test("a server that hangs up at once")
    func hangsUp() async throws {
        let server = try RawServer(serve: RawBehaviour.closesAtOnce)
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.code == .connectionClosed, "\(error) \(error.librarySays)")
    }

    @Test("a server that speaks TLS 1.0 only", arguments: [TLSVersion.tls10, .tls11])
    func oldTLS(version: TLSVersion) async throws {
        let server = try world.server {
            $0.minimumVersion = version
            $0.maximumVersion = version
            $0.securityLevel = 0
        }
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.code == .protocolVersion, "\(error) \(error.librarySays)")
    }

    /// RFC 5746 §4.3: "even servers that don't support renegotiation MUST implement" its least.
    @Test("a server that says nothing of secure renegotiation: the RFC by name, and what to do")
    func legacyRenegotiation() async throws {
        let identity = try world.identity()
        var flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        flight.omitsRenegotiationInfo = true
        let server = try RawServer { [flight] connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port)
        #expect(error.code == .handshakeFailed && error.message.contains("RFC 5746"), "\(error)")
        #expect(error.hint.contains("update its TLS"))
    }

    /// RFC 6066 §3: "either abort the handshake by sending a fatal-level unrecognized_name(112) alert or continue the
    /// handshake". Some servers say internal_error or handshake_failure of it.
    @Test("no server name was sent, and the server ends the handshake: that is said, and not that it lacks the name")
    func nameless() async throws {
        let strict = try world.server { $0.refusesUnknownNames = true }
        var request = world.request(port: strict.port)
        request.tls.sendsServerName = false
        let omitted = request
        let error = await failure { () throws(TransportError) in
            try await engine.perform(omitted, judge: world.trusting())
        }
        #expect(
            error?.code == .unrecognizedName && error?.hint == HandshakeSettingAdvice.sendName.english,
            "\(String(describing: error))")
        let sent = await failure { () throws(TransportError) in
            try await engine.perform(world.request(port: strict.port), judge: world.trusting())
        }
        #expect(sent?.hint.hasPrefix("the server does not serve example.test") == true, "\(String(describing: sent))")
        for alert: UInt8 in [80, 40] {
            let server = try RawServer { connection throws(ServingError) in
                _ = try connection.read(until: .after(.seconds(300)))
                try connection.write([21, 3, 3, 0, 2, 2, alert], until: .after(.seconds(300)))
                try connection.finish()
            }
            let request = world.request(to: "127.0.0.1", port: server.port)
            let error = await failure { () throws(TransportError) in
                try await engine.perform(request, judge: world.trusting())
            }
            #expect(
                error?.hint.hasSuffix(HandshakeSettingAdvice.connectByName.english) == true,
                "\(String(describing: error))")
        }
    }

    @Test("a certificate that libssl cannot read is judged all the same")
    func malformed() async throws {
        let key = try PrivateKey.generate(.p256)
        let broken: [UInt8] = [0x30, 0x03, 0x02, 0x01]
        let flight = try RawTLS12Flight(presenting: [broken], signingBy: key)
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.code == .handshakeFailed, "\(error) \(error.librarySays)")
        #expect(error.trustFailure?.cause.code == .malformedCertificate)
        #expect(error.librarySays.count >= 2, "OpenSSL's whole stack and curl's sentence: \(error.librarySays)")
        #expect(error.connection?.presented?.presented.map { Array($0.bytes) } == [broken])
        #expect(!error.certificateWasAccepted)
    }

    @Test("a broken certificate after a good one is a finding too")
    func malformedIssuer() async throws {
        let identity = try world.identity()
        let flight = try RawTLS12Flight(presenting: [identity.certificate, [1, 2, 3]], signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port, TestJudge.refusing())
        #expect(error.phase == .tls)
        #expect(error.trustFailure?.findings.map(\.code).contains(.malformedCertificate) == true, "\(error)")
    }

    @Test("what libssl refuses and the judge would not stays an error of TLS")
    func acceptableButRefusedByLibssl() async throws {
        let identity = try world.identity()
        let flight = try RawTLS12Flight(presenting: [identity.certificate, [1, 2, 3]], signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port)
        #expect(error.code == .handshakeFailed && error.trustFailure == nil, "\(error)")
        #expect(!error.certificateWasAccepted)
    }

    @Test("no certificate at all")
    func emptyList() async throws {
        let flight = try RawTLS12Flight(presenting: [], signingBy: try PrivateKey.generate(.p256))
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.trustFailure == nil && !error.certificateWasAccepted, "\(error)")
        #expect(error.librarySays.contains { $0.contains("no certificate") || $0.contains("ertificate") })
    }

    @Test("a handshake that fails after the certificate was accepted says so")
    func afterAcceptance() async throws {
        let identity = try world.identity()
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.code == .handshakeFailure, "\(error) \(error.librarySays)")
        #expect(error.certificateWasAccepted)
        #expect(error.connection?.evaluation != nil)
    }

    @Test("a proof of the key that does not hold: the certificate is somebody else's")
    func stolenCertificate() async throws {
        let identity = try world.identity()
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: try PrivateKey.generate(.p256))
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let error = try await error(server.port)
        #expect(error.phase == .tls && error.certificateWasAccepted, "\(error) \(error.librarySays)")
        #expect(error.librarySays.contains { $0.contains("bad signature") }, "\(error.librarySays)")
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let alert: UInt8
        let code: FindingCode
        let make: @Sendable (Loopback) throws -> Identity
    }

    @Test(
        "the server learns the reason by its alert",
        arguments: [
            Refused(testDescription: "expired: certificate_expired", alert: 45, code: .expired) { world in
                var template = CertificateTemplate.server(names: ["example.test"], at: world.now)
                template.notAfter = world.now.advanced(bySeconds: -60)
                return try world.root.issue(template)
            },
            Refused(testDescription: "another name: bad_certificate", alert: 42, code: .hostMismatch) { world in
                try world.identity("other.test")
            },
            Refused(testDescription: "self-signed: unknown_ca", alert: 48, code: .selfSignedNotAnchor) { world in
                try Identity.selfSigned(.server(names: ["example.test"], at: world.now))
            },
            Refused(testDescription: "another authority: unknown_ca", alert: 48, code: .issuerNotFound) { world in
                try CertificateAuthority.root(name: "Other", at: world.now)
                    .issue(.server(names: ["example.test"], at: world.now))
            },
        ], [TLSVersion.tls12, .tls13])
    func alerts(refused: Refused, version: TLSVersion) async throws {
        var configuration = TLSServerConfiguration(try refused.make(world))
        configuration.maximumVersion = version
        let server = try TLSServer(configuration) { _ in ServerResponse(text: "never") }
        let error = try await error(server.port)
        #expect(error.trustFailure?.cause.code == refused.code, "\(error)")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.alertsReceived.map(\.code) == [refused.alert], "\(server.counters.alertsReceived)")
    }
}
