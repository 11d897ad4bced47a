import HoldfastAuthority
public import HoldfastCrypto
package import HoldfastStatements
public import HoldfastTrust
public import HoldfastX509

/// The contents of files, or of a server's handshake: certificates, keys, requests, revocation lists and containers.
///
/// ```swift
/// var inspection = Inspection()
/// inspection.add(try EncodedObject.all(in: bytes), from: "bundle.pem")
/// for item in inspection.items {
///     switch item {
///     case .certificate(let certificate, _): print(certificate.text())
///     case .object(let object): print(object.text())
///     }
/// }
/// print(InspectionRelations(inspection).text())
/// ```
public struct Inspection: Sendable {
    /// One thing.
    public enum Item: Sendable {
        case certificate(CertificateInspection, PresentedCertificate)
        case object(ObjectInspection)

        /// The source of the item: a file's name, a URL.
        package var source: String {
            switch self {
            case .certificate(let inspection, _): inspection.source
            case .object(let inspection): inspection.source
            }
        }

        /// One line without its source, for lists.
        package func line(in language: PageLanguage = .english) -> String {
            switch self {
            case .certificate(let inspection, _): inspection.line(in: language)
            case .object(let inspection): inspection.line(in: language)
            }
        }

        /// Whether it could not be read although it is not encrypted.
        package var isDefective: Bool {
            switch self {
            case .certificate(_, let presented): presented.certificate == nil
            case .object(let inspection): inspection.problem?.isDefect ?? false
            }
        }
    }

    /// Entries of a list, answers of a response that are shown unless more are asked for.
    public static let usualEntries = 10

    /// The things in the order in which they were added.
    public private(set) var items: [Item] = []
    private let passphrase: Passphrase?
    private let maximumEntries: Int
    private var counts: [String: Int] = [:]

    /// An inspection of nothing yet.
    ///
    /// - Parameters:
    ///   - passphrase: opens encrypted keys and PKCS #12 files; without it what they say closed is told.
    ///   - maximumEntries: entries kept of each revocation list and OCSP response; `nil` for all.
    public init(passphrase: Passphrase? = nil, maximumEntries: Int? = usualEntries) {
        self.passphrase = passphrase
        self.maximumEntries = maximumEntries ?? .max
    }

    /// Adds what a file holds. What is inside a PKCS #12 file that could be opened comes right after it.
    public mutating func add(_ objects: [EncodedObject], from source: String) {
        for object in objects { add(object, from: source) }
    }

    /// Adds what a server sent: its certificates, and the OCSP responses stapled to them.
    public mutating func add(_ trust: ServerTrust, from source: String) {
        for presented in trust.presented { add(certificate: presented, from: source) }
        for response in [trust.stapledOCSP].compactMap(\.self) + trust.issuersStapledOCSP {
            add(.ocspResponse, response, from: source)
        }
    }

    /// Adds a certificate, or bytes in a certificate's place.
    public mutating func add(certificate presented: PresentedCertificate, from source: String) {
        add(certificate: presented, nil, from: source)
    }

    private mutating func add(
        certificate presented: PresentedCertificate, _ settings: TrustSettingsInspection?, from source: String
    ) {
        let index = next("certificate", of: source)
        let inspection = CertificateInspection(presented, source: source, index: index, trustSettings: settings)
        items.append(.certificate(inspection, presented))
    }

    private mutating func next(_ kind: String, of source: String) -> Int {
        let key = kind + "\0" + source
        counts[key, default: 0] += 1
        return counts[key, default: 1] - 1
    }

    mutating func append(
        _ kind: ObjectInspection.Kind, _ bytes: Int, from source: String, _ content: any InspectedContent,
        problem: ObjectInspection.Problem? = nil, key: SubjectPublicKeyInfo? = nil, signed: SignedObject? = nil
    ) {
        var inspection = ObjectInspection(
            kind, from: source, index: next(kind.rawValue, of: source), bytes: bytes, content, problem: problem,
            key: key)
        inspection.signed = signed
        items.append(.object(inspection))
    }

    private mutating func add(_ object: EncodedObject, from source: String) {
        let count = object.bytes.count
        let label = object.block?.label
        switch object.kind {
        case .certificate:
            let words = TrustSettingsInspection(of: object)
            add(certificate: PresentedCertificate(der: object.bytes), words, from: source)
        case .certificateList: add(.certificateList, object.bytes, from: source)
        case .certificationRequest: add(.certificationRequest, object.bytes, from: source)
        case .ocspRequest: add(.ocspRequest, object.bytes, from: source)
        case .ocspResponse: add(.ocspResponse, object.bytes, from: source)
        case .privateKey(let form):
            let (content, problem, key) = KeyReading.content(of: object, form, passphrase: passphrase)
            append(.privateKey, count, from: source, content, problem: problem, key: key)
        case .publicKey(let form): add(publicKey: object, form, from: source)
        case .pkcs12: add(pkcs12: object.bytes, from: source)
        case .pkcs7:
            let words = LocalizedText("PKCS #7 or CMS, whose content is not read", "PKCS #7 或 CMS，其内容不读取")
            append(.pkcs7, count, from: source, OpaqueContent(label: label, words: words))
        case .parameters:
            let content = ParametersContent(object)
            append(.parameters, count, from: source, content, problem: content.problem)
        case .unknown:
            append(
                .unknown, count, from: source,
                OpaqueContent(
                    label: label, words: LocalizedText("something that is not known here", "此处不认识的内容")))
        }
    }

    private mutating func add(
        publicKey object: EncodedObject, _ form: EncodedObject.PublicKeyForm, from source: String
    ) {
        do throws(CryptoError) {
            let info = try SubjectPublicKeyInfo(publicKey: object)
            let content = PublicKeyContent(
                form: .same(form == .rsa ? "RSAPublicKey (RFC 8017)" : "SubjectPublicKeyInfo (RFC 5280)"),
                key: InspectedKey(info), mislabelled: MislabelledKey.words(of: object))
            append(.publicKey, object.bytes.count, from: source, content, key: info)
        } catch {
            let problem = ObjectInspection.Problem(error)
            let words =
                problem.isDefect
                ? LocalizedText("malformed public key", "格式错误的公钥") : LocalizedText("public key", "公钥")
            let content = OpaqueContent(label: nil, words: words)
            append(.publicKey, object.bytes.count, from: source, content, problem: problem)
        }
    }

    private mutating func add(_ kind: ObjectInspection.Kind, _ bytes: [UInt8], from source: String) {
        let maximum = maximumEntries
        read(kind, bytes, from: source) { () throws(DERError) in
            switch kind {
            case .certificateList:
                let list = try CertificateList(der: bytes)
                return (CRLContent(list, maximumEntries: maximum), nil, SignedObject(list))
            case .certificationRequest:
                let request = try CertificationRequest(der: bytes)
                return (RequestContent(request), request.subjectPublicKeyInfo, nil)
            case .ocspRequest: return (OCSPRequestContent(try OCSPRequest(reading: bytes)), nil, nil)
            default:
                let response = try OCSPResponse(der: bytes)
                return (OCSPResponseContent(response, maximumEntries: maximum), nil, SignedObject(response))
            }
        }
    }

    private mutating func read(
        _ kind: ObjectInspection.Kind, _ bytes: [UInt8], from source: String,
        _ body: () throws(DERError) -> (any InspectedContent, SubjectPublicKeyInfo?, SignedObject?)
    ) {
        do throws(DERError) {
            let (content, key, signed) = try body()
            append(kind, bytes.count, from: source, content, key: key, signed: signed)
        } catch {
            let words = LocalizedText("malformed \(kind.words.english)", "格式错误的\(kind.words.chinese)")
            append(
                kind, bytes.count, from: source, OpaqueContent(label: nil, words: words),
                problem: .unreadable(error.statement.words))
        }
    }

    private mutating func add(pkcs12 bytes: [UInt8], from source: String) {
        let outline = try? PKCS12Outline(bytes)
        func content(_ file: PKCS12?) -> PKCS12Content {
            PKCS12Content(
                integrity: outline?.integrity, parts: outline?.parts ?? [], isOpened: file != nil,
                keyCount: file?.keys.count, certificateCount: file?.certificates.count,
                friendlyNames: (file?.keys ?? []).compactMap(\.friendlyName),
                others: (file?.others ?? []).map { $0.name ?? $0.description })
        }
        let file: PKCS12
        do throws(CryptoError) { file = try PKCS12(bytes, passphrase: passphrase) } catch {
            return append(
                .pkcs12, bytes.count, from: source, content(nil), problem: ObjectInspection.Problem(error))
        }
        append(.pkcs12, bytes.count, from: source, content(file))
        for key in file.keys {
            let info = key.key.subjectPublicKeyInfo
            let content = PrivateKeyContent(
                form: LocalizedText("in the PKCS #12 file", "在 PKCS #12 文件中"),
                isEncrypted: key.encryptionAlgorithm != nil,
                encryption: key.encryptionAlgorithm.map(KeyReading.words), key: InspectedKey(info),
                isPairConsistent: key.key.isPairConsistent)
            append(.privateKey, 0, from: source, content, key: info)
        }
        for entry in file.certificates {
            add(certificate: PresentedCertificate(der: entry.certificate), from: source)
        }
    }
}
