import HoldfastStatements

/// Sentences about keys and containers that libcrypto does not read or make.
enum CryptoSentence: Sentence {
    case encrypted(subject: CryptoSubject)
    case wrongPassphrase(subject: CryptoSubject)
    case fault(subject: CryptoSubject, reason: Statement)

    static let topic = "commandCrypto"

    var words: LocalizedText {
        switch self {
        case .encrypted(let subject):
            LocalizedText(
                "\(subject.english) is encrypted, and no passphrase was given",
                "\(subject.chinese)已加密，而没有给出口令")
        case .wrongPassphrase(let subject):
            LocalizedText(
                "\(subject.english): the passphrase is wrong, or the file is damaged",
                "\(subject.chinese)：口令错误，或文件已损坏")
        case .fault(let subject, let reason):
            LocalizedText("\(subject.english): \(reason.english)", "\(subject.chinese)：\(reason.chinese)")
        }
    }
}

/// Advice about keys and their passphrases.
enum CryptoAdvice: Sentence {
    case namePassphraseFile
    case writeAsPKCS8
    case supportedKinds
    case otherKindOrLibrary

    static let topic = "commandCryptoAdvice"

    var words: LocalizedText {
        switch self {
        case .namePassphraseFile:
            LocalizedText(
                "name a file with it: --passphrase-file FILE, or --ca-passphrase-file for the authority's key",
                "请指定含有口令的文件：--passphrase-file FILE，颁发机构的密钥用 --ca-passphrase-file")
        case .writeAsPKCS8:
            LocalizedText(
                "write a copy anew as PKCS #8: ssh-keygen -p -m PKCS8 -f COPY",
                "请将副本另存为 PKCS #8：ssh-keygen -p -m PKCS8 -f COPY")
        case .supportedKinds:
            LocalizedText(
                "keys are RSA, EC on P-256, P-384 or P-521, Ed25519, Ed448 and ML-DSA",
                "密钥可为 RSA，P-256、P-384 或 P-521 上的 EC，Ed25519、Ed448 与 ML-DSA")
        case .otherKindOrLibrary:
            LocalizedText(
                "use another kind of key here, or a machine with a newer OpenSSL, as Debian 13",
                "请在此处使用另一种密钥，或使用 OpenSSL 较新的机器，如 Debian 13")
        }
    }
}

/// The things that libcrypto reads, makes or signs with.
enum CryptoSubject: Sentence {
    case file(String)
    case privateKey
    case newKey
    case aNewKey
    case pkcs12
    case signing
    case updateSignature

    static let topic = "commandCryptoSubject"

    var words: LocalizedText {
        switch self {
        case .file(let path): LocalizedText(Wording.quoted(path), Wording.quoted(path) + " ")
        case .privateKey: LocalizedText("the private key", "私钥")
        case .newKey: LocalizedText("the new key", "新密钥")
        case .aNewKey: LocalizedText("a new key", "新密钥")
        case .pkcs12: .same("PKCS #12")
        case .signing: LocalizedText("signing", "签名")
        case .updateSignature: LocalizedText("the update's signature", "更新的签名")
        }
    }
}
