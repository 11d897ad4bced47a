import HoldfastCrypto
public import HoldfastX509

extension Certificate {
    /// SHA-256 of the DER bytes, the certificate's name in findings and exceptions.
    public var fingerprint: [UInt8] { Digest.sha256(bytes) }
}

extension PresentedCertificate {
    /// SHA-256 of the bytes as presented.
    public var fingerprint: [UInt8] { Digest.sha256(bytes) }
}
