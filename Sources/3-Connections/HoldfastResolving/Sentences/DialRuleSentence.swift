package import HoldfastStatements

/// The sentence about a text that is no dial rule.
enum DialRuleSentence: Sentence {
    case rule(text: String, DialRuleError.Reason)

    static let topic = "dialRule"

    var words: LocalizedText {
        switch self {
        case .rule(let text, let reason): LocalizedText("'\(text)' \(reason.english)", "“\(text)”\(reason.chinese)")
        }
    }
}

extension DialRuleError.Reason: Sentence {
    package static let topic = "dialRuleReason"

    package var words: LocalizedText {
        let chinese =
            switch self {
            case .parts: "须有四个部分：HOST:PORT:ADDRESS:PORT"
            case .resolveParts: "须有三个部分：HOST:PORT:ADDRESS[,ADDRESS]"
            case .host: "的主机既不是名称也不是地址"
            case .place: "的第三部分既不是 IP 地址也不是名称"
            case .address: "的第三部分不是 IP 地址"
            case .port: "的端口不是 1 至 65535 的数字"
            case .several: "既指向名称又指向别处；多个去处须写成地址"
            }
        return LocalizedText(rawValue, chinese)
    }
}
