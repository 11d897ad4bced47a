import HoldfastCrypto
public import HoldfastX509

/// What a certificate says in a key identifier extension.
public enum KeyIdentifierField: Hashable, Sendable {
    /// What RFC 5280 asks for: the subject's own key's identifier, or the one that the issuer's certificate states.
    case derived
    /// No extension.
    case omitted
    /// These bytes, right or wrong.
    case value([UInt8])
}

extension SubjectPublicKeyInfo {
    /// The key's identifier by RFC 5280 §4.2.1.2, method (1): "the 160-bit SHA-1 hash of the value of the BIT STRING
    /// subjectPublicKey (excluding the tag, length, and number of unused bits)".
    public var derivedKeyIdentifier: [UInt8] { Digest.sha1(subjectPublicKey.bytes) }
}
