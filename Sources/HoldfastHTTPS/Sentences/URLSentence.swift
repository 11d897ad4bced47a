import HoldfastStatements
import HoldfastTransport

/// Sentences about texts that are no URL which a session can use.
enum URLSentence: Sentence {
    case otherHost(host: String, elsewhere: String?)
    case otherScheme(scheme: String, allowed: Schemes)
    case noProxyScheme
    case proxyWithPath

    static let topic = "sessionURL"

    /// The schemes that may be asked for.
    enum Schemes: Sentence {
        case https
        case httpOrHTTPS

        static let topic = "schemes"

        var words: LocalizedText {
            switch self {
            case .https: .same("https")
            case .httpOrHTTPS: LocalizedText("http or https", "http 或 https")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .otherHost(let host, let elsewhere):
            LocalizedText(
                "the host would be read as '\(host)', and as \(elsewhere.map { "'\($0)'" } ?? "none") where it comes "
                    + "from",
                "主机会被读作“\(host)”，而在它的来处\(elsewhere.map { "被读作“\($0)”" } ?? "没有主机")")
        case .otherScheme(let scheme, let allowed):
            LocalizedText(
                "the scheme is \(scheme), not \(allowed.english)", "方案是 \(scheme)，而不是 \(allowed.chinese)")
        case .noProxyScheme:
            LocalizedText("it is no http://, https:// or socks5:// URL", "它不是 http://、https:// 或 socks5:// 的 URL")
        case .proxyWithPath: LocalizedText("a proxy has no path", "代理没有路径")
        }
    }
}
