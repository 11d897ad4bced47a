/// The labels of PEM blocks that are known here (RFC 7468 §4, and those of older tools).
public enum PEMLabel: String, Hashable, Sendable, CaseIterable {
    /// RFC 7468 §5.
    case certificate = "CERTIFICATE"
    /// An old name of a certificate.
    case x509Certificate = "X509 CERTIFICATE"
    /// OpenSSL's certificate with trust settings behind it.
    case trustedCertificate = "TRUSTED CERTIFICATE"
    /// RFC 7468 §6.
    case x509CRL = "X509 CRL"
    /// RFC 7468 §7.
    case certificateRequest = "CERTIFICATE REQUEST"
    /// A request, as Microsoft's tools and keytool label it.
    case newCertificateRequest = "NEW CERTIFICATE REQUEST"
    /// RFC 7468 §8.
    case pkcs7 = "PKCS7"
    /// RFC 7468 §9.
    case cms = "CMS"
    /// PKCS #8, not encrypted (RFC 7468 §10).
    case privateKey = "PRIVATE KEY"
    /// PKCS #8, encrypted (RFC 7468 §11).
    case encryptedPrivateKey = "ENCRYPTED PRIVATE KEY"
    /// `RSAPrivateKey` of RFC 8017 appendix A.1.2: OpenSSL's traditional form.
    case rsaPrivateKey = "RSA PRIVATE KEY"
    /// `ECPrivateKey` (RFC 5915 §4).
    case ecPrivateKey = "EC PRIVATE KEY"
    /// OpenSSL's traditional form of a DSA key.
    case dsaPrivateKey = "DSA PRIVATE KEY"
    /// OpenSSH's own form.
    case openSSHPrivateKey = "OPENSSH PRIVATE KEY"
    /// `SubjectPublicKeyInfo` (RFC 7468 §13).
    case publicKey = "PUBLIC KEY"
    /// `RSAPublicKey` of RFC 8017 appendix A.1.1.
    case rsaPublicKey = "RSA PUBLIC KEY"
    /// The name of a curve, which `openssl ecparam` writes before the key.
    case ecParameters = "EC PARAMETERS"
    /// Parameters of Diffie-Hellman by PKCS #3, which `openssl dhparam` writes for servers.
    case dhParameters = "DH PARAMETERS"
    /// Parameters of Diffie-Hellman by X9.42 (RFC 3279 §2.3.3), as OpenSSL labels them.
    case x942DHParameters = "X9.42 DH PARAMETERS"
    /// Parameters of DSA, as OpenSSL labels them.
    case dsaParameters = "DSA PARAMETERS"
    /// PKCS #12, as GnuTLS labels it.
    case pkcs12 = "PKCS12"

    /// Whether it is a private key that could be read here.
    public var isPrivateKey: Bool {
        switch self {
        case .privateKey, .encryptedPrivateKey, .rsaPrivateKey, .ecPrivateKey: true
        default: false
        }
    }
}

extension PEMBlock {
    /// Makes a block to be written, without headers.
    public init(_ label: PEMLabel, contents: [UInt8]) { self.init(label: label.rawValue, contents: contents) }

    /// The label as one that is known here; `nil` for any other.
    public var knownLabel: PEMLabel? { PEMLabel(rawValue: label) }

    /// Whether the contents are encrypted by the old way of RFC 1421 §4.6.1.1: `Proc-Type: 4,ENCRYPTED`.
    public var isEncryptedByHeader: Bool {
        headers.contains { $0.name == "Proc-Type" && $0.value.hasSuffix("ENCRYPTED") }
    }
}
