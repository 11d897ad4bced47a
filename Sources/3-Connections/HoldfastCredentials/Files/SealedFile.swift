import HoldfastCrypto
import HoldfastX509

/// Sealing and opening of a text with a data key of its own: a new key and new nonces at each sealing.
///
/// The data key is wrapped by the store's (AES-256-GCM over the header's beginning), the header has a code
/// (HMAC-SHA256), and the text is sealed with the whole header as additional data: nothing of one file can stand in
/// another, and what is read is authenticated before it is parsed.
enum SealedFile {
    /// Seals a text.
    ///
    /// - Parameter context: what the file is, beside its content.
    static func seal(
        _ text: [UInt8], as content: SealedHeader.Content, context: [UInt8], _ keys: CredentialKeys,
        _ derivation: SealedHeader.Derivation, salt: [UInt8]
    ) throws(CredentialStoreError) -> [UInt8] {
        guard text.count <= content.maximumTextCount else {
            throw .tooLarge(.store(bytes: text.count), limit: content.maximumTextCount)
        }
        return try CredentialStoreError.ofLibrary { () throws(CryptoError) in
            var dataKey = try SystemRandom.bytes(SealedHeader.dataKeyCount)
            defer { dataKey.wipe() }
            let keyNonce = try SystemRandom.bytes(AESGCM.nonceCount)
            let textNonce = try SystemRandom.bytes(AESGCM.nonceCount)
            func header(wrappedKey: [UInt8] = [], authentication: [UInt8] = []) -> SealedHeader {
                SealedHeader(
                    content, derivation, salt: salt, context: context, keyNonce: keyNonce, wrappedKey: wrappedKey,
                    textNonce: textNonce, textCount: text.count, authentication: authentication)
            }
            let wrappedKey = try AESGCM(key: keys.encryption.lent).seal(
                dataKey, nonce: keyNonce, additionalData: header().prefix)
            let authentication = try HMAC.authenticate(
                header(wrappedKey: wrappedKey).authenticated, key: keys.authentication.lent, digest: .sha256)
            let whole = header(wrappedKey: wrappedKey, authentication: authentication).bytes
            return whole + (try AESGCM(key: dataKey).seal(text, nonce: textNonce, additionalData: whole))
        }
    }

    /// Opens a file whose header was read.
    ///
    /// - Throws: ``CredentialStoreError``: `wrongKey` where the header does not authenticate, `damaged` where the text
    ///   does not.
    static func open(
        _ file: [UInt8], _ header: SealedHeader, _ keys: CredentialKeys
    ) throws(CredentialStoreError) -> [UInt8] {
        let opened: [UInt8]?? = try CredentialStoreError.ofLibrary { () throws(CryptoError) in
            guard
                try HMAC.verify(
                    header.authentication, of: header.authenticated, key: keys.authentication.lent, digest: .sha256)
            else { return .none }
            let wrapping = try AESGCM(key: keys.encryption.lent)
            guard
                var dataKey = try wrapping.open(
                    header.wrappedKey, nonce: header.keyNonce, additionalData: header.prefix)
            else { return .none }
            defer { dataKey.wipe() }
            let whole = header.bytes
            return .some(
                try AESGCM(key: dataKey).open(
                    file.dropFirst(whole.count), nonce: header.textNonce, additionalData: whole))
        }
        guard let opened else { throw CredentialStoreError(.wrongKey) }
        guard let text = opened else { throw CredentialStoreError(damaged: .otherText) }
        return text
    }
}
