import HoldfastPins
import HoldfastStatements
import HoldfastX509

/// Sentences about pages that are not shown, and about property lists of apps.
enum PageSentence: Sentence {
    case noServer(Statement)
    case otherCertificate
    case undecided
    case at(line: Int, column: Int, Statement)

    static let topic = "page"

    var words: LocalizedText {
        switch self {
        case .noServer(let fault):
            LocalizedText("there is no server to judge: \(fault.english)", "没有可评估的服务器：\(fault.chinese)")
        case .otherCertificate:
            LocalizedText(
                "the page came over a connection with another certificate than the one that was judged",
                "该页面所用的连接出示的证书与经过评估的不同")
        case .undecided: LocalizedText("nobody has judged the page's server", "尚未评估该页面的服务器")
        case .at(let line, let column, let fault):
            LocalizedText(
                "line \(line), column \(column): \(fault.english)", "第 \(line) 行第 \(column) 列：\(fault.chinese)")
        }
    }
}

extension PageSentence: PlacedSentence {
    package var placed: (place: String, fault: Statement)? {
        if case .at(let line, let column, let fault) = self { ("\(line):\(column)", fault) } else { nil }
    }
}

/// The sentence about a host to which no request without TLS may go.
enum PlainHTTPSentence: Sentence {
    case refused(host: String, PlainHTTPError.Reason)

    static let topic = "plainHTTP"

    var words: LocalizedText {
        switch self {
        case .refused(let host, let reason):
            Self.words(reason, host: host, url: "http://\(IPAddress(host)?.inURL ?? host)")
        }
    }

    private static func words(_ reason: PlainHTTPError.Reason, host: String, url: String) -> LocalizedText {
        let (english, chinese) = ("App Transport Security refuses \(url)", "App Transport Security 拒绝 \(url)")
        func key(_ host: String) -> String {
            "NSAppTransportSecurity > NSExceptionDomains > \(host) > NSExceptionAllowsInsecureHTTPLoads"
        }
        switch reason {
        case .noException: return Self.setting(key(host), english, chinese)
        case .exception(let exception): return Self.setting(key(exception), english, chinese)
        case .address:
            return LocalizedText(
                "\(english), an address: use https, or set NSAppTransportSecurity > NSAllowsLocalNetworking, or "
                    + "\(key(host)), to true in the Info.plist",
                "\(chinese)，它是地址：请使用 https，或在 Info.plist 中将 NSAppTransportSecurity > NSAllowsLocalNetworking 或 "
                    + "\(key(host)) 设为 true")
        case .arbitraryLoadsIgnored:
            return Self.setting(
                key(host),
                "\(english), since a finer key beside it makes NSAllowsArbitraryLoads count as false",
                "\(chinese)，因为其旁更细的键使 NSAllowsArbitraryLoads 视为 false")
        case .noHost: return LocalizedText("\(english), which names no host", "\(chinese)，它没有指明主机")
        case .undecided(let problem):
            return LocalizedText(
                "\(english), since its rules cannot be read: \(problem.statement.english)",
                "\(chinese)，因为无法读取其规则：\(problem.statement.chinese)")
        }
    }

    private static func setting(_ key: String, _ english: String, _ chinese: String) -> LocalizedText {
        LocalizedText(
            "\(english): use https, or set \(key) to true in the Info.plist",
            "\(chinese)：请使用 https，或在 Info.plist 中将 \(key) 设为 true")
    }
}
