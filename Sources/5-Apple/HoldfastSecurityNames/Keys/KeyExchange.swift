public import Foundation
import HoldfastCrypto
import HoldfastX509

/// The secret that a private key and another's public key agree on: ECDH, bare or condensed to a key by X9.63.
///
/// - Parameters:
///   - publicKey: the other side's, on the same curve.
///   - parameters: for the algorithms with X9.63 ``SecKeyKeyExchangeParameter/requestedSize``, which is needed, and
///     ``SecKeyKeyExchangeParameter/sharedInfo``. Not looked at by the bare ones, whose result is no key yet.
///   - error: `errSecParam` for an algorithm that the key does not support, a key on another curve, and parameters that
///     are missing or of another type.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe KeyError.reporting(to: error) { () throws(KeyError) in
        Data(try privateKey.exchange(algorithm, publicKey, KeyParameters(parameters))) as CFData
    }
}

extension SecKey {
    fileprivate func exchange(
        _ algorithm: SecKeyAlgorithm, _ peer: SecKey, _ parameters: KeyParameters
    ) throws(KeyError) -> [UInt8] {
        guard case .exchange(let digest) = try plan(algorithm, for: .keyExchange), let privateKey else {
            throw KeyError(errSecParam, "\(algorithm.name) is no key exchange")
        }
        guard peer.privateKey == nil, let secret = try? privateKey.sharedSecret(with: peer.publicKey) else {
            throw KeyError(errSecParam, "\(algorithm.name): the other key is no public key on the same curve")
        }
        guard let digest else { return secret }
        guard let size = parameters.value(.requestedSize) as? NSNumber else {
            throw KeyError(errSecParam, "\(algorithm.name): requestedSize is missing or no number")
        }
        var sharedInfo: [UInt8] = []
        if let value = parameters.value(.sharedInfo) {
            guard let data = value as? Data else {
                throw KeyError(errSecParam, "\(algorithm.name): sharedInfo is no data")
            }
            sharedInfo = Array(data)
        }
        guard
            let key = try? X963KDF.derive(digest, secret: secret, sharedInfo: sharedInfo, count: size.intValue)
        else { throw KeyError(errSecParam, "\(algorithm.name): no key of \(size) bytes can be derived") }
        return key
    }
}

extension KeyParameters {
    /// A parameter under its text; or under itself, where a Swift dictionary had it as the key.
    fileprivate func value(_ parameter: SecKeyKeyExchangeParameter) -> Any? {
        value(parameter.name) ?? value(boxed: parameter)
    }
}
