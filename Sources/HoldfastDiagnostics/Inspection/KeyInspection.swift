import HoldfastCrypto
import HoldfastX509

/// A private key as inspections show it: its kind, and the public key that it belongs to. Of the key itself nothing.
struct PrivateKeyContent: InspectedContent {
    /// The form of its file.
    let form: String
    /// The encryption of the key; null where there is none.
    let encryption: String?
    /// The public half; null where the key could not be opened or read.
    let key: InspectedKey?
    /// Whether its two halves belong together; null where it was not read.
    let isPairConsistent: Bool?

    var title: String {
        let name = key.map { "private key, \($0.key.words)" } ?? "private key"
        return encryption == nil ? name : name + ", encrypted"
    }

    var brief: String { key.map { "SPKI SHA-256 \($0.spkiSHA256)" } ?? form }

    var rows: [InspectionRow] {
        var rows = [InspectionRow("form", [form])]
        rows.append(InspectionRow("encryption", [encryption ?? "none: whoever reads the file has the key"]))
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

    var title: String { "public key, \(key.key.words)" }
    var brief: String { "SPKI SHA-256 \(key.spkiSHA256)" }
    var rows: [InspectionRow] { [InspectionRow("form", [form])] + key.rows }
}

extension EncodedObject.PrivateKeyForm {
    var words: String {
        switch self {
        case .pkcs8: "PKCS #8 (RFC 5958)"
        case .encryptedPKCS8: "PKCS #8, encrypted (RFC 5958)"
        case .rsa: "PKCS #1 (RFC 8017)"
        case .ec: "ECPrivateKey (RFC 5915)"
        case .other: "a form that is not read"
        }
    }
}

/// Looks at one private key of a file.
enum KeyReading {
    static func content(
        of object: EncodedObject, _ form: EncodedObject.PrivateKeyForm, passphrase: Passphrase?
    ) -> (PrivateKeyContent, ObjectInspection.Problem?, SubjectPublicKeyInfo?) {
        let encryption = object.isEncrypted ? encryption(of: object) : nil
        func closed(_ problem: ObjectInspection.Problem) -> (
            PrivateKeyContent, ObjectInspection.Problem?, SubjectPublicKeyInfo?
        ) {
            (PrivateKeyContent(form: form.words, encryption: encryption, key: nil, isPairConsistent: nil), problem, nil)
        }
        do throws(CryptoError) {
            let key: PrivateKey
            if let block = object.block {
                key = try PrivateKey(block: block, passphrase: passphrase)
            } else {
                key = try PrivateKey(der: object.bytes, passphrase: passphrase)
            }
            let info = key.subjectPublicKeyInfo
            let content = PrivateKeyContent(
                form: form.words, encryption: encryption, key: InspectedKey(info),
                isPairConsistent: key.isPairConsistent)
            return (content, nil, info)
        } catch {
            switch error.reason {
            case .passphraseNeeded: return closed(.closed)
            case .wrongPassphrase: return closed(.wrongPassphrase)
            default: return closed(.unreadable(error.description))
            }
        }
    }

    private static func encryption(of object: EncodedObject) -> String {
        if let header = object.block?.headers.first(where: { $0.name.lowercased() == "dek-info" }) {
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
