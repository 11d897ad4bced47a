import HoldfastCrypto
public import HoldfastX509

/// The hash of a public key or of a certificate that a server is expected to use.
///
/// Written `sha256/BASE64` for a key, as RFC 7469 §2.4, curl and OkHttp compute it: over the DER SubjectPublicKeyInfo,
/// with the algorithm in it. `certificate-sha256/BASE64` is a hash over a whole certificate, which is another one after
/// each renewal; a key may stay.
public struct Pin: Hashable, Sendable, CustomStringConvertible {
    /// The part of a certificate that is hashed.
    public enum Subject: String, Hashable, Sendable {
        /// The DER SubjectPublicKeyInfo.
        case publicKey
        /// The whole DER certificate.
        case certificate
    }

    /// A hash algorithm of pins.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case sha256, sha384, sha512

        /// Bytes of a hash.
        public var digestLength: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        /// The hash of some bytes.
        package func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
            switch self {
            case .sha256: Digest.sha256(bytes)
            case .sha384: Digest.sha384(bytes)
            case .sha512: Digest.sha512(bytes)
            }
        }
    }

    public let subject: Subject
    public let algorithm: Algorithm
    /// The hash; as long as the algorithm makes it.
    public let digest: [UInt8]

    /// The pin of a key.
    public init(_ key: SubjectPublicKeyInfo, _ algorithm: Algorithm = .sha256) {
        (subject, self.algorithm, digest) = (.publicKey, algorithm, algorithm.digest(of: key.bytes))
    }

    /// The pin of a certificate or of its key.
    public init(_ certificate: Certificate, _ subject: Subject = .publicKey, _ algorithm: Algorithm = .sha256) {
        let bytes =
            switch subject {
            case .publicKey: certificate.subjectPublicKeyInfo.bytes
            case .certificate: certificate.bytes
            }
        (self.subject, self.algorithm, digest) = (subject, algorithm, algorithm.digest(of: bytes))
    }

    /// A pin from a hash that is known already.
    ///
    /// - Throws: ``PinError/wrongLength`` where the algorithm makes no hash of that length.
    public init(subject: Subject, algorithm: Algorithm, digest: [UInt8]) throws(PinError) {
        guard digest.count == algorithm.digestLength else {
            throw .wrongLength(algorithm, bytes: digest.count)
        }
        (self.subject, self.algorithm, self.digest) = (subject, algorithm, digest)
    }

    /// A pin from its text, `sha256/BASE64` or `certificate-sha256/BASE64`; also of SHA-384 and SHA-512.
    ///
    /// curl's spelling `sha256//BASE64` (`--pinnedpubkey`) is read too. Base64 is that of RFC 4648 §4, with its padding
    /// and without spaces.
    ///
    /// - Throws: ``PinError`` saying what is wrong with it.
    public init(_ text: String) throws(PinError) {
        guard let slash = text.firstIndex(of: "/") else { throw .noAlgorithm(text) }
        var name = text[..<slash]
        let isOfCertificate = name.hasPrefix(Self.certificatePrefix)
        if isOfCertificate { name = name.dropFirst(Self.certificatePrefix.count) }
        guard let algorithm = Algorithm(rawValue: String(name)) else { throw .unknownAlgorithm(String(text[..<slash])) }
        var encoded = text[text.index(after: slash)...]
        // A hash may begin with a slash of its own: only one that is too long for a hash is curl's second one.
        if encoded.hasPrefix("/"), encoded.utf8.count == (algorithm.digestLength + 2) / 3 * 4 + 1 {
            encoded = encoded.dropFirst()
        }
        guard let digest = Base64.decode(encoded) else { throw .badBase64(text) }
        try self.init(subject: isOfCertificate ? .certificate : .publicKey, algorithm: algorithm, digest: digest)
    }

    private static let certificatePrefix = "certificate-"

    /// The text of the pin, as ``init(_:)`` reads it.
    public var description: String {
        (subject == .certificate ? Self.certificatePrefix : "") + "\(algorithm.rawValue)/\(Base64.encode(digest))"
    }

    /// Whether a certificate is, or has the key of, the pinned one.
    public func matches(_ certificate: Certificate) -> Bool { self == Pin(certificate, subject, algorithm) }
}

extension Pin {
    /// The subject and the algorithm of a pin: pins of one kind can be compared.
    struct Kind: Hashable, Comparable {
        let subject: Subject
        let algorithm: Algorithm

        static func < (left: Kind, right: Kind) -> Bool {
            (left.subject.rawValue, left.algorithm.rawValue) < (right.subject.rawValue, right.algorithm.rawValue)
        }
    }

    var kind: Kind { Kind(subject: subject, algorithm: algorithm) }
}

/// An error for a text that is no pin.
public enum PinError: Error, Hashable, Sendable {
    case noAlgorithm(String)
    case unknownAlgorithm(String)
    case badBase64(String)
    case wrongLength(Pin.Algorithm, bytes: Int)
}
