import HoldfastStatements

/// Authenticated encryption with AES in Galois/Counter Mode (NIST SP 800-38D): nobody without the key can read it or
/// change it unnoticed.
///
/// A nonce must never be used twice with one key: two messages under one nonce give away the difference of their
/// texts and the key of the authentication (SP 800-38D §8). TLS counts its records for that.
package struct AESGCM: Sendable {
    /// Bytes of a nonce.
    package static let nonceCount = 12
    /// Bytes of a nonce in Apple's hybrid encryptions (SecKey.h). NIST SP 800-38D §7.1 turns one of this length into
    /// the first counter with GHASH, so that the result is another.
    package static let longNonceCount = 16
    /// Bytes of the tag, which stands behind the encrypted text.
    package static let tagCount = 16

    private let cipher: AuthenticatedCipher

    /// Makes a cipher with nonces of ``nonceCount`` bytes.
    ///
    /// - Parameter key: 16 bytes for AES-128, 32 for AES-256.
    /// - Throws: ``CryptoError`` for a key of another length.
    package init(key: [UInt8]) throws(CryptoError) { try self.init(key: key, nonceCount: Self.nonceCount) }

    /// Makes a cipher with nonces of a given length.
    ///
    /// - Parameters:
    ///   - key: 16 bytes for AES-128, 32 for AES-256.
    ///   - nonceCount: ``nonceCount`` or ``longNonceCount``: the length of every nonce used with this key.
    /// - Throws: ``CryptoError`` for other lengths.
    package init(key: [UInt8], nonceCount: Int) throws(CryptoError) {
        guard nonceCount == Self.nonceCount || nonceCount == Self.longNonceCount else {
            throw CryptoError("make a key of AES-GCM", .nonces(bytes: nonceCount))
        }
        let name: String
        switch key.count {
        case 16: name = "AES-128-GCM"
        case 32: name = "AES-256-GCM"
        default:
            throw CryptoError("make a key of AES-GCM", .aesLength(bytes: key.count))
        }
        cipher = AuthenticatedCipher(name, key: key, nonceCount: nonceCount)
    }

    /// Encrypts `text`, and authenticates it together with `additionalData`, which is sent in the clear.
    ///
    /// - Returns: The encrypted text, as long as the text, and the tag.
    /// - Throws: ``CryptoError`` for a nonce of another length than the key's, or a text of 2 GiB and more.
    package func seal(
        _ text: some Collection<UInt8>, nonce: [UInt8], additionalData: some Collection<UInt8> = EmptyCollection()
    ) throws(CryptoError) -> [UInt8] {
        try cipher.seal(text, nonce: nonce, additionalData: additionalData)
    }

    /// The text that was sealed into `sealed`.
    ///
    /// - Returns: `nil` where it does not authenticate: another key, nonce or additional data, or a changed byte. What
    ///   was decrypted until then is thrown away.
    /// - Throws: ``CryptoError`` for a nonce of another length than the key's.
    package func open(
        _ sealed: some Collection<UInt8>, nonce: [UInt8], additionalData: some Collection<UInt8> = EmptyCollection()
    ) throws(CryptoError) -> [UInt8]? {
        try cipher.open(sealed, nonce: nonce, additionalData: additionalData)
    }
}
