package import HoldfastCrypto
import HoldfastStatements
package import HoldfastSystem
package import HoldfastTLS
import HoldfastX509

/// The first flight of a TLS 1.2 server, written by hand: ServerHello, Certificate, ServerKeyExchange, ServerHelloDone.
///
/// A TLS library serves only certificates that it can parse, and never none. Here the Certificate message holds any
/// bytes one likes; the ServerKeyExchange is rightly signed, so that a client that takes the certificates goes on. The
/// handshake is never completed: ``Ending`` says how it breaks.
package struct RawTLS12Flight: Sendable {
    /// The end of the handshake, since it is never completed.
    package enum Ending: Hashable, Sendable {
        /// The connection closes after the ServerHello: no certificate is ever sent.
        case closesAfterServerHello
        /// The client's second flight is answered with the alert handshake_failure.
        case alert
        /// The client's second flight is answered with this alert.
        case alertOf(AlertDescription)
        /// The client's second flight is answered by the end of the connection, without a word.
        case closes
        /// The client's second flight is answered with a ChangeCipherSpec and a Finished that is noise: whoever sent it
        /// does not have the keys (RFC 5246 §7.4.9).
        case garbageFinished
    }

    /// The client's reaction.
    package enum Outcome: Hashable, Sendable {
        /// The client sent an alert.
        case alert(TLSAlert)
        /// The client accepted the flight and sent its own: ClientKeyExchange and what follows.
        case continued
        /// The client closed the connection.
        case closed
        /// The client offers nothing that this flight is made of.
        case notAnswerable
    }

    private let certificates: [[UInt8]]
    private let key: PrivateKey
    private let ending: Ending
    private let extensions: [UInt8]
    private let scheme: Scheme
    /// Whether the client is asked for a certificate, of any authority (RFC 5246 §7.4.4).
    package var asksForCertificate = false
    /// Whether the ServerHello goes without renegotiation_info (RFC 5746), as those of before 2010 do.
    package var omitsRenegotiationInfo = false

    /// A flight that presents these certificates.
    ///
    /// - Parameters:
    ///   - certificates: The entries of the Certificate message, sent as they are, the leaf first; there may be none.
    ///   - key: Signs the key exchange: the leaf's, where a client is to go on. P-256 or RSA.
    ///   - ending: How the handshake breaks.
    ///   - extensions: More extensions of the ServerHello, each with type and length, whether they were asked for or
    ///     not.
    package init(
        presenting certificates: [[UInt8]], signingBy key: PrivateKey, ending: Ending = .alert,
        with extensions: [UInt8] = []
    ) throws(ServingError) {
        switch key.subjectPublicKeyInfo.key {
        case .ec(.p256, _): scheme = .ecdsa
        case .rsa: scheme = .rsa
        default:
            let type = key.subjectPublicKeyInfo.typeName
            throw ServingError(
                .makeFlight, .configuration(ServingFault.keyKind(type).statement))
        }
        self.certificates = certificates
        self.key = key
        self.ending = ending
        self.extensions = extensions
    }

    /// Reads a ClientHello, answers with the flight and waits for what the client makes of it.
    ///
    /// - Parameter bytes: what was read of the connection already.
    @discardableResult
    package func serve(
        _ connection: RawConnection, after bytes: [UInt8] = [], until deadline: Deadline = .after(.seconds(60))
    ) throws(ServingError) -> Outcome {
        var records = TLSRecordReader(connection, after: bytes)
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
        let fragment = Array(record.fragment)
        guard record.type == .alert, fragment.count == 2 else {
            guard try Self.readFinished(after: record, from: &records, until: deadline) else { return .closed }
            if let answer = try lastWords() { try connection.write(answer, until: deadline) }
            try connection.finish()
            return .continued
        }
        let alert = TLSAlert(isFatal: fragment[0] == 2, code: fragment[1])
        connection.note(alert)
        return .alert(alert)
    }

    /// The answer to the client's second flight; nil for none.
    private func lastWords() throws(ServingError) -> [UInt8]? {
        switch ending {
        case .closesAfterServerHello, .closes: nil
        case .alert: Self.handshakeFailure
        case .alertOf(let alert): TLSRecord.written(.alert, [2, alert.number])
        case .garbageFinished: try Self.garbageFinished()
        }
    }

    /// The flight for this client; nil where it offers none of what the flight is made of.
    func answer(to hello: ClientHello) throws(ServingError) -> [UInt8]? {
        guard let suite = scheme.suites.first(where: hello.cipherSuites.contains),
            hello.signatureAlgorithms.contains(scheme.signature), hello.supportedGroups.contains(.secp256r1)
        else { return nil }
        do {
            let random = try SystemRandom.bytes(32)
            let serverHello = HandshakeMessage.written(
                .serverHello, self.serverHello(random: random, suite: suite, hello))
            if ending == .closesAfterServerHello { return TLSRecord.written(.handshake, serverHello) }
            let messages =
                serverHello
                + HandshakeMessage.written(.certificate, certificateMessage)
                + HandshakeMessage.written(.serverKeyExchange, try serverKeyExchange(hello.random + random))
                + (asksForCertificate ? HandshakeMessage.written(.certificateRequest, Self.certificateRequest) : [])
                + HandshakeMessage.written(.serverHelloDone, [])
            return TLSRecord.written(.handshake, messages)
        } catch {
            throw ServingError(.makeFlight, .library, stack: error.stack)
        }
    }

    /// RFC 5246 §7.4.1.3: TLS 1.2, an empty session identifier, no compression.
    private func serverHello(random: [UInt8], suite: CipherSuite, _ hello: ClientHello) -> [UInt8] {
        // renegotiation_info with nothing in it (RFC 5746 §3.6), without which OpenSSL 3 goes no further.
        let isSignalled = !omitsRenegotiationInfo && Self.signalsSecureRenegotiation(hello)
        let extensions = (isSignalled ? [0xFF, 0x01, 0, 1, 0] : []) + self.extensions
        return [3, 3] + random + [0] + TLSWriter.number(suite.number, octets: 2) + [0]
            + (extensions.isEmpty ? [] : TLSWriter.vector(extensions, lengthOctets: 2))
    }

    /// Whether the client can tell a renegotiation from a first handshake (RFC 5746 §3.4), and so expects the server to
    /// say the same of itself.
    private static func signalsSecureRenegotiation(_ hello: ClientHello) -> Bool {
        hello.cipherSuites.contains(.emptyRenegotiationInfo)
            || hello.extensions.contains { $0.type == .renegotiationInfo }
    }

    /// RFC 5246 §7.4.4: keys of ECDSA and RSA, their signatures with SHA-256, and no authority by name.
    private static let certificateRequest: [UInt8] = [2, 64, 1, 0, 4, 0x04, 0x03, 0x04, 0x01, 0, 0]

    /// RFC 5246 §7.4.2: each entry behind its length, and all of them behind theirs.
    private var certificateMessage: [UInt8] {
        TLSWriter.vector(certificates.flatMap { TLSWriter.vector($0, lengthOctets: 3) }, lengthOctets: 3)
    }

    /// RFC 8422 §5.4: a named curve, a point on it, and the signature over both randoms and these.
    private func serverKeyExchange(_ randoms: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard case .ec(_, let point) = try PrivateKey.generate(.p256).subjectPublicKeyInfo.key else { return [] }
        let parameters =
            [3] + TLSWriter.number(NamedGroup.secp256r1.number, octets: 2) + TLSWriter.vector(point, lengthOctets: 1)
        let signature = try key.sign(randoms + parameters, algorithm: scheme.algorithm)
        return parameters + TLSWriter.number(scheme.signature.number, octets: 2)
            + TLSWriter.vector(signature, lengthOctets: 2)
    }

    /// Reads on until the client's Finished, the record after its ChangeCipherSpec; false where it closes before.
    private static func readFinished(
        after first: TLSRecord, from records: inout TLSRecordReader, until deadline: Deadline
    ) throws(ServingError) -> Bool {
        var type = first.type
        while type != .changeCipherSpec {
            guard let record = try records.next(until: deadline) else { return false }
            type = record.type
        }
        return try records.next(until: deadline) != nil
    }

    /// As long as the Finished of a suite with an explicit nonce and a tag: 8 + 16 + 16 octets.
    private static func garbageFinished() throws(ServingError) -> [UInt8] {
        do {
            return TLSRecord.written(.changeCipherSpec, [1])
                + TLSRecord.written(.handshake, try SystemRandom.bytes(40))
        } catch {
            throw ServingError(.makeFlight, .library, stack: error.stack)
        }
    }

    static func readClientHello(
        from records: inout TLSRecordReader, until deadline: Deadline
    ) throws(ServingError) -> ClientHello? {
        var bytes: [UInt8] = []
        while bytes.count < 4 || bytes.count < 4 + length(of: bytes) {
            guard let record = try records.next(until: deadline) else { return nil }
            guard record.type == .handshake, !record.fragment.isEmpty, bytes.count <= 64 << 10 else {
                throw ServingError(.readHello, .malformed("a record of type \(record.type.number)"))
            }
            bytes += record.fragment
        }
        let message = HandshakeMessage(Array(bytes.prefix(4 + length(of: bytes))), in: HandshakeContext())
        guard case .clientHello(let hello) = message.content else {
            let why = message.error.map(\.description) ?? "a message of type \(bytes[0])"
            throw ServingError(.readHello, .malformed(why))
        }
        return hello
    }

    private static func length(of message: [UInt8]) -> Int { message[1...3].reduce(0) { $0 << 8 | Int($1) } }

    private static let handshakeFailure = TLSRecord.written(.alert, [2, AlertDescription.handshakeFailure.number])

    /// A signature scheme of the key exchange, and the cipher suites that say so (RFC 8422 §6, RFC 7905 §2).
    private enum Scheme {
        case ecdsa, rsa

        var signature: HandshakeSignatureScheme { HandshakeSignatureScheme(self == .ecdsa ? 0x0403 : 0x0401) }
        var algorithm: SignatureAlgorithm { self == .ecdsa ? .ecdsa(.sha256) : .rsaPKCS1(.sha256) }
        var suites: [CipherSuite] {
            let numbers: [UInt16] = self == .ecdsa ? [0xC02B, 0xC02C, 0xCCA9] : [0xC02F, 0xC030, 0xCCA8]
            return numbers.map { CipherSuite($0) }
        }
    }
}

/// Reads records from a connection, one at a time.
struct TLSRecordReader {
    private let connection: RawConnection
    private var stream = RecordStream()

    init(_ connection: RawConnection, after bytes: [UInt8] = []) {
        self.connection = connection
        stream.append(bytes)
    }

    /// The next record; nil at the end of the stream.
    mutating func next(until deadline: Deadline) throws(ServingError) -> TLSRecord? {
        while true {
            do throws(WireError) {
                if let record = try stream.next() { return record }
            } catch {
                throw ServingError(.readRecord, .malformed("not a TLS record"))
            }
            let more = try connection.read(until: deadline)
            guard !more.isEmpty else { return nil }
            stream.append(more)
        }
    }
}
