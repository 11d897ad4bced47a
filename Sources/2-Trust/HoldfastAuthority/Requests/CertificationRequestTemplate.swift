public import HoldfastCrypto
public import HoldfastX509

/// A description of a request for a certificate to be made (PKCS #10, RFC 2986).
///
/// ```swift
/// var template = CertificationRequestTemplate(subject: try DistinguishedName(text: "example.test"))
/// template.alternativeNames = [try GeneralName(alternativeName: "example.test")]
/// let request = try template.signed(by: key)
/// ```
///
/// Nothing is checked: a template can describe requests that must be refused.
public struct CertificationRequestTemplate: Sendable {
    /// The subject that the certificate is asked for; may be empty.
    public var subject: DistinguishedName
    /// The names that are asked for; no extension where there are none.
    public var alternativeNames: [GeneralName] = []
    /// The usages to ask for, which an issuer decides itself; `nil` for none.
    public var keyUsage: KeyUsage?
    /// The purposes to ask for, which an issuer decides itself; `nil` for none.
    public var extendedKeyUsage: [ObjectIdentifier]?
    /// Extensions asked for after those above, as they are.
    public var additionalExtensions: [Extension] = []
    /// A password that everybody can read who sees the request; some old registration services want one.
    public var challengePassword: String?
    /// Attributes beside those above.
    public var additionalAttributes: [CertificationRequestAttribute] = []
    /// The algorithm to sign by; `nil` for the key's default.
    public var signatureAlgorithm: SignatureAlgorithm?
    /// A change to the part to be signed, made before signing: the signature is good.
    public var infoEdit: ByteEdit?
    /// A change to the signature's bytes: the signature is bad.
    public var signatureEdit: ByteEdit?

    /// A request without names.
    public init(subject: DistinguishedName) { self.subject = subject }

    /// A request for the successor of a certificate: the same subject and names. Signed by the same key, it keeps pins
    /// and records of the key (as TLSA) right.
    public init(renewing certificate: Certificate) {
        subject = certificate.subject
        alternativeNames = certificate.subjectAlternativeName ?? []
    }

    /// The request (DER) for the certificate of `key`, signed by it.
    public func signed(by key: PrivateKey) throws(AuthorityError) -> [UInt8] {
        let algorithm = signatureAlgorithm ?? key.defaultSignatureAlgorithm
        var info: [UInt8]
        do throws(DERError) {
            info = Array(
                try CertificationRequestInfo(
                    subject: subject, subjectPublicKeyInfo: key.subjectPublicKeyInfo, attributes: attributes
                ).bytes)
        } catch {
            throw .malformed(error)
        }
        if let edit = infoEdit { info = edit.apply(info) }
        var signature = try library { () throws(CryptoError) in try key.sign(info, algorithm: algorithm) }
        if let edit = signatureEdit { signature = edit.apply(signature) }
        var writer = DERWriter(capacity: info.count + signature.count + 64)
        writer.sequence { request in
            request.raw(info)
            request.value(algorithm.identifier)
            request.bitString(signature)
        }
        return writer.bytes
    }

    private var attributes: [CertificationRequestAttribute] {
        var extensions: [Extension] = []
        if let keyUsage { extensions.append(Extension(.keyUsage, isCritical: true, value: keyUsage.der)) }
        if let extendedKeyUsage {
            extensions.append(Extension(.extendedKeyUsage, value: ExtendedKeyUsage(extendedKeyUsage).der))
        }
        if !alternativeNames.isEmpty {
            extensions.append(
                Extension(
                    .subjectAlternativeName, isCritical: subject.isEmpty, value: GeneralNames(alternativeNames).der))
        }
        extensions += additionalExtensions
        var attributes = additionalAttributes
        if !extensions.isEmpty { attributes.append(.extensionRequest(extensions)) }
        if let challengePassword { attributes.append(.challengePassword(challengePassword)) }
        return attributes
    }
}
