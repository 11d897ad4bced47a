import HoldfastCrypto
package import HoldfastTrust
import HoldfastX509

/// Everything that one certificate says, ready to be shown as text or JSON (`holdfast.certificate/1`).
public struct CertificateInspection: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.certificate/1"

    /// One extension, in the certificate's order.
    package struct ExtensionEntry: Hashable, Sendable, Encodable {
        package let oid: String
        /// The name in the RFC that defines it; nil where it is not known here.
        package let name: String?
        package let critical: Bool
        /// The content in words, one line a statement.
        package let value: [String]
        /// The content's DER, lower-case hexadecimal.
        package let der: String

        init(_ item: Extension) {
            oid = item.oid.description
            name = item.oid.name
            critical = item.isCritical
            value = ExtensionWords.lines(of: item)
            der = HexString.encode(item.value)
        }
    }

    /// The source of the certificate: a file's name, a URL.
    package let source: String
    /// The certificate's place among those of its source, from 0.
    package let index: Int
    /// The fields that verdicts list too, and why the bytes are no certificate where they are none.
    package let summary: CertificateSummary
    package let version: Int
    package let serialNumber: String
    /// The algorithm's object identifier with its name.
    package let signatureAlgorithm: String
    /// Whether both algorithm identifiers are the same (RFC 5280 §4.1.1.2).
    package let hasOneSignatureAlgorithm: Bool
    package let isSelfIssued: Bool
    /// An RSA key's exponent in decimal where it fits 64 bits, else in hexadecimal.
    package let publicExponent: String?
    package let issuerUniqueID: String?
    package let subjectUniqueID: String?
    package let extensions: [ExtensionEntry]
    /// The SHA-1 of the DER bytes, by which older tools know it; worth nothing as evidence.
    package let fingerprintSHA1: String
    /// The pin of its public key, `sha256/BASE64`, as HPKP (RFC 7469 §2.4) computes it; nil for malformed bytes.
    package let pin: String?
    /// The certificate's size.
    package let byteCount: Int
    /// The trust settings behind it in its file; nil where there are none.
    package let trustSettings: TrustSettingsInspection?
    /// The fault of malformed bytes, with what can be read around it; nil for a certificate.
    package let fault: CertificateFault?

    package init(
        _ presented: PresentedCertificate, source: String, index: Int, trustSettings: TrustSettingsInspection? = nil
    ) {
        self.trustSettings = trustSettings
        let certificate = presented.certificate
        fault = CertificateFault(presented)
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

extension CertificateInspection {
    /// The certificate in words, all fields and extensions; ends with a line end.
    public func text(_ style: TextStyle = .plain) -> String {
        guard let fields = summary.fields else { return malformedText(style) }
        var lines = [style.strong(SafeText.line(fields.subject.isEmpty ? "(no subject)" : fields.subject))]
        let width = 2 + min(40, extensions.reduce(13) { max($0, ($1.name ?? $1.oid).count) })
        func row(_ title: String, _ value: String?) {
            guard let value else { return }
            let padding = String(repeating: " ", count: max(2, width - title.count))
            lines.append("  " + style.faint(title + padding) + SafeText.line(value))
        }
        row("from", "\(source), certificate \(index + 1), \(byteCount) bytes")
        row("version", String(version))
        row("serial number", serialNumber)
        row("issuer", fields.issuer + (isSelfIssued ? "  (itself)" : ""))
        row("not before", fields.notBefore)
        row("not after", fields.notAfter)
        row("key", fields.key.words + (publicExponent.map { ", exponent \($0)" } ?? ""))
        row("signature", signatureAlgorithm + (hasOneSignatureAlgorithm ? "" : ", and another one inside"))
        row("issuer ID", issuerUniqueID)
        row("subject ID", subjectUniqueID)
        for entry in extensions {
            row(entry.name ?? entry.oid, (entry.critical ? "critical; " : "") + (entry.value.first ?? ""))
            for line in entry.value.dropFirst() { row("", line) }
        }
        for (title, value) in trustSettings?.rows ?? [] { row(title, value) }
        row("SHA-256", summary.fingerprintSHA256)
        row("SHA-1", fingerprintSHA1)
        row("pin", pin)
        return lines.joined(separator: "\n") + "\n"
    }

    /// One line without its source, for lists.
    package var line: String {
        guard let fields = summary.fields else { return SafeText.line(fault?.line ?? "malformed certificate") }
        let subject = fields.subject.isEmpty ? "(no subject)" : fields.subject
        let issuer = isSelfIssued ? "itself" : fields.issuer.isEmpty ? "(no name)" : fields.issuer
        return SafeText.line(
            "certificate of \(subject), by \(issuer), \(fields.notBefore) to \(fields.notAfter), \(fields.key.words)")
    }

    private func malformedText(_ style: TextStyle) -> String {
        var lines = [style.bad("malformed certificate")]
        let shown = fault?.rows ?? []
        let width = 2 + min(40, shown.reduce(13) { max($0, $1.title.count) })
        func row(_ title: String, _ value: String) {
            let padding = String(repeating: " ", count: max(2, width - title.count))
            lines.append("  " + style.faint(title + padding) + SafeText.line(value))
        }
        row("from", "\(source), certificate \(index + 1), \(byteCount) bytes")
        row("error", summary.malformed ?? "unreadable")
        for (title, value) in shown { row(title, value) }
        row("SHA-256", summary.fingerprintSHA256)
        return lines.joined(separator: "\n") + "\n"
    }
}

extension CertificateInspection: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, source, index, version, serialNumber, signatureAlgorithm, hasOneSignatureAlgorithm, issuer, subject
        case notBefore, notAfter, key, publicExponent, issuerUniqueID, subjectUniqueID, selfIssued, extensions
        case fingerprintSHA256, fingerprintSHA1, spkiSHA256, pin, bytes, malformed, fault, trustSettings
    }

    /// Keys are always there but `trustSettings`; what malformed bytes do not tell is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let isReadable = summary.fields != nil
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(source, forKey: .source)
        try container.encode(index, forKey: .index)
        try container.encode(isReadable ? version : nil, forKey: .version)
        try container.encode(isReadable ? serialNumber : nil, forKey: .serialNumber)
        try container.encode(isReadable ? signatureAlgorithm : nil, forKey: .signatureAlgorithm)
        try container.encode(isReadable ? hasOneSignatureAlgorithm : nil, forKey: .hasOneSignatureAlgorithm)
        try container.encode(summary.fields?.issuer, forKey: .issuer)
        try container.encode(summary.fields?.subject, forKey: .subject)
        try container.encode(summary.fields?.notBefore, forKey: .notBefore)
        try container.encode(summary.fields?.notAfter, forKey: .notAfter)
        try container.encode(summary.fields?.key, forKey: .key)
        try container.encode(publicExponent, forKey: .publicExponent)
        try container.encode(issuerUniqueID, forKey: .issuerUniqueID)
        try container.encode(subjectUniqueID, forKey: .subjectUniqueID)
        try container.encode(isReadable ? isSelfIssued : nil, forKey: .selfIssued)
        try container.encode(extensions, forKey: .extensions)
        try container.encode(summary.fingerprintSHA256, forKey: .fingerprintSHA256)
        try container.encode(fingerprintSHA1, forKey: .fingerprintSHA1)
        try container.encode(summary.fields?.spkiSHA256, forKey: .spkiSHA256)
        try container.encode(pin, forKey: .pin)
        try container.encode(byteCount, forKey: .bytes)
        try container.encode(summary.malformed, forKey: .malformed)
        try container.encode(fault, forKey: .fault)
        try container.encodeIfPresent(trustSettings, forKey: .trustSettings)
    }

    /// One line of JSON in the schema `holdfast.certificate/1`, keys sorted, without a line end.
    public func jsonLine() throws -> String {
        String(decoding: try JSONLine.bytes(of: self), as: UTF8.self)
    }
}
