import HoldfastStatements
import HoldfastX509

/// Sentences about how long certificates may be valid.
enum LifetimeSentence: Sentence {
    case days(Int64, from: Instant)
    case limit(Limit)
    case tooLong(days: Int64, limit: Limit)
    case daysOfRoot(Int64)
    case range(least: Int64, most: Int64)
    case root(name: Statement, days: Int64)
    case shorter
    case rootInRange

    static let topic = "lifetime"

    /// A limit to the time for which a certificate may be valid.
    enum Limit: Sentence {
        case atMostDays(Int64)
        case fewerDays(than: Int64)
        case atMostMonths(Int64)

        static let topic = "lifetimeLimit"

        var words: LocalizedText {
            switch self {
            case .atMostDays(let days): LocalizedText("at most \(days) days", "最多 \(days) 天")
            case .fewerDays(let days): LocalizedText("fewer than \(days) days", "少于 \(days) 天")
            case .atMostMonths(let months): LocalizedText("at most \(months) months", "最多 \(months) 个月")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .days(let days, let start): LocalizedText("\(days) days from \(start)", "自 \(start) 起 \(days) 天")
        case .limit(let limit): limit.words
        case .tooLong(let days, let limit):
            LocalizedText(
                "the certificate is valid for \(days) days; one of that date may be for \(limit.english)",
                "证书有效期为 \(days) 天；该日期签发的证书有效期应为\(limit.chinese)")
        case .daysOfRoot(let days): LocalizedText(Counted.english(days, "day"), "\(days) 天")
        case .range(let least, let most): LocalizedText("\(least) to \(most) days", "\(least) 至 \(most) 天")
        case .root(let name, let days):
            LocalizedText(
                "the root \(name.english) is valid for \(Counted.english(days, "day"))",
                "根证书 \(name.chinese) 的有效期为 \(days) 天")
        case .shorter:
            LocalizedText(
                "have the certificate issued for a shorter time, and renewed by a program (ACME)",
                "请缩短证书的有效期，并由程序自动更新（ACME）")
        case .rootInRange:
            LocalizedText("issue the root for 2922 to 9132 days (8 to 25 years)", "根证书的有效期应为 2922 至 9132 天（8 至 25 年）")
        }
    }
}
