import HoldfastCrypto
public import HoldfastStatements
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
        /// A secret of Kubernetes; what it holds comes behind it.
        case kubernetesSecret
        case unknown
    }

    /// A reason why an object was not read whole.
    package enum Problem: Hashable, Sendable {
        /// Encrypted, and no passphrase was given: nothing is wrong with it.
        case closed
        /// Encrypted, and it does not open with the passphrase.
        case wrongPassphrase
        /// Whole as far as it was read, and of a kind, a protection or a size that is not supported; what it is.
        case unsupported(LocalizedText)
        /// Not of its form; why.
        case unreadable(LocalizedText)
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
    package func line(in language: PageLanguage = .english) -> String {
        let unsupported: LocalizedText = if case .unsupported(let what) = problem { what } else { .same("") }
        let parts = [title, content.brief, unsupported].map { $0.text(in: language) }.filter { !$0.isEmpty }
        return SafeText.line(parts.joined(separator: LocalizedText.comma.text(in: language)))
    }

    /// The object in a few words, for headings.
    var title: LocalizedText { content.title }
}

/// The fields of an inspected object of one kind.
protocol InspectedContent: Sendable, Encodable {
    /// The object in a few words, as `revocation list of CN=Example CA`.
    var title: LocalizedText { get }
    /// The text beside the title where objects are listed; may be empty.
    var brief: LocalizedText { get }
    var rows: [InspectionRow] { get }
}

extension ObjectInspection {
    /// Everything about it in words; ends with a line end.
    public func text(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        let kind = kind.words
        let size = byteCount > 0 ? LocalizedText(", ", "，") + .bytes(byteCount) : .same("")
        var rows = [
            InspectionRow(
                .from,
                LocalizedText("\(source), \(kind.english) \(index + 1)", "\(source)，\(kind.chinese) \(index + 1)")
                    + size)
        ]
        rows += content.rows
        switch problem {
        case nil: break
        case .closed:
            rows.append(InspectionRow(.closed, LocalizedText("more is told with its passphrase", "给出口令后可显示更多")))
        case .wrongPassphrase:
            rows.append(InspectionRow(.closed, LocalizedText("it does not open with the passphrase", "用该口令无法打开")))
        case .unsupported(let what): rows.append(InspectionRow(.notRead, what))
        case .unreadable(let reason): rows.append(InspectionRow(.error, reason))
        }
        let title = SafeText.line(title.text(in: language))
        let lines = [problem?.isDefect == true ? style.bad(title) : style.strong(title)]
        return (lines + InspectionRow.lines(rows, style, language)).joined(separator: "\n") + "\n"
    }
}

extension ObjectInspection.Problem {
    /// Whether something is wrong with the thing itself.
    package var isDefect: Bool { if case .unreadable = self { true } else { false } }
}

extension ObjectInspection.Kind {
    /// In words, for people.
    package var words: LocalizedText {
        switch self {
        case .certificationRequest: LocalizedText("request", "证书请求")
        case .certificateList: LocalizedText("revocation list", "吊销列表")
        case .ocspRequest: LocalizedText("OCSP request", "OCSP 请求")
        case .ocspResponse: LocalizedText("OCSP response", "OCSP 应答")
        case .privateKey: LocalizedText("private key", "私钥")
        case .publicKey: LocalizedText("public key", "公钥")
        case .pkcs12: LocalizedText("PKCS #12 file", "PKCS #12 文件")
        case .pkcs7: LocalizedText("PKCS #7 file", "PKCS #7 文件")
        case .parameters: LocalizedText("key parameters", "密钥参数")
        case .kubernetesSecret: LocalizedText("Kubernetes secret", "Kubernetes Secret")
        case .unknown: LocalizedText("object", "对象")
        }
    }
}

extension ObjectInspection: JSONLineReport, JSONReport {
    /// Keys are always there.
    package var json: JSONObject {
        let reason: LocalizedText? = if case .unreadable(let reason) = problem { reason } else { nil }
        let unsupported: LocalizedText? = if case .unsupported(let what) = problem { what } else { nil }
        return JSONObject([
            "schema": Self.schema, "kind": kind, "source": source, "index": index, "bytes": byteCount,
            "content": content, "malformed": reason, "unsupported": unsupported,
            "closed": problem == .closed || problem == .wrongPassphrase,
        ])
    }
}

extension ObjectInspection.Problem {
    /// A thing that libcrypto's room did not read.
    init(_ error: CryptoError) {
        switch error.reason {
        case .passphraseNeeded: self = .closed
        case .wrongPassphrase: self = .wrongPassphrase
        default:
            let clause = error.reason.words
            self = error.reason.isNotSupported ? .unsupported(clause) : .unreadable(clause)
        }
    }
}

/// A thing of which nothing is said but what it is.
struct OpaqueContent: InspectedContent {
    /// The PEM label, where there is one.
    let label: String?
    let words: LocalizedText

    private enum CodingKeys: String, CodingKey { case label }

    var title: LocalizedText { words }
    var brief: LocalizedText { label.map { LocalizedText("PEM label \($0)", "PEM 标签 \($0)") } ?? .same("") }
    var rows: [InspectionRow] { [InspectionRow(.label, optional: label)].compactMap(\.self) }
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
        [
            InspectionRow(.key, .same(key.words)), InspectionRow(.spki, .same(spkiSHA256)),
            InspectionRow(.pin, .same(pin)),
        ]
    }
}
