import HoldfastTrust

extension DialRule {
    /// A rule as curl's `--connect-to` spells it: `HOST:PORT:ADDRESS:PORT`.
    ///
    /// An empty host or port in front fits every one, an empty port behind keeps the URL's. IPv6 addresses stand in
    /// brackets.
    ///
    /// - Throws: ``DialRuleError``; a name or nothing in the place of the address is one: a rule has addresses.
    public init(connectTo text: String) throws(DialRuleError) {
        let parts = DialPlan.parts(text)
        guard parts.count == 4 else { throw DialRuleError(text: text, reason: .parts) }
        guard let address = IPAddress(DialPlan.bare(parts[2])) else {
            throw DialRuleError(text: text, reason: .address)
        }
        var host: ServerName?
        if !parts[0].isEmpty {
            do throws(ServerNameError) {
                host = try ServerName(parts[0])
            } catch {
                throw DialRuleError(text: text, reason: .host)
            }
        }
        self.init(
            host, port: try Self.port(parts[1], in: text),
            to: [Target(address, port: try Self.port(parts[3], in: text))])
    }

    private static func port(_ part: String, in text: String) throws(DialRuleError) -> UInt16? {
        guard !part.isEmpty else { return nil }
        guard part.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(part), port > 0 else {
            throw DialRuleError(text: text, reason: .port)
        }
        return port
    }
}

/// Why a text is no dial rule.
public struct DialRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, Hashable, Sendable {
        case parts = "has to have four parts: HOST:PORT:ADDRESS:PORT"
        case host = "has a host that is no name of A-labels and no address"
        case address = "has no IP address in the third place"
        case port = "has a port that is no number from 1 to 65535"
    }

    public let text: String
    public let reason: Reason

    /// A clause, without a full stop.
    public var description: String { "'\(text)' \(reason.rawValue)" }
}
