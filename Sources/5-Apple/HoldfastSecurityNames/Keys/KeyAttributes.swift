public import Foundation
import HoldfastCrypto
import HoldfastX509

/// The attributes of a key, under Apple's names.
///
/// `kSecAttrApplicationLabel` is the SHA-1 digest of the public half as ``SecKeyCopyExternalRepresentation(_:_:)``
/// writes it, and so the same for both halves. As on Apple's platforms `kSecValueData` is among the attributes: of a
/// private key, they are as secret as the key. What a key can do is stated as Apple states it, by class and type.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    let isPrivate = key.privateKey != nil
    let works = key.appleKeyType != nil
    let size = key.sizeInBits
    var attributes: [String: Any] = [
        kSecClass as String: kSecClassKey as String,
        kSecAttrKeyClass as String: (isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic) as String,
        kSecAttrKeyType as String: key.appleKeyType ?? key.publicKey.subjectPublicKeyInfo.typeName,
        kSecAttrKeySizeInBits as String: size,
        kSecAttrEffectiveKeySize as String: size,
        kSecAttrApplicationLabel as String: Data(Digest.sha1(key.publicBytes)),
        kSecAttrIsSensitive as String: false,
        kSecAttrIsExtractable as String: true,
        kSecAttrCanEncrypt as String: works && !isPrivate,
        // The bare power of an RSA public key undoes that of the private one.
        kSecAttrCanDecrypt as String: works && (isPrivate || key.isRSA),
        kSecAttrCanDerive as String: works && isPrivate && !key.isRSA,
        kSecAttrCanSign as String: works && isPrivate,
        kSecAttrCanVerify as String: works && !isPrivate,
        kSecAttrCanWrap as String: works && !isPrivate,
        kSecAttrCanUnwrap as String: works && isPrivate,
    ]
    if let bytes = try? key.externalBytes { attributes[kSecValueData as String] = Data(bytes) }
    return attributes as CFDictionary
}

extension SecKey {
    /// Apple's name of the type; `nil` for types that Apple's public interface does not have.
    fileprivate var appleKeyType: String? {
        switch key {
        case .rsa, .rsaPSS: kSecAttrKeyTypeRSA as String
        case .ec: kSecAttrKeyTypeECSECPrimeRandom as String
        case .ed25519, .ed448, .mldsa, .unknown: nil
        }
    }

    /// Whole bytes for RSA, as Apple counts.
    fileprivate var sizeInBits: Int {
        if case .ec(let curve, _) = key { return curve.bits }
        return isRSA ? blockSize * 8 : publicKey.subjectPublicKeyInfo.bits ?? 0
    }
}
