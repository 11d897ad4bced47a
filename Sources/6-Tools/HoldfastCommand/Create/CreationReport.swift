import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The report of what was made, for people and for machines (`holdfast.created/1`).
struct CreationReport: Encodable {
    let schema = "holdfast.created/1"
    let kind: String
    /// The file; nil for standard output.
    var out: String?
    /// The private key's file, and whether it was made too.
    private(set) var key: String?
    private(set) var keyCreated: Bool?
    private(set) var keyKind: String?
    /// The PKCS #12 file beside it.
    var p12: String?
    private(set) var subject: String?
    private(set) var notAfter: String?
    private(set) var fingerprintSHA256: String?
    private(set) var spkiSHA256: String?
    /// A certificate's status, as a response states it.
    private(set) var status: String?
    /// The number of a list, in hexadecimal, and how many certificates it has.
    private(set) var number: String?
    private(set) var revoked: Int?
    private(set) var thisUpdate: String?
    private(set) var nextUpdate: String?
    /// Extensions and names that a request asked for and did not get.
    private(set) var notTaken: [EnglishText]?
    /// Findings of the profile `default` about it, and what else its maker should know.
    private(set) var warnings: [EnglishText]?
    /// Warnings that hold before anything is judged.
    private(set) var remarks: [Statement] = []

    private enum CodingKeys: String, CodingKey {
        case schema, kind, out, key, keyCreated, keyKind, subject, notAfter, fingerprintSHA256, spkiSHA256, notTaken
        case status, number, revoked, thisUpdate, nextUpdate, warnings, p12
    }

    init(_ kind: CreateKind, key: PrivateKey) {
        self.kind = kind.rawValue
        describe(key.subjectPublicKeyInfo)
    }

    init(_ kind: CreateKind, key: KeyFile.Result, certificate: [UInt8]? = nil) {
        self.init(kind, key: key.key)
        self.key = key.path
        keyCreated = key.isNew
        if let certificate { describe(certificate) }
    }

    init(_ kind: CreateKind, issued: IssuedFromRequest) {
        self.kind = kind.rawValue
        notTaken = issued.notTaken.map { EnglishText(statement: $0.statement) }
        if issued.tookNameFromCommonName {
            remarks.append(CreateWarning.nameFromCommonName.statement)
        }
        describe(issued.certificate)
    }

    init(list der: [UInt8]) {
        kind = CreateKind.crl.rawValue
        guard let list = try? CertificateList(der: der) else { return }
        number = list.cRLNumber.map { HexString.encode($0.magnitude) }
        revoked = list.revokedCertificates.count
        thisUpdate = list.thisUpdate.instant.description
        nextUpdate = list.nextUpdate?.instant.description
    }

    init(response der: [UInt8]) {
        kind = CreateKind.ocsp.rawValue
        guard let answer = (try? OCSPResponse(der: der))?.basicResponse?.tbsResponseData.responses.first else { return }
        status = StatedStatus(answer.certStatus).rawValue
        thisUpdate = answer.thisUpdate.description
        nextUpdate = answer.nextUpdate?.description
    }

    /// The report of a renewal.
    ///
    /// - Parameter newKey: the file of a key that was made for it; nil where it kept its key.
    init(renewed certificate: [UInt8], newKey: String?) {
        kind = CreateKind.renew.rawValue
        if let newKey { (key, keyCreated) = (newKey, true) }
        describe(certificate)
    }

    /// Sets the warnings: those of a judgement, those that hold before it, and those about what comes after.
    mutating func warn(_ judged: [Statement], then next: [Statement] = []) {
        warnings = (judged + remarks + next).map(EnglishText.init)
    }

    private mutating func describe(_ info: SubjectPublicKeyInfo) {
        keyKind = [info.typeName, info.curveName ?? info.bits.map { "\($0) bits" }].compactMap(\.self).joined(
            separator: " ")
        spkiSHA256 = HexString.encode(Digest.sha256(info.bytes))
    }

    private mutating func describe(_ certificate: [UInt8]) {
        guard let certificate = try? Certificate(der: certificate) else { return }
        subject = certificate.subject.description
        notAfter = certificate.validity.notAfter.instant.description
        fingerprintSHA256 = HexString.encode(certificate.fingerprint)
        describe(certificate.subjectPublicKeyInfo)
    }

    /// Tells on standard error what was made.
    func note() {
        if let out {
            let made: CreatedDetail? =
                kind == CreateKind.key.rawValue
                ? keyKind.map(CreatedDetail.keyKind) : (notAfter ?? nextUpdate).map(CreatedDetail.until)
            Console.note(CreateNote.made(kind: kind, file: out, status: status, made))
        }
        if let key {
            Console.note(
                keyCreated == true ? CreateNote.newKey(file: key, kind: keyKind ?? "") : .keyUsed(file: key))
        }
        for field in notTaken ?? [] { Console.note(CreateNote.notTaken(field.statement)) }
        for warning in warnings ?? [] { Console.note(CreateNote.warning(warning.statement)) }
    }
}
