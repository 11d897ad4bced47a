public import Foundation
import HoldfastCrypto

/// Makes a new private key; ``SecKeyCopyPublicKey(_:)`` gives its public half.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, RSA or `kSecAttrKeyTypeECSECPrimeRandom`, and `kSecAttrKeySizeInBits`, a number
///     or a text: 512 to 8,192 for RSA, where under 2,048 nobody should trust the key; 256, 384 or 521 for curves.
///   - error: `errSecParam` for another size; `errSecUnimplemented` for another type, and where the key is to be kept,
///     by `kSecAttrIsPermanent` or on a token, the Secure Enclave among them: nothing keeps keys here.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in try SecKey(new: KeyParameters(parameters)) }
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
        let key = try SecKey(new: KeyParameters(parameters))
        unsafe publicKey?.pointee = SecKey(publicKey: key.publicKey)
        unsafe privateKey?.pointee = key
        return errSecSuccess
    } catch {
        return error.status
    }
}

extension SecKey {
    fileprivate convenience init(new parameters: KeyParameters) throws(KeyError) {
        try parameters.refuseTokens()
        for half in [kSecPrivateKeyAttrs as String, kSecPublicKeyAttrs as String] {
            // What the inner dictionary says comes before what the outer one says.
            let inner = parameters.inner(half)
            let name = kSecAttrIsPermanent as String
            let isKept = inner?.value(name) == nil ? parameters.isTrue(name) : inner?.isTrue(name) ?? false
            guard !isKept else {
                throw KeyError(errSecUnimplemented, "there is no keychain on this system to keep the key in")
            }
        }
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
