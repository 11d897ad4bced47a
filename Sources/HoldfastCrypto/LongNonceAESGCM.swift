import COpenSSL

/// AES in Galois/Counter Mode with a nonce of 16 bytes, as Apple's hybrid encryptions have it (SecKey.h).
///
/// NIST SP 800-38D §7.1 turns such a nonce into the first counter with GHASH, so the result is another than that of
/// ``AESGCM``, which is the one for everything else. The rule is the same: no nonce twice with one key.
package struct LongNonceAESGCM: Sendable {
    /// Bytes of a nonce.
    package static let nonceCount = 16
    /// Bytes of the tag, which stands behind the encrypted text.
    package static let tagCount = 16

    private let key: [UInt8]
    private let nonce: [UInt8]
    private let name: String

    /// - Parameters:
    ///   - key: 16 bytes for AES-128, 32 for AES-256.
    ///   - nonce: 16 bytes.
    /// - Throws: ``CryptoError`` for other lengths.
    package init(key: [UInt8], nonce: [UInt8]) throws(CryptoError) {
        guard key.count == 16 || key.count == 32, nonce.count == Self.nonceCount else {
            throw CryptoError(
                "make a key of AES-GCM",
                reason: .malformedKey("\(key.count) bytes of key and \(nonce.count) of nonce"))
        }
        name = key.count == 16 ? "AES-128-GCM" : "AES-256-GCM"
        self.key = key
        self.nonce = nonce
    }

    /// The encrypted text and the tag.
    ///
    /// - Throws: ``CryptoError`` for 2 GiB and more.
    package func seal(_ text: [UInt8], additionalData: [UInt8]) throws(CryptoError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: Self.tagCount)
        guard let sealed = try run(text, additionalData, &tag, seals: true) else { throw .library(operation) }
        return sealed + tag
    }

    /// The text inside; `nil` where it does not authenticate, and then nothing of it is handed out.
    package func open(_ sealed: [UInt8], additionalData: [UInt8]) throws(CryptoError) -> [UInt8]? {
        guard sealed.count >= Self.tagCount else { return nil }
        defer { ERR_clear_error() }
        var tag = Array(sealed.suffix(Self.tagCount))
        return try run(Array(sealed.dropLast(Self.tagCount)), additionalData, &tag, seals: false)
    }

    private var operation: String { "encrypt or decrypt with \(name)" }

    private func run(
        _ text: [UInt8], _ additionalData: [UInt8], _ tag: inout [UInt8], seals: Bool
    ) throws(CryptoError) -> [UInt8]? {
        guard let textCount = Int32(exactly: text.count), let dataCount = Int32(exactly: additionalData.count) else {
            throw CryptoError(operation, reason: .tooLarge(bytes: text.count, limit: Int(Int32.max)))
        }
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let cipher = unsafe try Owned(EVP_CIPHER_fetch(library, name, nil), freedBy: EVP_CIPHER_free, during: operation)
        let context = unsafe try Owned(EVP_CIPHER_CTX_new(), freedBy: EVP_CIPHER_CTX_free, during: operation)
        var output = [UInt8](repeating: 0, count: text.count + Self.tagCount)
        var count: Int32 = 0
        let done = unsafe context.with { context in
            let begun = unsafe cipher.with { cipher in
                unsafe EVP_CipherInit_ex2(context, cipher, nil, nil, seals ? 1 : 0, nil) == 1
            }
            var ignored: Int32 = 0
            var end = [UInt8](repeating: 0, count: Self.tagCount)
            // The length of the nonce has to be known before the nonce is.
            guard begun,
                unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(Self.nonceCount), nil) == 1,
                unsafe EVP_CipherInit_ex2(context, nil, key, nonce, seals ? 1 : 0, nil) == 1,
                unsafe dataCount == 0 || EVP_CipherUpdate(context, nil, &ignored, additionalData, dataCount) == 1,
                unsafe textCount == 0 || EVP_CipherUpdate(context, &output, &count, text, textCount) == 1,
                unsafe seals || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagCount), &tag) == 1,
                unsafe EVP_CipherFinal_ex(context, &end, &ignored) == 1
            else { return false }
            return unsafe !seals
                || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagCount), &tag) == 1
        }
        guard done, count == textCount else { return nil }
        return Array(output.prefix(text.count))
    }
}
