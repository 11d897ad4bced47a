public import HoldfastCrypto
public import HoldfastStatements
public import HoldfastX509

/// A reason why files make no identity.
public enum IdentityFileError: Error, Hashable, Sendable {
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
}

extension IdentityFileError: Sentence, CustomStringConvertible {
    package static let topic = "identityFile"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// The remedy as a statement; nil where the caller knows better what it wants.
    public var adviceStatement: Statement? {
        if case .unknownForm(let error) = self { error.adviceStatement } else { nil }
    }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .unreadable(let path, let reason):
            LocalizedText("the file \(path) cannot be read: \(reason)", "无法读取文件 \(path)：\(reason)")
        case .tooLarge(let limit):
            LocalizedText(
                "the file has more than \(limit) bytes, which no identity has", "该文件超过 \(limit) 字节，身份文件不会如此之大")
        case .unknownForm(let error): error.statement.words
        case .passphraseNeeded:
            LocalizedText("the private key is encrypted, and no passphrase was given", "私钥已加密，而没有提供口令")
        case .wrongPassphrase:
            LocalizedText("the passphrase is wrong, or the private key is damaged", "口令有误，或私钥已损坏")
        case .unusable(let error):
            error.reason == .library ? error.statement.words : error.reasonStatement.words
        case .noPrivateKey: LocalizedText("there is no private key in it", "其中没有私钥")
        case .severalPrivateKeys(let names):
            LocalizedText(
                "there are several private keys in it, choose one: \(names.joined(separator: ", "))",
                "其中有多个私钥，请选择一个：\(names.joined(separator: "、"))")
        case .noCertificate: LocalizedText("there is no certificate in it", "其中没有证书")
        case .noCertificateForKey:
            LocalizedText("none of the certificates is the private key's", "没有一张证书属于该私钥")
        case .inconsistentKey:
            LocalizedText(
                "the private key does not fit the public key that stands beside it", "私钥与其旁的公钥不符")
        }
    }

    package var plainName: String {
        switch self {
        case .passphraseNeeded: "passphraseNeeded"
        case .wrongPassphrase: "wrongPassphrase"
        case .noPrivateKey: "noPrivateKey"
        case .noCertificate: "noCertificate"
        case .noCertificateForKey: "noCertificateForKey"
        case .inconsistentKey: "inconsistentKey"
        case .unreadable, .tooLarge, .unknownForm, .unusable, .severalPrivateKeys: ""
        }
    }
}
