/// A public key with its algorithm, as certificates carry it (RFC 5280 §4.1.2.7).
///
/// Keys of other algorithms, other curves or with other parameters than their RFC asks for are carried as
/// `Key.unknown`; only the key of RSA is DER inside, and so can be malformed.
public struct SubjectPublicKeyInfo: Sendable {
    /// The key, read as its algorithm says.
    public enum Key: Hashable, Sendable {
        /// RSA for any padding (RFC 3279 §2.3.1).
        case rsa(RSAPublicKey)
        /// RSA for PSS only, with the parameters it is restricted to, if any (RFC 4055 §1.2).
        case rsaPSS(RSAPublicKey, RSAPSSParameters?)
        /// A point as encoded, not checked to be on its curve (RFC 5480 §2.2).
        case ec(NamedCurve, point: ArraySlice<UInt8>)
        /// 32 bytes (RFC 8410 §4).
        case ed25519(ArraySlice<UInt8>)
        /// 57 bytes (RFC 8410 §4).
        case ed448(ArraySlice<UInt8>)
        /// As many bytes as the parameter set has (RFC 9881 §4).
        case mldsa(MLDSA, ArraySlice<UInt8>)
        /// Another algorithm, curve or parameter.
        case unknown
    }

    /// The whole SEQUENCE: what pins and key hashes are computed over.
    public let bytes: ArraySlice<UInt8>
    /// Algorithm and parameters.
    public let algorithm: AlgorithmIdentifier
    /// The key as encoded.
    public let subjectPublicKey: BitString
    /// The key as read.
    public let key: Key

    /// Makes the encoding of a key.
    ///
    /// - Throws: ``DERError`` where the algorithm is RSA's and the key is not DER.
    public init(algorithm: AlgorithmIdentifier, subjectPublicKey: BitString) throws(DERError) {
        key = try Self.key(algorithm, subjectPublicKey, limits: .default)
        var writer = DERWriter()
        Self.write(algorithm, subjectPublicKey, into: &writer)
        self.bytes = writer.bytes[...]
        self.algorithm = algorithm
        self.subjectPublicKey = subjectPublicKey
    }

    private static func key(
        _ algorithm: AlgorithmIdentifier, _ bits: BitString, limits: DERLimits
    ) throws(DERError) -> Key {
        guard bits.unusedBits == 0 else { return .unknown }
        let content = bits.bytes
        switch algorithm.algorithm {
        case .ecPublicKey:
            // RFC 5480 §2.1.1: implicitCurve and specifiedCurve MUST NOT be used, so only a named curve is read.
            guard let parameters = algorithm.parameters, let name = try? ObjectIdentifier(der: parameters),
                let curve = NamedCurve(name)
            else { return .unknown }
            return .ec(curve, point: content)
        case .rsaEncryption:
            // RFC 3279 §2.3.1: "The parameters field MUST have ASN.1 type NULL".
            guard algorithm.hasNullParameters else { return .unknown }
            return .rsa(try RSAPublicKey(der: content, limits: limits))
        case .rsaPSS:
            guard let parameters = algorithm.parameters else {
                return .rsaPSS(try RSAPublicKey(der: content, limits: limits), nil)
            }
            guard let restriction = try? RSAPSSParameters(der: parameters) else { return .unknown }
            return .rsaPSS(try RSAPublicKey(der: content, limits: limits), restriction)
        case .ed25519 where algorithm.parameters == nil && content.count == 32: return .ed25519(content)
        case .ed448 where algorithm.parameters == nil && content.count == 57: return .ed448(content)
        default:
            // RFC 9881 §4: the parameters are absent, and the BIT STRING is the key itself.
            guard let set = MLDSA(algorithm.algorithm), algorithm.parameters == nil,
                content.count == set.publicKeyByteCount
            else { return .unknown }
            return .mldsa(set, content)
        }
    }
}

extension SubjectPublicKeyInfo {
    /// The algorithm's usual name, as `RSA`, `RSA-PSS`, `EC`, `Ed25519`, `X25519`, `ML-DSA-65`; the dotted identifier
    /// of one that is not known by name.
    public var typeName: String { algorithm.algorithm.keyName ?? algorithm.algorithm.description }

    /// The size of the key in bits: of RSA's modulus, of a curve's coordinate; `nil` of ML-DSA, and where the key was
    /// not read.
    public var bits: Int? {
        switch key {
        case .rsa(let key), .rsaPSS(let key, _): key.modulusBits
        case .ec(let curve, _): curve.bits
        case .ed25519: 256
        case .ed448: 456
        // Their names state their strength; a number of bits would stand beside those of other kinds.
        case .mldsa, .unknown: nil
        }
    }

    /// The curve of an EC key, as `P-256`; of other named curves the RFC's name or the dotted identifier.
    public var curveName: String? {
        if case .ec(let curve, _) = key { return curve.rawValue }
        guard algorithm.algorithm == .ecPublicKey, let parameters = algorithm.parameters,
            let name = try? ObjectIdentifier(der: parameters)
        else { return nil }
        return name.name ?? name.description
    }
}

// SubjectPublicKeyInfo ::= SEQUENCE {
//     algorithm         AlgorithmIdentifier,
//     subjectPublicKey  BIT STRING }
extension SubjectPublicKeyInfo: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        algorithm = try reader.value("algorithm", as: AlgorithmIdentifier.self)
        subjectPublicKey = try reader.value("subjectPublicKey", as: BitString.self)
        do throws(DERError) {
            key = try Self.key(algorithm, subjectPublicKey, limits: reader.limits)
        } catch {
            throw error.inside("subjectPublicKey")
        }
    }

    public func write(into writer: inout DERWriter) { Self.write(algorithm, subjectPublicKey, into: &writer) }

    private static func write(
        _ algorithm: AlgorithmIdentifier, _ key: BitString, into writer: inout DERWriter
    ) {
        writer.sequence { inner in
            inner.value(algorithm)
            inner.bitString(key)
        }
    }
}

extension SubjectPublicKeyInfo: Hashable, EqualByBytes {}

extension SubjectPublicKeyInfo {
    /// The key as PEM, label `PUBLIC KEY` (RFC 7468 §13).
    public var pem: String { PEMBlock(.publicKey, contents: Array(bytes)).encoded }

    /// Reads a public key file's DER: `SubjectPublicKeyInfo`, or `RSAPublicKey` of RFC 8017 appendix A.1.1.
    ///
    /// Two INTEGERs may be a signature or the parameters of something else: see ``RSAPublicKey/isWellFormed``. That
    /// both are odd proves no key; whoever hands out a pin asks `PublicKey(file:)` of HoldfastCrypto.
    ///
    /// - Throws: ``DERError`` for anything else, for an even modulus or exponent, and for bytes after the key.
    public init(publicKeyDER bytes: [UInt8]) throws(DERError) {
        guard let rsa = try? RSAPublicKey(der: bytes) else {
            try self.init(der: bytes)
            return
        }
        guard rsa.isWellFormed else {
            throw DERError(.invalidValue(.noRSAKey), at: 0)
        }
        try self.init(
            algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [0x05, 0x00]),
            subjectPublicKey: BitString(rsa.der))
    }
}
