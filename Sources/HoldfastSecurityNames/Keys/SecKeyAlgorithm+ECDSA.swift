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
