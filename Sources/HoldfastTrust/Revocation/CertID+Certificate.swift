import HoldfastCrypto
public import HoldfastX509

extension CertID {
    /// Names a certificate as a question to a responder does (RFC 6960 §4.1.1); nil where the digest is not to be had.
    ///
    /// - Parameters:
    ///   - issuer: the certificate whose key signed it.
    ///   - digest: SHA-1 is what every responder understands (RFC 5019 §2.1.1); nothing rests on it, since the answer is
    ///     signed.
    public init?(of certificate: Certificate, issuedBy issuer: Certificate, _ digest: DigestAlgorithm = .sha1) {
        guard let nameHash = try? Digest.hash(digest, certificate.issuer.bytes),
            let keyHash = try? Digest.hash(digest, issuer.subjectPublicKeyInfo.subjectPublicKey.bytes)
        else { return nil }
        self.init(
            digest, issuerNameHash: nameHash, issuerKeyHash: keyHash, serialNumber: certificate.serialNumber)
    }
}
