import HoldfastCrypto
import HoldfastStatements
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
    let signatureAlgorithm: LocalizedText
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
        signatureAlgorithm = LocalizedText(request.signatureAlgorithm)
        signatureVerifies = CheckedSignature(verifies: request.signatureVerifies)
        provesKey = request.isSignedByItsKey
        extensions = request.requestedExtensions.map(CertificateInspection.ExtensionEntry.init)
        attributes = request.attributes.filter { $0.type != .extensionRequest }
            .map { $0.type.name ?? $0.type.description }
    }

    var title: LocalizedText {
        let subject = LocalizedText.name(subject, else: .noSubject)
        return LocalizedText("request for \(subject.english)", "\(subject.chinese) 的证书请求")
    }

    var brief: LocalizedText {
        let broken = LocalizedText(", its signature does not verify", "，其签名无法通过验证")
        return .same(key.key.words) + (signatureVerifies.verifies == false ? broken : .same(""))
    }

    var rows: [InspectionRow] {
        var rows = key.rows
        let verdict =
            switch signatureVerifies.verifies {
            case true:
                provesKey
                    ? LocalizedText("made by its key", "由其密钥作出")
                    : LocalizedText("made by its key, over a digest that can be forged", "由其密钥作出，但所用摘要可以伪造")
            case false: LocalizedText("does not verify", "无法通过验证")
            default: LocalizedText("not checked", "未检查")
            }
        rows.append(InspectionRow(.signature, .joined([signatureAlgorithm, verdict])))
        rows += extensions.map { InspectionRow($0) }
        if !attributes.isEmpty { rows.append(InspectionRow(.attributes, .same(attributes.joined(separator: ", ")))) }
        return rows
    }
}
