import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// The report of a conversion for machines (`holdfast.conversion/1`).
struct ConversionReport: Encodable {
    /// One thing that was read, with the file that it came from.
    struct Object: Encodable {
        private let kind: String
        private let source: String
        private(set) var subject: String?
        private(set) var fingerprintSHA256: String?
        private(set) var spkiSHA256: String?

        init(_ thing: ConvertedThing, from source: String) {
            self.source = source
            spkiSHA256 = thing.publicKey.map { HexString.encode(Digest.sha256($0.bytes)) }
            switch thing {
            case .privateKey: kind = "privateKey"
            case .publicKey: kind = "publicKey"
            case .certificate(let bytes):
                kind = "certificate"
                subject = (try? Certificate(der: bytes))?.subject.description
                fingerprintSHA256 = HexString.encode(Digest.sha256(bytes[...]))
            case .other(let bytes, .certificateRequest):
                kind = "certificationRequest"
                subject = (try? CertificationRequest(der: bytes))?.subject.description
            case .other: kind = "certificateList"
            }
        }
    }

    private let schema = "holdfast.conversion/1"
    private let out: String
    private let form: String
    private let bytes: Int
    private let sha256: String
    /// Nil where no private key was written.
    @Nullable private var encrypted: Bool?
    private let objects: [Object]
    private let leftOut: [EnglishText]

    init(
        _ objects: [Object], as form: ConvertedForm, out: String, bytes: [UInt8], encrypted: Bool?, leftOut: [LeftOut]
    ) {
        self.out = out
        self.form = form.rawValue
        self.bytes = bytes.count
        sha256 = HexString.encode(Digest.sha256(bytes[...]))
        self.encrypted = encrypted
        self.objects = objects
        self.leftOut = leftOut.map { EnglishText(statement: $0.statement) }
    }
}
