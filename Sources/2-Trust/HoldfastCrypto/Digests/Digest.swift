import COpenSSL
import HoldfastLibC
package import HoldfastX509

/// Message digests (FIPS 180-4, and MD5 of RFC 1321) of bytes that are all there.
package enum Digest {
    /// Hashes `bytes` with any of the digests that certificates name, the broken ones included.
    ///
    /// - Returns: The digest, as long as the algorithm makes it.
    /// - Throws: ``CryptoError`` where libcrypto was built without the algorithm.
    package static func hash(
        _ algorithm: DigestAlgorithm, _ bytes: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        unsafe try hash(bytes, MessageDigests.pointer(algorithm), algorithm.libraryName)
    }

    /// The digest by libcrypto's `digest`, which has this name.
    @unsafe static func hash(
        _ bytes: some Collection<UInt8>, _ digest: OpaquePointer, _ name: String
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let done = unsafe bytes.withContiguousBytes { input in
            unsafe EVP_Digest(input.baseAddress, input.count, &output, &count, digest, nil)
        }
        guard done == 1 else { throw .library("hash with \(name)") }
        return Array(output.prefix(Int(count)))
    }

    /// The SHA-1 digest of `bytes` (20 bytes): for key identifiers and fingerprints that people know by it, never
    /// for a decision about trust.
    package static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] { certain(.sha1, bytes) }

    /// The SHA-256 digest of `bytes` (32 bytes).
    package static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { certain(.sha256, bytes) }

    /// The SHA-384 digest of `bytes` (48 bytes).
    package static func sha384(_ bytes: some Collection<UInt8>) -> [UInt8] { certain(.sha384, bytes) }

    /// The SHA-512 digest of `bytes` (64 bytes).
    package static func sha512(_ bytes: some Collection<UInt8>) -> [UInt8] { certain(.sha512, bytes) }

    private static func certain(_ algorithm: DigestAlgorithm, _ bytes: some Collection<UInt8>) -> [UInt8] {
        hashingCannotFail { () throws(CryptoError) in try hash(algorithm, bytes) }
    }
}

/// The result of `body`, which hashes with one of the SHA family.
///
/// The default provider has these in every build, so what can fail is a machine without memory. There is nothing to
/// return then: two digests that both failed would compare as equal, and a pin would match. No input leads here.
func hashingCannotFail<Result: ~Copyable>(_ body: () throws(CryptoError) -> Result) -> Result {
    do throws(CryptoError) {
        return try body()
    } catch {
        abort()
    }
}

/// Keyed message authentication with a digest (HMAC, RFC 2104).
package enum HMAC {
    /// The authentication code of `message` under `key`, as long as the digest.
    ///
    /// - Throws: ``CryptoError`` where libcrypto was built without the digest.
    package static func authenticate(
        _ message: some Collection<UInt8>, key: some Collection<UInt8>, digest: DigestAlgorithm
    ) throws(CryptoError) -> [UInt8] {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count = 0
        let capacity = output.count
        let done = unsafe key.withContiguousBytes { key in
            unsafe message.withContiguousBytes { message in
                unsafe EVP_Q_mac(
                    library, "HMAC", nil, digest.libraryName, nil, key.baseAddress, key.count, message.baseAddress,
                    message.count, &output, capacity, &count)
            }
        }
        guard unsafe done != nil, count > 0, count <= output.count else { throw .library("authenticate a message") }
        return Array(output.prefix(count))
    }

    /// Whether `code` is the authentication code of `message` under `key`, found out in a time that does not tell where
    /// the two begin to differ.
    package static func verify(
        _ code: some Collection<UInt8>, of message: some Collection<UInt8>, key: some Collection<UInt8>,
        digest: DigestAlgorithm
    ) throws(CryptoError) -> Bool {
        let expected = try authenticate(message, key: key, digest: digest)
        guard code.count == expected.count else { return false }
        return unsafe code.withContiguousBytes { code in
            unsafe CRYPTO_memcmp(code.baseAddress, expected, expected.count) == 0
        }
    }
}
