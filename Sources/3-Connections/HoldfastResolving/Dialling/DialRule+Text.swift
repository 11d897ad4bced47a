public import HoldfastStatements
import HoldfastTrust
import HoldfastWeb

extension DialRule {
    /// Reads a rule as curl's `--connect-to` spells it: `HOST:PORT:PLACE:PORT`.
    ///
    /// An empty host or port in front fits every one; an empty place behind is the URL's own host, and an empty port
    /// the URL's. PLACE is an address or a name; IPv6 addresses stand in brackets.
    ///
    /// - Throws: ``DialRuleError``.
    public init(connectTo text: String) throws(DialRuleError) {
        guard let parts = ColonParts(text), parts.count == 4 else { throw DialRuleError(text: text, reason: .parts) }
        let host = try Self.host(parts[0], in: text, .host)
        let port = try Self.port(parts[1], in: text)
        let placePort = try Self.port(parts[3], in: text)
        switch try Self.host(parts[2], in: text, .place) {
        case .ip(let address): self.init(host, port: port, to: [Target(address, port: placePort)])
        case .dns(let name): self.init(host, port: port, to: .name(name, port: placePort))
        case nil: self.init(host, port: port, to: .name(nil, port: placePort))
        }
    }

    /// Reads a rule as curl's `--resolve` spells it: `HOST:PORT:ADDRESS[,ADDRESS]`.
    ///
    /// `*` is every host. A `+` in front, by which curl lets an entry lapse, is read over.
    ///
    /// - Throws: ``DialRuleError``.
    public init(resolve text: String) throws(DialRuleError) {
        let entry = text.hasPrefix("+") ? String(text.dropFirst()) : text
        guard let parts = ColonParts(entry), parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw DialRuleError(text: text, reason: .resolveParts)
        }
        let host = parts[0] == "*" ? nil : try Self.host(parts[0], in: text, .host)
        let targets = try parts[2].split(separator: ",", omittingEmptySubsequences: false).map {
            (part) throws(DialRuleError) in
            guard case .ip(let address)? = try Self.host(part, in: text, .address) else {
                throw DialRuleError(text: text, reason: .address)
            }
            return Target(address)
        }
        self.init(host, port: try Self.port(parts[1], in: text), to: targets)
    }

    /// A name, whose U-labels become A-labels, or an address; nil where there is none.
    private static func host(
        _ part: Substring, in text: String, _ reason: DialRuleError.Reason
    ) throws(DialRuleError) -> ServerName? {
        guard !part.isEmpty else { return nil }
        guard let name = try? ServerName(unicode: String(part)) else {
            throw DialRuleError(text: text, reason: reason)
        }
        return name
    }

    private static func port(_ part: Substring, in text: String) throws(DialRuleError) -> UInt16? {
        guard !part.isEmpty else { return nil }
        guard part.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(part), port > 0 else {
            throw DialRuleError(text: text, reason: .port)
        }
        return port
    }
}

/// The reason why a text is no dial rule.
public struct DialRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, Hashable, Sendable {
        case parts = "has to have four parts: HOST:PORT:ADDRESS:PORT"
        case resolveParts = "has to have three parts: HOST:PORT:ADDRESS[,ADDRESS]"
        case host = "has a host that is no name and no address"
        case place = "has no IP address and no name in the third place"
        case address = "has no IP address in the third place"
        case port = "has a port that is no number from 1 to 65535"
        case several = "is led to a name and elsewhere too; several places are written as addresses"
    }

    /// The text as given; the host and port that are meant where it is several texts together.
    public let text: String
    public let reason: Reason

    package init(text: String, reason: Reason) { (self.text, self.reason) = (text, reason) }

    /// The text and the reason as a statement.
    public var statement: Statement { DialRuleSentence.rule(text: text, reason).statement }

    /// A clause, without a full stop.
    public var description: String { statement.english }
}

/// The parts of a text between colons; colons in brackets do not part.
private struct ColonParts {
    private var parts: [Substring] = []

    /// Nil where a bracket stays open.
    init?(_ text: String) {
        var start = text.startIndex
        var isBracketed = false
        for index in text.indices {
            switch text[index] {
            case "[": isBracketed = true
            case "]": isBracketed = false
            case ":" where !isBracketed:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        guard !isBracketed else { return nil }
        parts.append(text[start...])
    }

    var count: Int { parts.count }

    subscript(place: Int) -> Substring { parts[place] }
}

extension [DialRule] {
    /// The rules that texts of curl's `--connect-to` mean, in its order; several that lead the same host and port to
    /// addresses are one rule, whose addresses are tried in turn.
    ///
    /// - Throws: ``DialRuleError`` for what cannot be read, and where a host and port is led to a name and elsewhere
    ///   too.
    public init(connectTo: [String]) throws(DialRuleError) {
        try self.init(
            connectTo: connectTo.map { text throws(DialRuleError) in try DialRule(connectTo: text) }, resolve: [])
    }

    /// The rules that those of curl's `--connect-to` and `--resolve` mean together.
    ///
    /// As curl reads them: the first of `connectTo` that fits leads to a place, and the addresses of that are those of
    /// the last of `resolve` for its host and port, or else of the last for every host.
    package init(connectTo: [DialRule], resolve: [DialRule]) throws(DialRuleError) {
        let known = resolve.reversed().filter { $0.host != nil } + resolve.reversed().filter { $0.host == nil }
        var rules: [DialRule] = []
        for rule in connectTo {
            let same = connectTo.filter { $0.host == rule.host && $0.port == rule.port }
            if same.count > 1, same.contains(where: \.leadsToName) {
                throw DialRuleError(text: rule.source, reason: .several)
            }
            guard !rules.contains(where: { $0.host == rule.host && $0.port == rule.port }) else { continue }
            switch rule.destination {
            case .addresses: rules.append(DialRule(rule.host, port: rule.port, to: same.flatMap(\.targets)))
            case .name(let name, let port):
                rules += known.compactMap { $0.asked(by: rule, for: name, port) } + [rule]
            }
        }
        self = rules + known
    }
}

extension DialRule {
    fileprivate var leadsToName: Bool { if case .name = destination { true } else { false } }

    /// The addresses of this rule for those servers that another one leads to a name and port that it knows; nil where
    /// there are none such.
    fileprivate func asked(by other: DialRule, for name: DNSName?, _ port: UInt16?) -> DialRule? {
        let hosts: [ServerName?] = [name.map { .dns($0) } ?? other.host, host]
        let ports = [port ?? other.port, self.port]
        guard hosts[0] == nil || hosts[1] == nil || hosts[0] == hosts[1],
            ports[0] == nil || ports[1] == nil || ports[0] == ports[1]
        else { return nil }
        let place = port ?? self.port
        return DialRule(
            name == nil ? other.host ?? host : other.host, port: port == nil ? other.port ?? self.port : other.port,
            to: targets.map { Target($0.address, port: $0.port ?? place) })
    }
}
