import HoldfastStatements
import HoldfastX509

/// Sentences about the user's explicit trust: exceptions, and the acceptance of any certificate.
enum UserTrustSentence: Sentence {
    case onlyFrom(Instant)
    case endedAt(Instant)
    case doesNotCover(codes: String)
    case exception(codes: String, from: Instant, until: Instant)
    case wanted(codes: String, at: Instant)
    case refused(codes: String)
    case trusted
    case anyAccepted(scope: Statement, until: Instant)
    case loopback
    case exceptAnew
    case giveAnchor

    static let topic = "userTrust"

    var words: LocalizedText {
        switch self {
        case .onlyFrom(let instant):
            LocalizedText(
                "the user's exception for this certificate holds only from \(instant) on",
                "用户为该证书设置的例外自 \(instant) 起才生效")
        case .endedAt(let instant):
            LocalizedText(
                "the user's exception for this certificate ended at \(instant)", "用户为该证书设置的例外已于 \(instant) 失效")
        case .doesNotCover(let codes):
            LocalizedText(
                "the user's exception for this certificate does not cover \(codes)", "用户为该证书设置的例外不包括 \(codes)")
        case .exception(let codes, let start, let end):
            LocalizedText(
                "an exception for \(codes) from \(start) until \(end)", "针对 \(codes) 的例外，自 \(start) 至 \(end)")
        case .wanted(let codes, let instant):
            LocalizedText("one for \(codes) at \(instant)", "在 \(instant) 有效、针对 \(codes) 的例外")
        case .refused(let codes): LocalizedText("a chain refused for \(codes)", "因 \(codes) 而被拒绝的证书链")
        case .trusted: LocalizedText("a chain that is trusted", "受信任的证书链")
        case .anyAccepted(let scope, let end):
            LocalizedText(
                "any certificate is accepted (\(scope.english)) until \(end): the server may be anyone's",
                "在 \(end) 之前接受任意证书（\(scope.chinese)）：服务器可能属于任何人")
        case .loopback: LocalizedText("loopback", "环回地址")
        case .exceptAnew:
            LocalizedText(
                "find out what has changed; if the certificate is still to be trusted, make an exception anew",
                "请查明发生了什么变化；若仍要信任该证书，请重新设置例外")
        case .giveAnchor:
            LocalizedText(
                "for tests only: give the server's certificate, or its authority's, as an anchor instead",
                "仅供测试：请改以服务器或其颁发机构的证书为信任锚")
        }
    }
}
