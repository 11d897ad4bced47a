import HoldfastPolicy
import HoldfastX509

/// Moments as people read them.
enum PageTime {
    /// `2026-01-15 12:00:00 UTC`, with the exact form for programs.
    static func html(_ instant: Instant) -> HTML {
        let second = Instant(secondsSince1970: instant.secondsSince1970)
        return .element("time", ["datetime": second.description], .text(text(second)))
    }

    /// `2026-01-15`.
    static func day(_ instant: Instant) -> String { String(instant.description.prefix(10)) }

    private static func text(_ second: Instant) -> String {
        let text = second.description
        return text.prefix(10) + " " + text.dropFirst(11).dropLast() + " UTC"
    }

    /// A length of time in its largest sensible unit.
    static func length(_ seconds: Int64) -> Words {
        func unit(_ count: Int64, _ english: String, _ chinese: String) -> Words {
            Words("\(count) \(english)\(count == 1 ? "" : "s")", "\(count) \(chinese)")
        }
        switch seconds {
        case ..<120: return unit(max(seconds, 1), "second", "秒")
        case ..<7_200: return unit(seconds / 60, "minute", "分钟")
        case ..<172_800: return unit(seconds / 3_600, "hour", "小时")
        case ..<63_115_200: return unit(seconds / 86_400, "day", "天")
        default: return unit(seconds / 31_556_952, "year", "年")
        }
    }
}
