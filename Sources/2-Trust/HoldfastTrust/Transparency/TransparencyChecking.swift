import HoldfastX509

/// Whether certificate transparency is asked for, and by which rules.
public enum TransparencyChecking: Hashable, Sendable {
    /// Nothing is looked at.
    case off
    /// A server's certificate has to come with timestamps of logs as a programme asks for.
    case required(TransparencyRequirement)

    /// Whether timestamps are looked at: handshakes then ask for those of the TLS extension too.
    public var isAsked: Bool { self != .off }

    /// The demand; nil where there is none.
    public var requirement: TransparencyRequirement? {
        if case .required(let requirement) = self { requirement } else { nil }
    }
}

/// A demand for certificate transparency: a programme's policy, the logs that are known, the anchors that it is about.
public struct TransparencyRequirement: Hashable, Sendable {
    /// The anchors under which timestamps are asked for.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
        /// The anchors of the public web alone, as Apple and Chrome do: nobody logs the certificates of private
        /// authorities.
        case publicAnchors
        /// All of them.
        case everyAnchor
    }

    /// The counting rules.
    public var policy: TransparencyPolicy
    /// The logs that are known. Without a list no timestamp can be verified: the outcome is then
    /// ``TransparencyOutcome/Result/notChecked``, with a warning, and the chain is not refused for it.
    public var logs: TransparencyLogList?
    /// The anchors under which timestamps are asked for.
    public var scope: Scope

    /// Makes a demand.
    ///
    /// - Parameters:
    ///   - policy: the counting rules, ``TransparencyPolicy/apple`` or ``TransparencyPolicy/chrome``.
    ///   - logs: the logs, best those of the same programme.
    ///   - scope: under which anchors.
    public init(policy: TransparencyPolicy, logs: TransparencyLogList?, scope: Scope = .everyAnchor) {
        self.policy = policy
        self.logs = logs
        self.scope = scope
    }
}

extension TransparencyChecking {
    /// Everything of it that can change a verdict, in one text.
    var digestText: String {
        guard let requirement else { return "off" }
        let list = requirement.logs.map { $0.digest.map { String($0) }.joined(separator: ".") } ?? "no logs"
        return "\(requirement.policy.name) \(requirement.scope.rawValue) \(list)"
    }

    /// Differs as logs retire, whose later timestamps no longer count, and as the policy's rules change.
    func periodState(at instant: Instant) -> String {
        guard let requirement else { return "no logs" }
        let logs = requirement.logs.map { "\($0.retired(at: instant)) retired" } ?? "no logs"
        let since = requirement.policy.version(at: instant)?.since.secondsSince1970 ?? 0
        return "\(logs) \(since)"
    }
}
