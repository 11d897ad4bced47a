public import HoldfastStatements
public import HoldfastTrust
public import HoldfastX509

/// A record of how the address of a connection was found: who named it, how it was ranked, and what was tried before.
public struct DialRecord: Hashable, Sendable {
    /// The address that was dialled.
    public let endpoint: Endpoint
    /// The source of the address: a resolver's name, or `rule` for a dial rule.
    public let source: String
    /// Age of the resolver's answer; zero for an answer that was not kept.
    public let age: Duration
    /// Whether the answer was kept longer than it may be.
    public let isStale: Bool
    /// Position among the addresses that there were to choose from, from 1.
    public let rank: Int
    /// The addresses that were tried for the request, in the order in which the attempts ended; this one comes last.
    public let attempts: [DialAttempt]
    /// The failures of resolvers, in their words.
    public let problems: [String]

    package init(
        endpoint: Endpoint, source: String, age: Duration, isStale: Bool, rank: Int, attempts: [DialAttempt],
        problems: [String]
    ) {
        self.endpoint = endpoint
        self.source = source
        self.age = age
        self.isStale = isStale
        self.rank = rank
        self.attempts = attempts
        self.problems = problems
    }

    /// The addresses that showed certificates of others, with what was wrong.
    public var poisoned: [DialAttempt] { attempts.filter { $0.outcome.isPoisoned } }
}

/// One address that was tried.
public struct DialAttempt: Hashable, Sendable, CustomStringConvertible {
    /// The result of an attempt.
    public enum Outcome: Hashable, Sendable {
        /// TCP was connected.
        case connected
        /// The connection was refused, or there is no route; why.
        case refused(Statement)
        /// Nothing came back in time.
        case stalled
        /// Another address was faster.
        case overtaken
        /// The TLS handshake failed, for another reason than the certificate.
        case handshakeFailed(Statement)
        /// The certificate did not prove the name, by the finding of this code and message: the address is avoided for
        /// a while.
        case poisoned(FindingCode, Statement)

        /// Whether its certificate was refused.
        public var isPoisoned: Bool { if case .poisoned = self { true } else { false } }

        /// A stable word for machines.
        public var code: String {
            switch self {
            case .connected: "connected"
            case .refused: "refused"
            case .stalled: "stalled"
            case .overtaken: "overtaken"
            case .handshakeFailed: "handshakeFailed"
            case .poisoned: "poisoned"
            }
        }

        /// The reason that the system or the verdict gives, in English; nil for outcomes without one.
        public var reason: String? { words?.english }

        /// The reason in every language.
        package var words: LocalizedText? {
            switch self {
            case .refused(let why), .handshakeFailed(let why): why.words
            case .poisoned(let code, let why): LocalizedText("\(code): \(why.english)", "\(code)：\(why.chinese)")
            case .connected, .stalled, .overtaken: nil
            }
        }
    }

    public let endpoint: Endpoint
    /// The source of the address, as ``DialRecord/source``.
    public let source: String
    public let outcome: Outcome
    /// The time from the start of dialling to the outcome.
    public let duration: Duration

    package init(_ endpoint: Endpoint, from source: String, _ outcome: Outcome, after duration: Duration) {
        self.endpoint = endpoint
        self.source = source
        self.outcome = outcome
        self.duration = duration
    }

    /// `192.0.2.1:443 (system): poisoned: …`.
    public var description: String {
        "\(endpoint) (\(source)): \(outcome.code)" + (outcome.reason.map { ": \($0)" } ?? "")
    }
}
