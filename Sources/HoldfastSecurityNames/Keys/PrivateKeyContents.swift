import HoldfastCrypto
import HoldfastX509

extension PrivateKey {
    /// What PKCS #8 wraps: `RSAPrivateKey` for RSA, for a curve the number, else the bare bytes (RFC 8410 §7).
    var contents: [UInt8] {
        get throws(KeyFailure) {
            guard let der = try? pkcs8DER, let info = try? PrivateKeyInfo(der: der[...]) else {
                throw KeyFailure(errSecInternalComponent, "the private key could not be written")
            }
            switch subjectPublicKeyInfo.key {
            case .rsa, .rsaPSS: return Array(info.privateKey)
            case .ec(let curve, _):
                // RFC 5915 §3 has the number in full length.
                guard let number = try? Self.number(info.privateKey), number.count == curve.coordinateByteCount else {
                    throw KeyFailure(errSecInternalComponent, "the private key could not be written")
                }
                return number
            case .ed25519, .ed448, .unknown:
                guard var reader = try? DERReader(info.privateKey), let bytes = try? reader.readOctetString() else {
                    throw KeyFailure(errSecInternalComponent, "the private key could not be written")
                }
                return Array(bytes)
            }
        }
    }

    /// The number of an `ECPrivateKey` (RFC 5915 §3).
    private static func number(_ der: ArraySlice<UInt8>) throws(DERError) -> [UInt8] {
        var reader = try DERReader(der)
        let content = try reader.readContent(.sequence)
        var inner = try DERReader(content)
        _ = try inner.readInt()
        return Array(try inner.readOctetString())
    }
}
