import COpenSSL
import COpenSSLShims
package import HoldfastX509

/// Keys from passwords, by many rounds of HMAC (PBKDF2, RFC 8018 §5.2).
///
/// For formats that ask for it. A guess costs no memory, so that passwords of people fall sooner than by ``Scrypt``.
package enum PBKDF2 {
    /// A key of `count` bytes.
    ///
    /// - Parameters:
    ///   - rounds: the work of one guess; 1 at least.
    ///   - count: 1 at least.
    /// - Throws: ``CryptoError`` where libcrypto does not have the digest, or refuses the numbers.
    package static func deriveKey(
        _ digest: DigestAlgorithm, password: some Collection<UInt8>, salt: some Collection<UInt8>, rounds: UInt32,
        count: Int
    ) throws(CryptoError) -> [UInt8] {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        var key = [UInt8](repeating: 0, count: count)
        let done = unsafe password.withContiguousBytes { password in
            unsafe salt.withContiguousBytes { salt in
                unsafe shim_EVP_KDF_PBKDF2(
                    library, digest.libraryName, password.baseAddress, password.count, salt.baseAddress, salt.count,
                    rounds, &key, count)
            }
        }
        guard done == 1 else { throw .library("derive a key with PBKDF2") }
        return key
    }
}
