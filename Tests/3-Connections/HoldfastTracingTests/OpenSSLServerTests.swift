import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import PeerPrograms
import Testing

@testable import HoldfastTracing

/// Handshakes with `openssl s_server`: every message that the RFC's figures show, in their order.
@Suite("Traces of openssl s_server", .enabled(if: OpenSSLServer.exists))
struct OpenSSLServerTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var key = KeyKind.p256
        let server: String
        var version = ProtocolVersion.tls12
        let exchange: KeyExchange
        let words: [String]
        var roundTrips = 2
    }

    @Test(
        "the messages of a full handshake, and the key exchange that was used",
        arguments: [
            Shape(
                testDescription: "1.0, RSA: the articles'", key: .rsa(bits: 2048),
                server: "-tls1 -cipher AES128-SHA:@SECLEVEL=0", version: .tls10, exchange: .rsa,
                words: Figure.fullWithoutServerKeyExchange),
            Shape(
                testDescription: "1.1, ECDHE", key: .rsa(bits: 2048),
                server: "-tls1_1 -cipher ECDHE-RSA-AES128-SHA:@SECLEVEL=0 -groups P-256", version: .tls11,
                exchange: .ecdhe(.secp256r1), words: Figure.full),
            Shape(
                testDescription: "1.2, RSA", key: .rsa(bits: 2048), server: "-tls1_2 -cipher AES128-GCM-SHA256",
                exchange: .rsa, words: Figure.fullWithoutServerKeyExchange),
            Shape(
                testDescription: "1.2, ECDHE", server: "-tls1_2 -groups X25519", exchange: .ecdhe(.x25519),
                words: Figure.full),
            Shape(
                testDescription: "1.2, DHE", key: .rsa(bits: 2048),
                server: "-tls1_2 -cipher DHE-RSA-AES128-GCM-SHA256 -dhparam dh.pem", exchange: .dhe(bits: 2048),
                words: Figure.full),
            Shape(
                testDescription: "1.3", server: "-tls1_3 -groups X25519", version: .tls13, exchange: .ecdhe(.x25519),
                words: Figure.full13, roundTrips: 1),
            Shape(
                testDescription: "1.3, finite field", server: "-tls1_3 -groups ffdhe2048", version: .tls13,
                exchange: .ecdhe(NamedGroup(256)), words: Figure.full13, roundTrips: 1),
        ])
    func handshake(shape: Shape) async throws {
        let server = try await OpenSSLServer(
            try world.identity(shape.key), shape.server.replacing("-dhparam dh.pem", with: ""))
        let trace = try await world.trace(server.port) { configuration in
            configuration.dangerousLegacyProtocols = shape.version < .tls12
            configuration.minimumVersion = min(shape.version, .tls12)
            // The client's first share has to be one that the server takes: otherwise it asks for another.
            if shape.version == .tls13 {
                configuration.groups = shape.exchange == .ecdhe(.x25519) ? "X25519" : "ffdhe2048"
            }
            configuration.request = Array("GET /hello.txt HTTP/1.0\r\n\r\n".utf8)
        }
        #expect(trace.isCompleted, "\(trace.outcome) \(trace.words)")
        #expect(trace.handshakeWords == shape.words)
        #expect(trace.negotiated.keyExchange == shape.exchange)
        #expect(trace.negotiated.version == shape.version)
        #expect(trace.timing.roundTrips == shape.roundTrips)
        #expect(trace.unreadable == [])
        #expect(trace.verdict?.evaluation != nil, "\(String(describing: trace.verdict))")
        #expect(String(decoding: trace.response, as: UTF8.self).hasSuffix("hello\n"))
        #expect(trace.words.contains("> data") && trace.words.contains("< data"))
        #expect(trace.words.last == "< !close_notify" || trace.words.contains("> !close_notify"))
    }

    @Test("a HelloRetryRequest: the server wants a group for which the first hello had no share")
    func helloRetry() async throws {
        let server = try await OpenSSLServer(try world.identity(), "-tls1_3 -groups P-384")
        let trace = try await world.trace(server.port) { $0.groups = "X25519:P-384" }
        #expect(trace.isCompleted, "\(trace.outcome)")
        #expect(trace.handshakeWords == Figure.retry13)
        #expect(trace.negotiated.usedHelloRetryRequest && trace.negotiated.keyExchange == .ecdhe(NamedGroup(24)))
        #expect(trace.timing.roundTrips == 2 && trace.unreadable == [])
        #expect(trace.phases.map(\.phase).prefix(3) == [.clientHello, .helloRetry, .serverHello])
        // RFC 8446 §4.1.4: the server selects the group, and §4.2.8 the client replaces its share by one for it.
        let shares = trace.messages.compactMap { sender, content -> [NamedGroup]? in
            guard case .handshake(let message) = content, case .clientHello(let hello) = message.content else {
                return nil
            }
            return hello.keyShares.map(\.group)
        }
        #expect(shares == [[.x25519], [NamedGroup(24)]])
    }

    @Test(
        "resumption: by a ticket, by a session identifier, by a pre-shared key",
        arguments: [
            ("-tls1_2", Figure.resumed12, KeyExchange.resumption),
            ("-tls1_2 -no_ticket", Figure.resumed12, .resumption),
            ("-tls1_3 -groups X25519", Figure.resumed13, .pskECDHE(.x25519)),
        ])
    func resumption(arguments: String, words: [String], exchange: KeyExchange) async throws {
        let server = try await OpenSSLServer(try world.identity(), arguments)
        let first = try await world.trace(server.port) { $0.groups = "X25519:P-256" }
        #expect(!first.negotiated.isResumed && first.verdict?.isOfResumedSession == false)
        let session = try #require(first.session)
        let second = try await world.trace(server.port) {
            $0.groups = "X25519:P-256"
            $0.resuming = session
            $0.request = Array("GET /hello.txt HTTP/1.0\r\n\r\n".utf8)
        }
        #expect(second.isCompleted, "\(second.outcome)")
        #expect(second.handshakeWords == words)
        #expect(second.offersTicket == (arguments == "-tls1_2"))
        #expect(second.negotiated.isResumed && second.negotiated.keyExchange == exchange)
        #expect(second.negotiated.certificates.isEmpty && second.timing.roundTrips == 1)
        // The chain of the session is judged again before anything is sent.
        #expect(second.verdict?.isOfResumedSession == true && second.verdict?.evaluation != nil)
        #expect(String(decoding: second.response, as: UTF8.self).hasSuffix("hello\n"))
        let third = try await world.trace(server.port) {
            $0.groups = "X25519:P-256"
            $0.resuming = session
        }
        #expect(third.negotiated.isResumed && third.isCompleted, "once more: \(third.outcome)")
    }

    @Test("a session whose chain is refused now resumes for the look of it, and carries nothing")
    func refusedResumption() async throws {
        let server = try await OpenSSLServer(try world.identity(), "-tls1_3")
        let session = try #require(try await world.trace(server.port).session)
        let second = try await world.trace(server.port, trusting: false) {
            $0.resuming = session
            $0.request = Array("GET /hello.txt HTTP/1.0\r\n\r\n".utf8)
        }
        #expect(second.negotiated.isResumed && second.verdict?.failure != nil)
        #expect(!second.words.contains("> data") && second.response.isEmpty)
    }

    @Test("a client certificate, shown", arguments: ["-tls1_2", "-tls1_3"])
    func clientCertificate(version: String) async throws {
        let server = try await OpenSSLServer(try world.identity(), "-Verify 2 -verify_quiet", version)
        let mine = try world.identity("client.test")
        let trace = try await world.trace(server.port) {
            $0.clientIdentity = ClientIdentity(certificates: mine.chain, key: mine.key)
            $0.request = Array("GET /hello.txt HTTP/1.0\r\n\r\n".utf8)
        }
        #expect(trace.isCompleted, "\(trace.outcome)")
        // An OpenSSL that can decompress asks for compressed certificates of clients too (RFC 8879 §3).
        let isCompressed = version == "-tls1_3" && OpenSSLLibrary.compressesCertificates
        let figure = version == "-tls1_2" ? Figure.clientCertificate12 : Figure.clientCertificate13
        let expected = figure.map { isCompressed && $0 == "> certificate" ? "> compressed_certificate" : $0 }
        #expect(trace.handshakeWords == expected)
        #expect(trace.negotiated.clientCertificateRequested && trace.negotiated.clientCertificateSent)
        #expect(trace.unreadable == [])
        let sent = trace.messages.compactMap { sender, content -> [[UInt8]]? in
            guard sender == .client, case .handshake(let message) = content else { return nil }
            switch message.content {
            case .certificate(let list): return list.entries.map(\.der)
            case .compressedCertificate(let message): return message.certificates
            default: return nil
            }
        }
        #expect(sent == [mine.chain])
    }

    /// RFC 8879 §3: "the endpoint sending the extension" says what it takes. What is judged are the bytes that were
    /// sent.
    @Test(
        "a server that would compress its certificates sends them as they are, and they are judged",
        .enabled(if: OpenSSLLibrary.compressesCertificates, "openssl compresses no certificates"))
    func compressing() async throws {
        let identity = try world.identity()
        let server = try await OpenSSLServer(identity, "-tls1_3 -cert_comp")
        let trace = try await world.trace(server.port)
        #expect(trace.isCompleted && trace.verdict?.evaluation != nil, "\(trace.outcome)")
        #expect(trace.words.contains("< certificate") && !trace.words.contains("< compressed_certificate"))
        #expect(trace.negotiated.certificates.first == identity.certificate)
    }

    /// RFC 8446 §4.4.2: "Clients MUST send a Certificate message with no certificates if they have no appropriate
    /// certificate"; RFC 5246 §7.4.6 the same. To whom nobody is proven to be, none is appropriate.
    @Test("a client certificate is kept from a server that was refused", arguments: ["-tls1_2", "-tls1_3"])
    func certificateKeptFromRefused(version: String) async throws {
        let server = try await OpenSSLServer(try world.identity(), "-verify 2 -verify_quiet", version)
        let mine = try world.identity("client.test")
        let trace = try await world.trace(server.port, trusting: false) {
            $0.clientIdentity = ClientIdentity(certificates: mine.chain, key: mine.key)
        }
        #expect(trace.isCompleted && trace.verdict?.failure != nil, "\(trace.outcome)")
        #expect(trace.negotiated.clientCertificateRequested && !trace.negotiated.clientCertificateSent)
        let words = trace.words
        #expect(words.contains("> certificate") && !words.contains("> certificate_verify"), "\(words)")
        let sent = trace.messages.flatMap { sender, content -> [UInt8] in
            guard sender == .client, case .handshake(let message) = content else { return [] }
            return message.bytes
        }
        #expect(!sent.isEmpty && sent.firstRange(of: Array("client.test".utf8)) == nil)
        #expect(trace.notes.contains { $0.contains("certificate is kept from it") })
        // To one that is trusted it is shown, by the same settings.
        let trusting = try await world.trace(server.port) {
            $0.clientIdentity = ClientIdentity(certificates: mine.chain, key: mine.key)
        }
        #expect(trusting.negotiated.clientCertificateSent && trusting.words.contains("> certificate_verify"))
    }

    @Test(
        "no client certificate where one is asked for: 1.2 refuses in the handshake, 1.3 after it",
        arguments: [("-tls1_2", "handshake_failure", true), ("-tls1_3", "certificate_required", false)])
    func noClientCertificate(version: String, alert: String, duringHandshake: Bool) async throws {
        let server = try await OpenSSLServer(try world.identity(), "-Verify 2 -verify_quiet", version)
        let trace = try await world.trace(server.port) { $0.request = Array("GET / HTTP/1.0\r\n\r\n".utf8) }
        guard case .refusedByServer(let description, let during) = trace.outcome else {
            return #expect(Bool(false), "\(trace.outcome)")
        }
        #expect(description.name == alert && during == duringHandshake)
        #expect(trace.negotiated.clientCertificateRequested && !trace.negotiated.clientCertificateSent)
    }

    @Test(
        "a pre-shared key without certificates",
        arguments: [
            ("-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256", false, KeyExchange.pskECDHE(.x25519)),
            ("-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256 -allow_no_dhe_kex -groups P-384", true, .psk),
            ("-tls1_2 -cipher PSK-AES128-GCM-SHA256", false, .psk),
            ("-tls1_2 -cipher ECDHE-PSK-AES128-CBC-SHA256", false, .pskECDHE(.x25519)),
        ])
    func preSharedKey(arguments: String, alone: Bool, exchange: KeyExchange) async throws {
        let server = try await OpenSSLServer(
            nil, "-nocert -psk 0102030405060708 -psk_identity me -groups X25519", arguments)
        let trace = try await world.trace(server.port) {
            $0.dangerousPreSharedKey = PreSharedKey(identity: "me", key: [1, 2, 3, 4, 5, 6, 7, 8])
            $0.dangerousPSKWithoutDiffieHellman = alone
            $0.cipherList = "DEFAULT:PSK"
            $0.groups = "X25519:P-256"
            $0.request = Array("GET /hello.txt HTTP/1.0\r\n\r\n".utf8)
        }
        #expect(trace.isCompleted, "\(trace.outcome) \(trace.words)")
        #expect(
            trace.negotiated.keyExchange == exchange, "\(String(describing: trace.negotiated.keyExchange))")
        #expect(!trace.negotiated.isResumed && trace.negotiated.certificates.isEmpty)
        // Nothing was judged: nothing is sent.
        #expect(trace.verdict == nil && !trace.words.contains("> data"))
    }

    @Test("a staple: in a message of its own in 1.2, beside the certificate in 1.3", arguments: ["-tls1_2", "-tls1_3"])
    func staple(version: String) async throws {
        // RFC 6960 §4.2.1: OCSPResponse { responseStatus tryLater (3) }.
        let response: [UInt8] = [0x30, 0x03, 0x0A, 0x01, 0x03]
        let server = try await OpenSSLServer(
            try world.identity(), "-status_file status.der", version, files: ["status.der": response])
        let trace = try await world.trace(server.port)
        #expect(trace.negotiated.stapledOCSP == response)
        #expect(trace.words.contains("< certificate_status") == (version == "-tls1_2"))
        let without = try await world.trace(server.port) { $0.requestsOCSP = false }
        #expect(without.negotiated.stapledOCSP == nil && without.isCompleted)
    }

    @Test("the server finds nothing in common: its alert, and what was seen until then")
    func nothingInCommon() async throws {
        let server = try await OpenSSLServer(try world.identity(), "-tls1_3")
        let trace = try await world.trace(server.port) { $0.maximumVersion = .tls12 }
        guard case .refusedByServer(let alert, true) = trace.outcome else {
            return #expect(Bool(false), "\(trace.outcome)")
        }
        #expect(alert.name == "protocol_version" && trace.words == ["> client_hello", "< !protocol_version"])
        #expect(trace.verdict == nil && trace.timing.tls == nil && trace.timing.tcp != nil)
    }

    @Test("versions before TLS 1.2 are not offered unless the danger is named")
    func legacyIsNamed() async throws {
        let trace = try await world.trace(1) { $0.minimumVersion = .tls10 }
        #expect(trace.error?.code == .configuration && trace.events.allSatisfy { $0.record == nil })
    }
}

/// The messages of handshakes as the RFCs draw them.
enum Figure {
    // RFC 5246 §7.3, Figure 1.
    static let fullWithoutServerKeyExchange = [
        "> client_hello", "< server_hello", "< certificate", "< server_hello_done", "> client_key_exchange", "> ccs",
        "> finished", "< new_session_ticket", "< ccs", "< finished",
    ]
    static let full = [
        "> client_hello", "< server_hello", "< certificate", "< server_key_exchange", "< server_hello_done",
        "> client_key_exchange", "> ccs", "> finished", "< new_session_ticket", "< ccs", "< finished",
    ]
    // RFC 8446 §2, Figure 1, with the ChangeCipherSpecs of appendix D.4.
    static let full13 = [
        "> client_hello", "< server_hello", "< ccs", "< encrypted_extensions", "< certificate", "< certificate_verify",
        "< finished", "> ccs", "> finished",
    ]

    // RFC 8446 §2.1, Figure 2.
    static let retry13 = [
        "> client_hello", "< hello_retry_request", "< ccs", "> ccs", "> client_hello", "< server_hello",
        "< encrypted_extensions", "< certificate", "< certificate_verify", "< finished", "> finished",
    ]
    // RFC 5246 §7.3, Figure 2; by a ticket the same, where the server does not renew it (RFC 5077 §3.3).
    static let resumed12 = ["> client_hello", "< server_hello", "< ccs", "< finished", "> ccs", "> finished"]
    // RFC 8446 §2.2, Figure 3.
    static let resumed13 = [
        "> client_hello", "< server_hello", "< ccs", "< encrypted_extensions", "< finished", "> ccs", "> finished",
    ]
    static let clientCertificate12 = [
        "> client_hello", "< server_hello", "< certificate", "< server_key_exchange", "< certificate_request",
        "< server_hello_done", "> certificate", "> client_key_exchange", "> certificate_verify", "> ccs", "> finished",
        "< new_session_ticket", "< ccs", "< finished",
    ]
    static let clientCertificate13 = [
        "> client_hello", "< server_hello", "< ccs", "< encrypted_extensions", "< certificate_request",
        "< certificate", "< certificate_verify", "< finished", "> ccs", "> certificate", "> certificate_verify",
        "> finished",
    ]
}
