import COpenSSL
import COpenSSLShims
import HoldfastStatements
package import HoldfastX509

/// A DSA public key that old signatures can be checked with: never signed with, never a key of a server.
///
/// FIPS 186-5 no longer approves DSA for signatures, and certificates of the web have not held it for years. It is here
/// for suites of recorded paths; whoever accepts a signature because of it accepts what can be forged.
package final class DangerousDSAKey: Sendable {
    private let handle: Owned

    /// The sizes of modulus and order that FIPS 186-4 §4.2 has, in bits; no others are computed with. Larger numbers
    /// are an attack on the one who checks (CVE-2024-4603).
    package static let sizes: [(modulus: Int, order: Int)] = [
        (1024, 160), (2048, 224), (2048, 256), (3072, 256),
    ]

    /// The key of these parts.
    ///
    /// - Parameter parameters: the key's own, or those that it inherits from its issuer (RFC 3279 §2.3.2).
    /// - Throws: ``CryptoError`` for sizes that the standard does not have, an even modulus or order, and numbers that
    ///   do not lie below the modulus.
    package init(_ key: DSAPublicKey, parameters: DSAPublicKey.Parameters) throws(CryptoError) {
        let operation = "make a DSA key"
        guard Self.sizes.contains(where: { $0 == (parameters.bits, parameters.orderBits) }) else {
            throw CryptoError(operation, .dsaSizes(bits: parameters.bits, orderBits: parameters.orderBits))
        }
        guard Self.isOdd(parameters.p), Self.isOdd(parameters.q),
            Self.isBetween1(parameters.g, and: parameters.p),
            Self.isBetween1(key.y, and: parameters.p)
        else {
            throw CryptoError(operation, .dsaNumbers)
        }
        let context = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let made = unsafe parameters.p.withContiguousBytes { p in
            unsafe parameters.q.withContiguousBytes { q in
                unsafe parameters.g.withContiguousBytes { g in
                    unsafe key.y.withContiguousBytes { y in
                        unsafe shim_EVP_PKEY_fromdata_DSA(
                            context, p.baseAddress, p.count, q.baseAddress, q.count, g.baseAddress, g.count,
                            y.baseAddress, y.count)
                    }
                }
            }
        }
        handle = unsafe try Owned(made, freedBy: EVP_PKEY_free, during: operation)
    }

    /// Whether `signature` (DER of `Dss-Sig-Value`, RFC 3279 §2.2.2) is this key's signature of `message`.
    package func isValidSignature(
        _ signature: BitString, for message: ArraySlice<UInt8>, digest: DigestAlgorithm
    ) -> Bool {
        defer { ERR_clear_error() }
        guard signature.unusedBits == 0 else { return false }
        return (try? SignatureScheme(dsa: digest).verify(signature.bytes, message, with: handle))
            ?? false
    }

    private static func isOdd(_ number: ArraySlice<UInt8>) -> Bool { (number.last ?? 0) & 1 == 1 }

    private static func isBetween1(_ number: ArraySlice<UInt8>, and bound: ArraySlice<UInt8>) -> Bool {
        guard number.count > 1 || (number.first ?? 0) > 1 else { return false }
        return number.count != bound.count
            ? number.count < bound.count : number.lexicographicallyPrecedes(bound)
    }
}
