import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The fault of a certificate that is none: its place, the field and the octets there, and the fields that can be read.
///
/// Nothing of it may be believed or compared: it is for whoever asks why the certificate is refused, and whose it is.
package struct CertificateFault: Sendable {
    /// Octets that are shown before the offending one, and after it.
    private static let octetsBeside = 8
    /// Characters of a value that are shown; a certificate may have a megabyte of them.
    private static let maximumValue = 500

    private let malformed: MalformedCertificate
    private let octets: ArraySlice<UInt8>

    /// Looks at what was presented; nil for a certificate.
    init?(_ presented: PresentedCertificate) {
        guard case .malformed(let bytes, let error) = presented else { return nil }
        malformed = MalformedCertificate(bytes[...], error: error)
        let place = min(max(error.offset, 0), bytes.count)
        octets = bytes[max(0, place - Self.octetsBeside)..<min(bytes.count, place + Self.octetsBeside + 1)]
    }

    /// One line for lists: whose it is, as far as that can be read, and the fault.
    var line: LocalizedText {
        let name = malformed.subject.flatMap { $0.isEmpty ? nil : Self.cut("\($0)") }
        let fault = malformed.error.statement
        return LocalizedText(
            "malformed certificate\(name.map { " of \($0)" } ?? ""): \(fault.english)",
            "\(name.map { "\($0) 的" } ?? "")格式错误的证书：\(fault.chinese)")
    }

    /// The fault, as the row of an error.
    var reason: LocalizedText { malformed.error.statement.words }

    /// The rows of a text: the octets, the fields in their order, and the advice.
    var rows: [InspectionRow] {
        var rows: [InspectionRow] = []
        if !octets.isEmpty {
            let place = malformed.error.offset
            let shown = octets.indices.map { index in
                let octet = HexString.encode([octets[index]])
                return index == place ? "[\(octet)]" : octet
            }
            let beginning = LocalizedText("from byte \(octets.startIndex): ", "自第 \(octets.startIndex) 字节：")
            rows.append(InspectionRow(.octets, beginning + .same(shown.joined(separator: " "))))
        }
        for field in malformed.fields {
            let value = field.words ?? LocalizedText("cannot be read", "无法读取")
            rows.append(InspectionRow(field.title, .same(field.isFaulty ? "✗ " : "") + Self.cut(value)))
        }
        rows.append(InspectionRow(.advice, malformed.adviceStatement.words))
        return rows
    }

    private static func cut(_ text: LocalizedText) -> LocalizedText {
        LocalizedText(cut(text.english), cut(text.chinese))
    }

    private static func cut(_ text: String) -> String {
        text.count <= maximumValue ? text : text.prefix(maximumValue) + "…"
    }
}

extension CertificateFault: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "offset": malformed.error.offset, "field": malformed.error.fieldPath, "octets": HexString.encode(octets),
            "octetsAt": octets.startIndex, "statement": StatementReport(malformed.error.statement),
            "advice": StatementReport(malformed.adviceStatement),
            "fields": malformed.fields.map { field in
                JSONObject([
                    "name": field.jsonName, "offset": field.offset, "bytes": field.byteCount,
                    "value": field.words.map { Self.cut($0.english) }, "isFaulty": field.isFaulty,
                ])
            },
        ])
    }
}

extension MalformedCertificate.Field {
    /// The name as RFC 5280 has it, of an extension with its kind.
    fileprivate var jsonName: String { kind.map { "\(name) \($0)" } ?? name }

    /// The title of its row.
    fileprivate var title: InspectionTitle {
        switch name {
        case "version": .version
        case "serialNumber": .serialNumber
        case "signature": .signature
        case "issuer": .issuer
        case "subject": .subject
        case "notBefore": .notBefore
        case "notAfter": .notAfter
        case "subjectPublicKeyInfo": .key
        case "issuerUniqueID": .issuerID
        case "subjectUniqueID": .subjectID
        case "signatureAlgorithm": .signedBy
        case "signatureValue": .signatureValue
        default: .field(jsonName)
        }
    }

    /// The kind of an extension, where it can be read.
    private var kind: String? {
        switch value {
        case .extensionValue(let item): item.oid.name ?? "\(item.oid)"
        case .brokenExtension(let oid): oid.name ?? "\(oid)"
        default: nil
        }
    }

    /// The value in words; nil where it cannot be read.
    fileprivate var words: LocalizedText? {
        switch value {
        case .version(let version): .same("\(version)")
        case .serialNumber(let number): .same("\(number)")
        case .algorithm(let identifier):
            .same(identifier.algorithm.name.map { "\($0) (\(identifier.algorithm))" } ?? "\(identifier.algorithm)")
        case .name(let name): .name("\(name)", else: .noName)
        case .time(let time): .same("\(time.instant)")
        case .key(let info):
            .same(CertificateSummary.Key(type: info.typeName, bits: info.bits, curve: info.curveName).words)
        case .bits(let count): LocalizedText("\(count) bits", "\(count) 位")
        case .extensionValue(let item):
            .critical(item.isCritical, .joined(ExtensionWords.lines(of: item), by: .semicolon))
        case .brokenExtension, nil: nil
        }
    }
}
