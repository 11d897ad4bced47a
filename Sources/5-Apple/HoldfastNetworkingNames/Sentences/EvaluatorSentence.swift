import HoldfastStatements

/// Sentences about evaluators that refused, and answers of handlers that make no sense.
enum EvaluatorSentence: Sentence {
    case noRequiredEvaluator(host: String)
    case noCertificatesFound
    case noPublicKeysFound
    case trustEvaluationFailed(host: String, Statement?)
    case certificatePinningFailed(host: String)
    case publicKeyPinningFailed(host: String)
    case dangerousAcceptanceEnded(host: String)
    case nameNeedsPins(host: String)
    case useCredentialWithoutCredential

    static let topic = "evaluator"

    var words: LocalizedText {
        switch self {
        case .noRequiredEvaluator(let host):
            LocalizedText(
                "there is no evaluator for \(host), and one is required for each host", "没有 \(host) 的评估器，而每个主机都须有一个")
        case .noCertificatesFound: LocalizedText("there is no certificate to compare with", "没有可供比对的证书")
        case .noPublicKeysFound: LocalizedText("there is no public key to compare with", "没有可供比对的公钥")
        case .trustEvaluationFailed(let host, let reason):
            LocalizedText(
                "the certificates of \(host) are not trusted" + (reason.map { ": \($0.english)" } ?? ""),
                "\(host) 的证书不受信任" + (reason.map { "：\($0.chinese)" } ?? ""))
        case .certificatePinningFailed(let host):
            LocalizedText("none of the pinned certificates is in the chain of \(host)", "所固定的证书都不在 \(host) 的证书链中")
        case .publicKeyPinningFailed(let host):
            LocalizedText("none of the pinned keys is in the chain of \(host)", "所固定的密钥都不在 \(host) 的证书链中")
        case .dangerousAcceptanceEnded(let host):
            LocalizedText("\(host) is no longer accepted without being judged", "不再不经评估就接受 \(host)")
        case .nameNeedsPins(let host):
            LocalizedText(
                "the name of \(host) proves nothing where invalid certificates are allowed and none is pinned",
                "在允许无效证书而又没有固定任何证书时，\(host) 的名称不能证明什么")
        case .useCredentialWithoutCredential:
            LocalizedText(
                "the handler of authentication challenges gave the disposition useCredential, which needs a credential",
                "身份验证质询的处理程序给出了 useCredential，而它须有凭据")
        }
    }
}

/// Sentences about values that a program gives, and that cannot be used.
enum SettingsSentence: Sentence {
    case resumeData(key: String?)
    case proxyDictionary(key: String)

    static let topic = "networkingSettings"

    var words: LocalizedText {
        switch self {
        case .resumeData(let key):
            LocalizedText(
                "the resume data are not as they were written" + (key.map { ": \($0)" } ?? ""),
                "续传数据与写入时不同" + (key.map { "：\($0)" } ?? ""))
        case .proxyDictionary(let key):
            LocalizedText(
                "connectionProxyDictionary: \(key) is missing or cannot be used",
                "connectionProxyDictionary：\(key) 缺失或无法使用")
        }
    }
}
