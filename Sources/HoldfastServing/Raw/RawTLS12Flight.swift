package import HoldfastCrypto
import HoldfastX509

/// The first flight of a TLS 1.2 server, written by hand: ServerHello, Certificate, ServerKeyExchange, ServerHelloDone.
///
/// A TLS library serves only certificates that it can parse, and never none. Here the Certificate message holds any
/// bytes one likes; the ServerKeyExchange is rightly signed, so that a client that takes the certificates goes on. The
/// handshake is never completed: ``Ending`` says how it breaks.
package struct RawTLS12Flight: Sendable {
    /// How the handshake ends, since it is never completed.
    package enum Ending: Hashable, Sendable {
        /// The connection closes after the ServerHello: no certificate is ever sent.
        case closesAfterServerHello
        /// The client's second flight is answered with the alert handshake_failure.
        case alert
        /// The client's second flight is answered with a ChangeCipherSpec and a Finished that is noise: whoever sent it
        /// does not have the keys (RFC 5246 §7.4.9).
        case garbageFinished
    }

    /// How the client took it.
    package enum Outcome: Hashable, Sendable {
        /// It sent an alert.
        case alert(TLSAlert)
        /// It accepted the flight and sent its own: ClientKeyExchange and what follows.
        case continued
        /// It closed the connection.
        case closed
        /// It offers nothing that this flight is made of.
        case notAnswerable
    }

    private let certificates: [[UInt8]]
    private let key: PrivateKey
    private let ending: Ending
    private let scheme: Scheme

    /// A flight that presents these certificates.
    ///
    /// - Parameters:
    ///   - certificates: The entries of the Certificate message, sent as they are, the leaf first; there may be none.
    ///   - key: Signs the key exchange: the leaf's, where a client is to go on. P-256 or RSA.
    ///   - ending: How the handshake breaks.
    package init(
        presenting certificates: [[UInt8]], signingBy key: PrivateKey, ending: Ending = .alert
    ) throws(ServingError) {
        switch key.subjectPublicKeyInfo.key {
        case .ec(.p256, _): scheme = .ecdsa
        case .rsa: scheme = .rsa
        default:
            let type = key.subjectPublicKeyInfo.typeName
            throw ServingError(
                "make a TLS 1.2 flight", .configuration("the key is neither P-256 nor RSA but \(type)"))
        }
        self.certificates = certificates
        self.key = key
        self.ending = ending
    }

    /// Reads a ClientHello, answers with the flight and waits for what the client makes of it.
    @discardableResult
    package func serve(
        _ connection: RawConnection, until deadline: Deadline = .after(.seconds(20))
    ) throws(ServingError) -> Outcome {
        var records = TLSRecordReader(connection)
        guard let hello = try Self.readClientHello(from: &records, until: deadline) else { return .closed }
        guard let answer = try self.answer(to: hello) else {
            try connection.write(Self.handshakeFailure, until: deadline)
            try connection.finish()
            return .notAnswerable
        }
        try connection.write(answer, until: deadline)
        if ending == .closesAfterServerHello {
            try connection.finish()
            return .closed
        }
        guard let record = try records.next(until: deadline) else { return .closed }
        guard record.type == TLSRecord.alert, record.payload.count == 2 else {
            if ending == .garbageFinished {
                guard try Self.readFinished(after: record, from: &records, until: deadline) else { return .closed }
                try connection.write(try Self.garbageFinished(), until: deadline)
            } else {
                try connection.write(Self.handshakeFailure, until: deadline)
            }
            try connection.finish()
            return .continued
        }
        let alert = TLSAlert(isFatal: record.payload[0] == 2, code: record.payload[1])
        connection.note(alert)
        return .alert(alert)
    }

    /// The flight for this client; nil where it offers none of what the flight is made of.
    func answer(to hello: ClientHello) throws(ServingError) -> [UInt8]? {
        guard let suite = scheme.suites.first(where: hello.cipherSuites.contains),
            hello.signatureSchemes.contains(scheme.number), hello.groups.contains(Self.secp256r1)
        else { return nil }
        do {
            let random = try SystemRandom.bytes(32)
            let serverHello = TLSRecord.message(2, serverHello(random: random, suite: suite, hello))
            if ending == .closesAfterServerHello { return TLSRecord.records(of: TLSRecord.handshake, serverHello) }
            let messages =
                serverHello
                + TLSRecord.message(11, certificateMessage)
                + TLSRecord.message(12, try serverKeyExchange(hello.random + random))
                + TLSRecord.message(14, [])
            return TLSRecord.records(of: TLSRecord.handshake, messages)
        } catch {
            throw ServingError("make a TLS 1.2 flight", .library, stack: error.stack)
        }
    }

    /// RFC 5246 §7.4.1.3: TLS 1.2, an empty session identifier, no compression.
    private func serverHello(random: [UInt8], suite: UInt16, _ hello: ClientHello) -> [UInt8] {
        // The one extension: renegotiation_info with nothing in it, without which OpenSSL 3 goes no further.
        let extensions: [UInt8] = hello.signalsSecureRenegotiation ? [0xFF, 0x01, 0, 1, 0] : []
        return [3, 3] + random + [0] + TLSRecord.bigEndian(Int(suite), octets: 2) + [0]
            + (extensions.isEmpty ? [] : TLSRecord.vector(extensions, lengthOctets: 2))
    }

    /// RFC 5246 §7.4.2: each entry behind its length, and all of them behind theirs.
    private var certificateMessage: [UInt8] {
        TLSRecord.vector(certificates.flatMap { TLSRecord.vector($0, lengthOctets: 3) }, lengthOctets: 3)
    }

    /// RFC 8422 §5.4: a named curve, a point on it, and the signature over both randoms and these.
    private func serverKeyExchange(_ randoms: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard case .ec(_, let point) = try PrivateKey.generate(.p256).subjectPublicKeyInfo.key else { return [] }
        let parameters =
            [3] + TLSRecord.bigEndian(Int(Self.secp256r1), octets: 2) + TLSRecord.vector(Array(point), lengthOctets: 1)
        let signature = try key.sign(randoms + parameters, algorithm: scheme.algorithm)
        return parameters + TLSRecord.bigEndian(Int(scheme.number), octets: 2)
            + TLSRecord.vector(signature, lengthOctets: 2)
    }

    /// Reads on until the client's Finished, the record after its ChangeCipherSpec; false where it closes before.
    private static func readFinished(
        after first: (type: UInt8, payload: [UInt8]), from records: inout TLSRecordReader, until deadline: Deadline
    ) throws(ServingError) -> Bool {
        var type = first.type
        while type != TLSRecord.changeCipherSpec {
            guard let record = try records.next(until: deadline) else { return false }
            type = record.type
        }
        return try records.next(until: deadline) != nil
    }

    /// As long as the Finished of a suite with an explicit nonce and a tag: 8 + 16 + 16 octets.
    private static func garbageFinished() throws(ServingError) -> [UInt8] {
        do {
            return TLSRecord.records(of: TLSRecord.changeCipherSpec, [1])
                + TLSRecord.records(of: TLSRecord.handshake, try SystemRandom.bytes(40))
        } catch {
            throw ServingError("make a TLS 1.2 flight", .library, stack: error.stack)
        }
    }

    private static func readClientHello(
        from records: inout TLSRecordReader, until deadline: Deadline
    ) throws(ServingError) -> ClientHello? {
        var bytes: [UInt8] = []
        while bytes.count < 4 || bytes.count < 4 + length(of: bytes) {
            guard let record = try records.next(until: deadline) else { return nil }
            guard record.type == TLSRecord.handshake, !record.payload.isEmpty, bytes.count <= 64 << 10 else {
                throw ServingError("read a ClientHello", .malformed("a record of type \(record.type)"))
            }
            bytes += record.payload
        }
        guard bytes[0] == ClientHello.messageType else {
            throw ServingError("read a ClientHello", .malformed("a message of type \(bytes[0])"))
        }
        return try ClientHello(Array(bytes[4..<(4 + length(of: bytes))]))
    }

    private static func length(of message: [UInt8]) -> Int { message[1...3].reduce(0) { $0 << 8 | Int($1) } }

    private static let secp256r1: UInt16 = 23
    private static let handshakeFailure = TLSRecord.records(of: TLSRecord.alert, [2, 40])

    /// How the key exchange is signed, and the cipher suites that say so (RFC 8422 §6, RFC 7905 §2).
    private enum Scheme {
        case ecdsa, rsa

        var number: UInt16 { self == .ecdsa ? 0x0403 : 0x0401 }
        var algorithm: SignatureAlgorithm { self == .ecdsa ? .ecdsa(.sha256) : .rsaPKCS1(.sha256) }
        var suites: [UInt16] { self == .ecdsa ? [0xC02B, 0xC02C, 0xCCA9] : [0xC02F, 0xC030, 0xCCA8] }
    }
}
