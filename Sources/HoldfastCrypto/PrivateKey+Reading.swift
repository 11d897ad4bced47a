import COpenSSL
import COpenSSLShims

extension PrivateKey {
    /// The key in `der`: PKCS #8, or what OpenSSL calls traditional: `RSAPrivateKey` (RFC 8017 appendix A.1.2) or
    /// `ECPrivateKey` (RFC 5915 §3).
    ///
    /// Whether the private half fits the public one is not checked; a signature made with such a key does not verify.
    ///
    /// - Throws: ``CryptoError``: for anything else, for bytes after the key, for an encrypted key, and for key types
    ///   that ``PublicKey`` does not take.
    public convenience init(der: some Collection<UInt8>) throws(CryptoError) {
        let operation = "read a private key"
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        var rest = 0
        let key = unsafe der.withContiguousBytes { bytes in
            unsafe shim_OSSL_DECODER_private_key(library, bytes.baseAddress, bytes.count, answerPassphrase, &rest)
        }
        let owned = unsafe try Owned(key, freedBy: EVP_PKEY_free, during: operation)
        guard rest == 0 else {
            throw CryptoError(operation, reason: .malformedKey("bytes after the end of the key"))
        }
        try self.init(owned, during: operation)
    }

    /// The first private key in `pem`: PKCS #8 (`PRIVATE KEY`, `ENCRYPTED PRIVATE KEY`), or traditional
    /// (`RSA PRIVATE KEY`, `EC PRIVATE KEY`). Other blocks before it are passed over.
    ///
    /// - Parameter passphrase: For an encrypted key. Without it such a key is an error: nobody is asked at a terminal.
    /// - Throws: ``CryptoError``, as ``init(der:)`` does.
    public convenience init(pem: String, passphrase: String? = nil) throws(CryptoError) {
        let operation = "read a private key"
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let text = Array(pem.utf8)
        let key: OpaquePointer? = unsafe text.withContiguousBytes { bytes in
            guard let count = Int32(exactly: bytes.count), let source = unsafe BIO_new_mem_buf(bytes.baseAddress, count)
            else { return nil }
            defer { unsafe BIO_free(source) }
            guard let passphrase else {
                return unsafe PEM_read_bio_PrivateKey_ex(source, nil, answerPassphrase, nil, library, nil)
            }
            return unsafe passphrase.withCString { passphrase in
                unsafe PEM_read_bio_PrivateKey_ex(
                    source, nil, answerPassphrase, UnsafeMutableRawPointer(mutating: passphrase), library, nil)
            }
        }
        try self.init(unsafe Owned(key, freedBy: EVP_PKEY_free, during: operation), during: operation)
    }
}

/// Answers libcrypto's question for a passphrase with the C string that `given` points to, or with "there is none":
/// libcrypto's own function would ask at the terminal.
private func answerPassphrase(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ writing: Int32, _ given: UnsafeMutableRawPointer?
) -> Int32 {
    guard let buffer = unsafe buffer, let given = unsafe given else { return -1 }
    let passphrase = unsafe given.assumingMemoryBound(to: CChar.self)
    var count: Int32 = 0
    while unsafe passphrase[Int(count)] != 0 {
        guard count < size else { return -1 }
        unsafe buffer[Int(count)] = unsafe passphrase[Int(count)]
        count += 1
    }
    return count
}
