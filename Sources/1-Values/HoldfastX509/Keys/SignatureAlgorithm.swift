/// A signature algorithm with its parameters bound: what is needed to check a signature, and nothing else.
///
/// An identifier whose parameters are not those that its RFC asks for is `unknown`, and refused when a signature
/// is to be checked: an algorithm that could mean two things is no algorithm.
public enum SignatureAlgorithm: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 4055 §5).
    case rsaPKCS1(DigestAlgorithm)
    /// RSASSA-PSS (RFC 4055 §3).
    case rsaPSS(RSAPSSParameters)
    /// ECDSA (RFC 5758 §3.2); the curve is the key's.
    case ecdsa(DigestAlgorithm)
    /// Ed25519 (RFC 8410).
    case ed25519
    /// Ed448 (RFC 8410).
    case ed448
    /// ML-DSA, without a context and not prehashed (RFC 9881 §2, §3).
    case mldsa(MLDSA)
    /// Anything else, as it was encoded.
    case unknown(AlgorithmIdentifier)

    /// Reads an identifier; never fails, see ``unknown(_:)``.
    ///
    /// For RSASSA-PKCS1-v1_5, absent parameters are taken as the NULL that RFC 4055 §5 asks for, since it also says
    /// to accept them; the identifier tells them apart.
    public init(_ identifier: AlgorithmIdentifier) {
        self = Self.known(identifier) ?? .unknown(identifier)
    }

    private static func known(_ identifier: AlgorithmIdentifier) -> SignatureAlgorithm? {
        let algorithm = identifier.algorithm
        if let digest = rsa.first(where: { $0.identifier == algorithm })?.digest {
            return identifier.parameters == nil || identifier.hasNullParameters ? .rsaPKCS1(digest) : nil
        }
        if algorithm == .rsaPSS {
            // RFC 4055 §3.1: the parameters "MUST be present" in an algorithm identifier of a signature.
            guard let bytes = identifier.parameters, let parameters = try? RSAPSSParameters(der: bytes) else {
                return nil
            }
            return .rsaPSS(parameters)
        }
        guard identifier.parameters == nil else { return nil }
        if let digest = ecdsa.first(where: { $0.identifier == algorithm })?.digest { return .ecdsa(digest) }
        if algorithm == .ed25519 { return .ed25519 }
        if algorithm == .ed448 { return .ed448 }
        // RFC 9881 §2: "The contents of the parameters component for each algorithm MUST be absent."
        return MLDSA(algorithm).map { .mldsa($0) }
    }

    private typealias Row = (identifier: ObjectIdentifier, digest: DigestAlgorithm)

    private static let rsa: [Row] = [
        (.sha256WithRSAEncryption, .sha256), (.sha384WithRSAEncryption, .sha384),
        (.sha512WithRSAEncryption, .sha512), (.sha1WithRSAEncryption, .sha1),
        (.sha224WithRSAEncryption, .sha224), (.md5WithRSAEncryption, .md5),
    ]

    private static let ecdsa: [Row] = [
        (.ecdsaWithSHA256, .sha256), (.ecdsaWithSHA384, .sha384), (.ecdsaWithSHA512, .sha512),
        (.ecdsaWithSHA1, .sha1), (.ecdsaWithSHA224, .sha224),
    ]

    /// The identifier to write, with the parameters that the algorithm's RFC asks for.
    ///
    /// ECDSA with MD5 has no identifier; it gets MD5's own, which nothing accepts.
    public var identifier: AlgorithmIdentifier {
        switch self {
        case .rsaPKCS1(let digest):
            let row = Self.rsa.first { $0.digest == digest }
            return AlgorithmIdentifier(algorithm: row?.identifier ?? digest.identifier, parameters: [0x05, 0x00])
        case .rsaPSS(let parameters): return AlgorithmIdentifier(algorithm: .rsaPSS, parameters: parameters.der)
        case .ecdsa(let digest):
            let row = Self.ecdsa.first { $0.digest == digest }
            return AlgorithmIdentifier(algorithm: row?.identifier ?? digest.identifier)
        case .ed25519: return AlgorithmIdentifier(algorithm: .ed25519)
        case .ed448: return AlgorithmIdentifier(algorithm: .ed448)
        case .mldsa(let set): return AlgorithmIdentifier(algorithm: set.identifier)
        case .unknown(let identifier): return identifier
        }
    }

    /// The digest of the message; `nil` where the algorithm has its own or is not known.
    public var digest: DigestAlgorithm? {
        switch self {
        case .rsaPKCS1(let digest), .ecdsa(let digest): digest
        case .rsaPSS(let parameters): parameters.digest
        case .ed25519, .ed448, .mldsa, .unknown: nil
        }
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The algorithm in words, as `RSA with SHA-256`.
    public var description: String {
        switch self {
        case .rsaPKCS1(let digest): "RSA with \(digest)"
        case .rsaPSS(let parameters): "RSA-PSS with \(parameters.digest)"
        case .ecdsa(let digest): "ECDSA with \(digest)"
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        case .mldsa(let set): set.rawValue
        case .unknown(let identifier):
            (identifier.algorithm.name == nil ? "unknown" : "unsupported") + " algorithm \(identifier)"
        }
    }
}
