public import Foundation

/// An algorithm of keys, by Apple's name of it: a signature, an encryption or an agreement on a key.
///
/// A name of one's own can be made; no key supports it.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    /// Also the name by which the algorithm is looked up; a value type, as `CFString` is none.
    let name: String

    /// The name, as `algid:sign:RSA:message-PKCS1v15:SHA256`.
    public var rawValue: CFString { name as CFString }

    /// An algorithm by its name.
    public init(rawValue: CFString) { name = rawValue as String }

    init(_ name: String) { self.name = name }
}

/// A parameter of ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)``.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    let name: String

    /// The key of the dictionary.
    public var rawValue: CFString { name as CFString }

    /// A parameter by its key.
    public init(rawValue: CFString) { name = rawValue as String }

    private init(_ name: String) { self.name = name }

    /// The number of bytes of key that are asked for; needed wherever a key is derived.
    public static let requestedSize = SecKeyKeyExchangeParameter("requestedSize")
    /// Bytes that both sides know and mix into the key: data, not needed.
    public static let sharedInfo = SecKeyKeyExchangeParameter("sharedInfo")
}

/// An operation that ``SecKeyIsAlgorithmSupported(_:_:_:)`` can be asked about.
public enum SecKeyOperationType: CFIndex, Sendable {
    /// ``SecKeyCreateSignature(_:_:_:_:)``.
    case sign = 0
    /// ``SecKeyVerifySignature(_:_:_:_:_:)``.
    case verify = 1
    /// ``SecKeyCreateEncryptedData(_:_:_:_:)``.
    case encrypt = 2
    /// ``SecKeyCreateDecryptedData(_:_:_:_:)``.
    case decrypt = 3
    /// ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)``.
    case keyExchange = 4
}

extension SecKeyAlgorithm {
    /// The secret of ECDH: not a key before it is condensed.
    public static let ecdhKeyExchangeStandard = SecKeyAlgorithm("algid:keyexchange:ECDH")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-1 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA1")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-224 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA224")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-256 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA256")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-384 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA384")
    /// A key from the secret of ECDH, condensed by X9.63 with SHA-512 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeStandardX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA512")
    /// The secret of ECDH with the cofactor, which is 1 on the curves there are here: not a key before it is condensed.
    public static let ecdhKeyExchangeCofactor = SecKeyAlgorithm("algid:keyexchange:ECDHC")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-1 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-224 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-256 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-384 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// A key from the secret of ECDH with the cofactor, condensed by X9.63 with SHA-512 (SEC 1 §3.6.1).
    public static let ecdhKeyExchangeCofactorX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
