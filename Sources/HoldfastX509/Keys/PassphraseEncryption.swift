/// How something is encrypted under a passphrase, read from its algorithm identifier (RFC 8018, RFC 7292 appendix C).
public struct PassphraseEncryption: Hashable, Sendable {
    /// How the key is made from the passphrase, and how much work that takes.
    public enum Derivation: Hashable, Sendable {
        /// PBKDF2 (RFC 8018 §5.2) with this pseudo-random function.
        case pbkdf2(iterations: Int, function: ObjectIdentifier)
        /// scrypt (RFC 7914).
        case scrypt(cost: Int, blockSize: Int, parallelization: Int)
        /// The older ways of PKCS #5 (RFC 8018 §6.1) and PKCS #12 (RFC 7292 appendix B), bound to one cipher each.
        case builtIn(iterations: Int)
    }

    /// The scheme: `pbes2`, or one that is derivation and cipher in one.
    public let scheme: ObjectIdentifier
    /// How the key is made from the passphrase.
    public let derivation: Derivation
    /// The cipher of PBES2; `nil` where the scheme says it.
    public let cipher: ObjectIdentifier?
    /// The salt.
    public let salt: ArraySlice<UInt8>

    /// Reads what an identifier says.
    ///
    /// - Throws: ``DERError``: for parameters that are not those of the scheme, and for a scheme that is not one.
    public init(_ identifier: AlgorithmIdentifier) throws(DERError) {
        let start = identifier.bytes.startIndex
        scheme = identifier.algorithm
        guard let parameters = identifier.parameters else {
            throw DERError(.invalidValue("encryption without parameters"), at: start)
        }
        var reader = try DERReader(parameters)
        if scheme == .pbes2 {
            let parts = try reader.readSequence {
                (inner: inout DERReader) throws(DERError) -> (AlgorithmIdentifier, AlgorithmIdentifier) in
                (try AlgorithmIdentifier(from: &inner), try AlgorithmIdentifier(from: &inner))
            }
            (derivation, salt) = try Self.derivation(parts.0)
            cipher = parts.1.algorithm
        } else {
            guard Self.builtIn[scheme] != nil else {
                throw DERError(.invalidValue("\(scheme) is no encryption with a passphrase known here"), at: start)
            }
            let parts = try reader.readSequence {
                (inner: inout DERReader) throws(DERError) -> (ArraySlice<UInt8>, Int) in
                (try inner.readOctetString(), try inner.readCount())
            }
            derivation = .builtIn(iterations: parts.1)
            salt = parts.0
            cipher = nil
        }
        try reader.expectEnd()
    }

    /// Reads PBKDF2's or scrypt's parameters.
    private static func derivation(
        _ identifier: AlgorithmIdentifier
    ) throws(DERError) -> (Derivation, ArraySlice<UInt8>) {
        let start = identifier.bytes.startIndex
        guard let parameters = identifier.parameters else {
            throw DERError(.invalidValue("key derivation without parameters"), at: start)
        }
        var reader = try DERReader(parameters)
        switch identifier.algorithm {
        case .pbkdf2:
            return try reader.readSequence {
                (inner: inout DERReader) throws(DERError) -> (Derivation, ArraySlice<UInt8>) in
                let salt = try inner.readOctetString()
                let iterations = try inner.readCount()
                if inner.nextIs(.integer) { _ = try inner.readCount() }
                // RFC 8018 appendix A.2: "prf AlgorithmIdentifier {{PBKDF2-PRFs}} DEFAULT algid-hmacWithSHA1".
                let function = inner.isAtEnd ? .hmacWithSHA1 : try AlgorithmIdentifier(from: &inner).algorithm
                return (.pbkdf2(iterations: iterations, function: function), salt)
            }
        case .scrypt:
            return try reader.readSequence {
                (inner: inout DERReader) throws(DERError) -> (Derivation, ArraySlice<UInt8>) in
                let salt = try inner.readOctetString()
                let cost = try inner.readCount()
                let blockSize = try inner.readCount()
                let parallelization = try inner.readCount()
                if !inner.isAtEnd { _ = try inner.readCount() }
                return (.scrypt(cost: cost, blockSize: blockSize, parallelization: parallelization), salt)
            }
        default:
            throw DERError(.invalidValue("\(identifier.algorithm) is no key derivation known here"), at: start)
        }
    }

    /// The schemes that are derivation and cipher in one, with what people call them.
    private static let builtIn: [ObjectIdentifier: String] = [
        .pbeWithMD5AndDESCBC: "MD5 and DES", .pbeWithMD5AndRC2CBC: "MD5 and RC2",
        .pbeWithSHA1AndDESCBC: "SHA-1 and DES", .pbeWithSHA1AndRC2CBC: "SHA-1 and RC2",
        .pbeWithSHAAnd128BitRC4: "SHA-1 and 128-bit RC4", .pbeWithSHAAnd40BitRC4: "SHA-1 and 40-bit RC4",
        .pbeWithSHAAnd3KeyTripleDESCBC: "SHA-1 and 3-key triple DES",
        .pbeWithSHAAnd2KeyTripleDESCBC: "SHA-1 and 2-key triple DES",
        .pbeWithSHAAnd128BitRC2CBC: "SHA-1 and 128-bit RC2", .pbeWithSHAAnd40BitRC2CBC: "SHA-1 and 40-bit RC2",
    ]

    private static let parts: [ObjectIdentifier: String] = [
        .aes128CBC: "AES-128-CBC", .aes192CBC: "AES-192-CBC", .aes256CBC: "AES-256-CBC", .desCBC: "DES-CBC",
        .desEDE3CBC: "triple DES", .rc2CBC: "RC2", .hmacWithSHA1: "HMAC-SHA1", .hmacWithSHA224: "HMAC-SHA224",
        .hmacWithSHA256: "HMAC-SHA256", .hmacWithSHA384: "HMAC-SHA384", .hmacWithSHA512: "HMAC-SHA512",
    ]
}

extension PassphraseEncryption: CustomStringConvertible {
    /// As `AES-256-CBC, PBKDF2 with HMAC-SHA256, 600000 iterations`.
    public var description: String {
        func name(_ part: ObjectIdentifier) -> String { Self.parts[part] ?? part.description }
        let first = cipher.map(name) ?? Self.builtIn[scheme] ?? scheme.description
        switch derivation {
        case .pbkdf2(let iterations, let function):
            return "\(first), PBKDF2 with \(name(function)), \(iterations) iterations"
        case .scrypt(let cost, let blockSize, let parallelization):
            return "\(first), scrypt with N \(cost), r \(blockSize), p \(parallelization)"
        case .builtIn(let iterations): return "\(first), \(iterations) iterations"
        }
    }
}
