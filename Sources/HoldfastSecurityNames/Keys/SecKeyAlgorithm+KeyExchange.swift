extension SecKeyAlgorithm {
    /// The secret of ECDH: not a key before it is condensed.
    public static let ecdhKeyExchangeStandard = SecKeyAlgorithm("algid:keyexchange:ECDH")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-1 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA1")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-224 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA224")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-256 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA256")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-384 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA384")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-512 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA512")
    /// The secret of ECDH with the cofactor, which is 1 on the curves there are here: not a key before it is condensed.
    public static let ecdhKeyExchangeCofactor = SecKeyAlgorithm("algid:keyexchange:ECDHC")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-1 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-224 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-256 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-384 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-512 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
