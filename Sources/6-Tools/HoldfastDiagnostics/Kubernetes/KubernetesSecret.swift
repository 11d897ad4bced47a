import HoldfastJSON
package import HoldfastStatements
package import HoldfastTrust
import HoldfastX509

/// A secret of Kubernetes, as `kubectl get secret -o json` and `-o yaml` print it: one, or a list of them.
///
/// Nothing in it is secret until somebody shows it: whoever has the value has the private key.
package struct KubernetesSecret: Sendable {
    /// One entry of a secret's data.
    package struct Entry: Sendable {
        package let name: String
        package let bytes: [UInt8]
    }

    /// The type of secrets with a certificate and its key (`core/v1`, `SecretTypeTLS`).
    package static let tlsType = "kubernetes.io/tls"
    /// The entries of such a secret.
    package static let (certificateEntry, keyEntry) = ("tls.crt", "tls.key")

    package let name: String
    /// The namespace; nil where none is said.
    package let namespace: String?
    /// The type, as `kubernetes.io/tls`; nil where none is said.
    package let type: String?
    /// The time at which it was made, as it stands there.
    package let created: String?
    /// The words of cert-manager about it; nil where there are none.
    package let certManager: CertManagerFields?
    /// The entries, in the order of the file.
    package let entries: [Entry]

    /// `NAMESPACE/NAME`, or the name alone.
    package var place: String { (namespace.map { $0 + "/" } ?? "") + name }

    /// The bytes of an entry; nil where there is none of the name.
    package func entry(_ name: String) -> [UInt8]? { entries.first { $0.name == name }?.bytes }

    /// The certificates that a server would send with it, the leaf first; empty where there are none.
    package var certificates: [PresentedCertificate] {
        objects(Self.certificateEntry).filter { $0.kind == .certificate }.map { PresentedCertificate(der: $0.bytes) }
    }

    /// The things in an entry, as far as they are known.
    func objects(_ name: String) -> [EncodedObject] {
        let found = entry(name).flatMap { try? EncodedObject.all(in: $0) } ?? []
        return found.filter { $0.kind != .unknown }
    }

    /// Whether `tls.key` is the key of the first certificate in `tls.crt`; nil where one of them cannot be read.
    var isKeyOfCertificate: Bool? {
        guard let leaf = certificates.first?.certificate else { return nil }
        for object in objects(Self.keyEntry) {
            guard case .privateKey(let form) = object.kind else { continue }
            return KeyReading.content(of: object, form, passphrase: nil).2.map { $0 == leaf.subjectPublicKeyInfo }
        }
        return nil
    }

    /// The reason why no server could start with it, of a secret for TLS; nil where one could, and for other secrets.
    package var fault: Statement? {
        guard type == Self.tlsType else { return nil }
        if certificates.isEmpty { return KubernetesSentence.noCertificate.statement }
        let hasKey = objects(Self.keyEntry).contains { if case .privateKey = $0.kind { true } else { false } }
        if !hasKey { return KubernetesSentence.noKey.statement }
        return isKeyOfCertificate == false ? KubernetesSentence.otherKey.statement : nil
    }

    /// Whether a text begins as kubectl prints objects: in JSON, or in YAML with the name of a member.
    ///
    /// - Parameter beginning: the first octets; some dozens are enough.
    package static func isBegun(by beginning: some Collection<UInt8>) -> Bool {
        let text = beginning.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        return text.first == UInt8(ascii: "{")
            || ["apiVersion:", "kind:", "items:", "data:", "metadata:", "---\n"].contains { text.starts(with: $0.utf8) }
    }

    /// Whether a file is an object of Kubernetes' in JSON or YAML, by a look at its beginning and its lines; whether it
    /// can be read is another question.
    package static func isMeant(by file: [UInt8]) -> Bool {
        if isJSON(file) {
            return ["apiVersion", "kind"].allSatisfy { file.firstRange(of: Array("\"\($0)\"".utf8)) != nil }
        }
        return ["apiVersion", "kind"].allSatisfy { name in
            let line = Array("\(name):".utf8)
            return file.starts(with: line) || file.firstRange(of: [UInt8(ascii: "\n")] + line) != nil
        }
    }

    private static func isJSON(_ file: [UInt8]) -> Bool {
        file.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "{")
    }

    /// The secrets of a file.
    ///
    /// - Parameter file: JSON or YAML; its size is bounded by the caller, its values by ``JSONReader/maximumValues``.
    /// - Throws: the place and the fault where it cannot be read whole. Objects of other kinds are left out, as long as
    ///   there is a secret.
    package static func all(in file: [UInt8]) throws(KubernetesSecretError) -> [KubernetesSecret] {
        let documents: [JSONValue]
        do throws(JSONValue.SyntaxError) {
            documents = isJSON(file) ? [try JSONValue(file)] : try YAMLReader.documents(of: file)
        } catch {
            throw KubernetesSecretError(error.statement)
        }
        var reading = KubernetesReading()
        for document in documents { reading.add(DocumentPlace(document)) }
        return try reading.result()
    }
}

/// A reason why a file with objects of Kubernetes gives no secret.
package struct KubernetesSecretError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault with its place, as the end of a sentence about the file.
    package let statement: Statement

    package init(_ statement: Statement) { self.statement = statement }

    package var description: String { statement.english }
}

/// Sentences about files with objects of Kubernetes.
enum KubernetesSentence: Sentence {
    case noSecret(kinds: [String])
    case notBase64
    case twice(name: String)
    case noCertificate
    case noKey
    case otherKey

    static let topic = "kubernetes"

    var words: LocalizedText {
        switch self {
        case .noSecret(let kinds):
            LocalizedText(
                "the file holds no secret of Kubernetes\(Self.but(kinds, ", but ", ", "))",
                "该文件不含 Kubernetes 的 Secret\(Self.but(kinds, "，而是 ", "、"))")
        case .notBase64: LocalizedText("it is no Base64 (RFC 4648 §4)", "它不是 Base64（RFC 4648 §4）")
        case .twice(let name):
            LocalizedText("'\(name)' stands in data and in stringData", "“\(name)”同时出现在 data 和 stringData 中")
        case .noCertificate: LocalizedText("there is no certificate in tls.crt", "tls.crt 中没有证书")
        case .noKey: LocalizedText("there is no private key in tls.key", "tls.key 中没有私钥")
        case .otherKey:
            LocalizedText(
                "the private key in tls.key is not the one of the first certificate in tls.crt",
                "tls.key 中的私钥与 tls.crt 中的第一张证书不匹配")
        }
    }

    private static func but(_ kinds: [String], _ before: String, _ between: String) -> String {
        kinds.isEmpty ? "" : before + kinds.joined(separator: between)
    }
}
