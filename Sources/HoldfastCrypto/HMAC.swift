import COpenSSL
public import HoldfastX509

/// Keyed message authentication with a digest (HMAC, RFC 2104).
public enum HMAC {
    /// The authentication code of `message` under `key`, as long as the digest.
    ///
    /// - Throws: ``CryptoError`` where libcrypto was built without the digest.
    public static func authenticate(
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
}
