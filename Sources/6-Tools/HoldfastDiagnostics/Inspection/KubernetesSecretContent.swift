import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// A secret as inspections show it: of its entries what they hold, and nothing that is secret.
struct KubernetesSecretContent: InspectedContent {
    /// An entry: its name, its size, and what was recognised in it.
    struct Entry: Sendable, Encodable {
        let name: String
        let bytes: Int
        let holds: [String]
        /// The things in it in words.
        let words: [LocalizedText]

        private enum CodingKeys: String, CodingKey { case name, bytes, holds }

        init(_ entry: KubernetesSecret.Entry, _ objects: [EncodedObject]) {
            (name, bytes) = (entry.name, entry.bytes.count)
            holds = objects.map(\.kind.code)
            let count = objects.count { $0.kind == .certificate }
            let many = LocalizedText("\(count) certificates", "\(count) 张证书")
            words =
                count > 1
                ? [many] + objects.filter { $0.kind != .certificate }.map(\.kind.words) : objects.map(\.kind.words)
        }
    }

    let namespace: String?
    let name: String
    let type: String?
    let created: String?
    let certManager: CertManagerFields?
    let entries: [Entry]
    /// Whether the private key is the one of the first certificate; null where there are not both.
    let isKeyOfCertificate: Bool?

    private var place: String { (namespace.map { $0 + "/" } ?? "") + name }

    var title: LocalizedText { LocalizedText("secret \(place)", "Secret \(place)") }

    var brief: LocalizedText { .same(type ?? "") }

    var rows: [InspectionRow] {
        var rows = [
            InspectionRow(.form, optional: type),
            InspectionRow(.created, optional: created),
            InspectionRow(.certManager, optional: certManager.flatMap(Self.words)),
        ].compactMap(\.self)
        if let names = certManager?.names, !names.isEmpty {
            rows.append(InspectionRow(.certManagerNames, .same(names.joined(separator: ", "))))
        }
        rows.append(
            InspectionRow(
                .holds,
                entries.isEmpty ? [.absent] : entries.map { LocalizedText.same($0.name).explained(by: Self.words($0)) })
        )
        if isKeyOfCertificate == true {
            rows.append(
                InspectionRow(.key, LocalizedText("the one of the first certificate", "与第一张证书的密钥一致")))
        }
        return rows
    }

    private static func words(_ entry: Entry) -> LocalizedText {
        guard !entry.words.isEmpty else {
            return .bytes(entry.bytes) + LocalizedText(", not shown", "，不显示")
        }
        return .joined(entry.words)
    }

    private static func words(_ fields: CertManagerFields) -> LocalizedText? {
        let certificate = fields.certificateName.map { LocalizedText("Certificate \($0)", "Certificate \($0)") }
        let issuer = fields.issuer.map { LocalizedText("issued by \($0)", "由 \($0) 签发") }
        return .joined([certificate, issuer].compactMap(\.self))
    }
}

extension Inspection {
    /// Adds secrets, each with the certificates and keys in it right behind it.
    ///
    /// - Returns: the number of secrets that have neither, of which nothing is added.
    @discardableResult
    package mutating func add(_ secrets: [KubernetesSecret], from source: String) -> Int {
        secrets.count { !add($0, from: source) }
    }

    /// Adds a secret; false where nothing in it is known and it is none for TLS.
    private mutating func add(_ secret: KubernetesSecret, from source: String) -> Bool {
        let found = secret.entries.map { secret.objects($0.name) }
        guard secret.type == KubernetesSecret.tlsType || found.contains(where: { !$0.isEmpty }) else { return false }
        let entries = zip(secret.entries, found).map { KubernetesSecretContent.Entry($0, $1) }
        let content = KubernetesSecretContent(
            namespace: secret.namespace, name: secret.name, type: secret.type, created: secret.created,
            certManager: secret.certManager, entries: entries, isKeyOfCertificate: secret.isKeyOfCertificate)
        let problem = secret.fault.map { ObjectInspection.Problem.unreadable($0.words) }
        append(.kubernetesSecret, 0, from: source, content, problem: problem)
        for (entry, objects) in zip(secret.entries, found) where !objects.isEmpty {
            add(objects, from: "\(source): \(secret.place) \(entry.name)")
        }
        return true
    }
}

extension EncodedObject.Kind {
    /// The name of the kind, as ``ObjectInspection/Kind`` has it.
    fileprivate var code: String {
        switch self {
        case .certificate: "certificate"
        case .certificateList: ObjectInspection.Kind.certificateList.rawValue
        case .certificationRequest: ObjectInspection.Kind.certificationRequest.rawValue
        case .ocspRequest: ObjectInspection.Kind.ocspRequest.rawValue
        case .ocspResponse: ObjectInspection.Kind.ocspResponse.rawValue
        case .privateKey: ObjectInspection.Kind.privateKey.rawValue
        case .publicKey: ObjectInspection.Kind.publicKey.rawValue
        case .pkcs12: ObjectInspection.Kind.pkcs12.rawValue
        case .pkcs7: ObjectInspection.Kind.pkcs7.rawValue
        case .parameters: ObjectInspection.Kind.parameters.rawValue
        case .unknown: ObjectInspection.Kind.unknown.rawValue
        }
    }
}
