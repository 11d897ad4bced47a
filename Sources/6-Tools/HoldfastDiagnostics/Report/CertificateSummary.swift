import HoldfastCrypto
package import HoldfastTrust
package import HoldfastX509
import Synchronization

/// One certificate in a few fields: what verdicts list of each.
public struct CertificateSummary: Hashable, Sendable {
    /// The kind of key that a certificate holds.
    package struct Key: Hashable, Sendable {
        /// `RSA`, `RSA-PSS`, `EC`, `Ed25519`, `Ed448`, the usual name of another algorithm, as `ML-DSA-65`, or its
        /// object identifier.
        package let type: String
        /// The size in bits, where it is known.
        package let bits: Int?
        /// The curve's name, `P-256` for example; nil for keys without one.
        package let curve: String?
    }

    /// The fields of a certificate that could be read.
    public struct Fields: Hashable, Sendable {
        /// The subject in RFC 4514's form.
        public let subject: String
        /// The issuer in RFC 4514's form.
        public let issuer: String
        /// The first instant of validity, RFC 3339.
        public let notBefore: String
        /// The last instant of validity, RFC 3339.
        public let notAfter: String
        /// SHA-256 of the SubjectPublicKeyInfo, lower-case hexadecimal.
        package let spkiSHA256: String
        package let key: Key
        package let signatureAlgorithm: String
    }

    /// SHA-256 of the DER bytes, lower-case hexadecimal.
    public let fingerprintSHA256: String
    /// The fields, or nil where the bytes are no certificate.
    public let fields: Fields?
    /// The reason why the bytes are no certificate.
    package let malformed: String?
    /// The bytes themselves, as they were presented or found; the page lets them be taken along.
    package let der: [UInt8]

    /// Summaries that were made before, by fingerprint: an authority's certificates come with each of its servers.
    private static let known = Mutex(LRUCache<[UInt8], CertificateSummary>(capacity: 256))

    package init(_ certificate: Certificate) {
        let fingerprint = certificate.fingerprint
        if let known = Self.known.withLock({ $0.value(for: fingerprint) }) {
            self = known
            return
        }
        self.init(reading: certificate)
        let made = self
        _ = Self.known.withLock { $0.set(made, for: fingerprint) }
    }

    private init(reading certificate: Certificate) {
        let information = certificate.subjectPublicKeyInfo
        fingerprintSHA256 = HexString.encode(certificate.fingerprint)
        malformed = nil
        der = Array(certificate.bytes)
        fields = Fields(
            subject: certificate.subject.description, issuer: certificate.issuer.description,
            notBefore: certificate.validity.notBefore.instant.description,
            notAfter: certificate.validity.notAfter.instant.description,
            spkiSHA256: HexString.encode(Digest.sha256(information.bytes)),
            key: Key(type: information.typeName, bits: information.bits, curve: information.curveName),
            signatureAlgorithm: certificate.signatureAlgorithm.description)
    }

    package init(_ presented: PresentedCertificate) {
        switch presented {
        case .certificate(let certificate): self.init(certificate)
        case .malformed(let bytes, let error): self.init(bytes, presented.fingerprint, malformed: error)
        }
    }

    private init(_ bytes: [UInt8], _ fingerprint: [UInt8], malformed error: DERError) {
        der = bytes
        fingerprintSHA256 = HexString.encode(fingerprint)
        fields = nil
        malformed = error.description
    }
}

extension CertificateSummary.Key: JSONReport {
    package var json: JSONObject {
        JSONObject(["type": type, "bits": bits, "curve": curve])
    }
}

extension CertificateSummary: Encodable, JSONReport {
    /// Every key of the contract is there; what a malformed certificate does not tell is null.
    package var json: JSONObject {
        JSONObject(
            [
                "subject": fields?.subject, "issuer": fields?.issuer, "notBefore": fields?.notBefore,
                "notAfter": fields?.notAfter, "spkiSHA256": fields?.spkiSHA256,
                "fingerprintSHA256": fingerprintSHA256, "key": fields?.key,
                "signatureAlgorithm": fields?.signatureAlgorithm,
            ], unlessNone: ["malformed": malformed])
    }
}
