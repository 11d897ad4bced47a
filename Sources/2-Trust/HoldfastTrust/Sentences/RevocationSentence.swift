import HoldfastStatements
import HoldfastX509

/// Sentences about certificates that were revoked, or of which that is not known.
enum RevocationSentence: Sentence {
    case revoked(by: RevocationDocument, on: Instant, reason: String?)
    case onHold(by: RevocationDocument, since: Instant)
    case entry(serialNumber: String, in: RevocationDocument, reason: String, date: Instant, suspectedSince: Instant?)
    case none
    /// The reasons for not knowing, the weightiest first, and the number of those that are not told.
    case reasons(Clauses, more: Int)
    case nothingLookedAt
    case evidence
    case unknown(because: Statement)
    case believed(although: Statement)

    static let topic = "revocation"

    var words: LocalizedText {
        switch self {
        case .revoked(let document, let date, let reason?):
            LocalizedText(
                "the \(document.english) says that the certificate was revoked on \(date) for \(reason)",
                "\(document.chinese)写明该证书已于 \(date) 吊销，原因：\(reason)")
        case .revoked(let document, let date, nil):
            LocalizedText(
                "the \(document.english) says that the certificate was revoked on \(date)",
                "\(document.chinese)写明该证书已于 \(date) 吊销")
        case .onHold(let document, let date):
            LocalizedText(
                "the \(document.english) says that the certificate was put on hold on \(date)",
                "\(document.chinese)写明该证书已于 \(date) 暂停使用")
        case .entry(let serialNumber, let document, let reason, let date, let since):
            LocalizedText(
                "serial number \(serialNumber) in the \(document.english): \(reason), \(date)"
                    + (since.map { ", suspected since \($0)" } ?? ""),
                "序列号 \(serialNumber)（\(document.chinese)）：\(reason)，\(date)" + (since.map { "，自 \($0) 起可疑" } ?? ""))
        case .none: LocalizedText("no revocation", "未被吊销")
        case .reasons(let reasons, let more):
            LocalizedText(
                reasons.english + (more > 0 ? "; \(more) more" : ""),
                reasons.chinese + (more > 0 ? "；另有 \(more) 项" : ""))
        case .nothingLookedAt: LocalizedText("nothing was looked at", "没有查看任何内容")
        case .evidence:
            LocalizedText(
                "current revocation lists that cover the certificate for every reason, or an OCSP response",
                "覆盖该证书所有吊销原因的最新吊销列表，或 OCSP 应答")
        case .unknown(let reason):
            LocalizedText(
                "it is not known whether the certificate was revoked: \(reason.english)",
                "无法得知证书是否已被吊销：\(reason.chinese)")
        case .believed(let reason):
            LocalizedText("\(reason.english), and was believed all the same", "\(reason.chinese)，但仍予采信")
        }
    }
}
