import HoldfastCrypto
public import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The relations between the objects of an inspection: which signed which, and which keys belong to what.
///
/// Signatures are checked, names alone say nothing. Nothing is said about trust.
public struct InspectionRelations: Sendable, Encodable, JSONReport {
    /// A thing by its kind, its source and its place among those.
    package struct Reference: Hashable, Sendable, Encodable {
        package let kind: String
        package let source: String
        package let index: Int
        /// In words, with its subject where it has one.
        package let words: LocalizedText
    }

    /// A kind of relation between two objects.
    package enum Kind: String, Hashable, Sendable, Encodable {
        /// The second certificate's key signed the first certificate.
        case issuedBy
        /// The certificate's key signed the list or the response.
        case signedBy
        /// The private key is the one of the certificate, the request or the public key.
        case keyOf
        /// The request is for the key of the certificate.
        case requestFor
    }

    /// A statement.
    package struct Relation: Hashable, Sendable, Encodable {
        package let relation: Kind
        package let first: Reference
        package let second: Reference
    }

    /// Whether the certificates of a source stand as TLS wants them.
    package struct Order: Hashable, Sendable, Encodable {
        package let source: String
        /// Each certificate is followed by the one that issued it (RFC 5246 §7.4.2).
        package let isOrdered: Bool
    }

    /// Signatures that are checked for one inspection: a bundle of all public roots takes some 150.
    package static let maximumChecks = 2_000

    package private(set) var relations: [Relation] = []
    /// One for each source with several certificates of which one issued another.
    package private(set) var orders: [Order] = []
    /// Whether every signature was looked at within ``maximumChecks``.
    package private(set) var isComplete = true
    private var checks = 0

    package var json: JSONObject {
        JSONObject([
            "schema": ObjectInspection.schema, "kind": "relations", "relations": relations, "orders": orders,
            "isComplete": isComplete,
        ])
    }

    /// Whether there is nothing to tell.
    package var isEmpty: Bool { relations.isEmpty && orders.isEmpty && isComplete }

    private struct Node {
        let reference: Reference
        let certificate: Certificate
        let key: PublicKey?
        var issuer: Int?
        var isSelfSigned = false
    }

    /// Compares every object of an inspection with every other.
    public init(_ inspection: Inspection) {
        var nodes: [Node] = []
        for case .certificate(let shown, let presented) in inspection.items {
            guard let certificate = presented.certificate else { continue }
            nodes.append(
                Node(
                    reference: Self.reference(shown), certificate: certificate,
                    key: try? PublicKey(certificate.subjectPublicKeyInfo)))
        }
        findIssuers(&nodes)
        for node in nodes {
            guard let issuer = node.issuer else { continue }
            relations.append(Relation(relation: .issuedBy, first: node.reference, second: nodes[issuer].reference))
        }
        orders = Self.orders(nodes)
        addKeys(inspection, nodes)
    }

    private mutating func findIssuers(_ nodes: inout [Node]) {
        var bySubject: [NormalizedName: [Int]] = [:]
        for (index, node) in nodes.enumerated() {
            bySubject[node.certificate.subject.comparisonForm, default: []].append(index)
        }
        for index in nodes.indices {
            let certificate = nodes[index].certificate
            if certificate.isSelfIssued, signed(certificate, nodes[index].key) {
                nodes[index].isSelfSigned = true
                continue
            }
            let candidates = bySubject[certificate.issuer.comparisonForm] ?? []
            nodes[index].issuer = candidates.first { candidate in
                candidate != index && signed(certificate, nodes[candidate].key)
            }
        }
    }

    private mutating func signed(_ certificate: Certificate, _ key: PublicKey?) -> Bool {
        guard let key, mayCheck() else { return false }
        return key.isValidSignature(
            certificate.signature, for: certificate.tbsBytes, algorithm: certificate.signatureAlgorithm)
    }

    private mutating func isSigned(_ object: SignedObject, by node: Node) -> Bool {
        guard let key = node.key, object.mayBeSigned(by: node.certificate), mayCheck() else { return false }
        return object.isSigned(by: key)
    }

    private mutating func mayCheck() -> Bool {
        guard checks < Self.maximumChecks else {
            isComplete = false
            return false
        }
        checks += 1
        return true
    }

    private static func orders(_ nodes: [Node]) -> [Order] {
        var orders: [Order] = []
        var sources: [String] = []
        for node in nodes where !sources.contains(node.reference.source) {
            sources.append(node.reference.source)
            let places = nodes.indices.filter { nodes[$0].reference.source == node.reference.source }
            guard places.count > 1, places.contains(where: { nodes[$0].issuer.map(places.contains) ?? false }) else {
                continue
            }
            let isOrdered = zip(places, places.dropFirst()).allSatisfy { nodes[$0].issuer == $1 }
            orders.append(Order(source: node.reference.source, isOrdered: isOrdered))
        }
        return orders
    }

    private mutating func addKeys(_ inspection: Inspection, _ nodes: [Node]) {
        var objects: [ObjectInspection] = []
        for case .object(let object) in inspection.items { objects.append(object) }
        for object in objects {
            let own = Self.reference(object)
            if let signed = object.signed {
                for node in nodes where isSigned(signed, by: node) {
                    relations.append(Relation(relation: .signedBy, first: own, second: node.reference))
                }
            }
            guard let info = object.subjectPublicKeyInfo else { continue }
            switch object.kind {
            case .privateKey:
                let certificates = nodes.filter { $0.certificate.subjectPublicKeyInfo == info }.map(\.reference)
                let others = objects.filter { $0.kind != .privateKey && $0.subjectPublicKeyInfo == info }
                for second in certificates + others.map(Self.reference) {
                    relations.append(Relation(relation: .keyOf, first: own, second: second))
                }
            case .certificationRequest:
                for node in nodes where node.certificate.subjectPublicKeyInfo == info {
                    relations.append(Relation(relation: .requestFor, first: own, second: node.reference))
                }
            default: continue
            }
        }
    }

    private static func reference(_ shown: CertificateInspection) -> Reference {
        let subject = shown.summary.fields?.subject ?? ""
        return Reference(
            kind: "certificate", source: shown.source, index: shown.index,
            words: LocalizedText(
                "certificate \(shown.index + 1) of \(shown.source) (\(subject.isEmpty ? "no subject" : subject))",
                "\(shown.source) 的第 \(shown.index + 1) 张证书（\(subject.isEmpty ? "没有主题" : subject)）"))
    }

    private static func reference(_ shown: ObjectInspection) -> Reference {
        Reference(
            kind: shown.kind.rawValue, source: shown.source, index: shown.index,
            words: LocalizedText(
                "\(shown.kind.words.english) \(shown.index + 1) of \(shown.source)",
                LocalizedText.chinese(shown.source, "的", shown.kind.words.chinese, "\(shown.index + 1)")))
    }
}

extension InspectionRelations {
    /// The statements in words, a line each; ends with a line end where there is any.
    public func text(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        guard !isEmpty else { return "" }
        func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }
        var lines = [style.strong(told(LocalizedText("together", "相互关系")))]
        for relation in relations { lines.append("  " + told(relation.words)) }
        for order in orders {
            let words = told(order.words)
            lines.append("  " + (order.isOrdered ? words : style.warning(words)))
        }
        if !isComplete {
            let most = Self.maximumChecks
            lines.append(
                "  "
                    + told(
                        LocalizedText(
                            "more signatures than \(most): the others were not looked at", "签名超过 \(most) 个：其余未检查")))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension InspectionRelations.Relation {
    /// The statement in a sentence.
    var words: LocalizedText {
        let (one, other) = (first.words, second.words)
        switch relation {
        case .issuedBy:
            return LocalizedText(
                "\(one.english) was issued by \(other.english)",
                LocalizedText.chinese(one.chinese, "由", other.chinese, "签发"))
        case .signedBy:
            return LocalizedText(
                "\(one.english) was signed by \(other.english)",
                LocalizedText.chinese(one.chinese, "由", other.chinese, "签名"))
        case .keyOf:
            return LocalizedText(
                "\(one.english) is the one of \(other.english)",
                LocalizedText.chinese(one.chinese, "属于", other.chinese))
        case .requestFor:
            return LocalizedText(
                "\(one.english) asks for the key of \(other.english)",
                LocalizedText.chinese(one.chinese, "申请的密钥即", other.chinese, "的密钥"))
        }
    }
}

extension InspectionRelations.Order {
    /// The statement in a sentence.
    var words: LocalizedText {
        isOrdered
            ? LocalizedText(
                "the certificates of \(source) are in order: each is followed by its issuer",
                "\(source) 的证书顺序正确：每张之后是其签发者")
            : LocalizedText(
                "the certificates of \(source) are not in order: TLS wants each followed by its issuer",
                "\(source) 的证书顺序不正确：TLS 要求每张之后是其签发者")
    }
}

/// A list or a response whose signature can be checked.
struct SignedObject: Sendable {
    private let content: ArraySlice<UInt8>
    private let signature: BitString
    private let algorithm: SignatureAlgorithm
    /// The signer's name as the object says it; nil where it says none.
    private let signer: DistinguishedName?

    init(_ list: CertificateList) {
        content = list.tbsBytes
        signature = list.signature
        algorithm = list.signatureAlgorithm
        signer = list.issuer
    }

    init?(_ response: OCSPResponse) {
        guard let basic = response.basicResponse else { return nil }
        content = basic.tbsResponseData.bytes
        signature = basic.signature
        algorithm = basic.signatureAlgorithm
        if case .byName(let name) = basic.tbsResponseData.responderID { signer = name } else { signer = nil }
    }

    /// Whether a certificate has the signer's name: to check a list takes hashing it.
    func mayBeSigned(by certificate: Certificate) -> Bool { signer.map { certificate.subject.matches($0) } ?? true }

    func isSigned(by key: PublicKey) -> Bool {
        key.isValidSignature(signature, for: content, algorithm: algorithm)
    }

    /// Whether a key made the signature; nil where the key or the algorithm is of a kind that is not supported.
    func isSigned(by info: SubjectPublicKeyInfo) -> Bool? {
        if case .unknown = algorithm { return nil }
        do throws(CryptoError) { return isSigned(by: try PublicKey(info)) } catch {
            return error.reason.isNotSupported ? nil : false
        }
    }
}
