import HoldfastCrypto
import HoldfastX509

/// Encryption for a key on a curve: ephemeral point, ciphertext, tag of 16 bytes, as SecKey.h describes it.
///
/// X9.63 condenses the secret with the ephemeral point as shared information, into the AES key, and for the forms with
/// a variable IV into a nonce of 16 bytes behind it; the others have a nonce of zeros, which is safe because the key is
/// used once. Nothing else is authenticated: the point already is, through the key.
struct ECIES {
    private let digest: DigestAlgorithm
    private let derivesNonce: Bool

    init(_ digest: DigestAlgorithm, derivesNonce: Bool) {
        self.digest = digest
        self.derivesNonce = derivesNonce
    }

    func seal(_ plain: [UInt8], for key: SecKey) throws(CryptoError) -> [UInt8]? {
        guard case .ec(let curve, _) = key.key else { return nil }
        let ephemeral = try PrivateKey.generate(curve.keyKind)
        guard let point = try PublicKey(ephemeral.subjectPublicKeyInfo).uncompressedPoint else { return nil }
        let secret = try ephemeral.sharedSecret(with: key.publicKey)
        let (cipher, nonce) = try self.cipher(secret, point, curve)
        return try point + cipher.seal(plain, nonce: nonce)
    }

    func open(_ sealed: [UInt8], with key: SecKey, _ privateKey: PrivateKey) throws(CryptoError) -> [UInt8]? {
        guard case .ec(let curve, _) = key.key else { return nil }
        let pointCount = 1 + 2 * curve.coordinateByteCount
        guard sealed.count >= pointCount + AESGCM.tagCount else { return nil }
        let point = Array(sealed.prefix(pointCount))
        guard point.first == 0x04, let ephemeral = try PublicKey(curve, point: point) else { return nil }
        let secret = try privateKey.sharedSecret(with: ephemeral)
        let (cipher, nonce) = try self.cipher(secret, point, curve)
        return try cipher.open(sealed.dropFirst(pointCount), nonce: nonce)
    }

    private func cipher(
        _ secret: [UInt8], _ point: [UInt8], _ curve: NamedCurve
    ) throws(CryptoError) -> (cipher: AESGCM, nonce: [UInt8]) {
        // SecKey.h: AES with 128 bits for curves of up to 256, with 256 for larger ones.
        let keyCount = curve.bits > 256 ? 32 : 16
        let nonceCount = AESGCM.longNonceCount
        let derived = try X963KDF.derive(
            digest, secret: secret, sharedInfo: point, count: keyCount + (derivesNonce ? nonceCount : 0))
        let nonce = derivesNonce ? Array(derived.dropFirst(keyCount)) : [UInt8](repeating: 0, count: nonceCount)
        return (try AESGCM(key: Array(derived.prefix(keyCount)), nonceCount: nonceCount), nonce)
    }
}

extension PublicKey {
    /// The key that a point on a curve is; `nil` where it cannot be put into the form of a certificate.
    convenience init?(_ curve: NamedCurve, point: [UInt8]) throws(CryptoError) {
        guard
            let info = try? SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.identifier.der),
                subjectPublicKey: BitString(point))
        else { return nil }
        try self.init(info)
    }
}

extension NamedCurve {
    fileprivate var keyKind: KeyKind {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        }
    }
}
