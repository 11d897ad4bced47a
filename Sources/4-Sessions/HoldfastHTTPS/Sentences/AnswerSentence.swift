import HoldfastStatements
import HoldfastX509

/// Sentences about answers of authorities that are whole, and not what was asked for.
enum AnswerSentence: Sentence {
    /// The status by which a responder says that it does not answer (RFC 6960 §2.3).
    case status(String)
    /// The nonce of another question (RFC 9654 §2.1).
    case otherNonce
    /// A fault of PEM, which no answer is asked in.
    case text(Statement)
    /// More than ``CertificateBundle/maximumCertificates``.
    case tooManyCertificates(limit: Int)
    /// Blocks of PEM, none of them a certificate.
    case noCertificate

    static let topic = "answer"

    var words: LocalizedText {
        switch self {
        case .status(let status): LocalizedText("answer: \(status)", "应答：\(status)")
        case .otherNonce: LocalizedText("nonce of another question", "nonce 属于另一次询问")
        case .text(let fault): LocalizedText("answer: \(fault.english)", "应答：\(fault.chinese)")
        case .tooManyCertificates(let limit):
            LocalizedText("answer of more than \(limit) certificates", "应答中的证书超过 \(limit) 张")
        case .noCertificate: LocalizedText("answer: PEM without a certificate", "应答：PEM 中没有证书")
        }
    }

    /// The error of an answer for this reason.
    var error: DERError { DERError(.invalidValue(.other(statement)), at: 0) }
}
