package import HoldfastStatements
package import HoldfastTrust

/// Difference between two policy documents: a member that some servers lose, gain, or are told otherwise.
///
/// Compared is what is in force: an entry that is gone where a wider one says the same makes no difference.
package struct PolicyDifference: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case lost, gained, changed
    }

    /// `pins`, …; `updates` for the settings of signed updates, `hosts` for entries that say nothing.
    package let member: String
    package let kind: Kind
    package let strength: PolicyStrength
    /// Hosts and patterns whose servers it is about, by their texts; empty for `updates`.
    package let patterns: [HostPattern]
    /// The values before and after, where both documents say the member; after alone, where it is gained.
    package let old: Statement?
    package let new: Statement?
    /// The pins that are gone and that are new, where both documents have some.
    package var pins: [PinChange] = []

    /// The difference in one sentence without a full stop.
    package var statement: Statement {
        let count = patterns.count
        let areHosts = patterns.allSatisfy { $0.domain == nil }
        let names = patterns.prefix(Self.mostNamed).map { "\($0)" } + (count > Self.mostNamed ? ["…"] : [])
        let servers = PolicyDifferenceSentence.servers(count: count, areHosts: areHosts)
        let list = names.joined(separator: ", ")
        let none = PolicyValueSentence.none.statement
        return switch kind {
        case _ where patterns.isEmpty: PolicyDifferenceSentence.updates.statement
        case .gained where member == Self.hosts:
            PolicyDifferenceSentence.added(count: count, areHosts: areHosts, names: list).statement
        case .lost where member == Self.hosts:
            PolicyDifferenceSentence.removed(count: count, areHosts: areHosts, names: list).statement
        case .lost:
            PolicyDifferenceSentence.lost(servers.statement, count: count, member: member, names: list).statement
        case .gained:
            PolicyDifferenceSentence.gained(servers.statement, count: count, member: member, new ?? none, names: list)
                .statement
        case .changed:
            PolicyDifferenceSentence.changed(
                servers.statement, count: count, member: member, from: old ?? none, to: new ?? none, names: list
            ).statement
        }
    }

    /// Hosts and patterns that a sentence names.
    private static let mostNamed = 10
    private static let hosts = PolicyNames.Document.hosts.rawValue

    /// All differences: what weakens first, then what strengthens, then the others.
    package static func all(from old: PolicyDocument, to new: PolicyDocument) -> [PolicyDifference] {
        var found: [Key: [HostPattern]] = [:]
        for pattern in Set(old.hosts.keys).union(new.hosts.keys) {
            let order = pattern.patternsOverAll
            let (before, after) = (old.members(of: order), new.members(of: order))
            for member in PolicyNames.Host.allCases {
                let (one, two) = (before[member]?.host, after[member]?.host)
                guard one?.value(of: member) != two?.value(of: member) else { continue }
                found[Key(member, one, two), default: []].append(pattern)
            }
        }
        var all = found.map { key, patterns in
            PolicyDifference(
                member: key.member.rawValue, kind: key.kind, strength: key.strength,
                patterns: patterns.sorted { "\($0)" < "\($1)" }, old: key.old, new: key.new, pins: key.pins)
        }
        all += empty(.gained, of: new, butNotOf: old) + empty(.lost, of: old, butNotOf: new)
        if old.updates != new.updates {
            let kind: Kind = old.updates == nil ? .gained : new.updates == nil ? .lost : .changed
            all.append(
                PolicyDifference(
                    member: PolicyNames.Document.updates.rawValue, kind: kind, strength: .neither, patterns: [],
                    old: nil, new: nil))
        }
        return all.sorted { one, other in
            let ranks: [PolicyStrength] = [.weaker, .stronger, .neither]
            let (first, second) = (ranks.firstIndex(of: one.strength) ?? 0, ranks.firstIndex(of: other.strength) ?? 0)
            if first != second { return first < second }
            if one.member != other.member { return one.member < other.member }
            return "\(one.patterns.first.map { "\($0)" } ?? "")" < "\(other.patterns.first.map { "\($0)" } ?? "")"
        }
    }

    /// The entries that say nothing and stand in one document alone: their hosts are judged all the same.
    private static func empty(
        _ kind: Kind, of document: PolicyDocument, butNotOf other: PolicyDocument
    ) -> [PolicyDifference] {
        let patterns = document.hosts.compactMap { pattern, host in
            other.hosts[pattern] == nil && !PolicyNames.Host.allCases.contains(where: host.says) ? pattern : nil
        }
        guard !patterns.isEmpty else { return [] }
        return [
            PolicyDifference(
                member: hosts, kind: kind, strength: .neither, patterns: patterns.sorted { "\($0)" < "\($1)" },
                old: nil, new: nil)
        ]
    }

    /// The difference that many servers may have in common.
    private struct Key: Hashable {
        let member: PolicyNames.Host
        let kind: Kind
        let strength: PolicyStrength
        let old: Statement?
        let new: Statement?
        let pins: [PinChange]

        init(_ member: PolicyNames.Host, _ one: HostPolicy?, _ two: HostPolicy?) {
            self.member = member
            kind = one == nil ? .gained : two == nil ? .lost : .changed
            strength = PolicyStrength(of: member, from: one ?? HostPolicy(), to: two ?? HostPolicy())
            // Whoever loses a member loses it whatever it said: one line for all.
            old = two == nil ? nil : one.map { PolicyValueSentence.value(of: member, in: $0).statement }
            new = two.map { PolicyValueSentence.value(of: member, in: $0).statement }
            pins = if member == .pins, let one, let two { PinChange.all(from: one, to: two) } else { [] }
        }
    }
}

extension HostPattern {
    /// Itself, and the wider patterns that count for all of its servers: the most specific one first.
    var patternsOverAll: [HostPattern] {
        if case .host(let name) = self { return Self.candidates(for: name) }
        guard var domain else { return [self] }
        var all: [HostPattern] = [self]
        if case .oneLabelBelow = self { all.append(.withSubdomains(domain)) }
        while let parent = domain.parent {
            all.append(.withSubdomains(parent))
            domain = parent
        }
        return all
    }
}
