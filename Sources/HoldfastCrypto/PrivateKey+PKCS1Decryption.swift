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
