/// The certificates of one side, in the order sent (RFC 8446 §4.4.2, RFC 5246 §7.4.2).
public struct CertificateMessage: Hashable, Sendable {
    /// A certificate and, in TLS 1.3, what was sent with it.
    public struct Entry: Hashable, Sendable {
        /// DER as it was sent, which need not parse.
        public let der: [UInt8]
        public let extensions: [HelloExtension]

        /// The OCSP response sent with it; DER.
        public var stapledOCSP: [UInt8]? {
            for one in extensions { if case .certificateStatus(let response) = one.content { return response } }
            return nil
        }

        /// The SignedCertificateTimestampList sent with it, as it was sent.
        public var signedCertificateTimestamps: [UInt8]? {
            extensions.first { $0.type == .signedCertificateTimestamp }?.data
        }
    }

    /// Answers a CertificateRequest of TLS 1.3 that came after the handshake; otherwise empty.
    public let requestContext: [UInt8]
    public let entries: [Entry]

    init(_ reader: inout WireReader, isTLS13: Bool) throws(WireError) {
        requestContext = isTLS13 ? Array(try reader.vector(lengthOctets: 1, "certificate_request_context")) : []
        entries = try reader.list(lengthOctets: 3, "certificate_list") { (one: inout WireReader) throws(WireError) in
            Entry(
                der: Array(try one.vector(lengthOctets: 3, "cert_data", atLeast: 1)),
                extensions: isTLS13 ? try HelloExtension.list(&one, in: .certificate) : [])
        }
    }
}

/// A Certificate message, compressed (RFC 8879 §4); TLS 1.3.
///
/// It is shown as it was sent: nothing here decompresses it.
public struct CompressedCertificate: Hashable, Sendable {
    /// The most bytes that the message in it may have: 1 MiB, as one that is not compressed. "Implementations MAY impose a
    /// limit lower than" the 16,777,216 of a message's frame (RFC 8879 §4).
    public static let maximumLength = HandshakeStream.maximumMessage

    /// 1 zlib, 2 brotli, 3 zstd (RFC 8879 §7.3).
    public let algorithm: UInt16
    /// The bytes of the message before it was compressed, as the sender says.
    public let uncompressedLength: Int
    public let compressed: [UInt8]
    /// The certificates in it as libssl has them, DER, where they are this side's own; empty where they are not known.
    public let certificates: [[UInt8]]

    init(_ reader: inout WireReader, holding certificates: [[UInt8]]) throws(WireError) {
        algorithm = try reader.uint16("algorithm")
        let start = reader.offset
        uncompressedLength = try reader.number(3, "uncompressed_length")
        // An empty Certificate message is the length of its context and that of its list (RFC 8446 §4.4.2).
        guard (4...Self.maximumLength).contains(uncompressedLength) else {
            throw WireError(
                .badValue("\(uncompressedLength) bytes are no Certificate message of 4 to \(Self.maximumLength)"),
                "uncompressed_length", at: start)
        }
        // Each entry has its length, and that of its extensions.
        let least = certificates.reduce(4) { $0 + 3 + $1.count + 2 }
        guard certificates.isEmpty || uncompressedLength >= least else {
            throw WireError(
                .badValue("\(uncompressedLength) bytes, and the certificates in it need \(least)"),
                "uncompressed_length", at: start)
        }
        compressed = Array(try reader.vector(lengthOctets: 3, "compressed_certificate_message", atLeast: 1))
        self.certificates = certificates
    }
}

/// The server's wish for a client certificate (RFC 8446 §4.3.2, RFC 5246 §7.4.4, RFC 4346 §7.4.4).
public struct CertificateRequest: Hashable, Sendable {
    /// Kinds of keys (1 rsa_sign, 2 dss_sign, 64 ecdsa_sign); before TLS 1.3.
    public let certificateTypes: [UInt8]
    /// What the client may sign with; TLS 1.2 and later.
    public let signatureAlgorithms: [HandshakeSignatureScheme]
    /// The names of the authorities that are accepted, DER; none means any.
    public let authorities: [[UInt8]]
    /// TLS 1.3; empty during the handshake.
    public let requestContext: [UInt8]
    /// TLS 1.3, the two above included.
    public let extensions: [HelloExtension]

    init(_ reader: inout WireReader, in context: HandshakeContext) throws(WireError) {
        if context.isTLS13 {
            certificateTypes = []
            requestContext = Array(try reader.vector(lengthOctets: 1, "certificate_request_context"))
            extensions = try HelloExtension.list(&reader, in: .certificateRequest)
            var schemes: [HandshakeSignatureScheme] = []
            var names: [[UInt8]] = []
            for one in extensions {
                if case .signatureAlgorithms(let list) = one.content { schemes = list }
                if case .certificateAuthorities(let list) = one.content { names = list }
            }
            (signatureAlgorithms, authorities) = (schemes, names)
            return
        }
        (requestContext, extensions) = ([], [])
        certificateTypes = try reader.numbers(lengthOctets: 1, octets: 1, "certificate_types", atLeast: 1)
            .map { UInt8(truncatingIfNeeded: $0) }
        signatureAlgorithms =
            context.namesSignatureSchemes
            ? try reader.numbers(lengthOctets: 2, octets: 2, "supported_signature_algorithms", atLeast: 2)
                .map { HandshakeSignatureScheme(UInt16(truncatingIfNeeded: $0)) } : []
        authorities = try reader.list(lengthOctets: 2, "certificate_authorities") {
            (one: inout WireReader) throws(WireError) in
            Array(try one.vector(lengthOctets: 2, "DistinguishedName", atLeast: 1))
        }
    }
}

/// A signature over the handshake, or over a server's half of the key exchange.
public struct HandshakeSignature: Hashable, Sendable {
    /// How it was made; nil before TLS 1.2, where the key decides.
    public let scheme: HandshakeSignatureScheme?
    public let signature: [UInt8]

    init(_ reader: inout WireReader, namesScheme: Bool) throws(WireError) {
        scheme = namesScheme ? HandshakeSignatureScheme(try reader.uint16("algorithm")) : nil
        signature = Array(try reader.vector(lengthOctets: 2, "signature"))
    }
}

/// A ticket by which a session can be resumed (RFC 8446 §4.6.1, RFC 5077 §3.3).
public struct NewSessionTicket: Hashable, Sendable {
    /// Seconds; in TLS 1.2 a hint, and 0 for none.
    public let lifetime: UInt32
    /// Hides the ticket's age; TLS 1.3.
    public let ageAdd: UInt32?
    /// TLS 1.3.
    public let nonce: [UInt8]
    public let ticket: [UInt8]
    /// TLS 1.3.
    public let extensions: [HelloExtension]

    init(_ reader: inout WireReader, isTLS13: Bool) throws(WireError) {
        lifetime = try reader.uint32("ticket_lifetime")
        ageAdd = isTLS13 ? try reader.uint32("ticket_age_add") : nil
        nonce = isTLS13 ? Array(try reader.vector(lengthOctets: 1, "ticket_nonce")) : []
        // TLS 1.2: "if the server … does not want to give one, it sends a zero-length ticket" (RFC 5077 §3.3).
        ticket = Array(try reader.vector(lengthOctets: 2, "ticket", atLeast: isTLS13 ? 1 : 0))
        extensions = isTLS13 ? try HelloExtension.list(&reader, in: .newSessionTicket) : []
    }
}
