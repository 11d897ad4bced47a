import HoldfastCrypto
import HoldfastX509

/// RSA-OAEP of a new AES key, and AES-GCM of the data under it, as SecKey.h describes it.
///
/// A nonce of 16 zeros, which is safe because the key is used once; the public key in PKCS #1 is authenticated with it.
enum HybridEncryption {
    static func seal(_ plain: [UInt8], for key: SecKey, _ digest: DigestAlgorithm) throws(CryptoError) -> [UInt8] {
        let session = try SystemRandom.bytes(sessionKeyCount(key))
        return try key.publicKey.encryptOAEP(session, digest: digest)
            + cipher(session).seal(plain, nonce: nonce, additionalData: key.publicBytes)
    }

    static func open(
        _ sealed: [UInt8], with key: SecKey, _ privateKey: PrivateKey, _ digest: DigestAlgorithm
    ) throws(CryptoError) -> [UInt8]? {
        guard sealed.count >= key.blockSize + AESGCM.tagCount,
            let session = try privateKey.decryptOAEP(sealed.prefix(key.blockSize), digest: digest),
            session.count == sessionKeyCount(key)
        else { return nil }
        return try cipher(session).open(
            sealed.dropFirst(key.blockSize), nonce: nonce, additionalData: key.publicBytes)
    }

    /// SecKey.h: 256 bits for RSA keys of 4,096 and more, otherwise 128.
    private static func sessionKeyCount(_ key: SecKey) -> Int { key.blockSize * 8 >= 4096 ? 32 : 16 }

    private static let nonce = [UInt8](repeating: 0, count: AESGCM.longNonceCount)

    private static func cipher(_ session: [UInt8]) throws(CryptoError) -> AESGCM {
        try AESGCM(key: session, nonceCount: AESGCM.longNonceCount)
    }
}
