import HoldfastStatements
import HoldfastX509

/// A server's certificate comes with timestamps of logs as a programme asks for (RFC 6962).
///
/// The timestamps were looked at before, by ``TransparencyChecker``: this only says what it means.
struct TransparencyRule: StandardRule {
    static let apple = Requirement(
        "transparency.apple", .transparency, source: TransparencyPolicy.apple.source,
        advice: TransparencySentence.issueWithTimestamps)
    static let chrome = Requirement(
        "transparency.chrome", .transparency, source: TransparencyPolicy.chrome.source,
        advice: TransparencySentence.issueWithTimestamps)
    /// A list of logs, without which nothing can be said.
    static let list = Requirement(
        "transparency.list", .transparency, source: "RFC 6962 §5.2",
        advice: TransparencySentence.nameLogs)
    /// The age from which on Chrome does not rely on its list: "for 70 days or more".
    static let listAge = Requirement(
        "transparency.listAge", .transparency, source: "Chrome, Certificate Transparency Policy: enforcement timeout",
        advice: TransparencySentence.getLogs)
    static let requirements = [apple, chrome, list, listAge]

    private static let daysOfList: Int64 = 70
    /// Timestamps that are told of; more say nothing new.
    private static let shown = 8

    var cacheKey: [UInt8]? { Array("transparency".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        let answer = judgement.transparency
        guard let asked = answer.requirement else { return }
        for version in asked.policy.versions { judgement.period.narrow(toThisSideOf: version.since) }
        switch answer.outcome.result {
        case .notRequired, .passed: break
        // The evaluator says which limit was passed.
        case .notChecked where answer.isCutShort: break
        case .notChecked:
            judgement.report(
                Self.list, at: .certificate(depth: 0), seen: TransparencySentence.noLogs,
                expected: TransparencySentence.logs, message: TransparencySentence.notChecked)
        case .failed:
            let shortage = Clauses(answer.shortage.map(\.statement))
            judgement.report(
                Self.requirement(of: asked.policy), at: .certificate(depth: 0), seen: Self.seen(answer.outcome),
                expected: TransparencySentence.timestamps(policy: asked.policy.name),
                message: TransparencySentence.notShown(policy: asked.policy.name, because: shortage))
        }
        if answer.outcome.result == .passed || answer.outcome.result == .failed {
            judge(ageOf: asked.logs?.publishedAt, &judgement)
        }
    }

    private static func requirement(of policy: TransparencyPolicy) -> Requirement {
        policy == .chrome ? chrome : apple
    }

    private func judge(ageOf published: Instant?, _ judgement: inout Judgement) {
        guard let published else { return }
        judgement.period.narrow(toThisSideOf: published.advanced(byDays: Self.daysOfList))
        let days = judgement.at.seconds(since: published) / 86_400
        guard days >= Self.daysOfList else { return }
        judgement.period.narrowToTheSecond()
        judgement.report(
            Self.listAge, at: .chain, seen: TransparencySentence.logsOf(published),
            expected: TransparencySentence.logsOfLast(days: Self.daysOfList),
            message: TransparencySentence.oldLogs(days: days))
    }

    private static func seen(_ outcome: TransparencyOutcome) -> TransparencySentence {
        guard !outcome.timestamps.isEmpty || !outcome.problems.isEmpty else { return .noTimestamps }
        var clauses = outcome.timestamps.prefix(shown).map { timestamp -> TransparencySentence in
            let (source, problem) = (timestamp.source, timestamp.problemStatement)
            if let log = timestamp.logName { return .timestamp(log: log, source: source, problem: problem) }
            let identifier = HexString.encode(timestamp.logID)
            return .timestampOfUnknownLog(identifier: identifier, source: source, problem: problem)
        }
        if outcome.timestamps.count > shown { clauses.append(.more(count: outcome.timestamps.count - shown)) }
        clauses += outcome.problems.map {
            .unreadableTimestamps(source: $0.source, because: $0.reasonStatement)
        }
        return .seen(Clauses(clauses.map(\.statement)))
    }
}
