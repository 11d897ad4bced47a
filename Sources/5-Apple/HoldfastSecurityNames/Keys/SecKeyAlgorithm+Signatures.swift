// The raw values are Apple's, the salt of 24 bytes in the names with SHA-224 included: it is 28 there too.

extension SecKeyAlgorithm {
    /// RSA's bare power over a block that the caller has padded (RFC 8017 §5.2).
    public static let rsaSignatureRaw = SecKeyAlgorithm("algid:sign:RSA:raw")
    /// RSASSA-PKCS1-v1_5 over bytes of the caller's, without the digest's name.
    public static let rsaSignatureDigestPKCS1v15Raw = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15")
    /// RSASSA-PKCS1-v1_5 over a SHA-1 digest (RFC 8017 §8.2).
    public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA1")
    /// RSASSA-PKCS1-v1_5 over a SHA-224 digest (RFC 8017 §8.2).
    public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA224")
    /// RSASSA-PKCS1-v1_5 over a SHA-256 digest (RFC 8017 §8.2).
    public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA256")
    /// RSASSA-PKCS1-v1_5 over a SHA-384 digest (RFC 8017 §8.2).
    public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA384")
    /// RSASSA-PKCS1-v1_5 over a SHA-512 digest (RFC 8017 §8.2).
    public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA512")
    /// RSASSA-PKCS1-v1_5 with SHA-1 over a message.
    public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA1")
    /// RSASSA-PKCS1-v1_5 with SHA-224 over a message.
    public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA224")
    /// RSASSA-PKCS1-v1_5 with SHA-256 over a message.
    public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA256")
    /// RSASSA-PKCS1-v1_5 with SHA-384 over a message.
    public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA384")
    /// RSASSA-PKCS1-v1_5 with SHA-512 over a message.
    public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA512")
    /// RSASSA-PSS over a SHA-1 digest, with a salt as long (RFC 8017 §8.1).
    public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// RSASSA-PSS over a SHA-224 digest, with a salt as long (RFC 8017 §8.1).
    public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    /// RSASSA-PSS over a SHA-256 digest, with a salt as long (RFC 8017 §8.1).
    public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// RSASSA-PSS over a SHA-384 digest, with a salt as long (RFC 8017 §8.1).
    public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// RSASSA-PSS over a SHA-512 digest, with a salt as long (RFC 8017 §8.1).
    public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// RSASSA-PSS with SHA-1 over a message.
    public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA1:SHA1:20")
    /// RSASSA-PSS with SHA-224 over a message.
    public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA224:SHA224:24")
    /// RSASSA-PSS with SHA-256 over a message.
    public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA256:SHA256:32")
    /// RSASSA-PSS with SHA-384 over a message.
    public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA384:SHA384:48")
    /// RSASSA-PSS with SHA-512 over a message.
    public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}

extension SecKeyAlgorithm {
    /// ECDSA over a digest, with `r` and `s` one behind the other.
    @available(*, deprecated, renamed: "ecdsaSignatureDigestRFC4754")
    public static let ecdsaSignatureRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:RFC4754")
    /// ECDSA over a digest of any length, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureDigestX962 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962")
    /// ECDSA over a SHA-1 digest, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureDigestX962SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA1")
    /// ECDSA over a SHA-224 digest, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureDigestX962SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA224")
    /// ECDSA over a SHA-256 digest, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureDigestX962SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA256")
    /// ECDSA over a SHA-384 digest, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureDigestX962SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA384")
    /// ECDSA over a SHA-512 digest, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureDigestX962SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA512")
    /// ECDSA with SHA-1 over a message, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureMessageX962SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA1")
    /// ECDSA with SHA-224 over a message, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureMessageX962SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA224")
    /// ECDSA with SHA-256 over a message, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA256")
    /// ECDSA with SHA-384 over a message, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureMessageX962SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA384")
    /// ECDSA with SHA-512 over a message, with a signature in DER (RFC 3279 §2.2.3).
    public static let ecdsaSignatureMessageX962SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA512")
    /// ECDSA over a digest of any length, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureDigestRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754")
    /// ECDSA over a SHA-1 digest, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureDigestRFC4754SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA1")
    /// ECDSA over a SHA-224 digest, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureDigestRFC4754SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA224")
    /// ECDSA over a SHA-256 digest, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureDigestRFC4754SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA256")
    /// ECDSA over a SHA-384 digest, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureDigestRFC4754SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA384")
    /// ECDSA over a SHA-512 digest, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureDigestRFC4754SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA512")
    /// ECDSA with SHA-1 over a message, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureMessageRFC4754SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA1")
    /// ECDSA with SHA-224 over a message, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureMessageRFC4754SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA224")
    /// ECDSA with SHA-256 over a message, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureMessageRFC4754SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA256")
    /// ECDSA with SHA-384 over a message, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureMessageRFC4754SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA384")
    /// ECDSA with SHA-512 over a message, with `r` and `s` one behind the other (RFC 4754 §7).
    public static let ecdsaSignatureMessageRFC4754SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA512")
}
