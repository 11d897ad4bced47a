import HoldfastX509

/// The answer for one path, and what the rule says of it.
struct TransparencyAnswer {
    let requirement: TransparencyRequirement?
    let outcome: TransparencyOutcome
    /// The demands that are not met, for people.
    let shortage: [TimestampShortage]
    /// Whether a limit kept it from being found out.
    let isCutShort: Bool

    static let notAsked = TransparencyAnswer(requirement: nil, outcome: .notAsked, shortage: [], isCutShort: false)

    private init(
        requirement: TransparencyRequirement?, outcome: TransparencyOutcome, shortage: [TimestampShortage],
        isCutShort: Bool
    ) {
        (self.requirement, self.outcome, self.shortage) = (requirement, outcome, shortage)
        self.isCutShort = isCutShort
    }

    init(
        _ requirement: TransparencyRequirement, at instant: Instant, _ result: TransparencyOutcome.Result,
        _ timestamps: [TransparencyOutcome.Timestamp] = [], _ problems: [TransparencyListProblem] = [],
        shortage: [TimestampShortage] = [], isCutShort: Bool = false
    ) {
        self.init(
            requirement: requirement,
            outcome: TransparencyOutcome(
                policy: requirement.policy.name, policyDay: requirement.policy.version(at: instant)?.day,
                result: result,
                timestamps: timestamps, problems: problems),
            shortage: shortage, isCutShort: isCutShort)
    }
}
