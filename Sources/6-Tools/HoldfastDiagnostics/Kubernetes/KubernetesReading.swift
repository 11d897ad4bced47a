import HoldfastJSON
import HoldfastStatements
import HoldfastX509

/// Reads secrets out of documents: what a secret has is read strictly, other members of it are left alone.
struct KubernetesReading {
    private var reader = DocumentReader()
    private var secrets: [KubernetesSecret] = []
    /// The kinds of other objects, each once.
    private var others: Set<String> = []
    /// Kinds that are named at most.
    private static let namedKinds = 5

    /// The secrets that were found.
    ///
    /// - Throws: the first faults, and where there is no secret.
    func result() throws(KubernetesSecretError) -> [KubernetesSecret] {
        if reader.count > 0 {
            let shown = reader.problems.prefix(Self.namedKinds).map(\.wholeStatement)
            throw KubernetesSecretError(
                shown.count == 1 && reader.count == 1
                    ? shown[0] : Statement(DocumentSentence.problems(shown, more: reader.count - shown.count)))
        }
        guard secrets.isEmpty else { return secrets }
        let kinds = others.sorted().prefix(Self.namedKinds).map { SafeText.line($0) }
        throw KubernetesSecretError(Statement(KubernetesSentence.noSecret(kinds: kinds)))
    }

    /// Adds an object: a secret, a list of anything, or something else.
    mutating func add(_ place: DocumentPlace, isInList: Bool = false) {
        guard let members = members(of: place) else { return }
        let kind = members["kind"].flatMap { reader.text(of: $0) } ?? ""
        let version = members["apiVersion"].flatMap { reader.text(of: $0) } ?? ""
        switch kind {
        case "Secret" where version == "v1": add(secret: members, at: place)
        // A list of one kind leaves the kind of its items out where the server, and not kubectl, has made it.
        case "List", "SecretList":
            guard !isInList, let items = members["items"] else { return }
            for item in reader.items(of: items, limit: JSONReader.maximumValues) ?? [] {
                if kind == "SecretList", item.value.at(["kind"]) == nil, let members = self.members(of: item) {
                    add(secret: members, at: item)
                } else {
                    add(item, isInList: true)
                }
            }
        default: others.insert(String(kind.prefix(80)))
        }
    }

    private mutating func members(of place: DocumentPlace) -> [String: DocumentPlace]? {
        guard let entries = reader.entries(of: place) else { return nil }
        return Dictionary(entries.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func add(secret members: [String: DocumentPlace], at place: DocumentPlace) {
        let metadata = members["metadata"].flatMap { self.members(of: $0) } ?? [:]
        guard let name = metadata["name"].flatMap({ reader.text(of: $0) }) else {
            return reader.report(DocumentSentence.missing(name: "metadata.name"), at: place)
        }
        var entries: [KubernetesSecret.Entry] = []
        if let data = present(members["data"]) {
            for entry in reader.entries(of: data) ?? [] {
                guard let text = reader.text(of: entry.place) else { continue }
                guard let bytes = Self.bytes(of: text) else {
                    reader.report(KubernetesSentence.notBase64, at: entry.place)
                    continue
                }
                entries.append(.init(name: entry.name, bytes: bytes))
            }
        }
        // Files that people write have texts as they are; the server puts them beside the others.
        if let data = present(members["stringData"]) {
            for entry in reader.entries(of: data) ?? [] {
                guard let text = reader.text(of: entry.place) else { continue }
                guard !entries.contains(where: { $0.name == entry.name }) else {
                    reader.report(KubernetesSentence.twice(name: entry.name), at: entry.label)
                    continue
                }
                entries.append(.init(name: entry.name, bytes: Array(text.utf8)))
            }
        }
        let annotations = texts(of: metadata["annotations"])
        secrets.append(
            KubernetesSecret(
                name: name, namespace: text(metadata["namespace"]), type: text(members["type"]),
                created: text(metadata["creationTimestamp"]),
                certManager: CertManagerFields(annotations), entries: entries))
    }

    /// A member that is there and not null: Go writes null for what is empty.
    private func present(_ place: DocumentPlace?) -> DocumentPlace? {
        place.flatMap { $0.value.content == .null ? nil : $0 }
    }

    private mutating func text(_ place: DocumentPlace?) -> String? {
        present(place).flatMap { reader.text(of: $0) }
    }

    private mutating func texts(of place: DocumentPlace?) -> [String: String] {
        guard let place = present(place) else { return [:] }
        var texts: [String: String] = [:]
        for entry in reader.entries(of: place) ?? [] { texts[entry.name] = reader.text(of: entry.place) }
        return texts
    }

    /// The bytes of an entry; Go's decoder, which the server has, skips line breaks and nothing else.
    private static func bytes(of text: String) -> [UInt8]? {
        let breaks = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        guard text.utf8.contains(where: breaks.contains) else { return Base64.decode(text) }
        return Base64.decode(String(decoding: text.utf8.filter { !breaks.contains($0) }, as: UTF8.self))
    }
}
