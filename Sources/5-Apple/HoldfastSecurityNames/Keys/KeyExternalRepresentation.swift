public import Foundation
import HoldfastCrypto
import HoldfastX509

/// A key in the bytes that Apple's platforms exchange keys in.
///
/// RSA: `RSAPublicKey` or `RSAPrivateKey` of PKCS #1, DER (RFC 8017 appendix A.1). Curves: the uncompressed point,
/// `04`, X and Y, and for a private key its number behind that (ANSI X9.63). Ed25519 and Ed448, which Apple's public
/// interface does not have: the bare bytes (RFC 8032), for a private key those of the private one alone.
///
/// - Parameter error: `errSecInternalComponent` where libcrypto cannot write the key.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in Data(try key.externalBytes) as CFData }
}

extension SecKey {
    /// The key in Apple's form.
    var externalBytes: [UInt8] {
        get throws(KeyError) {
            guard let privateKey else { return publicBytes }
            let contents = try privateKey.contents
            guard case .ec = key else { return contents }
            return publicBytes + contents
        }
    }
}

extension PrivateKey {
    /// The contents of the key's PKCS #8 form: `RSAPrivateKey` for RSA, for a curve the number, else the bare bytes
    /// (RFC 8410 §7).
    var contents: [UInt8] {
        get throws(KeyError) {
            guard let der = try? pkcs8DER, let info = try? PrivateKeyInfo(der: der[...]) else {
                throw KeyError(errSecInternalComponent, "the private key could not be written")
            }
            switch subjectPublicKeyInfo.key {
            case .rsa, .rsaPSS: return Array(info.privateKey)
            case .ec(let curve, _):
                // RFC 5915 §3 has the number in full length.
                guard let number = try? Self.number(info.privateKey), number.count == curve.coordinateByteCount else {
                    throw KeyError(errSecInternalComponent, "the private key could not be written")
                }
                return number
            // RFC 9881 §6: seed, key, or both.
            case .mldsa: return Array(info.privateKey)
            case .ed25519, .ed448, .unknown:
                guard var reader = try? DERReader(info.privateKey), let bytes = try? reader.readOctetString() else {
                    throw KeyError(errSecInternalComponent, "the private key could not be written")
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
