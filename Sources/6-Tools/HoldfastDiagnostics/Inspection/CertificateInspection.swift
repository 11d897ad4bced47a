import HoldfastCrypto
public import HoldfastStatements
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
        package let content: [LocalizedText]
        /// The content's DER, lower-case hexadecimal.
        package let der: String

        private enum CodingKeys: String, CodingKey { case oid, name, critical, content = "value", der }

        /// The content in English.
        package var value: [String] { content.map(\.english) }

        init(_ item: Extension) {
            oid = item.oid.description
            name = item.oid.name
            critical = item.isCritical
            content = ExtensionWords.lines(of: item)
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
    public func text(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        guard let fields = summary.fields else { return malformedText(style, language) }
        let itself = LocalizedText("  (itself)", "（自己）")
        let exponent = publicExponent.map { LocalizedText(", exponent \($0)", "，指数 \($0)") }
        let another = LocalizedText(", and another one inside", "，而内部是另一种")
        var rows = [
            from, InspectionRow(.version, .same(String(version))), InspectionRow(.serialNumber, .same(serialNumber)),
            InspectionRow(.issuer, .same(fields.issuer) + (isSelfIssued ? itself : .same(""))),
            InspectionRow(.notBefore, .same(fields.notBefore)), InspectionRow(.notAfter, .same(fields.notAfter)),
            InspectionRow(.key, .same(fields.key.words) + (exponent ?? .same(""))),
            InspectionRow(.signature, .same(signatureAlgorithm) + (hasOneSignatureAlgorithm ? .same("") : another)),
            InspectionRow(.issuerID, optional: issuerUniqueID), InspectionRow(.subjectID, optional: subjectUniqueID),
        ].compactMap(\.self)
        rows += extensions.map { InspectionRow($0) } + (trustSettings?.rows ?? [])
        rows += [
            InspectionRow(.sha256, .same(summary.fingerprintSHA256)), InspectionRow(.sha1, .same(fingerprintSHA1)),
            InspectionRow(.pin, optional: pin),
        ].compactMap(\.self)
        let title = LocalizedText.name(fields.subject, else: .noSubject).text(in: language)
        return ([style.strong(SafeText.line(title))] + InspectionRow.lines(rows, style, language))
            .joined(separator: "\n") + "\n"
    }

    /// One line without its source, for lists.
    package func line(in language: PageLanguage = .english) -> String {
        guard let fields = summary.fields else {
            let malformed = LocalizedText("malformed certificate", "格式错误的证书")
            return SafeText.line((fault?.line ?? malformed).text(in: language))
        }
        let subject = LocalizedText.name(fields.subject, else: .noSubject)
        let issuer =
            isSelfIssued
            ? LocalizedText("itself", "自己") : LocalizedText.name(fields.issuer, else: .noName)
        let words = LocalizedText(
            """
            certificate of \(subject.english), by \(issuer.english), \(fields.notBefore) to \(fields.notAfter), \
            \(fields.key.words)
            """,
            LocalizedText.chinese(subject.chinese, "的证书，由", issuer.chinese, "签发，")
                + "\(fields.notBefore) 至 \(fields.notAfter)，\(fields.key.words)")
        return SafeText.line(words.text(in: language))
    }

    /// The source, and the place in it.
    private var from: InspectionRow {
        InspectionRow(
            .from,
            LocalizedText("\(source), certificate \(index + 1), ", "\(source)，第 \(index + 1) 张证书，") + .bytes(byteCount))
    }

    private func malformedText(_ style: TextStyle, _ language: PageLanguage) -> String {
        let unreadable = LocalizedText("unreadable", "无法读取")
        let rows =
            [from, InspectionRow(.error, fault?.reason ?? unreadable)] + (fault?.rows ?? [])
            + [InspectionRow(.sha256, .same(summary.fingerprintSHA256))]
        let title = LocalizedText("malformed certificate", "格式错误的证书").text(in: language)
        return ([style.bad(title)] + InspectionRow.lines(rows, style, language)).joined(separator: "\n") + "\n"
    }
}

extension CertificateInspection: JSONLineReport, JSONReport {
    /// Keys are always there but `trustSettings`; what malformed bytes do not tell is null.
    package var json: JSONObject {
        let isReadable = summary.fields != nil
        return JSONObject(
            [
                "schema": Self.schema, "source": source, "index": index,
                "version": isReadable ? version : nil, "serialNumber": isReadable ? serialNumber : nil,
                "signatureAlgorithm": isReadable ? signatureAlgorithm : nil,
                "hasOneSignatureAlgorithm": isReadable ? hasOneSignatureAlgorithm : nil,
                "issuer": summary.fields?.issuer, "subject": summary.fields?.subject,
                "notBefore": summary.fields?.notBefore, "notAfter": summary.fields?.notAfter,
                "key": summary.fields?.key, "publicExponent": publicExponent, "issuerUniqueID": issuerUniqueID,
                "subjectUniqueID": subjectUniqueID, "selfIssued": isReadable ? isSelfIssued : nil,
                "extensions": extensions, "fingerprintSHA256": summary.fingerprintSHA256,
                "fingerprintSHA1": fingerprintSHA1, "spkiSHA256": summary.fields?.spkiSHA256, "pin": pin,
                "bytes": byteCount, "malformed": summary.malformed, "fault": fault,
            ], unlessNone: ["trustSettings": trustSettings])
    }
}
