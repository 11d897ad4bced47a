import HoldfastX509

/// A server's certificate comes with timestamps of logs as a programme asks for (RFC 6962).
///
/// The timestamps were looked at before, by ``TransparencyChecker``: this only says what it means.
struct TransparencyRule: TrustRule {
    private static let advice =
        "have the certificate issued anew by an authority that embeds timestamps of current logs, as all public ones do"
    static let apple = Requirement(
        "transparency.apple", .transparency, source: TransparencyPolicy.apple.source, advice: advice)
    static let chrome = Requirement(
        "transparency.chrome", .transparency, source: TransparencyPolicy.chrome.source, advice: advice)
    /// A list of logs, without which nothing can be said.
    static let list = Requirement(
        "transparency.list", .transparency, source: "RFC 6962 §5.2",
        advice: "name the programme's list of logs; without it no timestamp can be verified")
    /// The age from which on Chrome does not rely on its list: "for 70 days or more".
    static let listAge = Requirement(
        "transparency.listAge", .transparency, source: "Chrome, Certificate Transparency Policy: enforcement timeout",
        advice: "get the programme's current list of logs")
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
                Self.list, at: .certificate(depth: 0), seen: "no list of logs", expected: "a list of logs",
                message: "certificate transparency was not checked: there is no list of logs")
        case .failed:
            let shortage = answer.shortage.joined(separator: "; ")
            judgement.report(
                Self.requirement(of: asked.policy), at: .certificate(depth: 0), seen: Self.seen(answer.outcome),
                expected: "timestamps that meet the policy of \(asked.policy.name)",
                message: "certificate transparency as \(asked.policy.name) asks for is not shown: \(shortage)")
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
            Self.listAge, at: .chain, seen: "a list of \(published)",
            expected: "a list of the last \(Self.daysOfList) days",
            message: "the list of logs is \(days) days old: newer logs are missing in it")
    }

    private static func seen(_ outcome: TransparencyOutcome) -> String {
        guard !outcome.timestamps.isEmpty || !outcome.problems.isEmpty else { return "no timestamps" }
        let timestamps = outcome.timestamps.prefix(shown).map { timestamp in
            let log = timestamp.logName ?? "log \(HexString.encode(timestamp.logID))"
            return "\(log) (\(timestamp.source.rawValue)): \(timestamp.problem ?? "counts")"
        }
        let more = outcome.timestamps.count > shown ? ["\(outcome.timestamps.count - shown) more"] : []
        let lists = outcome.problems.map { "a list (\($0.source.rawValue)) that cannot be read: \($0.reason)" }
        return (timestamps + more + lists).joined(separator: "; ")
    }
}
