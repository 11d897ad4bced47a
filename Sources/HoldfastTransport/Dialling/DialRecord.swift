/// How the address of a connection was found: who named it, how it was ranked, and what was tried before.
public struct DialRecord: Hashable, Sendable {
    /// The address that was dialled.
    public let endpoint: Endpoint
    /// Who named it: a resolver's name, or `rule` for a dial rule.
    public let source: String
    /// How long ago the resolver said so; nothing for an answer that was not kept.
    public let age: Duration
    /// Whether the answer was kept longer than it may be.
    public let isStale: Bool
    /// Its place among the addresses that were there to choose from, from 1.
    public let rank: Int
    /// What was tried for the request, in the order in which it ended; this address comes last.
    public let attempts: [DialAttempt]
    /// What resolvers failed with, in their words.
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
    /// What became of it.
    public enum Outcome: Hashable, Sendable {
        /// TCP was connected.
        case connected
        /// It refused, or there is no way there; the system's word.
        case refused(String)
        /// Nothing came in its time.
        case stalled
        /// Another address was faster.
        case overtaken
        /// Its TLS handshake failed, but for its certificate.
        case handshakeFailed(String)
        /// Its certificate did not prove the name: it is left alone for a while.
        case poisoned(String)

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

        /// What the system or the verdict says; nil where the word says all.
        public var reason: String? {
            switch self {
            case .refused(let text), .handshakeFailed(let text), .poisoned(let text): text
            case .connected, .stalled, .overtaken: nil
            }
        }
    }

    public let endpoint: Endpoint
    /// Who named it.
    public let source: String
    public let outcome: Outcome
    /// From when it was dialled.
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
