/// The digests that signature algorithms name. MD5 and SHA-1 are here to be recognised, not to be trusted.
public enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
    case md5 = "MD5"
    case sha1 = "SHA-1"
    case sha224 = "SHA-224"
    case sha256 = "SHA-256"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"

    /// The digest with this identifier; `nil` for one that is not known.
    public init?(_ identifier: ObjectIdentifier) {
        guard let digest = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = digest
    }

    /// The digest's object identifier (RFC 3279 §2.2.1, RFC 4055 §2.1).
    public var identifier: ObjectIdentifier {
        switch self {
        case .md5: .md5
        case .sha1: .sha1
        case .sha224: .sha224
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    /// The size of a digest in bytes.
    public var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}

extension DigestAlgorithm: CustomStringConvertible {
    /// The name that NIST and RFC 1321 use, as `SHA-256`.
    public var description: String { rawValue }
}
