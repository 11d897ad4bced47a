import HoldfastCrypto
public import HoldfastTrust
import HoldfastX509

/// Everything that one certificate says, ready to be shown as text or JSON (`holdfast.certificate/1`).
public struct CertificateInspection: Sendable {
    /// The name and version of the JSON's shape.
    public static let schema = "holdfast.certificate/1"

    /// One extension, in the certificate's order.
    public struct ExtensionEntry: Hashable, Sendable, Encodable {
        public let oid: String
        /// The name in the RFC that defines it; nil where it is not known here.
        public let name: String?
        public let critical: Bool
        /// The content in words, one line a statement.
        public let value: [String]
        /// The content's DER, lower-case hexadecimal.
        public let der: String

        init(_ item: Extension) {
            oid = item.oid.description
            name = item.oid.name
            critical = item.isCritical
            value = ExtensionWords.lines(of: item)
            der = HexString.encode(item.value)
        }
    }

    /// Where it came from: a file's name, a URL.
    public let source: String
    /// Its place among the certificates of its source, from 0.
    public let index: Int
    /// The fields that verdicts list too, and why the bytes are no certificate where they are none.
    public let summary: CertificateSummary
    public let version: Int
    public let serialNumber: String
    /// The algorithm's object identifier with its name.
    public let signatureAlgorithm: String
    /// Both algorithm identifiers say the same (RFC 5280 §4.1.1.2).
    public let hasOneSignatureAlgorithm: Bool
    public let isSelfIssued: Bool
    /// An RSA key's exponent in decimal where it fits 64 bits, else in hexadecimal.
    public let publicExponent: String?
    public let issuerUniqueID: String?
    public let subjectUniqueID: String?
    public let extensions: [ExtensionEntry]
    /// The SHA-1 of the DER bytes, by which older tools know it; worth nothing as evidence.
    public let fingerprintSHA1: String
    /// The pin of its public key, `sha256/BASE64`, as HPKP (RFC 7469 §2.4) computes it; nil for malformed bytes.
    public let pin: String?
    /// The certificate's size.
    public let byteCount: Int

    public init(_ presented: PresentedCertificate, source: String, index: Int) {
        let certificate = presented.certificate
        self.source = source
        self.index = index
        summary = CertificateSummary(presented)
        version = certificate.map { Int($0.version.rawValue) + 1 } ?? 0
        serialNumber = certificate?.serialNumber.description ?? ""
        let outer = certificate?.signatureAlgorithmIdentifier
        signatureAlgorithm = outer.map { "\($0.algorithm.name ?? "unknown") (\($0.algorithm))" } ?? ""
        hasOneSignatureAlgorithm = outer == certificate?.tbsSignatureAlgorithm
        isSelfIssued = certificate?.isSelfIssued ?? false
        publicExponent = certificate.flatMap { Self.exponent(of: $0.subjectPublicKeyInfo) }
        issuerUniqueID = certificate?.issuerUniqueID.map { HexString.encode($0.bytes) }
        subjectUniqueID = certificate?.subjectUniqueID.map { HexString.encode($0.bytes) }
        extensions = certificate?.extensions.map(ExtensionEntry.init) ?? []
        fingerprintSHA1 = HexString.encode(Digest.sha1(presented.bytes))
        pin = certificate.map { "sha256/" + Base64.encode(Digest.sha256($0.subjectPublicKeyInfo.bytes)) }
        byteCount = presented.bytes.count
    }

    private static func exponent(of key: SubjectPublicKeyInfo) -> String? {
        switch key.key {
        case .rsa(let key), .rsaPSS(let key, _):
            guard key.publicExponent.count <= 8 else { return "0x" + HexString.encode(key.publicExponent) }
            return String(key.publicExponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        default: return nil
        }
    }
}
