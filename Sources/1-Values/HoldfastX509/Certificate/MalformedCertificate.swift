public import HoldfastStatements

/// A certificate that cannot be read as a whole: its fault, and the fields by which people recognise it.
///
/// Nothing of it may be believed or compared: the fields are for messages alone.
public struct MalformedCertificate: Hashable, Sendable {
    /// The fault for which it is none.
    public let error: DERError
    /// The issuer, as far as it could be read.
    public let issuer: DistinguishedName?
    /// The first and the last instant of validity, where both could be read.
    public let validity: Validity?
    /// The subject, as far as it could be read.
    public let subject: DistinguishedName?

    /// The fields that could be cut out, in their order, each read by itself; of the extensions the first 32.
    package let fields: [Field]

    /// Reads what can be read of a certificate's octets, each field by itself.
    public init(_ bytes: ArraySlice<UInt8>, error: DERError) {
        self.error = error
        let fields = Self.fields(of: bytes, faultAt: error.offset)
        self.fields = fields
        func value(_ name: String) -> Field.Value? { fields.first { $0.name == name }?.value }
        func name(_ field: String) -> DistinguishedName? {
            if case .name(let name) = value(field) { name } else { nil }
        }
        issuer = name("issuer")
        subject = name("subject")
        if case .time(let start) = value("notBefore"), case .time(let end) = value("notAfter") {
            validity = Validity(notBefore: start, notAfter: end)
        } else {
            validity = nil
        }
    }
}

extension MalformedCertificate: CustomStringConvertible {
    /// The fault, and whose certificate it is, as a statement.
    public var statement: Statement {
        guard let subject, !subject.isEmpty else {
            return MalformedCertificateSentence.unnamed(error.statement).statement
        }
        let name = subject.shortDescription
        guard let validity else { return MalformedCertificateSentence.named(error.statement, subject: name).statement }
        return MalformedCertificateSentence.dated(
            error.statement, subject: name, notBefore: validity.notBefore.instant,
            notAfter: validity.notAfter.instant
        ).statement
    }

    /// The remedy as a statement.
    public var adviceStatement: Statement { MalformedCertificateAdvice(error.reason).statement }

    public var description: String { statement.english }
}

/// Sentences about certificates that cannot be read, and whose they are.
enum MalformedCertificateSentence: Sentence {
    case unnamed(Statement)
    case named(Statement, subject: String)
    case dated(Statement, subject: String, notBefore: Instant, notAfter: Instant)

    static let topic = "malformedCertificate"

    var words: LocalizedText {
        switch self {
        case .unnamed(let fault): fault.words
        case .named(let fault, let subject):
            LocalizedText(
                "\(fault.english); it is the certificate of \(subject)", "\(fault.chinese)；它是 \(subject) 的证书")
        case .dated(let fault, let subject, let start, let end):
            LocalizedText(
                "\(fault.english); it is the certificate of \(subject), from \(start) to \(end)",
                "\(fault.chinese)；它是 \(subject) 的证书，有效期自 \(start) 至 \(end)")
        }
    }
}

/// Advice for whoever has a certificate that cannot be read.
enum MalformedCertificateAdvice: Sentence {
    /// TRUE as another octet than FF, which BER allows (X.690 §8.2.2) and DER does not (§11.1).
    case boolean
    /// Octets are missing.
    case cutOff
    case makeAnew

    static let topic = "malformedCertificateAdvice"

    init(_ reason: DERError.Reason) {
        self =
            switch reason {
            case .invalidBoolean: .boolean
            case .truncated, .missing: .cutOff
            default: .makeAnew
            }
    }

    var words: LocalizedText {
        switch self {
        case .boolean:
            LocalizedText(
                "have its authority make it anew, with TRUE as the octet FF (X.690 §11.1); OpenSSL reads it all the "
                    + "same, so that curl gets on with it",
                "请其颁发机构重新签发，以字节 FF 表示 TRUE（X.690 §11.1）；OpenSSL 仍能读取它，因此 curl 可以使用")
        case .cutOff:
            LocalizedText(
                "copy it again from where it came: octets of it are missing", "请从来源重新复制：其中缺少字节")
        case .makeAnew:
            LocalizedText(
                "have its authority make it anew: the fault is in the certificate, and not in the file around it",
                "请其颁发机构重新签发：错误在证书之中，而不在其外的文件")
        }
    }
}
