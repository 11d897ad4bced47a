/// A length of time as sentences say it: by the largest unit of which there are at least two, rounded down.
package enum TimeSpan: Sentence {
    case seconds(count: Int64)
    case minutes(count: Int64)
    case hours(count: Int64)
    case days(count: Int64)

    package static let topic = "timeSpan"

    /// Chooses the unit of a length of time.
    ///
    /// - Parameter seconds: the length; less than one second counts as one.
    package init(seconds: Int64) {
        self =
            switch seconds {
            case ..<120: .seconds(count: max(seconds, 1))
            case ..<7_200: .minutes(count: seconds / 60)
            case ..<172_800: .hours(count: seconds / 3_600)
            default: .days(count: seconds / 86_400)
            }
    }

    package var words: LocalizedText {
        func unit(_ count: Int64, _ english: String, _ chinese: String) -> LocalizedText {
            LocalizedText(Counted.english(count, english), "\(count) \(chinese)")
        }
        return switch self {
        case .seconds(let count): unit(count, "second", "秒")
        case .minutes(let count): unit(count, "minute", "分钟")
        case .hours(let count): unit(count, "hour", "小时")
        case .days(let count): unit(count, "day", "天")
        }
    }
}
