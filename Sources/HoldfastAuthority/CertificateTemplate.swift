public import HoldfastX509

/// What a certificate is to say: good by default, and wrong where you say so.
///
/// Begin with a shape such as ``server(names:at:)``, which gives what RFC 5280 asks for, and change what should differ,
/// one line each:
///
/// ```swift
/// var template = CertificateTemplate.server(names: ["example.test"], at: now)
/// template.notAfter = now.advanced(bySeconds: -1)
/// template.extendedKeyUsage = [.clientAuth]
/// ```
///
/// Nothing is checked: a template can describe certificates that must never be trusted.
public struct CertificateTemplate: Sendable {
    // MARK: Fields

    /// The version that is written. Extensions are written with any version; see ``downgrade(to:)``.
    public var version = Version.v3
    /// The serial number; `nil` for 16 random bytes, positive.
    public var serialNumber: SerialNumber?
    /// Whose certificate it is.
    public var subject: DistinguishedName
    /// The issuer that the certificate names; `nil` for the one that signs it.
    public var issuer: DistinguishedName?
    /// The first moment of validity, in whole seconds.
    public var notBefore: Instant
    /// The last moment of validity, in whole seconds.
    public var notAfter: Instant

    // MARK: Extensions, in the order in which they are written

    /// Which key signed the certificate.
    public var authorityKeyIdentifier = KeyIdentifierField.derived
    /// The identifier of the certificate's own key.
    public var subjectKeyIdentifier = KeyIdentifierField.derived
    /// What the key may be used for; critical. `nil` for no extension.
    public var keyUsage: KeyUsage?
    /// Whether the subject is a CA; critical. `nil` for no extension.
    public var basicConstraints: BasicConstraints?
    /// For which purposes the key may be used. `nil` for no extension.
    public var extendedKeyUsage: [ObjectIdentifier]?
    /// Host names and IP addresses for the subject alternative name: A-labels, wildcards, literal addresses.
    public var names: [String] = []
    /// Other subject alternative names, written after ``names``. Where both are empty there is no extension; where the
    /// subject is empty it is critical (RFC 5280 §4.2.1.6).
    public var alternativeNames: [GeneralName] = []
    /// Which names certificates below this one may have; critical. `nil` for no extension.
    public var nameConstraints: NameConstraints?
    /// Extensions written after those above, as they are: unknown ones, broken ones, or one of a kind that stands
    /// there already.
    public var additionalExtensions: [Extension] = []
    /// Where an extension named above is to be critical or not, other than RFC 5280 says.
    public var criticality: [ObjectIdentifier: Bool] = [:]

    // MARK: Signature

    /// The algorithm to sign by; `nil` for the default of the issuer's key.
    public var signatureAlgorithm: SignatureAlgorithm?
    /// The algorithm that the signed part names; `nil` for the one signed by.
    public var innerAlgorithm: SignatureAlgorithm?
    /// The algorithm named beside the signature; `nil` for the one signed by.
    public var outerAlgorithm: SignatureAlgorithm?
    /// A change to the part to be signed (TBSCertificate, DER), made before signing: the signature is good.
    public var tbsEdit: ByteEdit?
    /// A change to the signature's bytes: the signature is bad.
    public var signatureEdit: ByteEdit?
    /// A change to the finished certificate (DER).
    public var certificateEdit: ByteEdit?

    /// A template without extensions but the key identifiers.
    public init(subject: DistinguishedName, notBefore: Instant, notAfter: Instant) {
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Adds an extension after all others.
    ///
    /// - Parameter value: Its value, as `PolicyConstraints(…)`.
    public mutating func add(_ oid: ObjectIdentifier, _ value: some DERCodable, isCritical: Bool = false) {
        additionalExtensions.append(Extension(oid, isCritical: isCritical, value: value.der))
    }

    /// Leaves out every extension.
    public mutating func removeExtensions() {
        authorityKeyIdentifier = .omitted
        subjectKeyIdentifier = .omitted
        keyUsage = nil
        basicConstraints = nil
        extendedKeyUsage = nil
        names = []
        alternativeNames = []
        nameConstraints = nil
        additionalExtensions = []
    }

    /// Makes it a certificate of an older version, which has no extensions (RFC 5280 §4.1.2.1).
    public mutating func downgrade(to version: Version) {
        self.version = version
        removeExtensions()
    }
}
