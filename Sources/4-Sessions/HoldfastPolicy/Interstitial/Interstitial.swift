import HoldfastStatements
public import HoldfastTrust
public import HoldfastX509

/// Model of a warning page: what a user is told and asked before a connection to a server that is not trusted.
///
/// It decides nothing. A program shows its texts, and where the user wants to go on, gives ``exception(until:at:)`` to
/// its policy: the connection is then judged anew, and refused again where anything else is wrong by then.
public struct Interstitial: Sendable {
    /// One line of evidence: what was seen, where, and what it should have been.
    public struct Evidence: Hashable, Sendable {
        /// The finding's code.
        public let code: FindingCode
        /// The subject of the certificate that it is about; nil for the chain as a whole.
        public let certificate: String?
        /// The finding's words as values.
        public let statements: Finding.Statements
        /// The evidence in English.
        public var seen: String { statements.seen.description }
        /// The demand of the rule in English.
        public var expected: String { statements.expected.description }
        /// The rule's source, for example `RFC 5280 §4.1.2.5`.
        public let rule: String
    }

    /// Whether the user may decide to go on.
    public enum Proceeding: Hashable, Sendable {
        /// For so long at most.
        case possible(atMost: Duration)
        /// Not: these findings are nobody's to overlook.
        case impossible([FindingCode])
        /// Not: there is no name that a decision could hold for.
        case withoutName
    }

    /// The server that was asked for; nil where the policy names none.
    public let host: ServerName?
    /// The finding that comes first: what the warning is about.
    public let code: FindingCode
    /// All errors, the first-ranked one first.
    public let evidence: [Evidence]
    /// Whether the user may decide to go on, and for how long.
    public let proceeding: Proceeding

    private let leaf: [UInt8]?
    private let codes: Set<FindingCode>

    /// The longest time that a decision holds unless a program says otherwise: a day. Chromium forgets one after a
    /// week.
    public static let defaultLimit: Duration = .seconds(86_400)

    /// The warning about a refusal.
    ///
    /// - Parameters:
    ///   - failure: why the server is not trusted.
    ///   - limit: how long a decision to go on may hold, from a second to ``TrustException/maximumDays``; what lies
    ///     beyond counts as that.
    public init(_ failure: TrustFailure, atMost limit: Duration = Self.defaultLimit) {
        let errors = failure.errors
        host = failure.policy.purpose.serverName
        code = failure.cause.code
        codes = Set(errors.map(\.code))
        leaf = failure.presented.presented.first?.certificate.map { $0.fingerprint }
        evidence = errors.map { finding in
            var certificate: String?
            if case .certificate(let depth) = finding.position, failure.chain.indices.contains(depth) {
                certificate = "\(failure.chain[depth].subject)"
            }
            return Evidence(
                code: finding.code, certificate: certificate, statements: finding.statements,
                rule: finding.rule)
        }
        let never = errors.map(\.code).filter { !$0.isExceptable }
        let longest = Duration.seconds(TrustException.maximumDays * 86_400)
        proceeding =
            if !never.isEmpty || leaf == nil {
                .impossible(never)
            } else if host == nil {
                .withoutName
            } else {
                .possible(atMost: max(.seconds(1), min(limit, longest)))
            }
    }

    /// Whether ``exception(until:at:)`` gives one.
    public var mayProceed: Bool { if case .possible = proceeding { true } else { false } }

    /// The user's decision to go on, for exactly what was shown: this certificate, this server, these findings.
    ///
    /// - Parameters:
    ///   - until: when it ends; later than ``proceeding`` allows counts as the last instant that it does.
    ///   - now: the time of the decision.
    /// - Returns: nil where one may not go on, or the end is not later than now.
    public func exception(until: Instant, at now: Instant) -> TrustException? {
        guard case .possible(let limit) = proceeding, let host, let leaf else { return nil }
        let latest = now.advanced(bySeconds: limit.components.seconds)
        return try? TrustException(
            certificate: leaf, host: host, codes: codes, createdAt: now, until: min(until, latest),
            note: "decided on a warning")
    }
}
