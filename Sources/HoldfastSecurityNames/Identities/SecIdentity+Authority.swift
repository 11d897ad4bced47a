package import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust

extension SecIdentity {
    /// Nil for a key whose public half signatures are not checked with.
    package convenience init?(_ identity: Identity) {
        guard let key = try? SecKey(privateKey: identity.key) else { return nil }
        self.init(certificate: SecCertificate(PresentedCertificate(der: identity.certificate)), privateKey: key)
    }

    /// The key and the certificates as a TLS client sends them.
    ///
    /// - Parameter certificates: what is sent after the identity's own certificate, which is left out where it stands there
    ///   too.
    /// - Returns: nil where the certificate cannot be read.
    package func sending(_ certificates: [SecCertificate]) -> Identity? {
        guard let key = privateKey.privateKey, let leaf = certificate.certificate else { return nil }
        let issuers = certificates.filter { $0 != certificate }.map { Array($0.presented.bytes) }
        return Identity(key: key, certificate: leaf, issuers: issuers)
    }
}
