package import HoldfastTransport

/// The search for the address of a connection, as verdicts report it.
package struct DialReport: Hashable, Sendable {
    /// One address that was tried.
    package struct Attempt: Hashable, Sendable {
        package let address: String
        /// The resolver that named the address.
        package let source: String
        /// `connected`, `refused`, `stalled`, `overtaken`, `handshakeFailed` or `poisoned`.
        package let outcome: String
        /// The reason, from the system or the verdict.
        package let reason: String?
        package let milliseconds: Double

        init(_ attempt: DialAttempt) {
            address = attempt.endpoint.description
            source = attempt.source
            outcome = attempt.outcome.code
            reason = attempt.outcome.reason
            milliseconds = attempt.duration / .milliseconds(1)
        }
    }

    /// The resolver that named the connected address; nil where none was connected.
    package let source: String?
    /// The age of the resolver's answer, in seconds.
    package let age: Double?
    /// Whether that was kept longer than it may be.
    package let isStale: Bool?
    /// The address's place among those to choose from, from 1.
    package let rank: Int?
    /// The attempts, in the order in which they ended.
    package let attempts: [Attempt]
    /// The errors of resolvers.
    package let problems: [String]

    package init(_ record: DialRecord) {
        source = record.source
        age = record.age / .seconds(1)
        isStale = record.isStale
        rank = record.rank
        attempts = record.attempts.map(Attempt.init)
        problems = record.problems
    }

    /// The report of an exchange without a connection; nil where nothing was tried.
    package init?(_ tried: [DialAttempt]) {
        guard !tried.isEmpty else { return nil }
        (source, age, isStale, rank) = (nil, nil, nil, nil)
        attempts = tried.map(Attempt.init)
        problems = []
    }

    /// One sentence for people, without a full stop; nil where nothing was tried but the address that was connected.
    package var message: String? {
        let others = attempts.filter { $0.outcome != "connected" }
        guard !others.isEmpty else { return source.map { "named by \($0)" } }
        let tried = others.map { "\($0.address) (\($0.source)) \($0.outcome)" + ($0.reason.map { ": \($0)" } ?? "") }
        return (source.map { "named by \($0); before it " } ?? "tried ") + tried.joined(separator: "; ")
    }
}

extension DialReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case source, age, isStale = "stale", rank, attempts, problems
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
        try container.encode(age.map(JSONNumber.rounded), forKey: .age)
        try container.encode(isStale, forKey: .isStale)
        try container.encode(rank, forKey: .rank)
        try container.encode(attempts, forKey: .attempts)
        if !problems.isEmpty { try container.encode(problems, forKey: .problems) }
    }
}

extension DialReport.Attempt: Encodable {
    private enum CodingKeys: String, CodingKey {
        case address, source, outcome, reason, milliseconds
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(address, forKey: .address)
        try container.encode(source, forKey: .source)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(JSONNumber.rounded(milliseconds), forKey: .milliseconds)
    }
}
