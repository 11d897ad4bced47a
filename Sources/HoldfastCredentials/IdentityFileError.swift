public import HoldfastCrypto
public import HoldfastX509

/// A reason why files make no identity.
public enum IdentityFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file that cannot be read: its path, and what the system says.
    case unreadable(String, reason: String)
    /// More bytes than are read of one file.
    case tooLarge(limit: Int)
    /// A file that is empty, or neither PEM nor DER.
    case unknownForm(EncodedObjectError)
    /// A key or a file that is encrypted, and no passphrase was given.
    case passphraseNeeded
    /// Encrypted data that do not open with this passphrase, or are damaged: the two cannot be told apart.
    case wrongPassphrase
    /// A key or a file that cannot be used, with the reason.
    case unusable(CryptoError)
    /// There is no private key in it.
    case noPrivateKey
    /// There are several private keys with certificates, or none of them has one; their names.
    case severalPrivateKeys([String])
    /// There is no certificate in it.
    case noCertificate
    /// There are certificates, and none is the key's.
    case noCertificateForKey
    /// The key's private half does not fit its public one: signatures made with it would verify with nothing.
    case inconsistentKey

    init(_ error: CryptoError) {
        switch error.reason {
        case .passphraseNeeded: self = .passphraseNeeded
        case .wrongPassphrase: self = .wrongPassphrase
        default: self = .unusable(error)
        }
    }

    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "the file \(path) cannot be read: \(reason)"
        case .tooLarge(let limit): "the file has more than \(limit) bytes, which no identity has"
        case .unknownForm(let error): "\(error)"
        case .passphraseNeeded: "the private key is encrypted, and no passphrase was given"
        case .wrongPassphrase: "the passphrase is wrong, or the private key is damaged"
        case .unusable(let error): error.reason == .library ? "\(error)" : error.clause
        case .noPrivateKey: "there is no private key in it"
        case .severalPrivateKeys(let names):
            "there are several private keys in it, choose one: \(names.joined(separator: ", "))"
        case .noCertificate: "there is no certificate in it"
        case .noCertificateForKey: "none of the certificates is the private key's"
        case .inconsistentKey: "the private key does not fit the public key that stands beside it"
        }
    }
}
