import HoldfastStatements
import HoldfastX509

/// Sentences about constraints on what an anchor is trusted for.
enum AnchorConstraintSentence: Sentence {
    case issuedTooLate(Voice, anchor: String, after: Instant, at: Instant)
    case loggedTooLate(Voice, anchor: String, after: Instant, at: Instant)
    case notLogged(Voice, anchor: String, after: Instant)
    case livesTooLong(anchor: String, most: Int, days: Int64)
    case strangeName(Voice, anchor: String, permitted: String, name: Statement)
    case strangeUse(anchor: String, permitted: String, use: Statement)
    case validFrom(Instant)
    case validFromOrEarlier(Instant)
    case timestamp(Instant)
    case noTimestamps
    case timestampUpTo(Instant)
    case days(Int64)
    case atMostDays(Int)
    case address
    case nameBelow(String)
    case issueByOther
    case issueWithin

    static let topic = "anchorConstraint"

    /// The party that put the constraint on the anchor.
    enum Voice: Sentence {
        case mozilla
        case chrome
        case policy

        static let topic = "voice"

        var words: LocalizedText {
            switch self {
            case .mozilla: LocalizedText("Mozilla", "Mozilla ")
            case .chrome: LocalizedText("Chrome", "Chrome ")
            case .policy: LocalizedText("the policy", "策略")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .issuedTooLate(let voice, let anchor, let date, let instant):
            LocalizedText(
                "\(voice.english) trusts \(anchor) for nothing that was issued after \(date), and the certificate is "
                    + "valid from \(instant)",
                "\(voice.chinese)不信任 \(anchor) 在 \(date) 之后签发的任何证书，而这张证书自 \(instant) 起有效")
        case .loggedTooLate(let voice, let anchor, let date, let instant):
            LocalizedText(
                "\(voice.english) trusts \(anchor) for nothing that was issued after \(date), and the earliest "
                    + "timestamp of a log is of \(instant)",
                "\(voice.chinese)不信任 \(anchor) 在 \(date) 之后签发的任何证书，而日志的最早时间戳是 \(instant)")
        case .notLogged(let voice, let anchor, let date):
            LocalizedText(
                "\(voice.english) trusts \(anchor) for nothing that was issued after \(date), and no timestamp of a "
                    + "log shows when this was",
                "\(voice.chinese)不信任 \(anchor) 在 \(date) 之后签发的任何证书，而没有日志的时间戳表明这张证书的签发时间")
        case .livesTooLong(let anchor, let most, let days):
            LocalizedText(
                "the policy trusts \(anchor) for certificates of at most \(most) days, and this one is valid for "
                    + "\(days)", "策略只信任 \(anchor) 签发的有效期至多 \(most) 天的证书，而这张证书的有效期为 \(days) 天")
        case .strangeName(let voice, let anchor, let permitted, let name):
            LocalizedText(
                "\(voice.english) trusts \(anchor) for names below \(permitted) alone, and the certificate has "
                    + "\(name.english)",
                "\(voice.chinese)只信任 \(anchor) 用于 \(permitted) 之下的名称，而证书中有 \(name.chinese)")
        case .strangeUse(let anchor, let permitted, let use):
            LocalizedText(
                "the policy trusts \(anchor) for \(permitted) alone, and not for \(use.english)",
                "策略只信任 \(anchor) 用于 \(permitted)，而非 \(use.chinese)")
        case .validFrom(let instant): LocalizedText("valid from \(instant)", "自 \(instant) 起有效")
        case .validFromOrEarlier(let instant):
            LocalizedText("valid from \(instant), or from earlier on", "自 \(instant) 或更早起有效")
        case .timestamp(let instant): LocalizedText("a timestamp of \(instant)", "\(instant) 的时间戳")
        case .noTimestamps: LocalizedText("no timestamps", "没有时间戳")
        case .timestampUpTo(let instant):
            LocalizedText("a timestamp of a log up to \(instant)", "不晚于 \(instant) 的日志时间戳")
        case .days(let count): LocalizedText(Counted.english(count, "day"), "\(count) 天")
        case .atMostDays(let count): LocalizedText("at most " + Counted.english(count, "day"), "最多 \(count) 天")
        case .address: LocalizedText("an address", "一个 IP 地址")
        case .nameBelow(let domains): LocalizedText("a name below \(domains)", "\(domains) 之下的名称")
        case .issueByOther:
            LocalizedText(
                "have the certificate issued anew by an authority that is trusted for new ones",
                "请由对新证书仍受信任的机构重新签发证书")
        case .issueWithin:
            LocalizedText(
                "have the certificate issued within the anchor's constraints, or change them where the policy states "
                    + "them", "请在信任锚的限制之内重新签发证书，或在策略中修改这些限制")
        }
    }
}
