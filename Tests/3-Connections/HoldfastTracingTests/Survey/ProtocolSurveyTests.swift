import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastSystem
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTracing

/// Real servers, asked by hellos for what they speak.
@Suite(.ownThread) struct ProtocolSurveyTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    private func survey(
        _ port: UInt16, _ change: (inout SurveyLimits) -> Void = { _ in },
        protocols: Bool = true
    ) async throws -> ProtocolSurvey {
        var bounds = SurveyLimits()
        // Only for a survey that hangs: a busy machine has time enough.
        (bounds.seconds, bounds.silence) = (600, .seconds(120))
        change(&bounds)
        var configuration = try world.configuration()
        if !protocols { configuration.applicationProtocols = [] }
        return await TraceClient().survey(world.target(port), configuration, within: bounds)
    }

    private func names<Point: CodePoint>(_ taken: ProtocolSurvey.Taken<Point>?) -> [String]? {
        guard let taken, taken.isComplete else { return nil }
        return taken.points.map(\.name)
    }

    @Test("TLS 1.3 and 1.2: versions, suites, groups and schemes, each whole", .enabled(if: OpenSSLServer.exists))
    func both() async throws {
        let server = try await OpenSSLServer(
            try world.identity(.rsa(bits: 2048)),
            "-serverpref -groups P-384:X25519 -ciphersuites TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256",
            "-cipher ECDHE-RSA-AES256-GCM-SHA384:DHE-RSA-AES128-SHA:AES128-SHA",
            "-sigalgs RSA-PSS+SHA384:RSA+SHA256 -alpn http/1.1,h2")
        let result = try await survey(server.port)
        #expect(result.stop == nil)
        #expect(result.versions.map(\.version) == [.tls13, .tls12, .tls11, .tls10, .ssl30])
        #expect(result.versions.map(\.isSpoken) == [true, true, false, false, false])
        let new = try #require(result[.tls13])
        #expect(names(new.suites) == ["TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"])
        #expect(names(new.groups) == ["secp384r1", "x25519"] && new.order == .server)
        #expect(names(new.schemes) == ["rsa_pss_rsae_sha384"])
        let old = try #require(result[.tls12])
        #expect(
            names(old.suites) == [
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_DHE_RSA_WITH_AES_128_CBC_SHA",
                "TLS_RSA_WITH_AES_128_CBC_SHA",
            ])
        #expect(names(old.groups) == ["secp384r1", "x25519"] && old.order == .server && old.primeBits == 2048)
        #expect(Set(names(old.schemes) ?? []) == ["rsa_pss_rsae_sha384", "rsa_pkcs1_sha256"])
        #expect(Set(result.applicationProtocols?.points ?? []) == ["h2", "http/1.1"])
        #expect(result.applicationProtocols?.isComplete == true)
        #expect(result.extendedMasterSecret == true && result.secureRenegotiation == true)
        #expect(result.encryptThenMAC == true && result.sessionTickets == true && result.isStapled == false)
    }

    @Test("Each hello waits for its turn", .hangLimit)
    func turns() async throws {
        let server = try world.server(as: try world.identity(.p256))
        let (given, start) = (Notes<ContinuousClock.Instant>(), ContinuousClock.now)
        let result = try await survey(server.port) { bounds in
            bounds.connections = 10
            bounds.turn = {
                given.add(start + .milliseconds(20) * (given.all.count + 1))
                return given.all.last ?? start
            }
        }
        #expect(result.connections == 10 && result.stop == .connections(limit: 10))
        let last = try #require(given.all.last)
        #expect(given.all.count == 10 && ContinuousClock.now >= last)
    }

    @Test("a server of our own: what it speaks, and not one octet but hellos", .enabled(if: OpenSSLServer.exists))
    func hellosAlone() async throws {
        // RFC 6960 §4.2.1: OCSPResponse { responseStatus tryLater (3) }.
        let server = try world.server(as: try world.identity(.p256)) {
            $0.stapledOCSP = [0x30, 3, 10, 1, 3]
            $0.omitsExtendedMasterSecret = true
            $0.cipherList = "ECDHE-ECDSA-AES128-GCM-SHA256"
            $0.groups = "X25519:P-384:P-256"
        }
        let result = try await survey(server.port)
        #expect(result.stop == nil && result.versions.map(\.isSpoken) == [true, true, false, false, false])
        #expect(result.isStapled == true && result.extendedMasterSecret == false)
        #expect(result.applicationProtocols?.points == ["http/1.1"])
        #expect(names(result[.tls13]?.schemes) == ["ecdsa_secp256r1_sha256"])
        #expect(Set(names(result[.tls13]?.groups) ?? []) == ["x25519", "secp384r1", "secp256r1"])
        #expect(names(result[.tls12]?.suites) == ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"])
        // RFC 8422 §5.1: the certificate's own curve has to be offered beside the one that is asked about.
        #expect(Set(names(result[.tls12]?.groups) ?? []) == ["x25519", "secp384r1", "secp256r1"])
        #expect(server.waitUntilIdle(afterAtLeast: result.connections))
        #expect(server.counters.connections == result.connections)
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.requestsReceived == 0)
        #expect(result.octets > 0)
    }

    @Test("old versions by hellos of their own", .enabled(if: OpenSSLServer.exists))
    func oldVersions() async throws {
        let server = try await OpenSSLServer(
            try world.identity(.rsa(bits: 2048)),
            "-min_protocol TLSv1 -max_protocol TLSv1.1 -cipher AES128-SHA:AES256-SHA:@SECLEVEL=0")
        let result = try await survey(server.port)
        #expect(result.versions.map(\.isSpoken) == [false, false, true, true, false] && result.stop == nil)
        for version in [ProtocolVersion.tls11, .tls10] {
            #expect(
                Set(names(result[version]?.suites) ?? []) == [
                    "TLS_RSA_WITH_AES_128_CBC_SHA", "TLS_RSA_WITH_AES_256_CBC_SHA",
                ])
            #expect(result[version]?.order == .client)
        }
        #expect(result.applicationProtocols == ProtocolSurvey.Taken<String>(points: [], isComplete: true))
    }

    @Test("suites without a certificate", .enabled(if: OpenSSLServer.exists))
    func anonymous() async throws {
        let server = try await OpenSSLServer(nil, "-nocert -tls1_2 -cipher AECDH-AES128-SHA:@SECLEVEL=0")
        let result = try await survey(server.port, protocols: false)
        #expect(names(result[.tls12]?.suites) == ["TLS_ECDH_anon_WITH_AES_128_CBC_SHA"])
        #expect(result.applicationProtocols == nil && result.isStapled == nil)
        #expect(result[.tls13]?.isSpoken == false)
    }

    @Test("connections, octets: each bound ends a survey, which says so")
    func bounds() async throws {
        let server = try world.server()
        let few = try await survey(server.port) { $0.connections = 6 }
        #expect(few.stop == .connections(limit: 6) && few.connections == 6)
        #expect(few.versions.map(\.isSpoken) == [true, true, false, false, false])
        #expect(few[.tls12]?.suites.isComplete == false && few[.tls12]?.suites.points.count == 1)
        let short = try await survey(server.port) { $0.octets = 1 }
        #expect(short.stop == .octets(limit: 1) && short.connections == 1)
        #expect(server.waitUntilIdle(afterAtLeast: 7))
        #expect(server.counters.connections == 7)
    }

    @Test("a server that speaks no TLS, or breaks off, is left alone after three connections")
    func noTLS() async throws {
        let server = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(60)))
            try connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), until: .after(.seconds(60)))
            try connection.finish()
        }
        let result = try await survey(server.port)
        guard case .failed(let error)? = result.stop else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .notTLS && result.connections == 3)
        #expect(result.versions.allSatisfy { $0.isSpoken == nil } && server.counters.connections == 3)
    }

    @Test("a choice that was not offered counts for nothing")
    func notOffered() async throws {
        // A ServerHello of TLS 1.2 with a suite that no version of the registry has.
        let body: [UInt8] = [3, 3] + [UInt8](repeating: 5, count: 32) + [0, 0xFA, 0xFB, 0]
        let hello = TLSRecord.written(.handshake, HandshakeMessage.written(.serverHello, body))
        let server = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(60)))
            try connection.write(hello, until: .after(.seconds(60)))
            try connection.finish()
        }
        let result = try await survey(server.port)
        // To the hello of TLS 1.3 and those of old versions it is an answer by another version.
        #expect(result.versions.map(\.isSpoken) == [false, nil, false, false, false])
        #expect(result.versions.allSatisfy { $0.suites.points.isEmpty })
    }

    @Test("a hello of SSL 3.0 has no extensions, one of TLS 1.0 says so in front")
    func oldHellos() throws {
        for version in SurveyOffer.versions {
            let offer = SurveyOffer.offer(version)
            let writer = ClientHelloWriter(
                client: offer, random: [UInt8](repeating: 7, count: 32), sessionID: [], serverName: "www.holdfast.test",
                offersProtocols: true)
            let bytes = writer.message(shares: [])
            guard case .clientHello(let hello) = HandshakeMessage(bytes, in: HandshakeContext()).content else {
                Issue.record("\(version): no hello")
                continue
            }
            #expect(hello.legacyVersion == min(version, .tls12) && hello.extensions.isEmpty == (version == .ssl30))
            #expect(hello.offeredVersions == [version] && hello.cipherSuites == offer.suites)
            #expect(Set(offer.suites).count == offer.suites.count)
        }
        // ECDHE with ECDSA or RSA, and DHE with RSA, have seven suites of AES and ChaCha20 each; RSA alone has six.
        #expect(SurveyOffer.suites(of: .tls12).count > 300 && SurveyOffer.usual.count == 27)
        #expect(SurveyOffer.suites(of: .tls10).allSatisfy { !$0.name.contains("GCM") })
    }
}
