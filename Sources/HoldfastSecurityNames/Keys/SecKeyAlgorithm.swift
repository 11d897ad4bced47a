public import Foundation

/// What a key is to do, by Apple's name of it: a signature, an encryption or an agreement on a key.
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

/// What ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)`` can be told.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    let name: String

    /// The key of the dictionary.
    public var rawValue: CFString { name as CFString }

    /// A parameter by its key.
    public init(rawValue: CFString) { name = rawValue as String }

    private init(_ name: String) { self.name = name }

    /// How many bytes of key are asked for: a number, needed wherever a key is derived.
    public static let requestedSize = SecKeyKeyExchangeParameter("requestedSize")
    /// Bytes that both sides know and mix into the key: data, not needed.
    public static let sharedInfo = SecKeyKeyExchangeParameter("sharedInfo")
}

/// What ``SecKeyIsAlgorithmSupported(_:_:_:)`` can be asked about.
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
