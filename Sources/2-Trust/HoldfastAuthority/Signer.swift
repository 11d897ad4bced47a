import HoldfastCrypto
import HoldfastX509

/// A key, and what a certificate signed by it says about its issuer.
struct Signer: Sendable {
    let key: PrivateKey
    let subject: DistinguishedName
    let keyIdentifier: [UInt8]

    init(key: PrivateKey, subject: DistinguishedName, keyIdentifier: [UInt8]?) {
        self.key = key
        self.subject = subject
        self.keyIdentifier = keyIdentifier ?? key.subjectPublicKeyInfo.derivedKeyIdentifier
    }

    /// The signer whose own certificate `template` describes.
    init(key: PrivateKey, template: CertificateTemplate) {
        let stated = template.subjectKeyIdentifier.bytes(derived: key.subjectPublicKeyInfo.derivedKeyIdentifier)
        self.init(key: key, subject: template.subject, keyIdentifier: stated)
    }

    /// The certificate (DER) that `template` describes, for `publicKey` and signed by this signer.
    func certificate(
        _ template: CertificateTemplate, for publicKey: SubjectPublicKeyInfo
    ) throws(AuthorityError) -> [UInt8] {
        let algorithm = template.signatureAlgorithm ?? key.defaultSignatureAlgorithm
        var tbs = try template.tbsCertificate(
            serialNumber: try serialNumber(template.serialNumber),
            algorithm: template.innerAlgorithm ?? algorithm,
            issuer: template.issuer ?? subject,
            issuerKeyIdentifier: keyIdentifier,
            publicKey: publicKey)
        if let edit = template.tbsEdit { tbs = edit.apply(tbs) }
        var signature = try library { () throws(CryptoError) in try key.sign(tbs, algorithm: algorithm) }
        if let edit = template.signatureEdit { signature = edit.apply(signature) }

        var writer = DERWriter(capacity: tbs.count + signature.count + 64)
        writer.sequence { certificate in
            certificate.raw(tbs)
            certificate.value((template.outerAlgorithm ?? algorithm).identifier)
            certificate.bitString(signature)
        }
        return template.certificateEdit?.apply(writer.bytes) ?? writer.bytes
    }

    /// The one that is given, or a new one: 16 octets, positive (RFC 5280 §4.1.2.2), 126 of their bits random: more
    /// than the 64 that the CA/Browser Forum asks for (BR §7.1).
    func serialNumber(_ given: SerialNumber?) throws(AuthorityError) -> SerialNumber {
        if let given { return given }
        var octets = try library { () throws(CryptoError) in try SystemRandom.bytes(16) }
        octets[0] = octets[0] & 0x3F | 0x40
        return SerialNumber(magnitude: octets)
    }
}

/// Runs `body`, and rethrows its error as one of this room.
func library<Result>(_ body: () throws(CryptoError) -> Result) throws(AuthorityError) -> Result {
    do throws(CryptoError) { return try body() } catch { throw .crypto(error) }
}

extension Optional where Wrapped == PrivateKey {
    /// The key, or a new one (P-256: small, quick, accepted everywhere).
    func orNew() throws(AuthorityError) -> PrivateKey {
        if let key = self { return key }
        return try library { () throws(CryptoError) in try PrivateKey.generate(.p256) }
    }
}
