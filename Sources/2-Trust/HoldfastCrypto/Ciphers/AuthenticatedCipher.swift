import COpenSSL
import HoldfastStatements
import HoldfastX509

/// Authenticated encryption with a key and a nonce, by one of libcrypto's ciphers with a tag of 16 bytes.
package struct AuthenticatedCipher: Sendable {
    private let key: [UInt8]
    private let nonceCount: Int
    private let name: String

    /// Takes a key that is as long as the cipher wants it.
    init(_ name: String, key: [UInt8], nonceCount: Int) {
        (self.name, self.key, self.nonceCount) = (name, key, nonceCount)
    }

    /// ChaCha20-Poly1305 (RFC 8439), with nonces of 12 bytes.
    ///
    /// - Parameter key: 32 bytes.
    /// - Throws: ``CryptoError`` for a key of another length.
    package init(chaCha20Poly1305 key: [UInt8]) throws(CryptoError) {
        guard key.count == 32 else {
            throw CryptoError("make a key of ChaCha20-Poly1305", .cipherLength(bytes: key.count))
        }
        self.init("ChaCha20-Poly1305", key: key, nonceCount: AESGCM.nonceCount)
    }

    /// Encrypts `text`, and authenticates it together with `additionalData`, which is sent in the clear.
    ///
    /// - Returns: The encrypted text, as long as the text, and the tag.
    /// - Throws: ``CryptoError`` for a nonce of another length than the key's, or a text of 2 GiB and more.
    package func seal(
        _ text: some Collection<UInt8>, nonce: [UInt8], additionalData: some Collection<UInt8> = EmptyCollection()
    ) throws(CryptoError) -> [UInt8] {
        let operation = "encrypt with \(name)"
        let context = try prepared(nonce, isSealing: 1, during: operation)
        guard var output = run(context, text, additionalData) else { throw .library(operation) }
        var tag = [UInt8](repeating: 0, count: AESGCM.tagCount)
        let finished = unsafe context.with { context in
            var rest: Int32 = 0
            var end = [UInt8](repeating: 0, count: AESGCM.tagCount)
            return unsafe EVP_CipherFinal_ex(context, &end, &rest) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagCount), &tag) == 1
        }
        guard finished else { throw .library(operation) }
        output += tag
        return output
    }

    /// The text that was sealed into `sealed`.
    ///
    /// - Returns: `nil` where it does not authenticate: another key, nonce or additional data, or a changed byte. What
    ///   was decrypted until then is thrown away.
    /// - Throws: ``CryptoError`` for a nonce of another length than the key's.
    package func open(
        _ sealed: some Collection<UInt8>, nonce: [UInt8], additionalData: some Collection<UInt8> = EmptyCollection()
    ) throws(CryptoError) -> [UInt8]? {
        guard sealed.count >= AESGCM.tagCount else { return nil }
        let context = try prepared(nonce, isSealing: 0, during: "decrypt with \(name)")
        defer { ERR_clear_error() }
        var tag = Array(sealed.suffix(AESGCM.tagCount))
        guard let text = run(context, sealed.dropLast(AESGCM.tagCount), additionalData) else { return nil }
        let isAuthentic = unsafe context.with { context in
            var rest: Int32 = 0
            var end = [UInt8](repeating: 0, count: AESGCM.tagCount)
            return unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagCount), &tag) == 1
                && EVP_CipherFinal_ex(context, &end, &rest) == 1
        }
        return isAuthentic ? text : nil
    }

    private func prepared(
        _ nonce: [UInt8], isSealing: Int32, during operation: String
    ) throws(CryptoError) -> Owned {
        guard nonce.count == nonceCount else {
            throw CryptoError(operation, .nonce(bytes: nonce.count, expected: nonceCount))
        }
        let cipher = try Owned.cipher(name, during: operation)
        let context = unsafe try Owned(EVP_CIPHER_CTX_new(), freedBy: EVP_CIPHER_CTX_free, during: operation)
        let started = unsafe context.with { context in
            unsafe cipher.with { cipher in
                // The length of the nonce has to be known before the nonce is.
                unsafe EVP_CipherInit_ex2(context, cipher, nil, nil, isSealing, nil) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonceCount), nil) == 1
                    && EVP_CipherInit_ex2(context, nil, key, nonce, isSealing, nil) == 1
            }
        }
        guard started else { throw .library(operation) }
        return context
    }

    /// Encrypts or decrypts the text; what was decrypted is not known to be authentic yet.
    private func run(
        _ context: borrowing Owned, _ text: some Collection<UInt8>, _ additionalData: some Collection<UInt8>
    ) -> [UInt8]? {
        guard let textCount = Int32(exactly: text.count), let dataCount = Int32(exactly: additionalData.count) else {
            return nil
        }
        var output = [UInt8](repeating: 0, count: text.count + AESGCM.tagCount)
        var count: Int32 = 0
        let done = unsafe context.with { context in
            var ignored: Int32 = 0
            let isTold = unsafe additionalData.withContiguousBytes { data in
                unsafe dataCount == 0 || EVP_CipherUpdate(context, nil, &ignored, data.baseAddress, dataCount) == 1
            }
            guard isTold else { return false }
            return unsafe text.withContiguousBytes { text in
                unsafe EVP_CipherUpdate(context, &output, &count, text.baseAddress, textCount) == 1
            }
        }
        guard done, count == textCount else { return nil }
        // No copy: one that was decrypted would be left behind.
        output.removeLast(AESGCM.tagCount)
        return output
    }
}
