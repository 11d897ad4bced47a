public import HoldfastCrypto
public import HoldfastX509

/// A log of certificates, as far as it gives timestamps (RFC 6962): for test beds and networks of one's own.
///
/// It keeps no tree and proves nothing; its timestamps say only that its key has seen a certificate.
public struct TransparencyLog: Sendable {
    /// The key that signs timestamps.
    public let key: PrivateKey

    /// The log with this key.
    ///
    /// - Throws: ``AuthorityError`` for a key that logs may not have: RFC 6962 §2.1.4 has "either deterministic ECDSA
    ///   using the NIST P-256 curve or RSA signatures with a key of at least 2048 bits".
    public init(key: PrivateKey) throws(AuthorityError) {
        let info = key.subjectPublicKeyInfo
        switch info.key {
        case .ec(.p256, _): break
        case .rsa(let rsa) where rsa.modulusBits >= 2048: break
        default: throw .notALogKey(key.description)
        }
        self.key = key
    }

    /// The log's name: SHA-256 of its SubjectPublicKeyInfo (RFC 6962 §3.2).
    public var id: [UInt8] { Digest.sha256(key.subjectPublicKeyInfo.bytes) }

    /// Gives a timestamp for an entry, in whole milliseconds.
    public func timestamp(
        _ entry: TimestampedEntry, at moment: Instant
    ) throws(AuthorityError) -> SignedCertificateTimestamp {
        let milliseconds =
            UInt64(clamping: moment.secondsSince1970) &* 1000 &+ UInt64(clamping: moment.nanoseconds / 1_000_000)
        let isRSA = if case .rsa = key.subjectPublicKeyInfo.key { true } else { false }
        let signature = try library { () throws(CryptoError) in
            try key.sign(
                entry.signedBytes(timestamp: milliseconds), algorithm: isRSA ? .rsaPKCS1(.sha256) : .ecdsa(.sha256))
        }
        return SignedCertificateTimestamp(
            SignedCertificateTimestamp.Version1(
                logID: id[...], timestamp: milliseconds, hashAlgorithm: 4, signatureAlgorithm: isRSA ? 1 : 3,
                signature: signature[...]))
    }

    /// Gives a timestamp for a precertificate (RFC 6962 §3.1).
    ///
    /// - Parameters:
    ///   - precertificate: DER, with the critical poison extension.
    ///   - issuerKey: The key of the CA that will issue the certificate, and signed this.
    /// - Throws: ``AuthorityError`` where it is no precertificate.
    public func timestamp(
        precertificate: [UInt8], issuerKey: SubjectPublicKeyInfo, at moment: Instant
    ) throws(AuthorityError) -> SignedCertificateTimestamp {
        let certificate: Certificate
        let entry: TimestampedEntry
        do throws(DERError) {
            certificate = try Certificate(der: precertificate)
            entry = try .precertificate(tbsBytes: certificate.tbsBytes, issuerKey: issuerKey)
        } catch {
            throw .malformed(error)
        }
        guard certificate.firstExtension(.precertificatePoison)?.isCritical == true else { throw .notAPrecertificate }
        return try timestamp(entry, at: moment)
    }
}
