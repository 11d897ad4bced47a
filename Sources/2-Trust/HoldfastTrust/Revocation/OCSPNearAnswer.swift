import HoldfastStatements
import HoldfastX509

/// An answer that is nearly about a certificate: what of its CertID (RFC 6960 §4.1.1) is another one.
struct OCSPNearAnswer: Hashable, Sendable {
    let responder: ResponderID
    let difference: Difference

    /// The part of a CertID that does not fit, as the end of a sentence that begins with the response.
    enum Difference: Sentence {
        case serialNumber(String, wanted: String)
        case nameHash
        case keyHash
        case digest(String)

        static let topic = "responseSubject"

        var words: LocalizedText {
            switch self {
            case .serialNumber(let number, let wanted):
                LocalizedText(
                    "speaks of another certificate of that authority: of serial number \(number), and this one has "
                        + "\(wanted)",
                    "说明的是该机构的另一张证书：序列号为 \(number)，而这张证书的是 \(wanted)")
            case .nameHash:
                LocalizedText(
                    "has the right serial number and key, and the hash of another spelling of the issuer's name, or of "
                        + "another name",
                    "的序列号与密钥正确，但其中的散列出自签发者名称的另一种写法，或另一个名称")
            case .keyHash:
                LocalizedText(
                    "has the right serial number and issuer's name, and names another key of that name",
                    "的序列号与签发者名称正确，但指明的是同名的另一个密钥")
            case .digest(let identifier):
                LocalizedText(
                    "names certificates by a hash that is not known here: \(identifier)",
                    "以此处无法识别的散列算法指称证书：\(identifier)")
            }
        }

        /// The place among several: what fits best is told.
        var rank: Int {
            switch self {
            case .nameHash: 0
            case .keyHash: 1
            case .serialNumber: 2
            case .digest: 3
            }
        }
    }
}
