import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastSystem
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTracing

/// Servers that answer a hello as none should: what a client refuses is no way to get on.
@Suite(.ownThread) struct HostileHelloTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    /// It stands for the client's session identifier, until the server has read that.
    private static let echo = [UInt8](repeating: 0xEE, count: 32)

    /// A ServerHello, or a HelloRetryRequest, of TLS 1.3 unless the extensions say nothing of it.
    private func hello(
        retry: Bool = false, suite: UInt16 = 0x1301, random: [UInt8]? = nil, sessionID: [UInt8] = Self.echo,
        _ extensions: [UInt8]...
    ) -> [UInt8] {
        let random = retry ? Digest.sha256(Array("HelloRetryRequest".utf8)) : random ?? [UInt8](repeating: 5, count: 32)
        let body =
            [3, 3] + random + [32] + sessionID + TLSWriter.number(suite, octets: 2) + [0]
            + TLSWriter.vector(extensions.flatMap { $0 }, lengthOctets: 2)
        return TLSRecord.written(.handshake, HandshakeMessage.written(.serverHello, body))
    }

    private func version(_ number: UInt16) -> [UInt8] { [0, 43, 0, 2] + TLSWriter.number(number, octets: 2) }
    private func share(_ group: UInt16, _ value: [UInt8]) -> [UInt8] {
        let entry = TLSWriter.number(group, octets: 2) + TLSWriter.vector(value, lengthOctets: 2)
        return [0, 51] + TLSWriter.vector(entry, lengthOctets: 2)
    }
    private func wants(_ group: UInt16) -> [UInt8] { [0, 51, 0, 2] + TLSWriter.number(group, octets: 2) }

    /// The end of a handshake with a server that sends these bytes, one lot a hello, and as many hellos as it read.
    private func end(
        _ answers: [UInt8]..., client: [String: String] = [:]
    ) async throws -> (end: HelloAnswer.End?, answer: HelloAnswer?, connections: Int) {
        let server = try RawServer { connection throws(ServingError) in
            for answer in answers {
                let hello = try connection.read(until: .after(.seconds(60)))
                // Behind two headers, the version, the random and its own length (RFC 8446 §4.1.2).
                let sent = hello.count > 76 ? hello[44..<76] : []
                try connection.write(answer.replacing(Self.echo, with: sent), until: .after(.seconds(60)))
            }
            try connection.finish()
        }
        let client = try RecordedClientTests.client(client)
        let result = await TraceClient().ask(world.target(server.port), as: [client], try world.configuration())
        return (result.answers[0].answer?.end, result.answers[0].answer, server.counters.connections)
    }

    @Test("a choice that was not offered: version, suite, group; and a downgrade")
    func notOffered() async throws {
        let x25519 = try EphemeralKey(group: 29).publicValue
        #expect(try await end(hello(version(0x0305))).end == .violation(.versionNotOffered))
        #expect(try await end(hello(suite: 0x1304, version(0x0304))).end == .violation(.suiteNotOffered))
        #expect(
            try await end(hello(version(0x0304), share(0x0017, x25519))).end == .violation(.groupNotOffered),
            "a group that is offered, without a share")
        #expect(try await end(hello(retry: true, version(0x0304), wants(0x0018))).end == .violation(.groupNotOffered))
        // RFC 8701 §3.1: "Clients MUST reject GREASE values when negotiated by the server."
        let greased = ["versions": "grease,0304,0303", "groups": "grease,001d,0017", "keyShares": "grease,001d"]
        let version10 = hello(suite: 0xC02B, version(0x0A0A))
        #expect(try await end(version10, client: greased).end == .violation(.versionNotOffered))
        let group = try await end(hello(version(0x0304), share(0x0A0A, [0])), client: greased)
        #expect(group.end == .violation(.groupNotOffered) && group.connections == 1)
        // RFC 8446 §4.1.3: an echo "that does not match what it sent in the ClientHello MUST abort the handshake".
        #expect(
            try await end(hello(sessionID: [UInt8](repeating: 1, count: 32), version(0x0304))).end
                == .violation(.malformed))
        // RFC 8446 §4.1.4: the group has to be one for which no share was sent.
        #expect(try await end(hello(retry: true, version(0x0304), wants(0x001D))).end == .violation(.groupNotOffered))
        #expect(try await end(hello(retry: true, version(0x0304))).end == .violation(.malformed), "nothing to change")
        // RFC 8446 §4.1.3: "DOWNGRD" and 01.
        let random = [UInt8](repeating: 5, count: 24) + Array("DOWNGRD".utf8) + [1]
        #expect(try await end(hello(suite: 0xC02B, random: random)).end == .violation(.downgrade))
    }

    /// A flight of TLS 1.2 in the clear, with a certificate and without a ServerKeyExchange (RFC 5246 §7.3).
    private func clearFlight(suite: UInt16) throws -> [UInt8] {
        let der = TLSWriter.vector(Array(try world.identity(.p256).chain[0]), lengthOctets: 3)
        let list = HandshakeMessage.written(.certificate, TLSWriter.vector(der, lengthOctets: 3))
        return hello(suite: suite) + TLSRecord.written(.handshake, list)
            + TLSRecord.written(.handshake, HandshakeMessage.written(.serverHelloDone, []))
    }

    @Test("a suite of another version, and keys by a curve that the server does not sign")
    func clearFlights() async throws {
        // RFC 5246 §7.4.3: the message is sent where "the server Certificate message … does not contain enough data to
        // allow the client to exchange a premaster secret", and ECDHE_ECDSA is such a method (RFC 8422 §2).
        let unsigned = try await end(clearFlight(suite: 0xC02B))
        #expect(unsigned.end == .violation(.malformed) && unsigned.answer?.presented == nil)
        // RSA's key transport has no such message, and nothing that proves the key before the client has spoken.
        let transport = try await end(clearFlight(suite: 0x009C))
        #expect(transport.end == .complete && transport.answer?.proof == ServerProof.none)
        // RFC 8446 §B.4: a suite of TLS 1.3 "cannot be used for TLS 1.2", and the other way round.
        #expect(try await end(clearFlight(suite: 0x1301)).end == .violation(.malformed))
        #expect(try await end(hello(suite: 0xC02B, version(0x0304))).end == .violation(.malformed))
    }

    /// RFC 8446 §4.1.4: a client that gets "a second HelloRetryRequest in the same connection … MUST abort the
    /// handshake".
    @Test("a second HelloRetryRequest, a cookie, and a record that is not authentic")
    func retries() async throws {
        let retry = hello(retry: true, version(0x0304), wants(0x0017))
        #expect(try await end(retry, retry).end == .violation(.malformed))
        // RFC 8446 §4.1.4: "clients MUST check that the cipher suite supplied in the ServerHello is the same as that in
        // the HelloRetryRequest", and the version that it says "MUST be retained in the ServerHello".
        let p256 = try EphemeralKey(group: 0x0017).publicValue
        let otherSuite = hello(suite: 0x1303, version(0x0304), share(0x0017, p256))
        #expect(try await end(retry, otherSuite).end == .violation(.malformed))
        let flight = try clearFlight(suite: 0xC02B)
        #expect(try await end(retry, flight).end == .violation(.malformed), "another version")
        #expect(try await end(hello(retry: true, suite: 0xC02B, wants(0x0017))).end == .violation(.malformed))
        let cookie = hello(retry: true, version(0x0304), [0, 44, 0, 4, 0, 2, 7, 7])
        let point = try EphemeralKey(group: 29).publicValue
        let forged =
            hello(version(0x0304), share(0x001D, point)) + [23, 3, 3, 0, 40] + [UInt8](repeating: 1, count: 40)
        let answer = try await end(cookie, forged)
        #expect(answer.end == .violation(.malformed) && answer.answer?.presented == nil)
        // RFC 8446 §2: "All handshake messages after the ServerHello are now encrypted."
        let clear = hello(version(0x0304), share(0x001D, point)) + TLSRecord.written(.handshake, [8, 0, 0, 2, 0, 0])
        #expect(try await end(clear).end == .violation(.malformed))
        #expect(try await end(hello(version(0x0304), share(0x001D, [1, 2]))).end == .violation(.malformed))
        // RFC 8446 §7.4.2: a public value of zeros gives a secret of zeros.
        let zeros = hello(version(0x0304), share(0x001D, [UInt8](repeating: 0, count: 32)))
        #expect(try await end(zeros).end == .violation(.malformed))
    }

    @Test("a group that libcrypto has not: asked once more without it, and no pass where nothing is shown then")
    func lackedGroup() async throws {
        // 0x0100 is ffdhe2048, whose keys are not made here under any libcrypto.
        let wants = hello(retry: true, version(0x0304), wants(0x0100))
        let result = try await end(wants, client: ["groups": "0100,001d,0017"])
        #expect(result.end == .unfollowableGroup(NamedGroup(0x0100)) && result.connections == 2)
        #expect(result.answer?.presented == nil && result.answer?.lackedGroup == nil)
    }

    @Test("alerts, plain text, an end, and a flood")
    func others() async throws {
        #expect(try await end([21, 3, 3, 0, 2, 2, 40]).end == .alert(.handshakeFailure))
        #expect(try await end([21, 3, 3, 0, 2, 2, 70]).end == .alert(.protocolVersion))
        #expect(try await end([]).end == .closed)
        guard case .failed(let error)? = try await end(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)).end else {
            Issue.record("plain text is no TLS")
            return
        }
        #expect(error.code == .notTLS)
        // Records that mean nothing, more than are read.
        let server = try RawServer { connection throws(ServingError) in
            let nothing = Array(repeatElement([20, 3, 3, 0, 1, 1] as [UInt8], count: 2000).joined())
            while true { try connection.write(nothing, until: .after(.seconds(60))) }
        }
        var configuration = try world.configuration()
        configuration.maximumBytes = 64 << 10
        let client = try RecordedClientTests.client([:])
        let flooded = await TraceClient().ask(world.target(server.port), as: [client], configuration)
        guard case .failed(let error)? = flooded.answers[0].answer?.end else {
            Issue.record("\(flooded)")
            return
        }
        #expect(error.code == .tooMany)
    }

    @Test("a signature counts by the certificate's key alone, over this handshake, by a scheme of the version")
    func proofs() throws {
        let content = Array("what is signed".utf8)
        func proof(
            _ kind: KeyKind, _ algorithm: SignatureAlgorithm, scheme: UInt16, over message: [UInt8]? = nil,
            isTLS13: Bool = true, by other: Identity? = nil
        ) throws -> ServerProof {
            let identity = try world.identity(kind)
            let bytes = try (other ?? identity).key.sign(message ?? content, algorithm: algorithm)
            let octets = TLSWriter.number(scheme, octets: 2) + TLSWriter.vector(bytes, lengthOctets: 2)
            let message = HandshakeMessage(
                HandshakeMessage.written(.certificateVerify, octets),
                in: HandshakeContext(version: .tls13, cipherSuite: CipherSuite(0x1301)))
            guard case .certificateVerify(let signature) = message.content else { return .none }
            return ServerProof(
                of: content, signature: signature, by: PresentedCertificate(der: Array(identity.chain[0])),
                isTLS13: isTLS13)
        }
        #expect(try proof(.p256, .ecdsa(.sha256), scheme: 0x0403) == .signed)
        #expect(try proof(.p256, .ecdsa(.sha256), scheme: 0x0403, over: [1]) == .invalid)
        #expect(try proof(.p256, .ecdsa(.sha256), scheme: 0x0403, by: world.identity(.p256)) == .invalid)
        // RFC 8446 §4.2.3: RSASSA-PKCS1-v1_5 is for certificates alone, and a scheme of ECDSA for one curve.
        let rsa = KeyKind.rsa(bits: 2048)
        #expect(try proof(rsa, .rsaPKCS1(.sha256), scheme: 0x0401) == .invalid)
        #expect(try proof(rsa, .rsaPKCS1(.sha256), scheme: 0x0401, isTLS13: false) == .signed)
        // "MUST use the rsaEncryption OID" for rsa_pss_rsae_sha256, and "the RSASSA-PSS OID" for rsa_pss_pss_sha256.
        let pss = SignatureAlgorithm.rsaPSS(RSAPSSParameters(.sha256))
        #expect(try proof(rsa, pss, scheme: 0x0804) == .signed)
        #expect(try proof(rsa, pss, scheme: 0x0809) == .invalid)
        #expect(try proof(rsa, pss, scheme: 0x0809, isTLS13: false) == .invalid)
        #expect(try proof(.p384, .ecdsa(.sha256), scheme: 0x0403) == .invalid)
        #expect(try proof(.p384, .ecdsa(.sha256), scheme: 0x0403, isTLS13: false) == .signed)
        #expect(try proof(.p256, .ecdsa(.sha256), scheme: 0x081A) == .unverifiable(HandshakeSignatureScheme(0x081A)))
    }
}
