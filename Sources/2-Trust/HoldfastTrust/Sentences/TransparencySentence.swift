package import HoldfastStatements
import HoldfastX509

/// Sentences about certificate transparency: what a policy asks for, and what a chain shows of it.
enum TransparencySentence: Sentence {
    case notChecked
    case noLogs
    case logs
    case notShown(policy: String, because: Clauses)
    case timestamps(policy: String)
    case noTimestamps
    /// Everything that came, one after the other.
    case seen(Clauses)
    /// One timestamp of a log that the list has, or does not have, and why it does not count; nil where it does.
    case timestamp(log: String, source: TransparencyOutcome.Source, problem: Statement?)
    case timestampOfUnknownLog(identifier: String, source: TransparencyOutcome.Source, problem: Statement?)
    case more(count: Int)
    case unreadableTimestamps(source: TransparencyOutcome.Source, because: Statement)
    case oldLogs(days: Int64)
    case logsOf(Instant)
    case logsOfLast(days: Int64)
    case issueWithTimestamps
    case nameLogs
    case getLogs

    static let topic = "transparency"

    var words: LocalizedText {
        switch self {
        case .notChecked:
            LocalizedText("certificate transparency was not checked: there is no list of logs", "未检查证书透明度：没有日志列表")
        case .noLogs: LocalizedText("no list of logs", "没有日志列表")
        case .logs: LocalizedText("a list of logs", "日志列表")
        case .notShown(let policy, let shortage):
            LocalizedText(
                "certificate transparency as \(policy) asks for is not shown: \(shortage.english)",
                "未满足 \(policy) 对证书透明度的要求：\(shortage.chinese)")
        case .timestamps(let policy):
            LocalizedText("timestamps that meet the policy of \(policy)", "符合 \(policy) 策略的时间戳")
        case .noTimestamps: LocalizedText("no timestamps", "没有时间戳")
        case .seen(let clauses): clauses.words
        case .timestamp(let log, let source, let problem):
            LocalizedText(
                "\(log) (\(source.english)): \(problem?.english ?? "counts")",
                "\(log)（\(source.chinese)）：\(problem?.chinese ?? "有效")")
        case .timestampOfUnknownLog(let identifier, let source, let problem):
            LocalizedText(
                "log \(identifier) (\(source.english)): \(problem?.english ?? "counts")",
                "日志 \(identifier)（\(source.chinese)）：\(problem?.chinese ?? "有效")")
        case .more(let count): LocalizedText("\(count) more", "另有 \(count) 项")
        case .unreadableTimestamps(let source, let reason):
            LocalizedText(
                "a list (\(source.english)) that cannot be read: \(reason.english)",
                "无法解析的列表（\(source.chinese)）：\(reason.chinese)")
        case .oldLogs(let days):
            LocalizedText(
                "the list of logs is \(days) days old: newer logs are missing in it", "日志列表已有 \(days) 天：其中缺少较新的日志")
        case .logsOf(let instant): LocalizedText("a list of \(instant)", "\(instant) 的列表")
        case .logsOfLast(let days): LocalizedText("a list of the last \(days) days", "最近 \(days) 天内的列表")
        case .issueWithTimestamps:
            LocalizedText(
                """
                have the certificate issued anew by an authority that embeds timestamps of current logs, as all public \
                ones do
                """,
                "请由会嵌入现行日志时间戳的颁发机构重新签发证书，公共机构均会如此")
        case .nameLogs:
            LocalizedText(
                "name the programme's list of logs; without it no timestamp can be verified", "请指明该计划的日志列表；没有它无法验证任何时间戳"
            )
        case .getLogs: LocalizedText("get the programme's current list of logs", "请获取该计划现行的日志列表")
        }
    }
}

/// A demand of a policy that timestamps do not meet.
enum TimestampShortage: Sentence {
    case noRules
    case noRow
    case embedded(wanted: Int, count: Int, ofOneOperator: Int?)
    case noCurrentLog
    case noneDelivered
    case noneInHandshake
    case delivered(wanted: Int, count: Int)
    case operators(wanted: Int, count: Int)
    case noRFC6962Log
    case noGoogleLog
    case onlyGoogleLogs

    static let topic = "timestampShortage"

    var words: LocalizedText {
        switch self {
        case .noRules: LocalizedText("its rules cannot be read", "无法读取其规则")
        case .noRow: LocalizedText("no rule speaks of this time of validity", "没有适用于此有效期的规则")
        case .embedded(let wanted, let count, nil):
            LocalizedText(
                "\(wanted) logs in the certificate are asked for, and \(count) count",
                "要求证书中有 \(wanted) 个日志，有效的有 \(count) 个")
        case .embedded(let wanted, let count, let most?):
            LocalizedText(
                """
                \(wanted) logs in the certificate are asked for, of which \(most) of one operator at most count, and \
                \(count) count
                """,
                "要求证书中有 \(wanted) 个日志，同一运营方最多计 \(most) 个，有效的有 \(count) 个")
        case .noCurrentLog: LocalizedText("none is of a log that is approved now", "没有一个来自当前获准的日志")
        case .noneDelivered: LocalizedText("none came by the handshake or the OCSP response", "握手与 OCSP 应答中均未提供")
        case .noneInHandshake: LocalizedText("none came by the handshake", "握手中未提供")
        case .delivered(let wanted, let count):
            LocalizedText(
                "\(wanted) logs that are approved now are asked for, and \(count) count",
                "要求有 \(wanted) 个当前获准的日志，有效的有 \(count) 个")
        case .operators(let wanted, let count):
            LocalizedText(
                "\(wanted) operators are asked for, and the logs are of \(count)",
                "要求有 \(wanted) 个运营方，这些日志属于 \(count) 个")
        case .noRFC6962Log:
            LocalizedText("none is of a log that is read by RFC 6962", "没有一个来自按 RFC 6962 读取的日志")
        case .noGoogleLog: LocalizedText("none is of a log of Google", "没有一个来自 Google 的日志")
        case .onlyGoogleLogs:
            LocalizedText("none is of a log of somebody other than Google", "没有一个来自 Google 以外的日志")
        }
    }
}

/// A reason why a timestamp does not count.
enum TimestampProblem: Sentence {
    case noLogs
    case unknownVersion
    case unknownLog
    case notCountedInResponses
    case ofFuture
    case noState
    case notApproved
    case keyPublished
    case rejected
    case retired(since: Instant)
    case retiredBeforeIssuance(since: Instant)
    case otherInterval(from: Instant, before: Instant)
    case readOnly(since: Instant)
    case anotherCounts
    case notLookedAt(limit: Int)
    case unknownIssuer
    case workLimit
    case badSignature

    static let topic = "timestamp"

    var words: LocalizedText {
        switch self {
        case .noLogs: LocalizedText("there is no list of logs", "没有日志列表")
        case .unknownVersion: LocalizedText("its version is not known", "其版本无法识别")
        case .unknownLog: LocalizedText("the list does not have its log", "列表中没有其日志")
        case .notCountedInResponses:
            LocalizedText("the policy counts no timestamps of stapled OCSP responses", "该策略不计入随握手附上的 OCSP 应答中的时间戳")
        case .ofFuture: LocalizedText("it was given later than now", "其签发时间晚于当前时间")
        case .noState: LocalizedText("its log has no state in the list", "其日志在列表中没有状态")
        case .notApproved: LocalizedText("its log is not approved yet", "其日志尚未获准")
        case .keyPublished: LocalizedText("its log's private key is published", "其日志的私钥已公开")
        case .rejected: LocalizedText("its log was rejected", "其日志已被拒绝")
        case .retired(let since):
            LocalizedText(
                "its log was retired on \(since), before the timestamp was given", "其日志已于 \(since) 退役，早于该时间戳")
        case .retiredBeforeIssuance(let since):
            LocalizedText(
                "its log was retired on \(since), before a log that is approved now took the certificate",
                "其日志已于 \(since) 退役，早于当前获准的日志收录此证书")
        case .otherInterval(let start, let end):
            LocalizedText(
                "its log takes certificates that end from \(start) on, before \(end)",
                "其日志收录自 \(start) 起、\(end) 之前到期的证书")
        case .readOnly(let since):
            LocalizedText(
                "its log has taken nothing since \(since), before the timestamp was given", "其日志自 \(since) 起不再收录，早于该时间戳"
            )
        case .anotherCounts: LocalizedText("another one of its log counts", "同一日志的另一个时间戳已计入")
        case .notLookedAt(let limit): LocalizedText("it is not looked at: \(limit) were", "未予检查：已检查 \(limit) 个")
        case .unknownIssuer: LocalizedText("who issued the certificate is not known", "不知道证书由谁签发")
        case .workLimit: LocalizedText("the work limit was reached", "已达到工作量上限")
        case .badSignature:
            LocalizedText("its signature is not its log's over this certificate", "其签名不是该日志对此证书的签名")
        }
    }
}

extension TransparencyOutcome.Source: Sentence {
    package static let topic = "timestampSource"

    package var words: LocalizedText {
        switch self {
        case .embedded: LocalizedText("embedded", "证书内嵌")
        case .tls: LocalizedText("tls", "随 TLS 握手发送")
        case .ocsp: LocalizedText("ocsp", "随 OCSP 应答发送")
        }
    }
}
