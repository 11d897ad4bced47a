import HoldfastStatements
import HoldfastX509

/// Reasons why it is not known whether a certificate was revoked.
enum RevocationProblemSentence: Sentence {
    case noList(issuer: String)
    case listOfOther(issuer: String, given: String)
    case unreadableLists(count: Int, first: Statement)
    case reasonsLeft(reasons: String)
    case tooManyLists
    case noAnswer
    case unreadableResponses(count: Int, first: Statement)
    case refusals(count: Int, status: String)
    case noBasicAnswers(count: Int)
    case tooManyResponses
    /// A problem of one list or response: its name, and the end of the sentence.
    case problem(of: RevocationDocument, Statement)
    /// A list of another distribution point than the certificate names; nil where it names none.
    case otherPoint(of: RevocationDocument, String, named: String?)
    case notHeard(revokedOn: Instant, because: Statement)
    case nothingCame(from: String, because: Statement)

    static let topic = "revocationProblem"

    var words: LocalizedText {
        switch self {
        case .noList(let issuer):
            LocalizedText("no revocation list of \(issuer) is at hand", "手头没有 \(issuer) 的吊销列表")
        case .listOfOther(let issuer, let given):
            LocalizedText(
                "no revocation list of \(issuer) is at hand: one that is, is of \(given)",
                "手头没有 \(issuer) 的吊销列表：手头的一份是 \(given) 的")
        case .unreadableLists(1, let error):
            LocalizedText(
                "a supplied revocation list cannot be read: \(error.english)", "无法解析所提供的吊销列表：\(error.chinese)")
        case .unreadableLists(let count, let error):
            LocalizedText(
                "\(count) supplied revocation lists cannot be read, the first: \(error.english)",
                "无法解析所提供的 \(count) 份吊销列表，第一份：\(error.chinese)")
        case .reasonsLeft(let reasons): LocalizedText("no usable list covers \(reasons)", "没有可用的列表覆盖 \(reasons)")
        case .tooManyLists:
            LocalizedText("looking at the lists would take more work than the limits allow", "检查这些列表所需的工作量超过上限")
        case .noAnswer:
            LocalizedText("no OCSP response at hand speaks of the certificate", "手头的 OCSP 应答都没有提到该证书")
        case .unreadableResponses(1, let error):
            LocalizedText("an OCSP response cannot be read: \(error.english)", "无法解析 OCSP 应答：\(error.chinese)")
        case .unreadableResponses(let count, let error):
            LocalizedText(
                "\(count) OCSP responses cannot be read, the first: \(error.english)",
                "无法解析 \(count) 份 OCSP 应答，第一份：\(error.chinese)")
        case .refusals(1, let status):
            LocalizedText("an OCSP response says \(status) and gives no answer", "OCSP 应答称 \(status)，没有给出答复")
        case .refusals(let count, let status):
            LocalizedText(
                "\(count) OCSP responses say \(status) and give no answer", "\(count) 份 OCSP 应答称 \(status)，没有给出答复")
        case .noBasicAnswers(1):
            LocalizedText("an OCSP response holds no answer of the basic type", "OCSP 应答中没有基本类型的答复")
        case .noBasicAnswers(let count):
            LocalizedText("\(count) OCSP responses hold no answer of the basic type", "\(count) 份 OCSP 应答中没有基本类型的答复")
        case .tooManyResponses:
            LocalizedText(
                "looking at the OCSP responses would take more work than the limits allow", "检查这些 OCSP 应答所需的工作量超过上限")
        case .problem(let document, let problem):
            LocalizedText("the \(document.english) \(problem.english)", "\(document.chinese)\(problem.chinese)")
        case .otherPoint(let document, let point, let named?):
            LocalizedText(
                "the \(document.english) is of another distribution point, \(point), and the certificate names "
                    + "\(named)",
                "\(document.chinese)属于另一个分发点 \(point)，而证书写明的是 \(named)")
        case .otherPoint(let document, let point, nil):
            LocalizedText(
                "the \(document.english) is of another distribution point, \(point), and the certificate names none",
                "\(document.chinese)属于另一个分发点 \(point)，而证书没有写明分发点")
        case .notHeard(let date, let reason):
            LocalizedText(
                "what says that it was revoked on \(date) does not count: \(reason.english)",
                "写明其已于 \(date) 被吊销的材料不予采信：\(reason.chinese)")
        case .nothingCame(let place, let reason):
            LocalizedText("nothing came from \(place): \(reason.english)", "未能从 \(place) 取得内容：\(reason.chinese)")
        }
    }
}
