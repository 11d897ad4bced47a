import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Finds out whether a path's leaf comes with the timestamps that the policy asks for (RFC 6962 §5.2).
///
/// It lives as long as an evaluation. Each check of a signature is spent from the evaluation's meter.
struct TransparencyChecker {
    /// Timestamps of one way that are looked at; policies ask for five at most, and each costs a signature check.
    static let maximumChecked = 16

    private let trust: ServerTrust
    private let policy: TrustPolicy
    private let at: Instant
    private var checker: SignatureChecker
    private var stapled: OCSPPool

    init(_ trust: ServerTrust, policy: TrustPolicy, at: Instant, checker: SignatureChecker) {
        self.trust = trust
        self.policy = policy
        self.at = at
        self.checker = checker
        stapled = OCSPPool(
            policy.transparency.isAsked ? trust.stapledOCSP.map { [SuppliedOCSPResponse(der: $0)] } ?? [] : [])
    }

    /// The answer for a path, with what is lacking.
    mutating func answer(for path: CertificationPath, _ meter: inout WorkMeter) -> TransparencyAnswer {
        guard let requirement = policy.transparency.requirement else { return .notAsked }
        let validity = path.leaf.validity
        guard policy.purpose.isServer, !path.isAnchor(depth: 0),
            requirement.scope == .everyAnchor || path.anchorKind != .own
        else { return TransparencyAnswer(requirement, at: at, .notRequired) }
        guard let version = requirement.policy.version(at: at) else {
            return TransparencyAnswer(requirement, at: at, .failed, shortage: [.noRules])
        }
        guard let period = version.period(notBefore: validity.notBefore.instant) else {
            return TransparencyAnswer(requirement, at: at, .notRequired)
        }
        let answers = answers(about: path, &meter)
        var presented = PresentedTimestamps(path.leaf, trust, stapled: answers ?? [])
        presented.note(stapled.unusable)
        guard let logs = requirement.logs else {
            let unknown = presented.items.map {
                Self.timestamp($0, log: nil, isVerified: nil, .noLogs)
            }
            return TransparencyAnswer(requirement, at: at, .notChecked, unknown, presented.problems)
        }
        var reading = TimestampReading(path, logs, version, at: at)
        for item in presented.items { reading.look(at: item, &checker, &meter) }
        reading.finish()
        let shortage = version.shortage(of: reading.entries, period, validity)
        if !shortage.isEmpty, reading.isCutShort || answers == nil {
            // Whether they are too few is not known: the limit is what the chain is refused for.
            return TransparencyAnswer(
                requirement, at: at, .notChecked, reading.timestamps, presented.problems, isCutShort: true)
        }
        return TransparencyAnswer(
            requirement, at: at, shortage.isEmpty ? .passed : .failed, reading.timestamps, presented.problems,
            shortage: shortage)
    }

    /// The answers of the stapled response about the leaf; nil where the budget does not allow to look.
    private mutating func answers(about path: CertificationPath, _ meter: inout WorkMeter) -> [SingleResponse]? {
        guard path.certificates.count > 1, !stapled.isEmpty else { return [] }
        let found = stapled.answers(about: path.leaf, issuedBy: path.certificates[1], &meter)
        return found.map { $0.flatMap(\.answers) }
    }

    static func timestamp(
        _ item: PresentedTimestamps.Item, log: TransparencyLogList.Log?, isVerified: Bool?, _ problem: TimestampProblem?
    ) -> TransparencyOutcome.Timestamp {
        let content = item.timestamp.version1
        return TransparencyOutcome.Timestamp(
            logID: content.map { Array($0.logID) } ?? [], logName: log?.name,
            operatorName: content.flatMap { log?.operatorName(at: $0.instant) }, source: item.source,
            at: content?.instant, isVerified: isVerified, problemStatement: problem?.statement)
    }
}

/// The reading of the timestamps of one path: which of them count, and why the others do not.
private struct TimestampReading {
    /// A log that counts, by the way that its timestamp came: by another way it may be the one that is asked for.
    private struct Counted: Hashable {
        let log: [UInt8]
        let source: TransparencyOutcome.Source
    }

    /// A timestamp that counts as far as it is known by itself.
    private struct Verified {
        let item: PresentedTimestamps.Item
        let entry: TimestampTally.Entry
        let given: Instant
        /// The place in ``timestamps``.
        let place: Int
    }

    private let path: CertificationPath
    private let logs: TransparencyLogList
    private let policy: TransparencyPolicy.Version
    private let at: Instant
    private let precertificate: TimestampedEntry?
    private let certificate: TimestampedEntry
    private var counted: Set<Counted> = []
    private var checked: [TransparencyOutcome.Source: Int] = [:]
    private var verified: [Verified] = []
    private(set) var timestamps: [TransparencyOutcome.Timestamp] = []
    /// Whether a limit kept some from being checked.
    private(set) var isCutShort = false

    /// The timestamps that count: right once all were looked at, and after ``finish()``.
    var entries: [TimestampTally.Entry] { verified.map(\.entry) }

    init(
        _ path: CertificationPath, _ logs: TransparencyLogList, _ policy: TransparencyPolicy.Version, at: Instant
    ) {
        (self.path, self.logs, self.policy, self.at) = (path, logs, policy, at)
        certificate = .certificate(Array(path.leaf.bytes))
        precertificate =
            path.certificates.count > 1
            ? try? .precertificate(
                tbsBytes: path.leaf.tbsBytes, issuerKey: path.certificates[1].subjectPublicKeyInfo) : nil
    }

    mutating func look(
        at item: PresentedTimestamps.Item, _ checker: inout SignatureChecker, _ meter: inout WorkMeter
    ) {
        guard let content = item.timestamp.version1 else { return note(item, nil, .unknownVersion) }
        guard let log = logs.log(content.logID) else { return note(item, nil, .unknownLog) }
        guard policy.counted.contains(item.source) else {
            return note(item, log, .notCountedInResponses)
        }
        // "TLS clients MUST reject SCTs whose timestamp is in the future" (RFC 6962 §5.2).
        guard content.instant <= at else { return note(item, log, .ofFuture) }
        let (isCurrent, objection) = standing(of: log, content.instant)
        if let objection { return note(item, log, objection) }
        let mark = Counted(log: log.id, source: item.source)
        guard !counted.contains(mark) else {
            return note(item, log, .anotherCounts)
        }
        guard checked[item.source, default: 0] < TransparencyChecker.maximumChecked else {
            return note(item, log, .notLookedAt(limit: TransparencyChecker.maximumChecked))
        }
        checked[item.source, default: 0] += 1
        guard let entry = item.source == .embedded ? precertificate : certificate else {
            return note(item, log, .unknownIssuer)
        }
        switch checker.check(item.timestamp, of: log.key, for: entry, meter: &meter) {
        case nil:
            isCutShort = true
            note(item, log, .workLimit)
        case false?: note(item, log, .badSignature, isVerified: false)
        case true?:
            counted.insert(mark)
            let entry = TimestampTally.Entry(
                log: log, operatorName: log.operatorName(at: content.instant), source: item.source,
                isCurrent: isCurrent)
            verified.append(Verified(item: item, entry: entry, given: content.instant, place: timestamps.count))
            note(item, log, nil, isVerified: true)
        }
    }

    /// Takes back the timestamps of logs that were retired before the certificate was issued, whenever they say that
    /// they were given: whoever has the key of such a log writes any time.
    ///
    /// It was issued when the first log took it that is approved now. Timestamps that nobody could verify say nothing
    /// about that. Sources: Chromium, ChromeCTPolicyEnforcer (`issuance_date`); Apple, CertificateTransparency.c
    /// (`issuanceTime`).
    mutating func finish() {
        guard let issued = verified.filter(\.entry.isCurrent).map(\.given).min() else { return }
        var kept: [Verified] = []
        for one in verified {
            if !one.entry.isCurrent, let since = one.entry.log.stateSince, issued >= since {
                timestamps[one.place] = TransparencyChecker.timestamp(
                    one.item, log: one.entry.log, isVerified: true,
                    .retiredBeforeIssuance(since: since))
            } else {
                kept.append(one)
            }
        }
        verified = kept
    }

    private mutating func note(
        _ item: PresentedTimestamps.Item, _ log: TransparencyLogList.Log?, _ problem: TimestampProblem?,
        isVerified: Bool? = nil
    ) {
        timestamps.append(TransparencyChecker.timestamp(item, log: log, isVerified: isVerified, problem))
    }

    /// Whether a log is approved at the time of judgement, or else why a timestamp of it does not count.
    ///
    /// A state that begins later than the time of judgement: a log that retires then is approved still.
    private func standing(
        of log: TransparencyLogList.Log, _ moment: Instant
    ) -> (isCurrent: Bool, objection: TimestampProblem?) {
        if TransparencyLogList.publishedKeys.contains(log.id) { return (false, .keyPublished) }
        guard let state = log.state, let since = log.stateSince else {
            return (false, .noState)
        }
        switch state {
        case .qualified, .usable, .readonly: return (true, breach(of: log, moment))
        case .pending: return (false, .notApproved)
        case .rejected: return (false, .rejected)
        case .retired:
            if since > at { return (true, breach(of: log, moment)) }
            guard moment < since else {
                return (false, .retired(since: since))
            }
            return (false, breach(of: log, moment))
        }
    }

    /// The reason why a log could not give such a timestamp by what the list says of it, where the policy asks that.
    private func breach(of log: TransparencyLogList.Log, _ moment: Instant) -> TimestampProblem? {
        guard policy.appliesListedLimits else { return nil }
        if let interval = log.interval, !interval.contains(path.leaf.validity.notAfter.instant) {
            return .otherInterval(from: interval.lowerBound, before: interval.upperBound)
        }
        if log.state == .readonly, let since = log.stateSince, moment > since {
            return .readOnly(since: since)
        }
        return nil
    }
}
