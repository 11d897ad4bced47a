public import Foundation
import HoldfastCrypto
import HoldfastX509

/// Encrypts data for the owner of the private half.
///
/// - Parameters:
///   - plaintext: of any length for the algorithms with AES-GCM; for the others what the modulus has room for: all of
///     it (raw, and less than the modulus), 11 bytes less (PKCS #1), or two digests and two bytes less (OAEP).
///   - error: `errSecParam` for an algorithm that the key does not support and for data that are too long.
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        Data(try key.encrypt(Array(plaintext as Data), algorithm)) as CFData
    }
}

/// Decrypts what ``SecKeyCreateEncryptedData(_:_:_:_:)`` made.
///
/// - Parameter error: `errSecParam` for an algorithm that the key does not support; and, with one text for all of it,
///   for data that do not open. Whoever uses `rsaEncryptionPKCS1` must not let the sender see that: with OpenSSL before
///   3.2 wrong padding is such a failure (Bleichenbacher's attack, RFC 8017 §7.2), from then on it gives other data.
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        Data(try key.decrypt(Array(ciphertext as Data), algorithm)) as CFData
    }
}

extension SecKey {
    func encrypt(_ plain: [UInt8], _ algorithm: SecKeyAlgorithm) throws(KeyError) -> [UInt8] {
        guard case .encryption(let plan) = try plan(algorithm, for: .encrypt) else {
            throw KeyError(errSecParam, "\(algorithm.name) is no encryption algorithm")
        }
        let sealed: [UInt8]?
        do throws(CryptoError) {
            sealed =
                switch plan {
                case .rawRSA: try rawRSA(plain)
                case .pkcs1: try publicKey.dangerousEncryptPKCS1v15(plain)
                case .oaep(let digest): try publicKey.encryptOAEP(plain, digest: digest)
                case .oaepWithAESGCM(let digest): try HybridEncryption.seal(plain, for: self, digest)
                case .ecies(let digest, let derivesNonce):
                    try ECIES(digest, derivesNonce: derivesNonce).seal(plain, for: self)
                }
        } catch {
            sealed = nil
        }
        guard let sealed else {
            throw KeyError(errSecParam, "\(algorithm.name): \(plain.count) bytes cannot be encrypted with this key")
        }
        return sealed
    }

    func decrypt(_ sealed: [UInt8], _ algorithm: SecKeyAlgorithm) throws(KeyError) -> [UInt8] {
        guard case .encryption(let plan) = try plan(algorithm, for: .decrypt) else {
            throw KeyError(errSecParam, "\(algorithm.name) is no encryption algorithm")
        }
        guard let plain = try? open(sealed, plan) else {
            // One failure for every cause: which it was, is what an attacker would learn from.
            throw KeyError(errSecParam, "\(algorithm.name): the data do not open with this key")
        }
        return plain
    }

    private func open(_ sealed: [UInt8], _ plan: KeyEncryptionPlan) throws(CryptoError) -> [UInt8]? {
        guard let privateKey else { return try rawRSA(sealed) }
        return switch plan {
        case .rawRSA: try rawPrivateRSA(sealed, privateKey)
        case .pkcs1: try privateKey.dangerousDecryptPKCS1v15(sealed)
        case .oaep(let digest): try privateKey.decryptOAEP(sealed, digest: digest)
        case .oaepWithAESGCM(let digest): try HybridEncryption.open(sealed, with: self, privateKey, digest)
        case .ecies(let digest, let derivesNonce):
            try ECIES(digest, derivesNonce: derivesNonce).open(sealed, with: self, privateKey)
        }
    }
}
