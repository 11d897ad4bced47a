public import HoldfastStatements
public import HoldfastX509

/// The result of looking at a chain's certificate transparency: what the policy says, and each timestamp.
public struct TransparencyOutcome: Hashable, Sendable {
    /// The answer of a policy.
    public enum Result: String, Hashable, Sendable, CaseIterable {
        /// Nobody asked, or there is no list of logs: nothing is known.
        case notChecked
        /// The policy asks nothing of this certificate: of a private authority, or older than the programme.
        case notRequired
        /// Enough timestamps of logs that count.
        case passed
        /// Too few.
        case failed
    }

    /// The way by which a timestamp came (RFC 6962 §3.3).
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// In the certificate.
        case embedded
        /// In the TLS handshake.
        case tls
        /// In the stapled OCSP response.
        case ocsp
    }

    /// One timestamp that was presented.
    public struct Timestamp: Hashable, Sendable {
        /// The log: SHA-256 of its key, 32 bytes; empty where the timestamp cannot be read that far.
        public let logID: [UInt8]
        /// The log's name; nil for a log that the list does not have, and without a list.
        public let logName: String?
        /// The log's operator at the time of the timestamp; nil as the name is.
        public let operatorName: String?
        /// The way by which it came.
        public let source: Source
        /// The moment that it states; nil for a version that is not known.
        public let at: Instant?
        /// Whether its signature is the log's over this certificate; nil where that was not looked at.
        public let isVerified: Bool?
        /// The reason why it does not count, a clause; nil where it does.
        public let problemStatement: Statement?
        /// The reason in English.
        public var problem: String? { problemStatement?.description }
    }

    /// The name of the policy, `apple` or `chrome`; nil where nobody asked.
    public let policy: String?
    /// The day of the policy's rules that were judged by, those of the time that was judged for; nil where nobody
    /// asked.
    public let policyDay: Instant?
    /// The answer.
    public let result: Result
    /// The timestamps, those in the certificate first, then those of the handshake and of the OCSP response.
    public let timestamps: [Timestamp]
    /// The lists of timestamps that cannot be read, each with its reason.
    public let problems: [TransparencyListProblem]

    /// The outcome where nobody asked.
    public static let notAsked = TransparencyOutcome(
        policy: nil, policyDay: nil, result: .notChecked, timestamps: [], problems: [])

    init(
        policy: String?, policyDay: Instant?, result: Result, timestamps: [Timestamp],
        problems: [TransparencyListProblem]
    ) {
        self.policy = policy
        self.policyDay = policyDay
        self.result = result
        self.timestamps = timestamps
        self.problems = problems
    }
}

/// A list of timestamps that cannot be read.
public struct TransparencyListProblem: Hashable, Sendable {
    /// The way by which it came.
    public let source: TransparencyOutcome.Source
    /// The reason, a clause.
    public let reasonStatement: Statement
    /// The reason in English.
    public var reason: String { reasonStatement.description }
}
