/// A request for a certificate (PKCS #10, RFC 2986 §4.2): parsed completely, judged not at all.
///
/// The holder of the key has signed it; whether that signature is good is not checked here. Nothing that a request asks
/// for is a fact before an issuer has decided so. Two requests are equal when their bytes are.
public struct CertificationRequest: Sendable {
    /// The whole request, as it was read.
    public let bytes: ArraySlice<UInt8>
    /// The part of the request that is signed.
    public let certificationRequestInfo: CertificationRequestInfo
    /// The algorithm named beside the signature, as encoded.
    public let signatureAlgorithmIdentifier: AlgorithmIdentifier
    /// The signature over the bytes of ``certificationRequestInfo``.
    public let signature: BitString

    /// The algorithm of the signature, with its parameters bound.
    public var signatureAlgorithm: SignatureAlgorithm { SignatureAlgorithm(signatureAlgorithmIdentifier) }
    /// The subject that the certificate is asked for.
    public var subject: DistinguishedName { certificationRequestInfo.subject }
    /// The key that is to be certified.
    public var subjectPublicKeyInfo: SubjectPublicKeyInfo { certificationRequestInfo.subjectPublicKeyInfo }
    /// All attributes, in order.
    public var attributes: [CertificationRequestAttribute] { certificationRequestInfo.attributes }
    /// The extensions that are asked for; empty where there is no such attribute.
    public var requestedExtensions: [Extension] { certificationRequestInfo.requestedExtensions }
    /// A password to have the certificate taken back by (RFC 2985 §5.4.1), which nobody should have put here: a request
    /// is not secret.
    public var challengePassword: String? { certificationRequestInfo.challengePassword }

    /// The request as PEM, label `CERTIFICATE REQUEST` (RFC 7468 §7).
    public var pem: String { PEMBlock(.certificateRequest, contents: Array(bytes)).encoded }

    /// The first asked-for extension of a kind; `nil` where there is none.
    public func requestedExtension(_ oid: ObjectIdentifier) -> Extension? {
        requestedExtensions.first { $0.oid == oid }
    }

    /// The names that are asked for; empty where there are none, or the extension's value cannot be read.
    public var subjectAlternativeName: [GeneralName] { asked(.subjectAlternativeName, GeneralNames.self)?.names ?? [] }
    /// The usages that are asked for.
    public var keyUsage: KeyUsage? { asked(.keyUsage, KeyUsage.self) }
    /// The purposes that are asked for.
    public var extendedKeyUsage: [ObjectIdentifier]? { asked(.extendedKeyUsage, ExtendedKeyUsage.self)?.purposes }
    /// Whether the certificate is asked to be a CA's.
    public var basicConstraints: BasicConstraints? { asked(.basicConstraints, BasicConstraints.self) }

    private func asked<Value: DERCodable>(_ oid: ObjectIdentifier, _ type: Value.Type) -> Value? {
        requestedExtension(oid).flatMap { try? Value(der: $0.value) }
    }
}

// CertificationRequest ::= SEQUENCE {
//     certificationRequestInfo  CertificationRequestInfo,
//     signatureAlgorithm        AlgorithmIdentifier,
//     signature                 BIT STRING }
extension CertificationRequest: DERStructure {
    package static var errorName: StaticString? { "CertificationRequest" }

    package init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        certificationRequestInfo = try reader.value("certificationRequestInfo", as: CertificationRequestInfo.self)
        signatureAlgorithmIdentifier = try reader.value("signatureAlgorithm", as: AlgorithmIdentifier.self)
        signature = try reader.value("signature", as: BitString.self)
    }

    /// Writes the request anew from its values, which gives the same bytes for every request that parses.
    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(certificationRequestInfo)
            inner.value(signatureAlgorithmIdentifier)
            inner.bitString(signature)
        }
    }
}

extension CertificationRequest: Hashable, EqualByBytes {}
