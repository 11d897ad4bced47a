public import Foundation
import HoldfastCrypto

/// Makes a new private key; ``SecKeyCopyPublicKey(_:)`` gives its public half.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, RSA or `kSecAttrKeyTypeECSECPrimeRandom`, and `kSecAttrKeySizeInBits`, a number
///     or a text: 512 to 8,192 for RSA, where under 2,048 nobody should trust the key; 256, 384 or 521 for curves.
///     With `kSecAttrIsPermanent` the key is stored as ``SecItemAdd(_:_:)`` does it, with its
///     `kSecAttrApplicationTag`, `kSecAttrLabel` and the other attributes that are given; what `kSecPrivateKeyAttrs`
///     and `kSecPublicKeyAttrs` say about a half comes before what stands beside them.
///   - error: `errSecParam` for another size; `errSecUnimplemented` for another type, and for a key on a token, the
///     Secure Enclave among them; the codes of ``SecItemAdd(_:_:)`` for a key that could not be stored, which then is
///     not made either.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in try SecKey.generated(KeyParameters(parameters)) }
}

/// Makes a new pair of keys, as ``SecKeyCreateRandomKey(_:_:)`` does.
///
/// - Returns: The code of the error that the other one gives.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    do throws(KeyError) {
        let key = try SecKey.generated(KeyParameters(parameters))
        unsafe publicKey?.pointee = SecKey(publicKey: key.publicKey)
        unsafe privateKey?.pointee = key
        return errSecSuccess
    } catch {
        return error.status
    }
}

extension SecKey {
    /// A new private key, stored where that is asked for.
    fileprivate static func generated(_ parameters: KeyParameters) throws(KeyError) -> SecKey {
        let key = try SecKey(new: parameters)
        try KeptKeys(parameters, key).store()
        return key
    }

    private convenience init(new parameters: KeyParameters) throws(KeyError) {
        try parameters.refuseTokens()
        for half in [kSecPrivateKeyAttrs, kSecPublicKeyAttrs] { try parameters.inner(half as String)?.refuseTokens() }
        let kind = try Self.kind(parameters)
        do throws(CryptoError) {
            try self.init(privateKey: try PrivateKey.generate(kind))
        } catch {
            throw KeyError(errSecInternalComponent, "the key could not be made: \(error)")
        }
    }

    private static func kind(_ parameters: KeyParameters) throws(KeyError) -> KeyKind {
        let size = parameters.number(kSecAttrKeySizeInBits as String)
        switch parameters.keyType {
        case .rsa:
            guard let size, (512...PublicKey.maximumModulusBits).contains(size) else {
                throw KeyError(errSecParam, "kSecAttrKeySizeInBits is missing or not from 512 to 8192")
            }
            return .rsa(bits: size)
        case .ellipticCurve:
            switch size {
            case 256: return .p256
            case 384: return .p384
            case 521: return .p521
            default: throw KeyError(errSecParam, "kSecAttrKeySizeInBits is missing or not 256, 384 or 521")
            }
        case nil:
            throw KeyError(
                errSecUnimplemented, "kSecAttrKeyType is missing or names a type of key that is not made here")
        }
    }
}
