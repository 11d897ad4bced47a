package import HoldfastStatements

/// A way of encryption under a passphrase, read from its algorithm identifier (RFC 8018, RFC 7292 appendix C).
public struct PassphraseEncryption: Hashable, Sendable {
    /// A way to make a key from a passphrase, and the work that it takes.
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
    /// The way in which the key is made from the passphrase.
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
            throw DERError(.invalidValue(.encryptionWithoutParameters), at: start)
        }
        var reader = try DERReader(parameters)
        if scheme == .pbes2 {
            // PBES2-params ::= SEQUENCE { keyDerivationFunc AlgorithmIdentifier, encryptionScheme AlgorithmIdentifier }
            let outside = try reader.enter(.sequence)
            let keyDerivation = try AlgorithmIdentifier(from: &reader)
            cipher = try AlgorithmIdentifier(from: &reader).algorithm
            try reader.leave(outside)
            (derivation, salt) = try Self.derivation(keyDerivation)
        } else {
            guard Self.builtIn[scheme] != nil else {
                throw DERError(.invalidValue(.unknownEncryption("\(scheme)")), at: start)
            }
            // PBEParameter, pkcs-12PbeParams ::= SEQUENCE { salt OCTET STRING, iterations INTEGER }
            let outside = try reader.enter(.sequence)
            salt = try reader.readOctetString()
            derivation = .builtIn(iterations: try reader.readCount())
            cipher = nil
            try reader.leave(outside)
        }
        try reader.expectEnd()
    }

    /// Reads PBKDF2's or scrypt's parameters.
    private static func derivation(
        _ identifier: AlgorithmIdentifier
    ) throws(DERError) -> (Derivation, ArraySlice<UInt8>) {
        let start = identifier.bytes.startIndex
        guard let parameters = identifier.parameters else {
            throw DERError(.invalidValue(.derivationWithoutParameters), at: start)
        }
        var reader = try DERReader(parameters)
        switch identifier.algorithm {
        case .pbkdf2:
            // PBKDF2-params ::= SEQUENCE {
            //     salt            CHOICE { specified OCTET STRING, otherSource AlgorithmIdentifier },
            //     iterationCount  INTEGER (1..MAX),
            //     keyLength       INTEGER (1..MAX) OPTIONAL,
            //     prf             AlgorithmIdentifier DEFAULT algid-hmacWithSHA1 }
            let outside = try reader.enter(.sequence)
            let salt = try reader.readOctetString()
            let iterations = try reader.readCount()
            if reader.nextIs(.integer) { _ = try reader.readCount() }
            let function = reader.isAtEnd ? .hmacWithSHA1 : try AlgorithmIdentifier(from: &reader).algorithm
            try reader.leave(outside)
            return (.pbkdf2(iterations: iterations, function: function), salt)
        case .scrypt:
            // scrypt-params ::= SEQUENCE {
            //     salt                      OCTET STRING,
            //     costParameter             INTEGER (1..MAX),
            //     blockSize                 INTEGER (1..MAX),
            //     parallelizationParameter  INTEGER (1..MAX),
            //     keyLength                 INTEGER (1..MAX) OPTIONAL }
            let outside = try reader.enter(.sequence)
            let salt = try reader.readOctetString()
            let cost = try reader.readCount()
            let blockSize = try reader.readCount()
            let parallelization = try reader.readCount()
            if !reader.isAtEnd { _ = try reader.readCount() }
            try reader.leave(outside)
            return (.scrypt(cost: cost, blockSize: blockSize, parallelization: parallelization), salt)
        default:
            throw DERError(.invalidValue(.unknownDerivation("\(identifier.algorithm)")), at: start)
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
    public var description: String { words.english }

    /// The cipher and how its key comes of the passphrase, in both languages.
    package var words: LocalizedText {
        func name(_ part: ObjectIdentifier) -> String { Self.parts[part] ?? part.description }
        let first = cipher.map(name) ?? Self.builtIn[scheme] ?? scheme.description
        switch derivation {
        case .pbkdf2(let iterations, let function):
            return LocalizedText(
                "\(first), PBKDF2 with \(name(function)), \(iterations) iterations",
                "\(first)，PBKDF2 使用 \(name(function))，\(iterations) 次迭代")
        case .scrypt(let cost, let blockSize, let parallelization):
            return LocalizedText(
                "\(first), scrypt with N \(cost), r \(blockSize), p \(parallelization)",
                "\(first)，scrypt，N \(cost)，r \(blockSize)，p \(parallelization)")
        case .builtIn(let iterations):
            return LocalizedText("\(first), \(iterations) iterations", "\(first)，\(iterations) 次迭代")
        }
    }
}
