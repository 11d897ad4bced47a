import HoldfastCrypto

/// The pinned servers with their pins: the whole of a program's pins at one time.
///
/// Of several patterns that match a name one counts, with all that it says: the exact name before any wildcard, then
/// the one with the longest domain, and for the same domain `*.` before `**.`. An exclusion takes part like any other:
/// it takes a name out of what a wider pattern says.
public struct PinnedHosts: Hashable, Sendable {
    /// The rule for the servers of a pattern.
    public enum Rule: Hashable, Sendable {
        case pinned(PinSet)
        /// Not pinned, whatever a wider pattern says.
        case excluded
    }

    /// Patterns; 10,000.
    public static let maximumPatterns = 10_000

    /// The rules, by pattern.
    public let rules: [HostPattern: Rule]
    /// For servers that no pattern matches, and where a chain is judged without a name; nil for nothing.
    public let everywhere: PinSet?
    /// SHA-256 over all of it: equal for equal pins.
    let digest: [UInt8]

    /// Nothing is pinned.
    public static let none = PinnedHosts(unchecked: [:], everywhere: nil)

    /// Makes the pins of a program from rules by pattern, and a set for every server.
    ///
    /// - Throws: ``PinnedHostsError`` for more than ``maximumPatterns``.
    public init(_ rules: [HostPattern: Rule], everywhere: PinSet? = nil) throws(PinnedHostsError) {
        guard rules.count <= Self.maximumPatterns else { throw .tooMany(limit: Self.maximumPatterns) }
        self.init(unchecked: rules, everywhere: everywhere)
    }

    /// One set of pins for every server.
    public static func everywhere(_ set: PinSet) -> PinnedHosts { PinnedHosts(unchecked: [:], everywhere: set) }

    private init(unchecked rules: [HostPattern: Rule], everywhere: PinSet?) {
        self.rules = rules
        self.everywhere = everywhere
        digest = Digest.sha256(Self.canonicalText(rules, everywhere).utf8)
    }

    /// The pins that apply to a server, with the pattern by which they do; nil where it is not pinned.
    public func duty(for name: ServerName?) -> ApplicablePins? {
        if let name, let (pattern, rule) = rule(for: name) {
            if case .pinned(let set) = rule { return ApplicablePins(pattern: pattern, set: set) }
            return nil
        }
        return everywhere.map { ApplicablePins(pattern: nil, set: $0) }
    }

    /// The pattern that counts for a server, and what it says; nil where none matches.
    public func rule(for name: ServerName) -> (pattern: HostPattern, rule: Rule)? {
        guard !rules.isEmpty else { return nil }
        for pattern in HostPattern.candidates(for: name) {
            if let rule = rules[pattern] { return (pattern, rule) }
        }
        return nil
    }

    private static func canonicalText(_ rules: [HostPattern: Rule], _ everywhere: PinSet?) -> String {
        var lines = rules.map { pattern, rule in
            switch rule {
            case .excluded: "\(pattern) excluded"
            case .pinned(let set): "\(pattern) \(set.canonicalText)"
            }
        }
        lines.sort()
        if let everywhere { lines.append(". \(everywhere.canonicalText)") }
        return lines.joined(separator: "\n")
    }
}

/// The pins that one server has to fulfil, and by which pattern.
public struct ApplicablePins: Hashable, Sendable {
    /// Nil for pins of every server.
    public let pattern: HostPattern?
    public let set: PinSet
}

/// An error for rules that cannot stand together.
public enum PinnedHostsError: Error, Hashable, Sendable {
    case tooMany(limit: Int)
}

extension PinSet {
    /// Everything that it says, the same for equal sets.
    var canonicalText: String {
        let groups = Group.allCases.map { group in
            pins(of: group).map(\.description).sorted().joined(separator: ",")
        }
        let end = expiry.map { "\($0.end) \($0.mode.rawValue)" } ?? "never"
        return (groups + [enforcement.rawValue, end]).joined(separator: " ")
    }
}
