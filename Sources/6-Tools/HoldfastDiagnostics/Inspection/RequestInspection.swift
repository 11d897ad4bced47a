import HoldfastCrypto
import HoldfastX509

/// Whether a signature verifies; null, and not false, where that was not checked.
struct CheckedSignature: Sendable, Encodable {
    let verifies: Bool?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(verifies)
    }
}

/// A certification request (PKCS #10): the key and the extensions that it asks for.
struct RequestContent: InspectedContent {
    let subject: String
    let key: InspectedKey
    let signatureAlgorithm: String
    /// Whether the key that is to be certified made the signature; null where that was not checked, the key or the
    /// algorithm being of a kind that is not supported.
    let signatureVerifies: CheckedSignature
    /// Whether an issuer may take that for a proof: no signature over MD5 or SHA-1 is one.
    let provesKey: Bool
    let extensions: [CertificateInspection.ExtensionEntry]
    /// Names of the attributes beside the extensions.
    let attributes: [String]

    init(_ request: CertificationRequest) {
        subject = request.subject.description
        key = InspectedKey(request.subjectPublicKeyInfo)
        signatureAlgorithm = request.signatureAlgorithm.description
        signatureVerifies = CheckedSignature(verifies: request.signatureVerifies)
        provesKey = request.isSignedByItsKey
        extensions = request.requestedExtensions.map(CertificateInspection.ExtensionEntry.init)
        attributes = request.attributes.filter { $0.type != .extensionRequest }
            .map { $0.type.name ?? $0.type.description }
    }

    var title: String { "request for \(subject.isEmpty ? "(no subject)" : subject)" }
    var brief: String { key.key.words + (signatureVerifies.verifies == false ? ", its signature does not verify" : "") }

    var rows: [InspectionRow] {
        var rows = key.rows
        let verdict =
            switch signatureVerifies.verifies {
            case true: provesKey ? "made by its key" : "made by its key, over a digest that can be forged"
            case false: "does not verify"
            default: "not checked"
            }
        rows.append(InspectionRow("signature", ["\(signatureAlgorithm), \(verdict)"]))
        for entry in extensions {
            let first = (entry.critical ? "critical; " : "") + (entry.value.first ?? "")
            rows.append(InspectionRow(entry.name ?? entry.oid, [first] + entry.value.dropFirst()))
        }
        if !attributes.isEmpty { rows.append(InspectionRow("attributes", [attributes.joined(separator: ", ")])) }
        return rows
    }
}
