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
    /// One of the others, with the files that it is about.
    indirect case inFiles([String], IdentityFileError)

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

    /// The remedy as a statement.
    public var adviceStatement: Statement {
        switch self {
        case .unreadable: IdentityFileAdvice.seePathAndRights.statement
        case .tooLarge, .noPrivateKey: IdentityFileAdvice.giveKey.statement
        case .unknownForm(let error): error.adviceStatement ?? IdentityFileAdvice.giveForms.statement
        case .passphraseNeeded: IdentityFileAdvice.givePassphrase.statement
        case .wrongPassphrase: IdentityFileAdvice.seePassphrase.statement
        case .unusable: IdentityFileAdvice.giveUsableKey.statement
        case .severalPrivateKeys: IdentityFileAdvice.nameKey.statement
        case .noCertificate: IdentityFileAdvice.giveCertificate.statement
        case .noCertificateForKey: IdentityFileAdvice.giveCertificateOfKey.statement
        case .inconsistentKey: IdentityFileAdvice.writeKeyAnew.statement
        case .inFiles(_, let error): error.adviceStatement
        }
    }

    /// The remedy in English: one clause, without a full stop.
    public var hint: String { adviceStatement.english }

    /// The error with the files that it is about, where it does not name one itself.
    func about(_ paths: [String]) -> IdentityFileError {
        if case .unreadable = self { self } else { .inFiles(paths, self) }
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
        case .inFiles(let paths, let error):
            LocalizedText(
                "\(paths.joined(separator: ", ")): \(error.english)", "\(paths.joined(separator: "、"))：\(error.chinese)"
            )
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
        case .unreadable, .tooLarge, .unknownForm, .unusable, .severalPrivateKeys, .inFiles: ""
        }
    }
}

/// Advice for whoever names the files of an identity.
enum IdentityFileAdvice: Sentence {
    case seePathAndRights
    case giveKey
    case giveForms
    case givePassphrase
    case seePassphrase
    case giveUsableKey
    case nameKey
    case giveCertificate
    case giveCertificateOfKey
    case writeKeyAnew

    static let topic = "identityFileAdvice"

    var words: LocalizedText {
        switch self {
        case .seePathAndRights:
            LocalizedText(
                "check the path, and that the user whom the program runs as may read the file",
                "请检查路径，以及运行该程序的用户能否读取该文件")
        case .giveKey:
            LocalizedText(
                "name the file with the private key beside that of its certificate", "请在证书文件之外同时指定含有私钥的文件")
        case .giveForms:
            LocalizedText(
                "give the key and its certificates as PEM, DER or PKCS #12", "请以 PEM、DER 或 PKCS #12 提供密钥及其证书")
        case .givePassphrase:
            LocalizedText("give the passphrase that opens the key", "请提供能打开密钥的口令")
        case .seePassphrase:
            LocalizedText(
                "check the passphrase, its line's end too, which is a part of it", "请检查口令；行尾的换行也算作口令的一部分")
        case .giveUsableKey:
            LocalizedText(
                "give a key of RSA, of the curves P-256, P-384 and P-521, of Ed25519, or with OpenSSL 3.5 of "
                    + "ML-DSA",
                "请提供 RSA 密钥、P-256、P-384 或 P-521 曲线上的密钥、Ed25519 密钥，或在 OpenSSL 3.5 下的 ML-DSA 密钥")
        case .nameKey:
            LocalizedText(
                "say which by friendlyName, or give a file that has one key alone", "请用 friendlyName 指明，或提供只含一个密钥的文件")
        case .giveCertificate:
            LocalizedText(
                "name the file with the key's certificate, and the intermediates above it", "请指定含有该密钥证书及其上级中间证书的文件")
        case .giveCertificateOfKey:
            LocalizedText(
                "name the certificate that was issued for this key, or the key of this certificate",
                "请指定为该密钥签发的证书，或该证书的密钥")
        case .writeKeyAnew:
            LocalizedText("write the file with the key anew, from where it was made", "请从生成密钥之处重新写出该密钥文件")
        }
    }
}
