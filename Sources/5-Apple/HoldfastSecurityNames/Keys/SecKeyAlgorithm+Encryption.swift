extension SecKeyAlgorithm {
    /// RSA's bare power (RFC 8017 §5.1): no encryption by itself, since equal messages give equal results.
    public static let rsaEncryptionRaw = SecKeyAlgorithm("algid:encrypt:RSA:raw")
    /// RSAES-PKCS1-v1_5 (RFC 8017 §7.2): for old data alone, since whoever sees decryptions fail can decrypt.
    public static let rsaEncryptionPKCS1 = SecKeyAlgorithm("algid:encrypt:RSA:PKCS1")
    /// RSAES-OAEP with SHA-1, in MGF1 too (RFC 8017 §7.1).
    public static let rsaEncryptionOAEPSHA1 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1")
    /// RSAES-OAEP with SHA-224, in MGF1 too (RFC 8017 §7.1).
    public static let rsaEncryptionOAEPSHA224 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224")
    /// RSAES-OAEP with SHA-256, in MGF1 too (RFC 8017 §7.1).
    public static let rsaEncryptionOAEPSHA256 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256")
    /// RSAES-OAEP with SHA-384, in MGF1 too (RFC 8017 §7.1).
    public static let rsaEncryptionOAEPSHA384 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384")
    /// RSAES-OAEP with SHA-512, in MGF1 too (RFC 8017 §7.1).
    public static let rsaEncryptionOAEPSHA512 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512")
    /// AES-GCM with a new key, which is encrypted by RSAES-OAEP with SHA-1: for data of any length.
    public static let rsaEncryptionOAEPSHA1AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
    /// AES-GCM with a new key, which is encrypted by RSAES-OAEP with SHA-224: for data of any length.
    public static let rsaEncryptionOAEPSHA224AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
    /// AES-GCM with a new key, which is encrypted by RSAES-OAEP with SHA-256: for data of any length.
    public static let rsaEncryptionOAEPSHA256AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
    /// AES-GCM with a new key, which is encrypted by RSAES-OAEP with SHA-384: for data of any length.
    public static let rsaEncryptionOAEPSHA384AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
    /// AES-GCM with a new key, which is encrypted by RSAES-OAEP with SHA-512: for data of any length.
    public static let rsaEncryptionOAEPSHA512AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512:AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH and X9.63 with SHA-1.
    public static let eciesEncryptionStandardX963SHA1AESGCM = ecies("ECDH", "SHA1", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH and X9.63 with SHA-224.
    public static let eciesEncryptionStandardX963SHA224AESGCM = ecies("ECDH", "SHA224", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH and X9.63 with SHA-256.
    public static let eciesEncryptionStandardX963SHA256AESGCM = ecies("ECDH", "SHA256", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH and X9.63 with SHA-384.
    public static let eciesEncryptionStandardX963SHA384AESGCM = ecies("ECDH", "SHA384", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH and X9.63 with SHA-512.
    public static let eciesEncryptionStandardX963SHA512AESGCM = ecies("ECDH", "SHA512", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH with the cofactor and X9.63 with SHA-1.
    public static let eciesEncryptionCofactorX963SHA1AESGCM = ecies("ECDHC", "SHA1", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH with the cofactor and X9.63 with SHA-224.
    public static let eciesEncryptionCofactorX963SHA224AESGCM = ecies("ECDHC", "SHA224", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH with the cofactor and X9.63 with SHA-256.
    public static let eciesEncryptionCofactorX963SHA256AESGCM = ecies("ECDHC", "SHA256", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH with the cofactor and X9.63 with SHA-384.
    public static let eciesEncryptionCofactorX963SHA384AESGCM = ecies("ECDHC", "SHA384", "AESGCM")
    /// AES-GCM, nonce of zeros, under a key agreed on by ECDH with the cofactor and X9.63 with SHA-512.
    public static let eciesEncryptionCofactorX963SHA512AESGCM = ecies("ECDHC", "SHA512", "AESGCM")
    /// AES-GCM, key and nonce agreed on by ECDH and X9.63 with SHA-224.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = ecies("ECDH", "SHA224", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH and X9.63 with SHA-256.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = ecies("ECDH", "SHA256", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH and X9.63 with SHA-384.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = ecies("ECDH", "SHA384", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH and X9.63 with SHA-512.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = ecies("ECDH", "SHA512", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH with the cofactor and X9.63 with SHA-224.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = ecies("ECDHC", "SHA224", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH with the cofactor and X9.63 with SHA-256.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = ecies("ECDHC", "SHA256", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH with the cofactor and X9.63 with SHA-384.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = ecies("ECDHC", "SHA384", "AESGCM-KDFIV")
    /// AES-GCM, key and nonce agreed on by ECDH with the cofactor and X9.63 with SHA-512.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = ecies("ECDHC", "SHA512", "AESGCM-KDFIV")

    private static func ecies(_ agreement: String, _ digest: String, _ cipher: String) -> SecKeyAlgorithm {
        SecKeyAlgorithm("algid:encrypt:ECIES:\(agreement):KDFX963:\(digest):\(cipher)")
    }
}
