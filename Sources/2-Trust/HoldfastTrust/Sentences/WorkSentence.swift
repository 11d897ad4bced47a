import HoldfastStatements

/// Sentences about work that was not done, since it would have passed a limit.
enum WorkSentence: Sentence {
    case tooMuch(of: Unit, limit: Int)
    case atMost(of: Unit, limit: Int)
    /// Checks of signatures whose weight together is limited.
    case weighsAtMost(of: Unit, limit: Int)
    case judging(Statement)
    case looking(Statement)
    case unfinishedRevocation(Statement)
    case unfinishedTimestamps(Statement)
    case noDecision
    case decision
    case undecided
    case sendLess
    case issueWithLess

    static let topic = "work"

    /// The things that are counted.
    enum Unit: Sentence {
        case signatureChecks
        case failedSignatureChecks
        case revocationChecks
        case pathSteps
        case judgedPaths
        case nameComparisons
        case policySteps
        case policies
        case namesTimesConstraints
        case revocationBytes
        case certificates

        static let topic = "workUnit"

        var words: LocalizedText {
            switch self {
            case .signatureChecks: LocalizedText("signature checks", "次签名验证")
            case .failedSignatureChecks: LocalizedText("signature checks that fail", "次失败的签名验证")
            case .revocationChecks: LocalizedText("signature checks about revocation", "次有关吊销的签名验证")
            case .pathSteps: LocalizedText("path steps", "步路径搜索")
            case .judgedPaths: LocalizedText("judged paths", "条待判定的路径")
            case .nameComparisons: LocalizedText("name comparisons", "次名称比较")
            case .policySteps: LocalizedText("steps of policy processing", "步策略处理")
            case .policies: LocalizedText("policies in a certificate", "项证书中的策略")
            case .namesTimesConstraints: LocalizedText("names times constraints", "次名称与约束的比对")
            case .revocationBytes: LocalizedText("bytes of revocation lists and responses", "字节的吊销列表与应答")
            case .certificates: LocalizedText("certificates in a path", "张路径中的证书")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .tooMuch(let unit, let limit):
            LocalizedText("more than \(limit) \(unit.english)", "超过 \(limit) \(unit.chinese)")
        case .atMost(let unit, let limit):
            LocalizedText("at most \(limit) \(unit.english)", "最多 \(limit) \(unit.chinese)")
        case .weighsAtMost(let unit, let limit):
            LocalizedText(
                "\(unit.english) that weigh at most \(limit), one by P-256 weighing 1",
                "\(unit.chinese)，总权重最多 \(limit)（P-256 的一次为 1）")
        case .judging(let excess):
            LocalizedText(
                "judging the chain would take \(excess.english)", "判定该证书链所需\(excess.chinese)")
        case .looking(let excess):
            LocalizedText("to look at it would take \(excess.english)", "检查它所需\(excess.chinese)")
        case .unfinishedRevocation(let excess):
            LocalizedText(
                "not all that is at hand about revocation was looked at: that would take \(excess.english)",
                "手头有关吊销的信息并未全部查看：那将\(excess.chinese)")
        case .unfinishedTimestamps(let excess):
            LocalizedText(
                "not all timestamps of logs were looked at: that would take \(excess.english)",
                "日志的时间戳并未全部查看：那将\(excess.chinese)")
        case .noDecision: LocalizedText("no decision", "没有决定")
        case .decision: LocalizedText("a decision", "决定")
        case .undecided:
            LocalizedText("no decision about the chain could be reached, which is a refusal", "未能就证书链作出决定，按拒绝处理")
        case .sendLess: LocalizedText("let the server send only the chain that it needs", "请让服务器只发送所需的证书链")
        case .issueWithLess: LocalizedText("have the certificate issued anew with less in it", "请重新签发内容更少的证书")
        }
    }
}
