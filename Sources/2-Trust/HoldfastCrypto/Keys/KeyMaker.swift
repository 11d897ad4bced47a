import COpenSSL
import COpenSSLShims
import HoldfastStatements
import HoldfastX509

/// Makes libcrypto's public keys from their parts, which costs a tenth of decoding them again.
enum KeyMaker {
    static let operation = "make a public key"

    static func rsa(_ key: RSAPublicKey) throws(CryptoError) -> Owned {
        guard key.modulusBits <= PublicKey.maximumModulusBits else {
            throw refusal(.keyTooLarge(bits: key.modulusBits, limit: PublicKey.maximumModulusBits))
        }
        // The product of two odd primes (RFC 8017 §3.1).
        guard isOdd(key.modulus) else { throw refusal(.modulusOutOfRange) }
        // RFC 8017 §3.1: "an integer between 3 and n - 1", without a factor in common with an even number. With 1
        // every message would be its own signature.
        guard isOdd(key.publicExponent), key.publicExponent.count <= PublicKey.maximumExponentBytes,
            !key.publicExponent.elementsEqual(CollectionOfOne(1))
        else { throw refusal(.publicExponentOutOfRange) }

        let context = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let made = unsafe key.modulus.withContiguousBytes { modulus in
            unsafe key.publicExponent.withContiguousBytes { exponent in
                unsafe shim_EVP_PKEY_fromdata_RSA(
                    context, modulus.baseAddress, modulus.count, exponent.baseAddress, exponent.count)
            }
        }
        return unsafe try Owned(made, freedBy: EVP_PKEY_free, during: operation)
    }

    static func ellipticCurve(_ curve: NamedCurve, point: ArraySlice<UInt8>) throws(CryptoError) -> Owned {
        let size = curve.coordinateByteCount
        // RFC 5480 §2.2: "The public key MUST be rejected if any other value is included in the first octet." The
        // others that libcrypto would read are infinity (00) and the hybrid forms (06, 07).
        switch (point.first, point.count) {
        case (0x04, 1 + 2 * size), (0x02, 1 + size), (0x03, 1 + size): break
        default: throw refusal(.malformedKey(KeyFault.pointForm.statement))
        }
        let key = unsafe try Owned(EVP_PKEY_dup(Curves.pointer(curve)), freedBy: EVP_PKEY_free, during: operation)
        ERR_clear_error()
        let isSet = unsafe key.with { key in
            unsafe point.withContiguousBytes { point in
                unsafe EVP_PKEY_set1_encoded_public_key(key, point.baseAddress, point.count)
            }
        }
        guard isSet == 1 else {
            throw CryptoError(operation, reason: .pointNotOnCurve, stack: OpenSSLError.takeAll())
        }
        return key
    }

    /// A key of each curve without a point, of which others are copied: libcrypto takes four times as long to set up a
    /// curve by its name as for all the rest of a key.
    @safe private enum Curves {
        private nonisolated(unsafe) static let made: [NamedCurve: OpaquePointer] = {
            guard let context = unsafe try? LibraryContext.pointer() else { return unsafe [:] }
            var table: [NamedCurve: OpaquePointer] = unsafe [:]
            for curve in NamedCurve.allCases {
                unsafe table[curve] = unsafe shim_EVP_PKEY_fromdata_EC(context, curve.rawValue)
            }
            return unsafe table
        }()

        @unsafe static func pointer(_ curve: NamedCurve) throws(CryptoError) -> OpaquePointer {
            guard let key = unsafe made[curve] else { throw .library("set up the curve \(curve.rawValue)") }
            return unsafe key
        }
    }

    /// A key that is bare bytes: Ed25519 or Ed448 (RFC 8410 §4).
    static func raw(_ type: String, _ bytes: ArraySlice<UInt8>, count: Int) throws(CryptoError) -> Owned {
        guard bytes.count == count else {
            throw refusal(.malformedKey(KeyFault.typeLength(bytes: bytes.count, expected: count).statement))
        }
        let context = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let made = unsafe bytes.withContiguousBytes { bytes in
            unsafe EVP_PKEY_new_raw_public_key_ex(context, type, nil, bytes.baseAddress, bytes.count)
        }
        return unsafe try Owned(made, freedBy: EVP_PKEY_free, during: operation)
    }

    /// A key of ML-DSA, which is bare bytes too (RFC 9881 §4).
    static func raw(of set: MLDSA, _ bytes: ArraySlice<UInt8>) throws(CryptoError) -> Owned {
        try set.expectInLibrary(during: operation)
        return try raw(set.rawValue, bytes, count: set.publicKeyByteCount)
    }

    private static func refusal(_ reason: CryptoError.Reason) -> CryptoError {
        CryptoError(operation, reason: reason)
    }

    private static func isOdd(_ number: ArraySlice<UInt8>) -> Bool { (number.last ?? 0) & 1 == 1 }
}
