import Foundation
import HoldfastSecurity

/// One certificate of a chain, read.
struct ChainMember {
    let summary: String
    let certificate: Data
    /// PKCS #1 of an RSA key, the point of an elliptic curve's (`04 x y`).
    let publicKey: Data?
}

/// The chain that was built, certificate by certificate, with each one's public key.
func members(of trust: SecTrust) -> [ChainMember] {
    (0..<SecTrustGetCertificateCount(trust)).compactMap { index in
        guard let certificate = SecTrustGetCertificateAtIndex(trust, index) else { return nil }
        let key = SecCertificateCopyKey(certificate)
        return ChainMember(
            summary: SecCertificateCopySubjectSummary(certificate) as String? ?? "",
            certificate: SecCertificateCopyData(certificate) as Data,
            publicKey: key.flatMap { SecKeyCopyExternalRepresentation($0, nil) } as Data?)
    }
}

/// The pin of a key that survives a renewal of its certificate: whether the server's key is one of the bundled ones'.
func hasPinnedKey(_ trust: SecTrust, among certificates: [SecCertificate]) -> Bool {
    guard let key = SecTrustCopyKey(trust) else { return false }
    return certificates.compactMap(SecCertificateCopyKey).contains(key)
}
