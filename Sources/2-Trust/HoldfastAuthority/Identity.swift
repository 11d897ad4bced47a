@_exported public import HoldfastCrypto
public import HoldfastX509

/// A private key with the certificates that are presented for it.
public struct Identity: Sendable {
    /// The key's own certificate (DER), which need not parse where it was made broken on purpose.
    public let certificate: [UInt8]
    /// The certificates above it (DER), nearest first, without the root.
    public let issuers: [[UInt8]]

    let signer: Signer
    let isSelfSigned: Bool

    init(signer: Signer, certificate: [UInt8], issuers: [[UInt8]], isSelfSigned: Bool) {
        self.signer = signer
        self.certificate = certificate
        self.issuers = issuers
        self.isSelfSigned = isSelfSigned
    }

    /// An identity of a certificate that exists already, for example one read from a file.
    ///
    /// Whether the key is the certificate's is not checked.
    public init(key: PrivateKey, certificate: Certificate, issuers: [[UInt8]] = []) {
        self.init(
            signer: Signer(
                key: key, subject: certificate.subject,
                keyIdentifier: certificate.subjectKeyIdentifier.map { Array($0) }),
            certificate: Array(certificate.bytes), issuers: issuers, isSelfSigned: certificate.isSelfIssued)
    }

    /// A certificate signed by its own key.
    ///
    /// - Parameter key: `nil` for a new P-256 key.
    public static func selfSigned(
        _ template: CertificateTemplate, key: PrivateKey? = nil
    ) throws(AuthorityError) -> Identity {
        let key = try key.orNew()
        let signer = Signer(key: key, template: template)
        return Identity(
            signer: signer, certificate: try signer.certificate(template, for: key.subjectPublicKeyInfo), issuers: [],
            isSelfSigned: true)
    }

    /// The key.
    public var key: PrivateKey { signer.key }

    /// The subject, as it was meant: a certificate that was broken on purpose need not say it.
    public var subject: DistinguishedName { signer.subject }

    /// The chain that a TLS server sends: the certificate, then those above it, without the root.
    public var chain: [[UInt8]] { [certificate] + issuers }

    /// This identity with other certificates sent after its own: none where the intermediates are to be
    /// missing, too many, or the right ones in the wrong order.
    public func presenting(_ issuers: [[UInt8]]) -> Identity {
        Identity(signer: signer, certificate: certificate, issuers: issuers, isSelfSigned: isSelfSigned)
    }

    /// ``chain`` as PEM.
    public var chainPEM: String {
        chain.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined()
    }
}
