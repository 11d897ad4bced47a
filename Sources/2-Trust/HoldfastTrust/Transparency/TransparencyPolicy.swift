import HoldfastX509

/// The counting rules of a programme: how many timestamps, of which logs, a certificate has to come with.
///
/// The rules are data, `transparency.tsv` of `Sources/0-C/CTrustFacts/data`, by version: a verdict is judged by the
/// version of its time. The states of logs and the operators come from the list (``TransparencyLogList``).
public struct TransparencyPolicy: Hashable, Sendable {
    /// A bound on the time for which a certificate is valid.
    enum Lifetime: Hashable, Sendable {
        /// So many days at most, the last second counted as RFC 5280 §4.1.2.5 has it: a second more is another day.
        case days(Int64)
        /// So many times 86,400 seconds at most, between both ends.
        case daysBetween(Int64)
        /// Less than so many months.
        case below(months: Int)
        /// So many months at most.
        case months(Int)
        /// Any time.
        case any
    }

    /// The number of timestamps that certificates of a length need in them.
    struct Row: Hashable, Sendable {
        let lifetime: Lifetime
        /// Distinct logs.
        let logs: Int
        /// Logs of one operator that count at most; nil for any number.
        let logsOfOperator: Int?
    }

    /// The rules for certificates that were issued in a time.
    struct Period: Hashable, Sendable {
        /// The first moment of it, as `notBefore`.
        let from: Instant
        /// The rows, the shortest lifetime first.
        var rows: [Row]
        /// Distinct operators of the logs that count.
        let operators: Int
        /// Whether one log has to be Google's and another one somebody else's.
        let needsGoogleAndAnother: Bool
    }

    /// The timestamps beside the certificate that a programme counts.
    enum Delivery: Hashable, Sendable {
        /// Two logs by whatever way, one of them beside the certificate.
        case oneOfTwo
        /// Two logs beside the certificate.
        case both
    }

    /// The rules of a programme from a day on.
    struct Version: Hashable, Sendable {
        /// The first moment that is judged by it.
        let since: Instant
        /// The day of the document, or of the last look at it.
        let day: Instant
        /// Certificates with an earlier `notBefore` need no timestamp.
        let requiredSince: Instant
        /// The newest first.
        var periods: [Period]
        /// The ways by which timestamps come that count.
        let counted: Set<TransparencyOutcome.Source>
        let delivery: Delivery
        /// Whether one of the logs has to be read by RFC 6962, and not as tiles.
        let needsRFC6962Log: Bool
        /// Whether a timestamp counts only where its log could give it by what the list says: for a certificate that
        /// ends in the log's interval, and not after the log became read-only.
        let appliesListedLimits: Bool

        /// The rules for a certificate of that day; nil where it is older than the programme.
        func period(notBefore: Instant) -> Period? {
            notBefore < requiredSince ? nil : periods.first { notBefore >= $0.from }
        }
    }

    /// The name in options, policy files and verdicts: `apple` or `chrome`.
    public let name: String
    /// The document that the rules stand in.
    let source: String
    /// The newest first; none where the table cannot be read, and then no certificate meets the policy.
    let versions: [Version]

    /// The version that holds at a time.
    func version(at instant: Instant) -> Version? { versions.first { instant >= $0.since } }

    /// The policies that there are.
    public static let all: [TransparencyPolicy] = [.apple, .chrome]

    /// The policy of that name; nil for any other text.
    public static func named(_ name: String) -> TransparencyPolicy? { all.first { $0.name == name } }
}

extension TransparencyPolicy.Period {
    /// The row for a time of validity. The last row takes any.
    func row(for validity: Validity) -> TransparencyPolicy.Row? { rows.first { $0.lifetime.holds(validity) } }
}

extension TransparencyPolicy.Lifetime {
    func holds(_ validity: Validity) -> Bool {
        let (start, end) = (validity.notBefore.instant, validity.notAfter.instant)
        switch self {
        case .days(let limit): return validity.days.map { $0 <= limit } ?? true
        case .daysBetween(let limit): return end.seconds(since: start) <= limit * 86_400
        case .below(let months): return end < start.advanced(byMonths: months)
        case .months(let limit): return end <= start.advanced(byMonths: limit)
        case .any: return true
        }
    }
}
