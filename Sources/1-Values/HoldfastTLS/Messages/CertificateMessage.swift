import HoldfastX509

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

    init(_ reader: inout MessageReader, isTLS13: Bool) throws(WireError) {
        requestContext = isTLS13 ? Array(try reader.vector(lengthOctets: 1, "certificate_request_context")) : []
        entries = try reader.list(lengthOctets: 3, "certificate_list") { (one: inout MessageReader) throws(WireError) in
            Entry(try CertificateEntry(&one, isTLS13: isTLS13))
        }
    }
}

extension CertificateMessage.Entry {
    init(_ entry: CertificateEntry) {
        der = Array(entry.der)
        extensions = entry.extensions.map { HelloExtension($0.type, $0.data, in: .certificate) }
    }
}

/// A CertificateEntry as it lies in the message: slices, which keep their places.
struct CertificateEntry {
    let der: ArraySlice<UInt8>
    /// None before TLS 1.3.
    let extensions: [HelloExtension.Part]

    /// Reads an entry of a Certificate message.
    ///
    /// - Parameter limit: The most extensions that are read.
    init(
        _ reader: inout MessageReader, isTLS13: Bool, limit: Int = MessageReader.maximumElements
    ) throws(WireError) {
        der = try reader.vector(lengthOctets: 3, "cert_data", atLeast: 1)
        extensions = isTLS13 ? try HelloExtension.parts(&reader, limit: limit) : []
    }
}

/// A Certificate message, compressed (RFC 8879 §4); TLS 1.3.
///
/// It is shown as it was sent: nothing here decompresses it.
public struct CompressedCertificate: Hashable, Sendable {
    /// The most bytes that the message in it may have: 1 MiB, as one that is not compressed. "Implementations MAY
    /// impose a limit lower than" the 16,777,216 of a message's frame (RFC 8879 §4).
    package static let maximumLength = HandshakeStream.maximumMessage

    /// 1 zlib, 2 brotli, 3 zstd (RFC 8879 §7.3).
    public let algorithm: UInt16
    /// The bytes of the message before it was compressed, as the sender says.
    public let uncompressedLength: Int
    public let compressed: [UInt8]
    /// The certificates in it as libssl has them, DER, where they are this side's own; empty where they are not known.
    public let certificates: [[UInt8]]

    init(_ reader: inout MessageReader, holding certificates: [[UInt8]]) throws(WireError) {
        algorithm = try reader.uint16("algorithm")
        let start = reader.offset
        uncompressedLength = try reader.number(3, "uncompressed_length")
        // An empty Certificate message is the length of its context and that of its list (RFC 8446 §4.4.2).
        guard (4...Self.maximumLength).contains(uncompressedLength) else {
            throw WireError(
                .noMessage(bytes: uncompressedLength, limit: Self.maximumLength), "uncompressed_length", at: start)
        }
        // Each entry has its length, and that of its extensions.
        let least = certificates.reduce(4) { $0 + 3 + $1.count + 2 }
        guard certificates.isEmpty || uncompressedLength >= least else {
            throw WireError(
                .tooFew(bytes: uncompressedLength, needed: least), "uncompressed_length", at: start)
        }
        compressed = Array(try reader.vector(lengthOctets: 3, "compressed_certificate_message", atLeast: 1))
        self.certificates = certificates
    }
}
