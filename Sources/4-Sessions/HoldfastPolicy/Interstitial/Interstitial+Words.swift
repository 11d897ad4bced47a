import HoldfastTrust
public import HoldfastStatements
import HoldfastWords

/// The warning's texts.
extension Interstitial {
    /// The defect in a few words; no full stop.
    public func title(in language: PageLanguage = .english) -> String {
        LocalizedText("This connection is not private", "此连接不安全").text(in: language) + Self.separator(language)
            + (finding?.headline.text(in: language) ?? code.rawValue)
    }

    /// The consequence for this server, in one or two sentences.
    public func reason(in language: PageLanguage = .english) -> String {
        let meaning = finding?.meaning.text(in: language) ?? ""
        guard let host else { return meaning }
        let opening = LocalizedText(
            "The server at the other end has not proven that it is \(host).", "对方服务器未能证明自己就是 \(host)。"
        ).text(in: language)
        return meaning.isEmpty ? opening : opening + (language == .english ? " " : "") + meaning
    }

    /// The remedy, in one or two sentences.
    public func advice(in language: PageLanguage = .english) -> String {
        finding?.advice.text(in: language)
            ?? LocalizedText("Do not go on, and ask whoever runs the server.", "请不要继续，并联系服务器的管理者。").text(in: language)
    }

    /// Whether one may go on, and what that would mean.
    public func consequence(in language: PageLanguage = .english) -> String {
        let words =
            switch proceeding {
            case .possible(let limit):
                LocalizedText(
                    "You can go on at your own risk, for \(Self.english(limit)) at most. Whoever stands in between "
                        + "could then read and change everything that is sent.",
                    "您可以自行承担风险继续，最长 \(Self.chinese(limit))。中间人可能会读取并篡改全部通信内容。")
            case .impossible:
                LocalizedText(
                    "There is no way on: what is wrong is not for anybody to overlook.", "无法继续：该问题不允许被忽略。")
            case .withoutName:
                LocalizedText(
                    "There is no way on: without a name there is nothing that a decision could hold for.",
                    "无法继续：没有主机名，无从保存您的决定。")
            }
        return words.text(in: language)
    }

    private var finding: FindingWords? { FindingWords.of(code) }

    private static func separator(_ language: PageLanguage) -> String { language == .english ? ": " : "：" }

    private static func english(_ limit: Duration) -> String {
        let (count, unit) = parts(limit)
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }

    private static func chinese(_ limit: Duration) -> String {
        let (count, unit) = parts(limit)
        let names = ["day": "天", "hour": "小时", "minute": "分钟", "second": "秒"]
        return "\(count) \(names[unit] ?? unit)"
    }

    /// The largest unit that it is a whole number of.
    private static func parts(_ limit: Duration) -> (Int64, String) {
        let seconds = limit.components.seconds
        for (size, unit) in [(Int64(86_400), "day"), (3_600, "hour"), (60, "minute")] where seconds % size == 0 {
            return (seconds / size, unit)
        }
        return (seconds, "second")
    }
}
