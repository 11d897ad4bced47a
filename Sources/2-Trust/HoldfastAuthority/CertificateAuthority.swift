public import HoldfastCrypto
public import HoldfastX509

/// An issuer of certificates.
///
/// Any identity will do, a server's too: whether its certificate allows it to issue is for whoever judges the result.
///
/// ```swift
/// let root = try CertificateAuthority.root(name: "Test Root", at: now)
/// let intermediate = try root.intermediate(name: "Test Intermediate", at: now)
/// let server = try intermediate.issue(.server(names: ["example.test"], at: now))
/// ```
public struct CertificateAuthority: Sendable {
    /// The key that signs, and its certificates.
    public let identity: Identity

    /// An issuer with the key of `identity`.
    public init(_ identity: Identity) { self.identity = identity }

    /// A new root.
    ///
    /// - Parameter key: `nil` for a new P-256 key.
    public static func root(
        name: String, at moment: Instant, key: PrivateKey? = nil
    ) throws(AuthorityError) -> CertificateAuthority {
        CertificateAuthority(try Identity.selfSigned(.root(name: name, at: moment), key: key))
    }

    /// A new intermediate authority, issued by this one.
    ///
    /// - Parameter key: `nil` for a new P-256 key.
    public func intermediate(
        name: String, at moment: Instant, key: PrivateKey? = nil
    ) throws(AuthorityError) -> CertificateAuthority {
        CertificateAuthority(try issue(.intermediate(name: name, at: moment), key: key))
    }

    /// The certificate of this authority (DER), to be trusted as an anchor or sent in a chain.
    public var certificate: [UInt8] { identity.certificate }

    /// Makes a certificate of another authority's name and key: a cross-certificate, or, where that authority is an
    /// older or newer self, a roll-over certificate (RFC 5280 §3.2, RFC 4210 §4.4).
    ///
    /// - Parameter template: A CA's; its subject is replaced by the other authority's.
    /// - Returns: The certificate (DER).
    public func certify(
        _ other: CertificateAuthority, _ template: CertificateTemplate
    ) throws(AuthorityError) -> [UInt8] {
        var template = template
        template.subject = other.identity.subject
        return try issue(template, for: other.identity.key.subjectPublicKeyInfo)
    }

    /// Issues a certificate for somebody else's key.
    ///
    /// - Returns: The certificate (DER), as `template` describes it.
    public func issue(
        _ template: CertificateTemplate, for publicKey: SubjectPublicKeyInfo
    ) throws(AuthorityError) -> [UInt8] {
        try identity.signer.certificate(template, for: publicKey)
    }

    /// Issues a certificate, and returns it with its key and its chain without the root.
    ///
    /// - Parameter key: `nil` for a new P-256 key.
    public func issue(_ template: CertificateTemplate, key: PrivateKey? = nil) throws(AuthorityError) -> Identity {
        let key = try key.orNew()
        return Identity(
            signer: Signer(key: key, template: template),
            certificate: try issue(template, for: key.subjectPublicKeyInfo),
            issuers: identity.isSelfSigned ? [] : identity.chain, isSelfSigned: false)
    }
}
