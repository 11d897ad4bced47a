extension PublicKey {
    /// Encrypts as the RSA key exchange of TLS 1.0 to 1.2 did (RSAES-PKCS1-v1_5, RFC 8017 §7.2), to show how it was.
    ///
    /// Not for use: whoever opens such messages and lets it be noticed whether the padding was right decrypts for
    /// anybody who asks often enough (Bleichenbacher, 1998; RFC 8017 §7.2, RFC 8446 §E.8). For keys there is
    /// ``encryptOAEP(_:digest:)``, for TLS an ephemeral key exchange.
    ///
    /// - Throws: ``CryptoError`` for a key that is not of the type RSA, and for a message longer than the modulus less
    ///   eleven bytes.
    package func dangerousEncryptPKCS1v15(_ message: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try RSAEncryption.pkcs1.encrypt(message, with: self)
    }

    /// The bare power: `number` to the public exponent, modulo the modulus (RSAEP, RFC 8017 §5.1.1).
    ///
    /// Not for use: equal messages give equal results, and products of results are results of products.
    ///
    /// - Parameter number: as many bytes as the modulus has, less than it, most significant first.
    /// - Throws: ``CryptoError`` for a key that is not of the type RSA, and for another number.
    package func dangerousRawRSA(_ number: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try RSAEncryption.none.encrypt(number, with: self)
    }
}

extension PrivateKey {
    /// The padded block inside of what ``PublicKey/dangerousEncryptPKCS1v15(_:)`` made: `00 02`, padding, `00`,
    /// message.
    ///
    /// Nothing about the block is checked: that is what a lesson shows. See ``DangerousPKCS1Block``.
    ///
    /// - Returns: As many bytes as the modulus has; `nil` where `sealed` is no number below it.
    /// - Throws: ``CryptoError`` for a key that is not of the type RSA.
    package func dangerousDecryptPKCS1Block(_ sealed: some Collection<UInt8>) throws(CryptoError) -> [UInt8]? {
        try RSAEncryption.none.decrypt(sealed, with: self)
    }
}

/// The block in which PKCS #1 v1.5 wraps a message before the power is taken (RFC 8017 §7.2.1).
package enum DangerousPKCS1Block {
    /// The message in a block, or `nil` where the padding is wrong.
    ///
    /// That somebody can be asked which of the two it is, is the whole attack; and this takes a time that depends on
    /// the block. A TLS server that still does this goes on with a random secret instead (RFC 5246 §7.4.7.1).
    package static func message(in block: [UInt8]) -> [UInt8]? {
        guard block.count >= 11, block[0] == 0, block[1] == 2,
            let end = block.dropFirst(2).firstIndex(of: 0), end >= 10
        else { return nil }
        return Array(block[(end + 1)...])
    }
}

extension PrivateKey {
    /// Opens what ``PublicKey/dangerousEncryptPKCS1v15(_:)`` made (RSAES-PKCS1-v1_5, RFC 8017 §7.2.2).
    ///
    /// Not for new use: whoever lets others see whether this gave `nil` decrypts for them (Bleichenbacher, 1998). From
    /// OpenSSL 3.2 on, wrong padding gives a message made of the key and the ciphertext instead, which nobody can tell
    /// from a real one; before, it gives `nil`, and the padding is looked at in constant time.
    ///
    /// - Returns: `nil` where there is no message in `sealed`: why, is not said.
    /// - Throws: ``CryptoError`` for a key that is not of the type RSA.
    package func dangerousDecryptPKCS1v15(_ sealed: some Collection<UInt8>) throws(CryptoError) -> [UInt8]? {
        try RSAEncryption.pkcs1.decrypt(sealed, with: self)
    }
}
