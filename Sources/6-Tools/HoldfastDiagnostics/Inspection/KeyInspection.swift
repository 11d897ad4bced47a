import HoldfastCrypto
import HoldfastX509

/// A private key as inspections show it: its kind, and the public key that it belongs to. Of the key itself nothing.
struct PrivateKeyContent: InspectedContent {
    /// The form of its file.
    let form: String
    /// Whether a passphrase is needed to have the key; null where that was not found out.
    let isEncrypted: Bool?
    /// The encryption of the key; null where there is none.
    let encryption: String?
    /// The public half; null where the key could not be opened or read.
    let key: InspectedKey?
    /// Whether its two halves belong together; null where it was not read.
    let isPairConsistent: Bool?
    /// The label of its block where that is another form's; null where it is right.
    var mislabelled: String?

    var title: String {
        let name = key.map { "private key, \($0.key.words)" } ?? "private key"
        return isEncrypted == true ? name + ", encrypted" : name
    }

    var brief: String { key.map { "SPKI SHA-256 \($0.spkiSHA256)" } ?? form }

    var rows: [InspectionRow] {
        var rows = [InspectionRow("form", [form])]
        rows += MislabelledKey.rows(mislabelled)
        switch isEncrypted {
        case true: rows.append(InspectionRow("encryption", [encryption ?? "by the file that it is in"]))
        case false: rows.append(InspectionRow("encryption", ["none: whoever reads the file has the key"]))
        default: break
        }
        rows += key?.rows ?? []
        if isPairConsistent == false {
            rows.append(InspectionRow("damaged", ["its private half does not fit its public one"]))
        }
        return rows
    }
}

/// A public key as inspections show it.
struct PublicKeyContent: InspectedContent {
    let form: String
    let key: InspectedKey
    /// The label of its block where that is another form's; null where it is right.
    let mislabelled: String?

    var title: String { "public key, \(key.key.words)" }
    var brief: String { "SPKI SHA-256 \(key.spkiSHA256)" }
    var rows: [InspectionRow] { [InspectionRow("form", [form])] + MislabelledKey.rows(mislabelled) + key.rows }
}

/// A key under the label of another form: read here, and not by programs that go by the label (RFC 7468 §2).
enum MislabelledKey {
    /// The label, and the one that belongs there; `nil` where the label is right.
    static func words(of object: EncodedObject) -> String? {
        guard let label = object.block?.label, let expected = object.expectedLabel else { return nil }
        return "\(label), where \(expected.rawValue) belongs"
    }

    static func rows(_ words: String?) -> [InspectionRow] {
        words.map { [InspectionRow("label", [$0 + ": others may refuse it, holdfast convert writes it right"])] } ?? []
    }
}

extension EncodedObject.PrivateKeyForm {
    var words: String {
        switch self {
        case .pkcs8: "PKCS #8 (RFC 5958)"
        case .encryptedPKCS8: "PKCS #8, encrypted (RFC 5958)"
        case .rsa: "PKCS #1 (RFC 8017)"
        case .ec: "ECPrivateKey (RFC 5915)"
        case .other: "OpenSSL's own form of a DSA key"
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
    ) -> (form: String, isEncrypted: Bool?, encryption: String?) {
        if object.isEncrypted { return (form.words, true, encryption(of: object)) }
        if object.block?.knownLabel == .openSSHPrivateKey {
            let form = "OpenSSH's own"
            guard let header = OpenSSHKeyHeader(object.bytes) else { return (form, nil, nil) }
            let rounds = header.rounds.map { ", \($0) rounds" } ?? ""
            return (
                "\(form) (openssh-key-v1), \(header.keyType)", header.isEncrypted,
                header.isEncrypted ? "\(header.cipherName), \(header.kdfName)\(rounds)" : nil
            )
        }
        // Only what is of one of the forms without encryption is known to have none.
        switch EncodedObject.kind(ofDER: object.bytes) {
        case .privateKey: return (form.words, false, nil)
        default: return (form.words, nil, nil)
        }
    }

    private static func encryption(of object: EncodedObject) -> String {
        if let header = object.block?.headers.first(where: { $0.name.asciiLowercased() == "dek-info" }) {
            let cipher = header.value.split(separator: ",").first.map(String.init) ?? header.value
            return "\(cipher), the key from one round of MD5 over the passphrase (OpenSSL's old form)"
        }
        guard let info = try? EncryptedPrivateKeyInfo(der: object.bytes) else { return "unreadable" }
        return words(info.encryptionAlgorithm)
    }

    /// A scheme in words; the bare identifier of one that is not known.
    static func words(_ algorithm: AlgorithmIdentifier) -> String {
        (try? PassphraseEncryption(algorithm))?.description ?? algorithm.algorithm.description
    }
}
