import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

// Certificates and keys as items of a store, and back.

extension SecCertificate {
    /// The certificate of an item; nil for another kind, or what cannot be read.
    convenience init?(_ item: CredentialItem) {
        guard item.kind == .certificate else { return nil }
        let presented = PresentedCertificate(der: item.value.bytes)
        guard presented.certificate != nil else { return nil }
        self.init(presented)
    }

    /// The attributes that a certificate has by itself: its type, which is the version ("1 for v1 2 for v2 and 3 for v3
    /// certificates", SecItem.h), its encoding (3 for DER), names, serial number, identifiers, and a name for people.
    ///
    /// - Throws: `errSecParam` for one that cannot be read.
    var itemAttributes: [CredentialAttribute: CredentialAttributeValue] {
        get throws(ItemError) {
            guard let certificate else { throw ItemError(errSecParam) }
            var values: [CFString: Any] = [
                kSecAttrCertificateType: certificate.version.rawValue + 1, kSecAttrCertificateEncoding: 3,
                kSecAttrSubject: NormalizedSequence.data(certificate.subject),
                kSecAttrIssuer: NormalizedSequence.data(certificate.issuer),
                kSecAttrSerialNumber: Data(certificate.serialNumber.bytes),
                kSecAttrPublicKeyHash: Data(
                    Digest.sha1(certificate.subjectPublicKeyInfo.subjectPublicKey.bytes)),
            ]
            if let identifier = certificate.subjectKeyIdentifier {
                values[kSecAttrSubjectKeyID] = Data(identifier)
            }
            values[kSecAttrLabel] = SecCertificateCopySubjectSummary(self).map { $0 as String }
            return try ItemAttribute.stored(values, of: .certificate)
        }
    }
}

extension ItemAttribute {
    /// Values under Apple's keys as a store has them; keys that the class does not have are left out.
    static func stored(
        _ values: [CFString: Any], of kind: CredentialItem.Kind
    ) throws(ItemError) -> [CredentialAttribute: CredentialAttributeValue] {
        let table = all(of: kind)
        var stored: [CredentialAttribute: CredentialAttributeValue] = [:]
        for (key, value) in values {
            guard let attribute = table[key as String], key != kSecAttrIsPermanent else { continue }
            stored[attribute.attribute] = try attribute.form.stored(value)
        }
        return stored
    }
}

extension CredentialItem {
    /// Whether it is a key that there is no object of: a symmetric one, or bytes that a program keeps as a key.
    var isKeyAsGiven: Bool {
        kind == .key && (attributes[ItemAttribute.asGiven]?.flag == true || attributes[.keyClass]?.text == "symmetric")
    }
}

extension SecKey {
    /// The key of an item; nil for another kind, one that there is no object of, or what cannot be read.
    convenience init?(_ item: CredentialItem) {
        guard item.kind == .key, !item.isKeyAsGiven else { return nil }
        switch item.attributes[.keyClass]?.text {
        case "private":
            guard let key = try? PrivateKey(der: item.value.bytes) else { return nil }
            do throws(CryptoError) { try self.init(privateKey: key) } catch { return nil }
        case "public":
            guard let info = try? SubjectPublicKeyInfo(der: item.value.bytes[...]), let key = try? PublicKey(info)
            else { return nil }
            self.init(publicKey: key)
        default: return nil
        }
    }

    /// The key as it is stored: PKCS #8 (RFC 5958) or SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), DER.
    var itemValue: CredentialSecret {
        get throws(ItemError) {
            guard let privateKey else { return CredentialSecret(publicKey.subjectPublicKeyInfo.bytes) }
            guard let der = try? privateKey.pkcs8DER else { throw ItemError(errSecInternalComponent) }
            return CredentialSecret(der)
        }
    }

    /// The attributes that a key has by itself: those of ``SecKeyCopyAttributes(_:)``.
    var itemAttributes: [CredentialAttribute: CredentialAttributeValue] {
        get throws(ItemError) {
            var values: [CFString: Any] = [:]
            for (key, value) in SecKeyCopyAttributes(self) as? [String: Any] ?? [:] where key != kSecValueData as String
            {
                values[key as CFString] = value
            }
            return try ItemAttribute.stored(values, of: .key)
        }
    }

    /// Whether an item holds this key.
    func isHeld(by item: CredentialItem) -> Bool {
        item.kind == .key && item.attributes[.keyClass]?.text == (privateKey == nil ? "public" : "private")
            && SecKey(item) == self
    }
}
