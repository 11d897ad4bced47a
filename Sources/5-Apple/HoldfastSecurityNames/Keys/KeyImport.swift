public import Foundation
import HoldfastCrypto
import HoldfastX509

/// A key from the bytes that ``SecKeyCopyExternalRepresentation(_:_:)`` writes.
///
/// As Apple's corecrypto does, an RSA public key is also read from a `SubjectPublicKeyInfo`. PKCS #8, PEM and
/// compressed points are not read. A private key has to sign what its public half verifies, and the curves are P-256,
/// P-384 and P-521: P-192 and P-224, which Apple still reads, are refused.
///
/// - Parameters:
///   - attributes: needs `kSecAttrKeyType`, `kSecAttrKeyTypeRSA` or `kSecAttrKeyTypeECSECPrimeRandom`, and
///     `kSecAttrKeyClass`; the size is taken from the key.
///   - error: `errSecParam` for data or attributes that make no key, `errSecUnimplemented` for symmetric keys and keys
///     of a token.
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        try SecKey(external: Array(keyData as Data), KeyParameters(attributes))
    }
}

extension SecKey {
    /// A key in Apple's form, of the type and class that the attributes name.
    convenience init(external bytes: [UInt8], _ attributes: KeyParameters) throws(KeyError) {
        try attributes.refuseTokens()
        guard let type = attributes.keyType else {
            throw KeyError(errSecParam, "kSecAttrKeyType is missing or names a type of key that is not known")
        }
        switch (attributes.number(kSecAttrKeyClass as String), type) {
        case (0, .rsa): self.init(publicKey: try Self.rsaPublicKey(bytes))
        case (0, .ellipticCurve): self.init(publicKey: try Self.point(bytes))
        case (1, .rsa): try self.init(checked: try Self.rsaPrivateKey(bytes))
        case (1, .ellipticCurve): try self.init(checked: try Self.privateKey(pointAndNumber: bytes))
        case (2, _): throw KeyError(errSecUnimplemented, "symmetric keys are not held as SecKey")
        default: throw KeyError(errSecParam, "kSecAttrKeyClass is missing or names no class of keys")
        }
    }

    private convenience init(checked key: PrivateKey) throws(KeyError) {
        do throws(CryptoError) {
            try self.init(privateKey: key)
        } catch {
            throw KeyError(errSecParam, "the data are no private key that can be used: \(error)")
        }
    }

    private static func rsaPublicKey(_ bytes: [UInt8]) throws(KeyError) -> PublicKey {
        if let info = try? SubjectPublicKeyInfo(der: bytes[...]), case .rsa = info.key {
            return try publicKey(info)
        }
        guard (try? RSAPublicKey(der: bytes[...])) != nil,
            let info = try? SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [0x05, 0x00]),
                subjectPublicKey: BitString(bytes))
        else { throw KeyError(errSecParam, "the data are no RSAPublicKey of PKCS #1 in DER") }
        return try publicKey(info)
    }

    private static func point(_ point: [UInt8]) throws(KeyError) -> PublicKey {
        guard let curve = NamedCurve.allCases.first(where: { point.count == 1 + 2 * $0.coordinateByteCount }),
            point.first == 0x04, let key = try? PublicKey(curve, point: point)
        else { throw KeyError(errSecParam, "the data are no uncompressed point of P-256, P-384 or P-521") }
        return key
    }

    private static func publicKey(_ info: SubjectPublicKeyInfo) throws(KeyError) -> PublicKey {
        do throws(CryptoError) {
            return try PublicKey(info)
        } catch {
            throw KeyError(errSecParam, "the data are no public key that can be used: \(error)")
        }
    }

    /// `RSAPrivateKey` with two primes alone (RFC 8017 appendix A.1.2): what libcrypto reads beside it is refused here.
    private static func rsaPrivateKey(_ bytes: [UInt8]) throws(KeyError) -> PrivateKey {
        guard isRSAPrivateKey(bytes) else {
            throw KeyError(errSecParam, "the data are no RSAPrivateKey of PKCS #1 in DER")
        }
        guard let key = try? PrivateKey(der: bytes), key.isPairConsistent else {
            throw KeyError(errSecParam, "the numbers of the RSA private key do not belong together")
        }
        return key
    }

    private static func isRSAPrivateKey(_ bytes: [UInt8]) -> Bool {
        guard var reader = try? DERReader(bytes[...]), let content = try? reader.readContent(.sequence), reader.isAtEnd,
            var inner = try? DERReader(content), (try? inner.readInt()) == 0
        else { return false }
        for _ in 0..<8 where (try? inner.readUnsigned()) == nil { return false }
        return inner.isAtEnd
    }

    private static func privateKey(pointAndNumber bytes: [UInt8]) throws(KeyError) -> PrivateKey {
        guard let curve = NamedCurve.allCases.first(where: { bytes.count == 1 + 3 * $0.coordinateByteCount }),
            bytes.first == 0x04
        else {
            throw KeyError(errSecParam, "the data are no point of P-256, P-384 or P-521 with its private number")
        }
        let point = bytes.dropLast(curve.coordinateByteCount)
        guard let key = try? PrivateKey(curve, scalar: bytes.suffix(curve.coordinateByteCount)),
            let judge = try? PublicKey(key.subjectPublicKeyInfo), judge.uncompressedPoint == Array(point)
        else { throw KeyError(errSecParam, "the private number does not belong to the point") }
        return key
    }
}
