import HoldfastStatements
import HoldfastCrypto
import HoldfastX509

/// An inspected object that is no certificate: a request, a revocation list, a key, a container; as text or JSON
/// (`holdfast.inspection/1`). Nothing of a private key is in it but which public key it belongs to.
public struct ObjectInspection: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.inspection/1"

    /// The kinds of things.
    package enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
        case certificationRequest
        case certificateList
        case ocspRequest
        case ocspResponse
        case privateKey
        case publicKey
        case pkcs12
        /// Recognised, and not read any further.
        case pkcs7
        case parameters
        case unknown
    }

    /// A reason why an object was not read whole.
    package enum Problem: Hashable, Sendable {
        /// Encrypted, and no passphrase was given: nothing is wrong with it.
        case closed
        /// Encrypted, and it does not open with the passphrase.
        case wrongPassphrase
        /// Whole as far as it was read, and of a kind, a protection or a size that is not supported; what it is.
        case unsupported(String)
        /// Not of its form; why.
        case unreadable(String)
    }

    /// The kind of the object.
    package let kind: Kind
    /// The source of the object: a file's name, a URL.
    package let source: String
    /// The object's place among those of its kind in its source, from 0.
    package let index: Int
    /// The size, as DER or as found; 0 for an object inside another one.
    package let byteCount: Int
    /// The reason why it was not read whole; nil where it was.
    package let problem: Problem?
    let content: any InspectedContent
    /// The public half of a key, the key of a request: what certificates are compared with.
    let subjectPublicKeyInfo: SubjectPublicKeyInfo?
    /// The signed part, from which the signer is found.
    var signed: SignedObject?

    init(
        _ kind: Kind, from source: String, index: Int, bytes: Int, _ content: any InspectedContent,
        problem: Problem? = nil, key: SubjectPublicKeyInfo? = nil
    ) {
        self.kind = kind
        self.source = source
        self.index = index
        byteCount = bytes
        self.content = content
        self.problem = problem
        subjectPublicKeyInfo = key
    }

    /// One line without its source, for lists.
    package var line: String {
        let unsupported: String = if case .unsupported(let what) = problem { what } else { "" }
        return SafeText.line([title, content.brief, unsupported].filter { !$0.isEmpty }.joined(separator: ", "))
    }

    /// The object in a few words, for headings.
    var title: String { content.title }
}

/// The fields of an inspected object of one kind.
protocol InspectedContent: Sendable, Encodable {
    /// The object in a few words, as `revocation list of CN=Example CA`.
    var title: String { get }
    /// The text beside the title where objects are listed; may be empty.
    var brief: String { get }
    var rows: [InspectionRow] { get }
}

/// One statement under a title, on one line or several.
struct InspectionRow: Sendable {
    let title: String
    let lines: [String]

    init(_ title: String, _ lines: [String]) {
        self.title = title
        self.lines = lines
    }

    /// A row of one line; none where there is nothing to say.
    init?(_ title: String, _ line: String?) {
        guard let line else { return nil }
        self.init(title, [line])
    }
}

extension ObjectInspection {
    /// Everything about it in words; ends with a line end.
    public func text(_ style: TextStyle = .plain) -> String {
        let size = byteCount > 0 ? ", \(Counted.english(byteCount, "byte"))" : ""
        var rows = [InspectionRow("from", ["\(source), \(kind.words) \(index + 1)\(size)"])]
        rows += content.rows
        switch problem {
        case nil: break
        case .closed: rows.append(InspectionRow("closed", ["more is told with its passphrase"]))
        case .wrongPassphrase: rows.append(InspectionRow("closed", ["it does not open with the passphrase"]))
        case .unsupported(let what): rows.append(InspectionRow("not read", [what]))
        case .unreadable(let reason): rows.append(InspectionRow("error", [reason]))
        }
        let width = 2 + min(40, rows.reduce(13) { max($0, $1.title.count) })
        var lines = [problem?.isDefect == true ? style.bad(SafeText.line(title)) : style.strong(SafeText.line(title))]
        for row in rows {
            for (index, line) in row.lines.enumerated() {
                let name = index == 0 ? row.title : ""
                let padding = String(repeating: " ", count: max(2, width - name.count))
                lines.append("  " + style.faint(name + padding) + SafeText.line(line))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ObjectInspection.Problem {
    /// Whether something is wrong with the thing itself.
    package var isDefect: Bool { if case .unreadable = self { true } else { false } }
}

extension ObjectInspection.Kind {
    /// In words, for people.
    package var words: String {
        switch self {
        case .certificationRequest: "request"
        case .certificateList: "revocation list"
        case .ocspRequest: "OCSP request"
        case .ocspResponse: "OCSP response"
        case .privateKey: "private key"
        case .publicKey: "public key"
        case .pkcs12: "PKCS #12 file"
        case .pkcs7: "PKCS #7 file"
        case .parameters: "key parameters"
        case .unknown: "object"
        }
    }
}

extension ObjectInspection: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, kind, source, index, bytes, malformed, unsupported, closed, content
    }

    /// Keys are always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(kind, forKey: .kind)
        try container.encode(source, forKey: .source)
        try container.encode(index, forKey: .index)
        try container.encode(byteCount, forKey: .bytes)
        let reason: String? = if case .unreadable(let reason) = problem { reason } else { nil }
        try container.encode(reason, forKey: .malformed)
        let unsupported: String? = if case .unsupported(let what) = problem { what } else { nil }
        try container.encode(unsupported, forKey: .unsupported)
        try container.encode(problem == .closed || problem == .wrongPassphrase, forKey: .closed)
        try content.encode(to: container.superEncoder(forKey: .content))
    }

    /// One line of JSON in the schema `holdfast.inspection/1`, keys sorted, without a line end.
    public func jsonLine() throws -> String { String(decoding: try JSONLine.bytes(of: self), as: UTF8.self) }
}

extension ObjectInspection.Problem {
    /// A thing that libcrypto's room did not read.
    init(_ error: CryptoError) {
        switch error.reason {
        case .passphraseNeeded: self = .closed
        case .wrongPassphrase: self = .wrongPassphrase
        default: self = error.reason.isNotSupported ? .unsupported(error.clause) : .unreadable(error.clause)
        }
    }
}

/// A thing of which nothing is said but what it is.
struct OpaqueContent: InspectedContent {
    /// The PEM label, where there is one.
    let label: String?
    let words: String

    private enum CodingKeys: String, CodingKey { case label }

    var title: String { words }
    var brief: String { label.map { "PEM label \($0)" } ?? "" }
    var rows: [InspectionRow] { label.map { [InspectionRow("label", [$0])] } ?? [] }
}

/// A public key in a few words, as inspections show it.
struct InspectedKey: Sendable, Encodable {
    let key: CertificateSummary.Key
    let spkiSHA256: String
    /// `sha256/BASE64`, as HPKP (RFC 7469 §2.4) computes it.
    let pin: String

    init(_ info: SubjectPublicKeyInfo) {
        key = CertificateSummary.Key(type: info.typeName, bits: info.bits, curve: info.curveName)
        let digest = Digest.sha256(info.bytes)
        spkiSHA256 = HexString.encode(digest)
        pin = "sha256/" + Base64.encode(digest)
    }

    var rows: [InspectionRow] {
        [InspectionRow("key", [key.words]), InspectionRow("SPKI SHA-256", [spkiSHA256]), InspectionRow("pin", [pin])]
    }
}
