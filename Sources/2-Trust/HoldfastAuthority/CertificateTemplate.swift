import HoldfastCrypto
public import HoldfastX509

/// A description of a certificate to be made: good by default, and wrong where you say so.
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
    /// The name of the key's owner.
    public var subject: DistinguishedName
    /// The issuer that the certificate names; `nil` for the one that signs it.
    public var issuer: DistinguishedName?
    /// The first moment of validity, in whole seconds.
    public var notBefore: Instant
    /// The last moment of validity, in whole seconds.
    public var notAfter: Instant

    // MARK: Extensions, in the order in which they are written

    /// The identifier of the key that signed the certificate.
    public var authorityKeyIdentifier = KeyIdentifierField.derived
    /// The identifier of the certificate's own key.
    public var subjectKeyIdentifier = KeyIdentifierField.derived
    /// The operations that the key may be used for; critical. `nil` for no extension.
    ///
    /// What a shape sets is completed by what an RSA key of a server needs beside it; a usage that is set afterwards is
    /// written as it is.
    public var keyUsage: KeyUsage? {
        didSet { usageOfRSA = [] }
    }
    /// Operations that are added to ``keyUsage`` where the key turns out to be RSA for any padding.
    var usageOfRSA: KeyUsage = []
    /// Whether the subject is a CA; critical. `nil` for no extension.
    public var basicConstraints: BasicConstraints?
    /// The purposes that the key may be used for. `nil` for no extension.
    public var extendedKeyUsage: [ObjectIdentifier]?
    /// Host names and IP addresses for the subject alternative name: A-labels, wildcards, literal addresses.
    public var names: [String] = []
    /// Other subject alternative names, written after ``names``. Where both are empty there is no extension; where the
    /// subject is empty it is critical (RFC 5280 §4.2.1.6).
    public var alternativeNames: [GeneralName] = []
    /// The names that certificates below this one may have; critical. `nil` for no extension.
    public var nameConstraints: NameConstraints?
    /// Extensions written after those above, as they are: unknown ones, broken ones, or one of a kind that stands
    /// there already.
    public var additionalExtensions: [Extension] = []
    /// Criticality by extension, where it differs from RFC 5280's.
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

/// The content of a key identifier extension.
public enum KeyIdentifierField: Hashable, Sendable {
    /// The identifier that RFC 5280 asks for: the subject's own key's identifier, or the one that the issuer's
    /// certificate states.
    case derived
    /// No extension.
    case omitted
    /// The given bytes, right or wrong.
    case value([UInt8])
}

extension SubjectPublicKeyInfo {
    /// The key's identifier by RFC 5280 §4.2.1.2, method (1): "the 160-bit SHA-1 hash of the value of the BIT STRING
    /// subjectPublicKey (excluding the tag, length, and number of unused bits)".
    public var derivedKeyIdentifier: [UInt8] { Digest.sha1(subjectPublicKey.bytes) }
}

/// A change made to bytes before they are used: the way to certificates that no field of a template can describe.
public struct ByteEdit: Sendable {
    let apply: @Sendable ([UInt8]) -> [UInt8]

    /// An edit that gives what `apply` returns.
    public init(_ apply: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.apply = apply }

    /// Inverts the lowest bit of one byte.
    ///
    /// - Parameter offset: Counted from the beginning, or below zero from the end: -1 is the last byte. Where there is
    ///   no such byte nothing changes.
    public static func flippingBit(at offset: Int) -> ByteEdit {
        ByteEdit { bytes in
            var bytes = bytes
            let index = offset < 0 ? bytes.count + offset : offset
            if bytes.indices.contains(index) { bytes[index] ^= 1 }
            return bytes
        }
    }

    /// Puts other bytes in the place of all.
    public static func replacing(with bytes: [UInt8]) -> ByteEdit { ByteEdit { _ in bytes } }

    /// Adds bytes at the end.
    public static func appending(_ suffix: [UInt8]) -> ByteEdit { ByteEdit { $0 + suffix } }
}
