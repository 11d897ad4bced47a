import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// A private key as inspections show it: its kind, and the public key that it belongs to. Of the key itself nothing.
struct PrivateKeyContent: InspectedContent {
    /// The form of its file.
    let form: LocalizedText
    /// Whether a passphrase is needed to have the key; null where that was not found out.
    let isEncrypted: Bool?
    /// The encryption of the key; null where there is none.
    let encryption: LocalizedText?
    /// The public half; null where the key could not be opened or read.
    let key: InspectedKey?
    /// Whether its two halves belong together; null where it was not read.
    let isPairConsistent: Bool?
    /// The label of its block where that is another form's; null where it is right.
    var mislabelled: LocalizedText?

    var title: LocalizedText {
        let kind = key.map { LocalizedText(", \($0.key.words)", "，\($0.key.words)") } ?? .same("")
        let name = LocalizedText("private key", "私钥") + kind
        return isEncrypted == true ? name + LocalizedText(", encrypted", "，已加密") : name
    }

    var brief: LocalizedText { key.map { .same("SPKI SHA-256 \($0.spkiSHA256)") } ?? form }

    var rows: [InspectionRow] {
        var rows = [InspectionRow(.form, form)]
        rows += MislabelledKey.rows(mislabelled)
        switch isEncrypted {
        case true:
            let byFile = LocalizedText("by the file that it is in", "由所在的文件加密")
            rows.append(InspectionRow(.encryption, encryption ?? byFile))
        case false:
            rows.append(
                InspectionRow(
                    .encryption, LocalizedText("none: whoever reads the file has the key", "无：读得到文件的人就得到密钥")))
        default: break
        }
        rows += key?.rows ?? []
        if isPairConsistent == false {
            rows.append(
                InspectionRow(
                    .damaged, LocalizedText("its private half does not fit its public one", "私有的一半与公开的一半不匹配")))
        }
        return rows
    }
}

/// A public key as inspections show it.
struct PublicKeyContent: InspectedContent {
    let form: LocalizedText
    let key: InspectedKey
    /// The label of its block where that is another form's; null where it is right.
    let mislabelled: LocalizedText?

    var title: LocalizedText { LocalizedText("public key, \(key.key.words)", "公钥，\(key.key.words)") }
    var brief: LocalizedText { .same("SPKI SHA-256 \(key.spkiSHA256)") }
    var rows: [InspectionRow] { [InspectionRow(.form, form)] + MislabelledKey.rows(mislabelled) + key.rows }
}

/// A key under the label of another form: read here, and not by programs that go by the label (RFC 7468 §2).
enum MislabelledKey {
    /// The label, and the one that belongs there; `nil` where the label is right.
    static func words(of object: EncodedObject) -> LocalizedText? {
        guard let label = object.block?.label, let expected = object.expectedLabel else { return nil }
        return LocalizedText("\(label), where \(expected.rawValue) belongs", "\(label)，应为 \(expected.rawValue)")
    }

    static func rows(_ words: LocalizedText?) -> [InspectionRow] {
        let advice = LocalizedText(
            ": others may refuse it, holdfast convert writes it right", "：其他程序可能拒绝它，holdfast convert 可写出正确的标签")
        return words.map { [InspectionRow(.label, $0 + advice)] } ?? []
    }
}

extension EncodedObject.PrivateKeyForm {
    var words: LocalizedText {
        switch self {
        case .pkcs8: .same("PKCS #8 (RFC 5958)")
        case .encryptedPKCS8: LocalizedText("PKCS #8, encrypted (RFC 5958)", "PKCS #8，已加密 (RFC 5958)")
        case .rsa: .same("PKCS #1 (RFC 8017)")
        case .ec: .same("ECPrivateKey (RFC 5915)")
        case .other: LocalizedText("OpenSSL's own form of a DSA key", "OpenSSL 自有形式的 DSA 密钥")
        }
    }
}

/// Looks at one private key of a file.
enum KeyReading {
    static func content(
        of object: EncodedObject, _ form: EncodedObject.PrivateKeyForm, passphrase: Passphrase?
    ) -> (PrivateKeyContent, ObjectInspection.Problem?, SubjectPublicKeyInfo?) {
        let (words, isEncrypted, encryption) = protection(of: object, form)
        let mislabelled = MislabelledKey.words(of: object)
        func content(_ key: PrivateKey?) -> PrivateKeyContent {
            PrivateKeyContent(
                form: words, isEncrypted: isEncrypted, encryption: encryption,
                key: key.map { InspectedKey($0.subjectPublicKeyInfo) }, isPairConsistent: key?.isPairConsistent,
                mislabelled: mislabelled)
        }
        do throws(CryptoError) {
            let key: PrivateKey
            if let block = object.block {
                key = try PrivateKey(block: block, passphrase: passphrase)
            } else {
                key = try PrivateKey(der: object.bytes, passphrase: passphrase)
            }
            return (content(key), nil, key.subjectPublicKeyInfo)
        } catch {
            return (content(nil), ObjectInspection.Problem(error), nil)
        }
    }

    /// The form in words, whether it is encrypted, and how: as far as its own bytes say so.
    private static func protection(
        of object: EncodedObject, _ form: EncodedObject.PrivateKeyForm
    ) -> (form: LocalizedText, isEncrypted: Bool?, encryption: LocalizedText?) {
        if object.isEncrypted { return (form.words, true, encryption(of: object)) }
        if object.block?.knownLabel == .openSSHPrivateKey {
            let form = LocalizedText("OpenSSH's own", "OpenSSH 自有形式")
            guard let header = OpenSSHKeyHeader(object.bytes) else { return (form, nil, nil) }
            let rounds = header.rounds.map { LocalizedText(", \($0) rounds", "，\($0) 轮") } ?? .same("")
            return (
                form + .same(" (openssh-key-v1), \(header.keyType)"), header.isEncrypted,
                header.isEncrypted ? .same("\(header.cipherName), \(header.kdfName)") + rounds : nil
            )
        }
        // Only what is of one of the forms without encryption is known to have none.
        switch EncodedObject.kind(ofDER: object.bytes) {
        case .privateKey: return (form.words, false, nil)
        default: return (form.words, nil, nil)
        }
    }

    private static func encryption(of object: EncodedObject) -> LocalizedText {
        if let header = object.block?.headers.first(where: { $0.name.asciiLowercased() == "dek-info" }) {
            let cipher = header.value.split(separator: ",").first.map(String.init) ?? header.value
            return LocalizedText(
                "\(cipher), the key from one round of MD5 over the passphrase (OpenSSL's old form)",
                "\(cipher)，密钥由口令经一轮 MD5 得到（OpenSSL 的旧形式）")
        }
        guard let info = try? EncryptedPrivateKeyInfo(der: object.bytes) else {
            return LocalizedText("unreadable", "无法读取")
        }
        return words(info.encryptionAlgorithm)
    }

    /// A scheme in words; the bare identifier of one that is not known.
    static func words(_ algorithm: AlgorithmIdentifier) -> LocalizedText {
        (try? PassphraseEncryption(algorithm)).map(\.words) ?? .same(algorithm.algorithm.description)
    }
}
