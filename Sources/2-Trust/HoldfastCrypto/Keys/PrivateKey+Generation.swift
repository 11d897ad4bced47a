import COpenSSL
public import HoldfastX509

extension PrivateKey {
    /// Makes a new key from the system's randomness.
    ///
    /// An RSA key of 2,048 bits takes about 0.1 s, one of 4,096 about 1 s; the others well under a millisecond.
    ///
    /// - Throws: ``CryptoError``: for an RSA length under 512 bits or over 8,192, and of the reason `notInLibrary` for
    ///   ML-DSA where libcrypto does not have it.
    public static func generate(_ kind: KeyKind) throws(CryptoError) -> PrivateKey {
        switch kind {
        case .rsa(let bits):
            unsafe try generate("RSA") { context in unsafe setLength(bits, context) }
        case .rsaPSS(let bits, let parameters):
            unsafe try generate("RSA-PSS") { context in
                guard unsafe setLength(bits, context) else { return false }
                return parameters.map { unsafe restrict(to: $0, context) } ?? true
            }
        case .p256: unsafe try generate("EC") { context in unsafe setCurve(.p256, context) }
        case .p384: unsafe try generate("EC") { context in unsafe setCurve(.p384, context) }
        case .p521: unsafe try generate("EC") { context in unsafe setCurve(.p521, context) }
        case .ed25519: unsafe try generate("ED25519") { _ in true }
        case .ed448: unsafe try generate("ED448") { _ in true }
        case .mldsa(let set): try generate(set)
        }
    }

    private static func generate(_ set: MLDSA) throws(CryptoError) -> PrivateKey {
        try set.expectInLibrary(during: "generate a key")
        return unsafe try generate(set.rawValue) { _ in true }
    }

    @unsafe private static func generate(
        _ type: String, _ configure: (OpaquePointer) -> Bool
    ) throws(CryptoError) -> PrivateKey {
        let operation = "generate a key"
        return try PrivateKey(unsafe Owned.newKey(type, during: operation, configure), during: operation)
    }

    private static func setLength(_ bits: Int, _ context: OpaquePointer) -> Bool {
        guard (512...PublicKey.maximumModulusBits).contains(bits) else { return false }
        return unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1
    }

    private static func restrict(to parameters: RSAPSSParameters, _ context: OpaquePointer) -> Bool {
        guard let saltLength = Int32(exactly: parameters.saltLength), saltLength >= 0 else { return false }
        return unsafe EVP_PKEY_CTX_set_rsa_pss_keygen_md_name(context, parameters.digest.libraryName, nil) == 1
            && EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md_name(
                context, parameters.maskGenerationDigest.libraryName) == 1
            && EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context, saltLength) == 1
    }

    private static func setCurve(_ curve: NamedCurve, _ context: OpaquePointer) -> Bool {
        unsafe EVP_PKEY_CTX_set_group_name(context, curve.rawValue) == 1
    }
}

/// The kinds of key that can be made.
public enum KeyKind: Hashable, Sendable {
    /// RSA with the exponent 65,537. Weak lengths down to 512 bits can be made, to be refused elsewhere.
    case rsa(bits: Int)
    /// RSA for PSS only, restricted to the parameters if there are any (RFC 4055 §1.2).
    case rsaPSS(bits: Int, RSAPSSParameters?)
    case p256
    case p384
    case p521
    case ed25519
    case ed448
    /// ML-DSA, where libcrypto has it (``MLDSA/isInLibrary``). What is written of it has the seed and the key (RFC 9881
    /// §6), so that each reader finds its own.
    case mldsa(MLDSA)

    /// Whether the libcrypto of this process can make keys of the kind: `false` for ML-DSA below OpenSSL 3.5.
    public var isInLibrary: Bool { if case .mldsa(let set) = self { set.isInLibrary } else { true } }
}
