import HoldfastCrypto
import HoldfastX509

/// Keys from the numbers that standards print.
enum KeyText {
    static func ellipticCurve(_ curve: NamedCurve, point: [UInt8]) throws -> SubjectPublicKeyInfo {
        try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.identifier.der),
            subjectPublicKey: BitString(point))
    }

    static func rsa(modulus: [UInt8], exponent: [UInt8]) throws -> SubjectPublicKeyInfo {
        try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [5, 0]),
            subjectPublicKey: BitString(RSAPublicKey(modulus: modulus, publicExponent: exponent).der))
    }

    static func edwards(_ algorithm: ObjectIdentifier, _ key: [UInt8]) throws -> SubjectPublicKeyInfo {
        try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: algorithm), subjectPublicKey: BitString(key))
    }

    /// A private Ed25519 or Ed448 key as PKCS #8 (RFC 8410 §7).
    static func edwardsPrivate(_ algorithm: ObjectIdentifier, seed: [UInt8]) throws -> PrivateKey {
        var writer = DERWriter()
        writer.sequence { info in
            info.integer(0)
            info.value(AlgorithmIdentifier(algorithm: algorithm))
            info.octetString { $0.octetString(seed) }
        }
        return try PrivateKey(der: writer.bytes)
    }
}

/// `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
func ecdsaSignature(r: [UInt8], s: [UInt8]) -> [UInt8] {
    var writer = DERWriter()
    writer.sequence { value in
        value.integer(bytes: r)
        value.integer(bytes: s)
    }
    return writer.bytes
}
